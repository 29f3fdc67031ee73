"""Finding bots by name."""

import sys

import pytest

from showdown.bots import BotNotFound, load
from showdown.bots.baselines import Caller, Tight


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """A folder with somebody's bots, which is where he is."""
    (tmp_path / "mybots.py").write_text(
        """
from showdown.bots import Bot

class Nit(Bot):
    def decide(self, view):
        return view.safe_move()

class Needy(Bot):
    def __init__(self, model):
        self.model = model

class Undecided(Bot):
    pass

class NoBot:
    pass

number = 7
"""
    )
    (tmp_path / "broken_bots.py").write_text("def nothing(:\n")
    (tmp_path / "typo_bots.py").write_text("import sys\nsys.no_such_thing\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for module in ("mybots", "broken_bots", "typo_bots"):
        sys.modules.pop(module, None)


def test_a_bot_of_the_house_is_found_by_its_name_and_is_new_each_time():
    first, second = load("caller"), load("caller")
    assert isinstance(first, Caller)
    assert first is not second
    assert isinstance(load("tight"), Tight)


@pytest.mark.usefixtures("own_folder")
def test_an_own_bot_is_found_in_the_folder_where_one_is():
    assert type(load("mybots:Nit")).__name__ == "Nit"


@pytest.mark.usefixtures("own_folder")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "shark",
            "no bot 'shark': name caller, random, tight, odds, strong, or your own as MODULE:CLASS",
        ),
        ("mybots:", "There is no bot 'mybots:'"),
        ("nowhere:Bot", "nowhere cannot be imported: ModuleNotFoundError: No module named"),
        ("broken_bots:Bot", "broken_bots cannot be imported: SyntaxError: "),
        ("typo_bots:Bot", "typo_bots cannot be imported: AttributeError: "),
        ("mybots:Shark", "The module mybots has no Shark."),
        ("mybots:NoBot", "mybots:NoBot is not a bot: it must be a class that inherits from"),
        ("mybots:number", "mybots:number is not a bot"),
        (
            "mybots:Undecided",
            "mybots:Undecided does not say how it decides: write its decide(view)",
        ),
        ("mybots:Needy", "mybots:Needy cannot be made without arguments: TypeError: "),
    ],
)
def test_what_cannot_be_had_is_one_sentence(name, sentence):
    with pytest.raises(BotNotFound) as missing:
        load(name)
    assert sentence in str(missing.value)
    assert "\n" not in str(missing.value)
