"""`tables`, `watch`, `hands` and `hand`: looking on and looking back."""

import json

import pytest

from client_cli.memory import Memory
from showdown.history.statistics import Outcome
from showdown.protocol import messages as msg
from showdown.rules.hand_rank import Category
from tests.client_cli.scripted import TABLE, House, house_next_door


@pytest.fixture
def house():
    with house_next_door(House("Bert", "Carl", deals=0)) as house:
        yield house


@pytest.fixture
def played(house, showdown):
    """A house where ada has played one hand: her input ends at once, so she leaves in it."""
    house.deals = 1
    ran = showdown("--url", house.url, "play")
    assert ran.code == 0, ran.err
    return house


def test_tables_are_listed_with_stakes_and_room(house, showdown):
    ran = showdown("tables", "--url", house.url)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "table  game           seats   bots  wait  watch  buy-in  seconds  hand\n"
        "blue   no-limit 5/10  2 of 6     1     -      -    1000    20+60     -\n"
    )


def test_a_private_table_is_listed_as_one_for_who_may_see_it(house, showdown):
    house.invitations["k7qp"] = TABLE
    assert "blue   no-limit 5/10, private  2 of 6" in showdown("tables", "--url", house.url).out


def test_a_table_is_listed_with_who_sits_where(house, showdown):
    ran = showdown("tables", "BLUE", "--url", house.url)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[2:6] == [
        "",
        "seat  player  chips",
        "   1  Bert     1000  bot",
        "   2  Carl     1000  sits out, away",
    ]
    assert ran.out.splitlines()[6:] == [f"   {seat}  free" for seat in (3, 4, 5, 6)]


def test_a_table_that_is_not_there_is_not_listed(house, showdown):
    ran = showdown("tables", "red", "--url", house.url)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "showdown: There is no table 'red'; the tables are: blue.\n"


def test_templates_are_listed_from_which_one_may_open_a_table(house, showdown):
    ran = showdown("tables", "--templates", "--url", house.url)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "template  game           seats  bots  buy-in  seconds     open\n"
        "classic   no-limit 5/10      6     -    1000    20+60  1 of 20\n"
    )
    (template,) = json.loads(showdown("tables", "--templates", "--json").out)
    assert (template["name"], template["most"]) == ("classic", 20)
    ran = showdown("tables", "blue", "--templates")
    assert (ran.code, ran.out) == (2, "")


def test_tables_as_json(house, showdown):
    (table,) = json.loads(showdown("tables", "--url", house.url, "--json").out)
    assert (table["table"], table["players"], table["free"]) == ("blue", 2, [3, 4, 5, 6])


def test_the_server_used_last_is_the_next_ones_default(house, showdown):
    showdown("tables", "--url", house.url)
    assert showdown("tables").code == 0
    assert Memory().read().last == house.url


def test_the_address_comes_from_the_environment_unless_it_is_typed(house, showdown, monkeypatch):
    monkeypatch.setenv("SHOWDOWN_URL", house.url)
    assert showdown("tables").code == 0
    assert showdown("tables", "--url", "ws://127.0.0.1:1").code == 2
    assert showdown("--url", "ws://127.0.0.1:1", "tables").code == 2
    monkeypatch.setenv("SHOWDOWN_URL", "ws://127.0.0.1:1")
    assert showdown("--url", house.url, "tables").code == 0
    assert showdown("tables", "--url", house.url).code == 0


def test_an_address_needs_no_scheme(house, showdown):
    assert showdown("tables", "--url", f"127.0.0.1:{house.port}").code == 0


def test_the_token_comes_from_the_environment_unless_it_is_typed(played, showdown, monkeypatch):
    monkeypatch.setenv("SHOWDOWN_TOKEN", "wrong")
    assert "nobody's" in showdown("tables").err
    assert showdown("tables", "--token", "token-of-ada").code == 0
    assert showdown("--token", "token-of-ada", "tables").code == 0


@pytest.fixture
def show():
    with house_next_door(House("Bert", "Carl", deals=5, show=True)) as house:
        yield house


def test_watch_tells_as_many_hands_as_are_wanted(show, showdown):
    ran = showdown("watch", "BLUE", "--hands", 2, "--url", show.url)
    assert (ran.code, ran.err) == (0, "You watch blue. Ctrl-C ends it.\n")
    lines = ran.out.splitlines()
    assert lines[0] == "blue: no-limit 5/10. No hand runs."
    assert sum("is over" in line for line in lines) == 2
    assert lines[-1].startswith("Hand 2 is over: Bert ")


def test_watch_shows_no_card_before_the_showdown(show, showdown):
    ran = showdown("watch", "blue", "--hands", 1, "--url", show.url)
    lines = ran.out.splitlines()
    with_cards = [line for line in lines if set("♣♦♥♠") & set(line)]
    assert with_cards
    assert all(" shows " in line for line in with_cards)


def test_watch_as_json_is_what_came_a_line_each(show, showdown):
    ran = showdown("watch", "blue", "--hands", 1, "--json", "--url", show.url)
    kinds = [json.loads(line)["type"] for line in ran.out.splitlines()]
    assert kinds[0] == "snapshot"
    assert set(kinds[1:]) == {"update"}


def test_watch_needs_a_table_that_is_there(house, showdown):
    ran = showdown("watch", "nowhere", "--url", house.url)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "showdown: There is no table 'nowhere'; the tables are: blue.\n"


def test_hands_are_listed_newest_first(played, showdown):
    played.records *= 3
    ran = showdown("hands")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == ["hand", "3", "2", "1"]
    assert "2026-11-30 12:00" in ran.out
    assert "Ada, Bert" in ran.out


def test_hands_come_in_pages(played, showdown):
    played.records *= 50
    ran = showdown("hands", "--limit", 20)
    assert len(ran.out.splitlines()) == 21
    assert ran.err == "There are older ones: --before 31 shows them.\n"
    ran = showdown("hands", "--limit", 20, "--before", 31)
    assert ran.out.splitlines()[1].split()[0] == "30"


def test_hands_are_asked_for_by_player_and_table(played, showdown):
    showdown("hands", "--player", "Bert", "--table", "blue", "--limit", 5)
    asked = next(each for each in played.requests if isinstance(each, msg.Hands))
    assert (asked.player, asked.table, asked.limit) == ("Bert", "blue", 5)


def test_hands_are_asked_for_by_everything_that_is_given(played, showdown):
    ran = showdown(
        *("hands", "--since", "2026-11-01", "--until", "2026-11-30", "--min-pot", 50),
        *("--category", "Full-House", "--result", "won"),
    )
    assert ran.code == 0
    asked = next(each for each in played.requests if isinstance(each, msg.Hands))
    assert (str(asked.since), str(asked.until)) == (
        "2026-11-01 00:00:00+00:00",
        "2026-11-30 23:59:59+00:00",
    )
    assert (asked.min_pot, asked.category, asked.result) == (50, Category.FULL_HOUSE, Outcome.WON)


def test_your_figures_are_told_with_a_chart(played, showdown):
    ran = showdown("stats", "--table", "blue", "--ascii")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "ada, 1 hand"
    assert "Won and lost, hand after hand:" in lines
    assert any("*" in line for line in lines)
    asked = next(each for each in played.requests if isinstance(each, msg.Stats))
    assert (asked.table, asked.player) == ("blue", None)


def test_the_figures_of_others_as_json(played, showdown):
    ran = showdown("stats", "--player", "Bert", "--json")
    found = json.loads(ran.out)
    assert (found["player"], found["hands"]) == ("Bert", 1)
    assert set(found["voluntary"]) == {"count", "of", "part"}


def test_somebody_without_hands_is_said_to_have_none(played, showdown):
    ran = showdown("stats", "--player", "Nemo")
    assert (ran.code, ran.out, ran.err) == (0, "", "Nemo has no hands among these.\n")


def test_no_hands_are_told(house, showdown):
    ran = showdown("hands", "--url", house.url)
    assert (ran.code, ran.out, ran.err) == (0, "", "No such hands were played yet.\n")


def test_hands_as_json(played, showdown):
    (hand,) = json.loads(showdown("hands", "--json").out)
    assert (hand["hand"], hand["winners"]) == (1, ["Bert"])


def test_a_hand_is_told_with_your_cards(played, showdown):
    ran = showdown("hand", 1)
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "Hand 1 at blue, no-limit 5/10, 2026-11-30 12:00 UTC"
    assert "You are dealt" in ran.out
    assert "You fold." in ran.out


def test_a_hand_in_letters(played, showdown):
    assert not set("♣♦♥♠") & set(showdown("hand", 1, "--ascii").out)


def test_a_hand_as_json(played, showdown):
    hand = json.loads(showdown("hand", 1, "--json").out)
    assert (hand["hand"], hand["events"][0]["type"]) == (1, "hand_started")


def test_while_you_play_elsewhere_a_hand_is_shown_as_you_may_see_it(played, showdown):
    with Memory().hold(played.url, "ada") as mine:
        assert mine
        ran = showdown("hand", 1)
    assert (ran.code, ran.err) == (0, "")
    assert "You are dealt" in ran.out
    assert played.requests[-2].look


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("hand", 99), "There is no hand of this number that is over."),
        (("hand", 0), "Invalid value for 'ID'"),
        (("hand", "x"), "Invalid value for 'ID'"),
        (("hand",), "Missing argument 'ID'"),
        (("hands", "--limit", 0), "Invalid value for '--limit'"),
        (("hands", "--since", "now"), "'now' is no day or time; one is 2026-11-30, another"),
        (("hands", "--category", "chess"), "There is no hand called 'chess'; there are high card"),
        (("stats", "--result", "drawn"), "There is no result 'drawn'; there are won, lost"),
        (("stats", "a.txt", "--min-pot", 5), "Of the filters only --player goes with files"),
        (("stats", "--player", "x" * 33), "The name has 33 signs; the most are 32."),
        (("watch",), "Missing argument 'TABLE'"),
        (("tables", "blue", "extra"), "unexpected extra argument"),
    ],
)
def test_wrong_use_is_one_sentence_and_code_2(played, showdown, arguments, sentence):
    ran = showdown(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("ws://127.0.0.1:1", "Nobody answers at ws://127.0.0.1:1;"),
        ("http://127.0.0.1:1", "is not the address of a server; one looks like ws://HOST:PORT."),
        ("ws://:::", "is not the address of a server; one looks like ws://HOST:PORT."),
    ],
)
@pytest.mark.parametrize(
    "command", [("tables",), ("hands",), ("hand", 1), ("watch", "x"), ("play",)]
)
def test_a_server_that_is_not_there_is_one_sentence(showdown, command, url, sentence):
    ran = showdown(*command, "--url", url)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1
