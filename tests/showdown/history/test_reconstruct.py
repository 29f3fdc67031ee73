"""
Playing the facts of a hand through the engine.
"""

import pytest

from showdown import parse_cards, replay
from showdown.history import from_pokerstars
from showdown.history.differences import Kind
from showdown.history.reconstruct import reconstruct
from showdown.rules import events as ev
from tests.showdown.history.hands import INVENTED, SIDE_POT, TWO_PAIR, UNLISTED, facts_of, record_of


def record(text: str):
    found = reconstruct(facts_of(text))
    assert found.record is not None
    return found.record


@pytest.mark.parametrize("text", INVENTED.values(), ids=INVENTED)
def test_the_events_are_those_of_a_hand_that_ended(text):
    found = reconstruct(facts_of(text))
    assert found.differences == ()
    assert found.record is not None
    assert replay(found.record.events).ended


def test_cards_that_the_text_shows_are_where_it_shows_them():
    played = record(TWO_PAIR)
    dealt = next(event for event in played.events if isinstance(event, ev.CardsDealt))
    hands = {each.seat: each.cards for each in dealt.hands}
    assert hands[1] == parse_cards("AhAd9c5s2h")
    assert set(parse_cards("QhQs8d8h")) < set(hands[4])
    drawn = {event.seat: event.cards for event in played.events if isinstance(event, ev.CardsDrawn)}
    assert drawn == {4: parse_cards("4c"), 1: parse_cards("KcKd3s")}
    thrown = {event.seat: event.cards for event in played.events if isinstance(event, ev.Discarded)}
    assert thrown[1] == parse_cards("9c5s2h")


def test_the_record_says_which_cards_are_real():
    claims = record(UNLISTED).claims
    assert claims is not None
    assert [(each.seat, each.cards) for each in claims.dealt] == [(1, parse_cards("AhAd9c5s2h"))]
    assert [(each.seat, each.cards) for each in claims.mucked] == [(4, ())]
    assert [each.seat for each in claims.shown] == [1]


def test_the_claims_are_what_the_text_says_and_not_what_was_found():
    claims = record(TWO_PAIR.replace("Total pot $0.85", "Total pot $7")).claims
    assert claims is not None
    assert (claims.pot, claims.rake, claims.played) == (700, 4, "2011/06/26 16:35:49 ET")


def test_the_first_action_that_the_rules_refuse_ends_it():
    text = TWO_PAIR.replace("P1: raises $0.10 to $0.20", "P1: raises $0.10 to $0.90")
    found = reconstruct(facts_of(text))
    assert found.record is None
    assert [(d.kind, d.line) for d in found.differences] == [(Kind.ACTION, 10)]


def test_amounts_that_are_told_wrongly_are_all_collected():
    text = TWO_PAIR.replace("P3: calls $0.10", "P3: calls $0.30")
    text = text.replace("big blind $0.10", "big blind $0.40").replace("calls $0.20", "calls $0.10")
    found = reconstruct(facts_of(text))
    assert [(d.kind, d.line) for d in found.differences] == [
        (Kind.POST, 7),
        (Kind.AMOUNT, 12),
        (Kind.AMOUNT, 18),
    ]


def test_a_reshuffle_happens_where_the_cards_run_out():
    # Six players, 22 cards left: the fifth of those who draw five does not find enough.
    seats = "".join(f"Seat {n}: P{n} ($5 in chips)\n" for n in range(1, 7))
    draws = "".join(f"P{n}: discards 5 cards\n" for n in (2, 3, 4, 5, 6, 1))
    text = (
        "PokerStars Game #7005:  5 Card Draw Limit ($0.10/$0.20 USD) - 2011/06/26 16:35:49 ET\n"
        "Table 'Invented I' 6-max Seat #1 is the button\n"
        f"{seats}P2: posts small blind $0.05\nP3: posts big blind $0.10\n*** DEALING HANDS ***\n"
        "P4: calls $0.10\nP5: calls $0.10\nP6: calls $0.10\nP1: calls $0.10\nP2: calls $0.05\n"
        f"P3: checks\n{draws}P2: checks\nP3: checks\nP4: checks\nP5: checks\nP6: checks\n"
        "P1: checks\n*** SHOW DOWN ***\n"
        "P2: shows [Ah Ad Ac Kh Kd] (a full house, Aces full of Kings)\n"
        "P2 collected $0.60 from pot\n*** SUMMARY ***\nTotal pot $0.60 | Rake $0\n"
    )
    played = record(text)
    reshuffled = [event for event in played.events if isinstance(event, ev.Reshuffled)]
    assert [len(event.order) for event in reshuffled] == [22]
    final = replay(played.events)
    assert final.cards[0] == parse_cards("AhAdAcKhKd")


def test_one_text_gives_one_record_and_other_numbers_other_cards():
    assert record(UNLISTED) == record(UNLISTED)
    other = UNLISTED.replace("#7001", "#7009")
    dealt = [
        next(event for event in record(text).events if isinstance(event, ev.CardsDealt))
        for text in (UNLISTED, other)
    ]
    assert dealt[0].stub != dealt[1].stub


def test_the_rake_is_given_by_the_text():
    assert record(TWO_PAIR).started.rake == 4
    assert record_of(from_pokerstars(SIDE_POT)).started.rake == 1400
