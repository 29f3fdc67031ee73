"""Hands that are over, in sentences, with the cards that may be told and no others."""

import re

import pytest

from client_cli.story import from_record, from_server
from showdown import DECK, CorruptHistory, Deal, Ruleset, advance, legal_actions, start_hand
from showdown.history import HandRecord, read_hands
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules.actions import Action
from showdown.rules.hand import replay
from showdown.rules.ruleset import HandId, TableId
from showdown.rules.start import Player
from showdown.rules.view import Viewer, project_all
from tests.client_cli.scripted import calls
from tests.client_cli.texts import MUCKED, POKERSTARS
from tests.showdown.history.hands import TWO_PAIR

CARD = re.compile(r"[2-9TJQKA][♣♦♥♠]")


def lines_of(text):
    (record,) = read_hands(text)
    assert isinstance(record, HandRecord)
    return list(from_record(record, ascii=False).lines)


def played():
    """A hand between Ada and Bert in which everything is called and nobody draws."""
    rules = Ruleset(sb=5, bb=10, proof=False)
    players = {1: Player(name="Ada"), 2: Player(name="Bert")}
    events = [*start_hand(rules, {1: 400, 2: 400}, button=1, players=players)]
    state = replay(events)
    action: Action = Deal(DECK)
    while True:
        more, state = advance(state, action)
        events += more
        legal = legal_actions(state)
        if legal is None:
            return tuple(events)
        action = calls(legal)


def test_an_imported_hand_is_told_with_its_amounts_as_money():
    assert lines_of(POKERSTARS) == [
        "Hand 1001 at Blue II, pot-limit $0.50/$1.00, 2012-03-05 01:00 UTC",
        "Hand 1001: P2 has the button. P1 $100.00, P2 $40.00, Hero $40.00.",
        "Hero posts the small blind of $0.50.",
        "P1 posts the big blind of $1.00.",
        "Hero is dealt 6♠ J♥ 7♦ 2♥ 3♠: high card, jack.",
        "P2 raises to $3.00.",
        "Hero calls $2.50.",
        "P1 folds.",
        "Hero discards J♥.",
        "Hero drew Q♠ and holds 6♠ 7♦ 2♥ 3♠ Q♠: high card, queen.",
        "P2 draws 3 cards.",
        "Hero bets $5.00.",
        "P2 calls $5.00.",
        "Hero shows 6♠ Q♠ 7♦ 2♥ 3♠: high card, queen.",
        "P2 shows 4♦ A♦ K♠ K♦ 3♥: pair of kings.",
        "The house takes $0.80 of rake.",
        "Pot $16.20: P2 wins with pair of kings.",
        "Hand 1001 is over: P1 $99.00 (-$1.00), P2 $48.20 (+$8.20), Hero $32.00 (-$8.00).",
    ]


def test_cards_that_the_text_does_not_show_are_not_told():
    lines = lines_of(MUCKED)
    assert "P2 mucks." in lines
    assert "Everybody has five cards." in lines
    cards = set(CARD.findall("\n".join(lines)))
    assert cards == {"A♣", "9♣", "7♣", "4♣", "2♣"}


def test_a_mucked_hand_that_the_text_lists_is_told_as_mucked():
    lines = lines_of(TWO_PAIR)
    assert "P3 mucks Q♥ Q♠ 8♦ 8♥ 4♣: two pair, queens and eights." in lines
    assert not any(line.startswith("P3 shows") for line in lines)


def test_a_record_of_our_own_tells_all_that_it_knows():
    record = HandRecord(table=TableId("blue"), events=played())
    lines = list(from_record(record, ascii=True).lines)
    assert lines[0] == "Hand 1 at blue, no-limit 5/10"
    assert "Bert is dealt 2c 2h 3c 3h 4c: two pair, threes and twos." in lines
    assert "Ada is dealt 2d 2s 3d 3s 4d: two pair, threes and twos." in lines


def test_a_stored_hand_says_you_and_has_only_your_cards():
    events = encode_events(project_all(played(), Viewer(hand_seat=1)))
    hand = msg.HandView(
        hand=HandId(1),
        table=TableId("blue"),
        ended_at="2026-11-30T12:00:05Z",
        you=1,
        events=events,
    )
    lines = list(from_server(hand, ascii=True).lines)
    assert lines[0] == "Hand 1 at blue, no-limit 5/10, 2026-11-30 12:00 UTC"
    assert "You are dealt 2d 2s 3d 3s 4d: two pair, threes and twos." in lines
    assert not any("Bert is dealt" in line for line in lines)


def test_a_record_without_a_hand_is_refused():
    hand = msg.HandView(
        hand=HandId(1), table=TableId("blue"), ended_at="2026-11-30T12:00:05Z", you=1, events=()
    )
    with pytest.raises(CorruptHistory, match="There is no hand to play"):
        from_server(hand, ascii=False)
