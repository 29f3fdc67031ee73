"""Old hands of other sites: found, counted and replayed by who brought them, and by nobody else."""

import asyncio
import json
import sqlite3
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from server.gateway.history import answer_hand, answer_hands, answer_stats
from server.gateway.sight import Sight
from server.hosts import Hosts
from server.ports import Account
from server.storage import open_storage
from server.storage.packing import unpack
from showdown.history import read_hands, to_json
from showdown.history.record import HandRecord
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.rules import seen
from showdown.rules.ruleset import AccountId, Chips, HandId, TableId
from tests.client_cli.texts import MUCKED, POKERSTARS
from tests.searching import found_in, runs_of
from tests.server.storage.material import EMPTY, MAIN, ChanceTable, append_all, guests
from tests.showdown.history.hands import SHARED

ANNA, BORIS = (Account(account=AccountId(n), name="", chips=Chips(0)) for n in (3, 4))
EVERYTHING = Sight(
    hosts=cast("Hosts", SimpleNamespace(private=False)), withheld=frozenset, found=frozenset()
)


@pytest.fixture
def stars(tmp_path):
    file = tmp_path / "stars.txt"
    file.write_text(POKERSTARS + "\n\n" + MUCKED, "utf-8")
    return file


def ask(database, answer, who, request):
    async def asked():
        async with open_storage(database) as storage:
            return await answer(storage.hands, who, request, EVERYTHING)

    reply = asyncio.run(asked())
    return reply.error if reply.error is not None else reply.result


def hands(database, who, **filters):
    listed = ask(database, answer_hands, who, msg.Hands(id="a", limit=100, **filters)).hands
    return [each for each in listed if each.source is not None]


def test_hands_are_imported_once_however_often_it_is_asked_for(command, stars):
    assert command("import", str(stars), "--account", "anna", "--as", "Hero") == (
        0,
        "",
        "Hands: 2 imported (1 of them without him).\n",
    )
    again = command("import", str(stars), str(stars), "--account", "Anna", "--as", "Hero")
    assert again == (0, "", "Hands: 0 imported, 4 were there already.\n")


def test_who_brought_them_finds_them_beside_his_own_and_nobody_else_does(command, released, stars):
    command("import", str(stars), "--account", "Anna", "--as", "Hero")
    newest, first = hands(released, ANNA)
    assert (first.source, first.net, first.pot) == (
        msg.Source(site="PokerStars", number="1001", currency="USD", scale=100),
        -800,
        1700,
    )
    assert (newest.table, newest.winners, newest.net) == ("Blue II", ("P1",), None)
    assert (first.ended_at, first.category) == ("2012-03-05T01:00:00Z", 1)
    own = ask(released, answer_hands, ANNA, msg.Hands(id="a", limit=100)).hands
    assert len(own) == 21
    assert own[-2:] == (newest, first)
    assert hands(released, BORIS) == []
    for each in (newest, first):
        code = ask(released, answer_hand, BORIS, msg.Hand(id="a", hand=each.hand)).code
        assert code == "no_such_hand"


def test_they_are_found_by_every_filter(command, released, stars):
    command("import", str(stars), "--account", "Anna", "--as", "Hero")
    assert len(hands(released, ANNA, table="Blue II")) == 2
    assert len(hands(released, ANNA, player="P1")) == 2
    assert len(hands(released, ANNA, player="Anna")) == 1
    assert len(hands(released, ANNA, result="lost")) == 1
    assert len(hands(released, ANNA, player="P1", result="won")) == 1
    assert len(hands(released, ANNA, min_pot=1700)) == 1
    assert len(hands(released, ANNA, category=5)) == 1
    newest = hands(released, ANNA)[0].hand
    assert len(hands(released, ANNA, before=newest)) == 1
    figures = ask(released, answer_stats, ANNA, msg.Stats(id="a", table=TableId("Blue II"))).figures
    assert (figures.player, figures.hands, figures.nets[0].amount) == ("Anna", 1, -800)
    theirs = ask(released, answer_stats, ANNA, msg.Stats(id="a", player="P1")).figures
    assert (theirs.hands, theirs.nets[0].amount) == (2, 30 - 100)
    assert ask(released, answer_stats, BORIS, msg.Stats(id="a", player="P1")).figures.hands == 0


def test_a_hand_is_seen_as_its_text_shows_it(command, released, stars):
    command("import", str(stars), "--account", "Anna", "--as", "Hero")
    newest, first = (each.hand for each in hands(released, ANNA))
    view = ask(released, answer_hand, ANNA, msg.Hand(id="a", hand=first))
    assert (view.you, view.table, view.source.number) == (4, "Blue II", "1001")
    events = decode_events(view.events)
    (dealt,) = [e for e in events if isinstance(e, seen.CardsDealt)]
    assert {h.seat: h.cards is not None for h in dealt.hands} == {1: False, 3: False, 4: True}
    assert "".join(map(str, dealt.hands[0].cards or dealt.hands[-1].cards or ())) != ""
    assert len([e for e in events if isinstance(e, seen.HandShown)]) == 2
    view = ask(released, answer_hand, ANNA, msg.Hand(id="a", hand=newest))
    assert view.you is None
    (mucked,) = [e for e in decode_events(view.events) if isinstance(e, seen.HandMucked)]
    assert mucked.cards is None


def test_cards_that_were_made_up_for_a_hand_are_shown_to_nobody(command, released, stars):
    command("import", str(stars), "--account", "Anna", "--as", "P2")
    newest, first = (each.hand for each in hands(released, ANNA))
    for hand in (newest, first):
        view = ask(released, answer_hand, ANNA, msg.Hand(id="a", hand=hand))
        assert view.you is not None
        for event in decode_events(view.events):
            if isinstance(event, seen.CardsDealt):
                assert {each.cards for each in event.hands} == {None}
            if isinstance(event, seen.CardsDrawn):
                assert event.cards is None


def test_what_does_not_hold_is_placed_and_the_rest_imported(command, released, stars):
    text = stars.read_text("utf-8")
    stars.write_text(
        text.replace("Hero: calls $2.50", "Hero: calls $2.40")
        + "\n\n"
        + POKERSTARS.replace("#1001", "#1003").replace("bets $5", "bats $5"),
        "utf-8",
    )
    code, out, err = command("import", str(stars), "--account", "Anna")
    assert (code, out) == (1, "")
    refused, unreadable, told = err.splitlines()
    assert refused.startswith(f"{stars}:11:1: PokerStars hand 1001: Line 11: ")
    assert unreadable.startswith(f"{stars}:68:7: ")
    assert told == "Hands: 1 imported (1 of them without him), 2 refused."
    assert [each.source.number for each in hands(released, ANNA)] == ["1002"]


def test_a_whole_record_shows_its_owner_his_own_cards_alone(command, released, tmp_path):
    played = asyncio.run(_played(tmp_path))
    file = tmp_path / "hands.jsonl"
    file.write_text("\n".join(map(to_json, played)), "utf-8")
    assert command("import", str(file), "--account", "Boris", "--as", "P3")[0] == 0
    found = hands(released, BORIS)
    assert len(found) == len(played)
    for each in found:
        view = ask(released, answer_hand, BORIS, msg.Hand(id="a", hand=each.hand))
        for event in decode_events(view.events):
            if isinstance(event, seen.CardsDealt):
                assert {h.seat for h in event.hands if h.cards} == {view.you} - {None}


async def _played(folder):
    async with open_storage(folder / "other.db") as storage:
        await storage.journal.open_table(MAIN, EMPTY)
        table = ChanceTable(Random(5), await guests(storage.accounts))
        await append_all(storage.journal, table.play(8))
    return [HandRecord(table=each.table, events=each.events) for each in table.finished]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not here")
def test_the_real_hands_of_every_site_are_imported_and_hold(command):
    files = sorted(map(str, [*SHARED.rglob("*.txt"), *SHARED.rglob("*.xml")]))
    code, _, err = command("import", *files, "--account", "Anna")
    assert (code, err) == (0, "Hands: 44 imported.\n")
    assert "imported  44 replayed" in command("audit")[1]


def test_no_chip_moves_and_the_audit_replays_them(command, stars):
    before = command("audit")[1].splitlines()
    command("import", str(stars), "--account", "Anna", "--as", "Hero")
    code, out, _ = command("audit")
    assert code == 0
    lines = out.splitlines()
    assert "imported  2 replayed" in lines
    assert [line for line in lines if not line.startswith("imported")] == before


def test_the_audit_finds_an_imported_result_that_was_changed(command, released, stars):
    command("import", str(stars), "--account", "Anna", "--as", "Hero")
    with sqlite3.connect(released) as file:
        file.execute("UPDATE imported_players SET net = net + 1 WHERE account = 3")
    code, out, _ = command("audit", "--json")
    assert code == 1
    (wrong,) = json.loads(out)["wrong"]
    assert "is listed with" in wrong["sentence"]


def test_no_card_of_them_is_in_a_clear_column(command, released, stars):
    command("import", str(stars), "--account", "Anna", "--as", "Hero")
    with sqlite3.connect(released) as file:
        records = file.execute("SELECT record FROM imported_hands").fetchall()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    texts = b"\0".join(unpack(record) for (record,) in records)
    read = [hand for text in (POKERSTARS, MUCKED) for hand in read_hands(text)]
    runs = [run for hand in read if isinstance(hand, HandRecord) for run in runs_of(hand.events)]
    assert found_in(texts + released.read_bytes(), runs) == []


def test_another_key_opens_them_and_then_the_old_one_may_go(command, released, stars):
    command("import", str(stars), "--account", "Anna", "--as", "Hero")
    assert command("key", "rotate")[0] == 0
    code, out, err = command("key", "retire", "1")
    assert (code, err) == (0, ""), out
    hand = hands(released, ANNA)[0].hand
    assert ask(released, answer_hand, ANNA, msg.Hand(id="a", hand=HandId(hand))).events


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nowhere.txt", "--account", "Anna"), "nowhere.txt cannot be read: no such file"),
        (("{file}", "--account", "Nobody"), "There is no account 'Nobody'; see account list."),
    ],
)
def test_wrong_use_is_one_sentence_and_nothing_is_imported(command, stars, arguments, sentence):
    code, out, err = command("import", *(each.format(file=stars) for each in arguments))
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1
