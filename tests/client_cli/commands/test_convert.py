"""`convert`: hands of any format in another one."""

import sys

import pytest

from showdown.history import HandRecord, check, read_hands, to_json
from showdown.rules.ruleset import Ruleset, TableId
from showdown.rules.wild import Wild
from showdown.testing.watched import WatchedHand
from tests.client_cli.scripted import House, house_next_door
from tests.client_cli.test_story import played
from tests.client_cli.texts import MUCKED, POKERSTARS

FORMATS = ("phh", "ohh", "pokerstars", "json")


@pytest.fixture
def stars(tmp_path):
    file = tmp_path / "stars.txt"
    file.write_text(POKERSTARS + "\n\n" + MUCKED, "utf-8")
    return file


@pytest.fixture
def ours(tmp_path):
    file = tmp_path / "ours.jsonl"
    file.write_text(to_json(HandRecord(table=TableId("blue"), events=played())) + "\n", "utf-8")
    return file


@pytest.fixture
def house():
    """A server where ada has played one hand, in which she left."""
    with house_next_door(House("Bert", "Carl", deals=1)) as house:
        yield house


@pytest.mark.parametrize("format", ["phh", "ohh", "pokerstars"])
def test_a_hand_of_the_server_is_written_with_the_cards_that_you_may_see(showdown, house, format):
    assert showdown("--url", house.url, "play").code == 0
    ran = showdown("convert", "1", "--to", format)
    assert ran.code == 0
    (hand,) = read_hands(ran.out)
    assert isinstance(hand, HandRecord)
    assert {person.name for person in hand.players} == {"Bert", "Carl", "ada"}
    assert len(hand.claims.dealt) == 1


def test_a_hand_that_a_server_has_told_is_converted_without_it(showdown, house, tmp_path):
    assert showdown("--url", house.url, "play").code == 0
    file = tmp_path / "hand.json"
    file.write_text(showdown("hand", "1", "--json").out, "utf-8")
    assert showdown("convert", file, "--to", "phh") == showdown("convert", "1", "--to", "phh")
    assert showdown("convert", file, "--to", "json").code == 2
    assert showdown("replay", file, "--plain").out == showdown("replay", "1", "--plain").out


def test_a_hand_of_the_server_goes_into_no_whole_record(showdown, house):
    ran = showdown("convert", "1", "--to", "json", "--url", house.url)
    assert (ran.code, ran.out) == (2, "")
    assert "which a server gives nobody" in ran.err


def wild_hand() -> HandRecord:
    from showdown import Fold

    hand = WatchedHand(Ruleset(sb=1, bb=2, wild=Wild.DEUCES), {1: 50, 2: 50}, button=1)
    hand.act(Fold(1))
    return HandRecord(table=TableId("wild"), events=tuple(hand.events))


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_in_another_format_holds_the_same_hands(showdown, stars, tmp_path, format):
    wanted = list(read_hands(stars.read_bytes()))
    out = tmp_path / "out"
    ran = showdown("convert", stars, "--to", format, "-o", out)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.splitlines()[-1].startswith("2 hands written as ")
    assert list(read_hands(out.read_bytes())) == wanted


def test_without_a_place_to_go_the_hands_go_to_stdout(showdown, stars):
    ran = showdown("convert", stars, "--to", "phh")
    assert ran.out.startswith('[1]\nvariant = "P5CD"\n')
    assert ran.err == "2 hands written as PHH.\n"


def test_a_single_hand_of_phh_has_no_section(showdown, ours):
    assert showdown("convert", ours, "--to", "phh").out.startswith('variant = "N5CD"\n')


def test_what_was_left_out_is_said_once_and_counted(showdown, stars, ours):
    ran = showdown("convert", stars, ours, "--to", "pokerstars")
    assert "3 hands: Cards that its reader may not see are left out" in ran.err
    assert "1 hand: It is not known when the hand was played; the text says 1970.\n" in ran.err


def test_a_hand_that_cannot_be_read_is_named_with_its_place_and_the_rest_goes_on(
    showdown, stars, tmp_path
):
    stars.write_text(stars.read_text("utf-8").replace("P2: calls $5", "P2: calls"), "utf-8")
    ran = showdown("convert", stars, "--to", "json")
    assert ran.code == 1
    assert f"{stars}:17:5:" in ran.err
    assert ran.err.splitlines()[-1] == "1 hand written as JSON Lines; 1 could not be."
    assert len(ran.out.splitlines()) == 1


def test_a_hand_that_does_not_hold_is_not_written(showdown, stars):
    stars.write_text(stars.read_text("utf-8").replace("Total pot $17 ", "Total pot $18 "), "utf-8")
    ran = showdown("convert", stars, "--to", "phh")
    assert ran.code == 1
    assert "PokerStars hand 1001: The pot is 18.00 in the text and 17.00 here." in ran.err


def test_a_hand_that_the_format_cannot_say_is_named(showdown, tmp_path):
    file = tmp_path / "wild.jsonl"
    file.write_text(to_json(wild_hand()), "utf-8")
    ran = showdown("convert", file, "--to", "pokerstars")
    assert (ran.code, ran.out) == (1, "")
    assert "hand 1: PokerStars text has no words for wild cards (deuces)." in ran.err


@pytest.mark.parametrize("format", ["phh", "ohh", "pokerstars"])
def test_an_export_for_a_player_holds_what_he_may_see(showdown, ours, tmp_path, format):
    (record,) = read_hands(ours.read_bytes())
    assert isinstance(record, HandRecord)
    own, *others = record.players
    out = tmp_path / "out"
    assert showdown("convert", ours, "--to", format, "--for", own.name, "-o", out).code == 0
    (read,) = read_hands(out.read_bytes())
    assert isinstance(read, HandRecord)
    assert check(read).ok
    assert [each.seat for each in read.claims.dealt] == [own.seat]
    assert showdown("convert", ours, "--to", format, "--for", "nobody", "-o", out).code == 0
    (read,) = read_hands(out.read_bytes())
    assert read.claims.dealt == ()
    assert others


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--to", "xml"), "There is no format 'xml' to convert to; there are phh, ohh,"),
        (("--to", "json", "--for", "P1"), "json holds whole records"),
        (("--to", "phh", "-o", "stars.txt"), "is one of the files that are read"),
        (("--to", "phh", "-o", "no/such/folder"), "cannot be written: no such file"),
        (("nothing.txt", "--to", "phh"), "There is no file nothing.txt."),
        ((".", "--to", "phh"), "is a folder"),
        ((), "Missing option '--to'"),
    ],
)
def test_wrong_use_is_one_sentence(showdown, stars, monkeypatch, arguments, sentence):
    monkeypatch.chdir(stars.parent)
    before = stars.read_bytes()
    ran = showdown("convert", "stars.txt", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1
    assert stars.read_bytes() == before
    assert [file.name for file in stars.parent.iterdir() if file.is_file()] == ["stars.txt"]


def test_a_terminal_sees_how_far_it_has_come(showdown, stars, monkeypatch, capsys):
    monkeypatch.setattr("client_cli.commands.progress.LONG", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    ran = showdown("convert", stars, "--to", "json")
    assert "converting" in ran.err
    assert len(ran.out.splitlines()) == 2


@pytest.mark.parametrize("line", ['{"version":1,"table":"t","events":[]}', "{}", "[]", "\x00"])
def test_a_record_that_is_none_is_a_sentence(showdown, tmp_path, line):
    file = tmp_path / "odd.jsonl"
    file.write_text(line, "utf-8")
    ran = showdown("convert", file, "--to", "phh")
    assert ran.code == 1
    assert "0 hands written as PHH; 1 could not be." in ran.err
