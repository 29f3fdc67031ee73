"""Of thousands of tables where the same is played each one that is alike has the same ruleset."""

import msgspec
import pytest

from server import rulesets
from server.config import load_settings
from server.rulesets import MANY, ruleset_of, shared
from server.storage.entries import as_json
from server.storage.journal import seating_in
from showdown import Ruleset
from showdown.errors import RulesetError
from showdown.rules.ruleset import TableId
from showdown.rules.seating import Seating

TABLES = "\n".join(f'[[tables]]\nname = "{name}"\nsb = 3\nbb = 6' for name in ("one", "two"))


def test_tables_of_the_settings_share_a_ruleset(tmp_path):
    file = tmp_path / "server.toml"
    file.write_text(TABLES, encoding="utf-8")
    one, two = load_settings(file).tables
    assert one.ruleset() is two.ruleset()


def test_a_stored_table_shares_the_ruleset_of_the_settings():
    stored = as_json(Seating(ruleset=Ruleset(sb=3, bb=6)))
    assert seating_in(TableId("one"), stored).ruleset is shared(Ruleset(sb=3, bb=6))


def test_what_is_played_otherwise_is_another_ruleset():
    assert shared(Ruleset(sb=3, bb=6)) is not shared(Ruleset(sb=3, bb=6, max_seats=3))


@pytest.mark.parametrize("first", ["said", "unsaid"])
def test_the_same_is_told_alike_whoever_asked_first(first):
    shared.cache_clear()
    same = {"said": Ruleset(sb=3, bb=6, act_time=20.0, cap=3), "unsaid": Ruleset(sb=3, bb=6)}
    shared(same[first])
    told = {msgspec.json.encode(shared(each)) for each in same.values()}
    assert len(told) == 1
    assert b"act_time" not in told.pop()


def test_a_ruleset_of_options_is_made_once(monkeypatch):
    made = []

    def counted(options):
        made.append(options)
        return Ruleset(**options)

    monkeypatch.setattr(rulesets, "_made", {})
    monkeypatch.setattr(rulesets, "make_ruleset", counted)
    assert ruleset_of({"sb": 3, "bb": 6}) is ruleset_of({"bb": 6, "sb": 3})
    assert ruleset_of({"sb": 3, "bb": 6, "cap": 4}) is not ruleset_of({"sb": 3, "bb": 6})
    assert len(made) == 2


def test_what_is_no_ruleset_is_refused_though_something_equal_is_one():
    assert ruleset_of({"sb": 1, "bb": 2, "game": "FL"}).sb == 1
    for wrong in (1.5, [1], "many"):
        with pytest.raises(RulesetError):
            ruleset_of({"sb": wrong, "bb": 2, "game": "FL"})


def test_no_more_rulesets_are_kept_than_anybody_has(monkeypatch):
    monkeypatch.setattr(rulesets, "_made", {})
    monkeypatch.setattr(rulesets, "MANY", 3)
    for each in range(1, 9):
        ruleset_of({"sb": each, "bb": 2 * each})
        assert len(rulesets._made) <= 3 <= MANY
