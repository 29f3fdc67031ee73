"""
What a selection of hands says about a player.
"""

from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace

from showdown.history import HandRecord, read_hands, results
from showdown.history.statistics import (
    Amount,
    Batch,
    Frequency,
    Play,
    Rate,
    Sheet,
    Stretch,
    rate,
    tally,
    tally_all,
)
from showdown.rules import events as ev
from showdown.rules.ruleset import HandId, TableId
from showdown.testing.generators import any_hand, play_out
from tests.showdown.history.golden import POKERSTARS
from tests.showdown.history.hands import SIDE_POT, TWO_PAIR, WALK


def records(*texts: str) -> list[HandRecord]:
    found = [hand for text in texts for hand in read_hands(text)]
    assert all(isinstance(hand, HandRecord) for hand in found)
    return [hand for hand in found if isinstance(hand, HandRecord)]


def test_a_raiser_who_draws_three_and_wins_at_the_showdown():
    found = tally(records(TWO_PAIR), "P1")
    assert (found.hands, found.nets) == (1, (Amount("USD", 100, 41),))
    assert found.per_hundred is not None
    assert found.per_hundred.mean == pytest.approx(410)
    assert (found.voluntary, found.first_in) == (Frequency(1, 1), Frequency(1, 1))
    assert (found.pat, found.drew) == (Frequency(0, 1), (0, 0, 0, 1, 0, 0))
    assert (found.showdowns, found.won_at_showdown) == (Frequency(1, 1), Frequency(1, 1))


def test_a_small_blind_who_folds_put_nothing_in_by_choice():
    found = tally(records(TWO_PAIR), "P2")
    assert found.voluntary == Frequency(0, 1)
    # Somebody had come in before him, so he could not be the first.
    assert found.first_in == Frequency(0, 0)
    assert found.pat == Frequency(0, 0)
    assert found.course == (Stretch(HandId(7001), -5, -0.5),)


def test_a_big_blind_who_is_walked_to_is_never_asked():
    found = tally(records(WALK), "P1")
    assert (found.hands, found.voluntary, found.first_in) == (1, Frequency(), Frequency())
    assert found.nets == (Amount("USD", 100, 5),)
    assert (found.showdowns, found.won_at_showdown) == (Frequency(), Frequency())


def test_who_folds_first_had_the_chance_to_come_in_first():
    assert tally(records(WALK), "P2").first_in == Frequency(0, 1)
    assert tally(records(WALK), "P3").first_in == Frequency(0, 1)


def test_a_showdown_is_won_by_whoever_is_paid_from_any_pot():
    won = {each.player: each.won_at_showdown for each in tally_all(records(SIDE_POT))}
    assert won == {"P1": Frequency(1, 1), "P2": Frequency(1, 1), "P3": Frequency(0, 1)}


def test_hands_without_the_player_do_not_count():
    assert tally(records(TWO_PAIR, WALK), "P9").hands == 0
    assert tally(records(TWO_PAIR, WALK), "P9").per_hundred is None


def test_a_hand_that_was_given_up_counts_for_nobody():
    (hand,) = records(WALK)
    stacks = tuple(ev.SeatStack(seat=d.seat, stack=d.stack) for d in hand.started.lineup)
    given_up = (*hand.events[:5], ev.HandAborted(stacks=stacks, reason="It was."))
    aborted = replace(hand, events=given_up)
    assert tally([aborted], "P1").hands == 0
    assert tally_all([aborted]) == ()


def test_a_rate_is_the_mean_and_reaches_two_standard_errors_to_each_side():
    found = rate(4, 3.0 - 1.0 - 1.0 + 2.0, 9.0 + 1.0 + 1.0 + 4.0)
    assert found is not None
    assert found.mean == pytest.approx(75)
    spread = sqrt(((2.25**2) + 2 * (1.75**2) + 1.25**2) / 3 / 4)
    assert found.low == pytest.approx(75 - 195.996 * spread, rel=1e-4)
    assert found.high == pytest.approx(75 + 195.996 * spread, rel=1e-4)


def test_one_hand_says_nothing_of_how_hands_vary():
    assert rate(1, 2.0, 4.0) == Rate(200.0, None, None)
    assert rate(0, 0, 0) is None


def test_hands_that_all_bring_the_same_do_not_vary():
    found = rate(3, 3 * 0.1, 3 * 0.1**2)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((10, 10))


def test_hands_counted_together_are_hands_counted_one_by_one():
    won = Play(net=30, won=True, asked=True, voluntary=True, drew=2, showdown=True)
    one_by_one, together = Sheet("P1"), Sheet("P1")
    batch = Batch(play=won, currency="chips", scale=1, net=30, big_blinds=3.0, squares=9.0)
    for _ in range(4):
        one_by_one.count(batch)
    together.count(replace(batch, hands=4, net=120, big_blinds=12.0, squares=36.0))
    assert one_by_one.statistics() == together.statistics()
    assert together.statistics().won_at_showdown == Frequency(4, 4)


def test_currencies_are_kept_apart():
    euros = TWO_PAIR.replace("$", "€").replace("USD", "EUR")
    found = tally(records(TWO_PAIR, euros), "P1")
    assert found.nets == (Amount("USD", 100, 41), Amount("EUR", 100, 41))
    assert found.per_hundred is not None
    assert (found.per_hundred.low, found.per_hundred.high) == pytest.approx((410, 410))


def test_real_hands_add_up_to_what_their_results_say():
    found = tally(POKERSTARS.records(), "Hero")
    by_hand = {
        record.hand: {record.name_of(each.seat): each.net for each in results(record)}
        for record in POKERSTARS.records()
    }
    assert {each.hand: each.net for each in found.course} == {
        hand: nets["Hero"] for hand, nets in by_hand.items() if "Hero" in nets
    }
    assert sum(found.drew) == found.pat.of


def test_whatever_was_played_everybody_together_loses_the_rake_and_shares_are_fractions():
    rng = Random(6)
    hands = []
    for _ in range(60):
        hand = any_hand(rng)
        play_out(rng, hand)
        hands.append(HandRecord(table=TableId("t"), events=tuple(hand.events)))
    everybody = tally_all(hands)
    lost = sum(amount.amount for each in everybody for amount in each.nets)
    assert lost == sum(result.net for hand in hands for result in results(hand))
    for each in everybody:
        assert each.hands == len(each.course)
        for share in (each.voluntary, each.first_in, each.pat, each.showdowns):
            assert 0 <= share.count <= share.of <= each.hands
        assert each.first_in.count <= each.voluntary.count
        assert each.won_at_showdown.of == each.showdowns.count
