"""
Playing a hand: what comes of each action, up to the next turn or the end.
"""

from random import Random

import pytest
from hypothesis import given

from showdown import (
    DECK,
    BetTo,
    Call,
    Check,
    Deal,
    Draw,
    Fold,
    HandState,
    IllegalAction,
    RaiseTo,
    Refusal,
    Reshuffle,
    Ruleset,
    Timeout,
    advance,
    begin_hand,
    decide,
    evolve,
    needed_reshuffle,
    parse_cards,
    perform,
    rank,
    replay,
    start_hand,
)
from showdown.rules import events as ev
from showdown.rules.actions import Action
from showdown.rules.phases import Phase
from showdown.rules.start import begin
from showdown.testing.generators import any_action, any_hand, shuffled
from showdown.testing.playbook import Playbook
from showdown.testing.watched import WatchedHand
from tests.showdown.chance import chance, hands

BLINDS = Ruleset(sb=5, bb=10)
ANTES = Ruleset(ante=1, min_bet=2)
THREE = {1: 200, 2: 200, 3: 200}


def shows(seat, cards):
    held = parse_cards(cards)
    return ev.HandShown(seat=seat, cards=held, rank=int(rank(held)))


def turn(seat, number, kind="bet", base_ms=20_000, bank_ms=0):
    return ev.Turn(seat=seat, turn=number, kind=ev.TurnKind(kind), base_ms=base_ms, bank_ms=bank_ms)


# ---- the course of a hand ------------------------------------------------------------------------


def test_each_action_ends_with_the_next_turn():
    assert (
        Playbook(BLINDS, THREE, button=1)
        << turn(1, 1)
        >> Call(1)
        << turn(2, 2)
        >> Call(2)
        << turn(3, 3)
        >> Check(3)
        << turn(2, 4, "draw")
        >> Draw(2)
        << turn(3, 5, "draw")
        >> Draw(3)
        << turn(1, 6, "draw")
        >> Draw(1)
        << turn(2, 7)
        >> BetTo(2, 10)
        << turn(3, 8)
        >> Fold(3)
        << turn(1, 9)
        >> Fold(1)
    )


def test_what_was_done_says_what_it_cost_and_where_the_seat_stands():
    assert (
        Playbook(BLINDS, {1: 200, 2: 200, 3: 60}, button=1)
        >> RaiseTo(1, 30)
        << ev.Acted(seat=1, move=ev.Move.RAISE, amount=30, to=30)
        >> Call(2)
        << ev.Acted(seat=2, move=ev.Move.CALL, amount=25, to=30)
        >> RaiseTo(3, 60)
        << ev.Acted(seat=3, move=ev.Move.RAISE, amount=50, to=60, all_in=True)
        >> Fold(1)
        << ev.Acted(seat=1, move=ev.Move.FOLD, to=30)
        >> Call(2)
        << ev.Acted(seat=2, move=ev.Move.CALL, amount=30, to=60)
    )


def test_a_fold_is_allowed_where_a_check_is_free():
    assert (
        Playbook(BLINDS, THREE, button=1)
        >> Call(1)
        << ev.Acted(seat=1, move=ev.Move.CALL, amount=10, to=10)
        >> Call(2)
        << ev.Acted(seat=2, move=ev.Move.CALL, amount=5, to=10)
        >> Fold(3)
        << ev.Acted(seat=3, move=ev.Move.FOLD, to=10)
    )


def test_when_all_but_one_have_folded_he_gets_everything_and_shows_nothing():
    playbook = (
        Playbook(Ruleset(sb=5, bb=10, ante=1), THREE, button=1)
        >> Fold(1)
        >> Fold(2)
        << ev.BetReturned(seat=3, amount=5)
        << ev.PotAwarded(seat=3, pot=0, amount=13)
    )
    assert playbook
    shown = [e for e in playbook.hand.events if isinstance(e, ev.HandShown | ev.HandMucked)]
    assert not shown


def test_a_shove_that_is_folded_to_comes_back():
    assert (
        Playbook(ANTES, {1: 100, 2: 100}, button=2)
        >> BetTo(1, 99)
        >> Fold(2)
        << ev.BetReturned(seat=1, amount=99)
        << ev.PotAwarded(seat=1, pot=0, amount=2)
    )


def test_a_folded_bet_counts_as_the_second_highest():
    assert (
        Playbook(BLINDS, THREE, button=1)
        >> RaiseTo(1, 30)
        >> RaiseTo(2, 100)
        >> Fold(3)
        >> Fold(1)
        << ev.BetReturned(seat=2, amount=70)
        << ev.PotAwarded(seat=2, pot=0, amount=70)
    )


def test_an_ante_that_nobody_can_match_comes_back_after_the_first_round():
    assert (
        Playbook(
            Ruleset(ante=5, min_bet=10),
            {1: 100, 2: 3},
            button=1,
            hands={1: "QcQdQhJsJd", 2: "AcAdAhKsKd"},
        )
        << ev.BetReturned(seat=1, amount=2, ante=True)
        >> Draw(2)
        >> Draw(1)
        << ev.PotAwarded(seat=2, pot=0, amount=6)
    )


def test_without_a_small_blind_a_walk_ends_without_a_pot():
    playbook = (
        Playbook(Ruleset(sb=0, bb=10), THREE, button=1)
        >> Fold(1)
        >> Fold(2)
        << ev.BetReturned(seat=3, amount=10)
    )
    assert playbook
    assert playbook.hand.ended is not None
    assert playbook.hand.ended.pots == ()
    assert playbook.hand.state.stacks == [200, 200, 200]


def test_with_all_all_in_before_the_draw_everybody_still_draws_and_then_shows():
    assert (
        Playbook(
            BLINDS,
            {2: 60, 5: 60},
            button=2,
            hands={2: "KcKd7h5s3c", 5: "AcAd8h6s4c"},
            stub="Qc2dJsKh9c9d",
        )
        >> RaiseTo(2, 60)
        >> Call(5)
        >> Draw(5, parse_cards("8h6s4c"))
        << ev.CardsDrawn(seat=5, cards=parse_cards("Qc2dJs"))
        >> Draw(2, parse_cards("7h5s3c"))
        << ev.CardsDrawn(seat=2, cards=parse_cards("Kh9c9d"))
        << shows(5, "AcAdQc2dJs")
        << shows(2, "KcKdKh9c9d")
    )


# ---- the draw ------------------------------------------------------------------------------------


def at_the_draw(hands=None, stub="", players=2, **options) -> Playbook:
    """Antes from seats 1 to n, and everybody has checked."""
    seats = range(1, players + 1)
    playbook = Playbook(
        ANTES, dict.fromkeys(seats, 50), button=players, hands=hands, stub=stub, **options
    )
    for seat in seats:
        playbook >>= Check(seat)
    return playbook


def test_a_drawer_gets_as_many_cards_as_he_throws_before_the_next_one_chooses():
    assert (
        at_the_draw({1: "Ah9c7d4s2h", 2: "KdJc8h5s3c"}, stub="AcAd2c")
        >> Draw(1, parse_cards("2h9c"))
        << ev.Discarded(seat=1, cards=parse_cards("9c2h"))
        << ev.CardsDrawn(seat=1, cards=parse_cards("AcAd"))
        >> Draw(2, parse_cards("3c"))
        << ev.Discarded(seat=2, cards=parse_cards("3c"))
        << ev.CardsDrawn(seat=2, cards=parse_cards("2c"))
    )


def test_kept_cards_stay_in_their_order_and_new_ones_come_behind():
    playbook = at_the_draw({1: "Ah9c7d4s2h"}, stub="AcAd") >> Draw(1, parse_cards("7d9c"))
    assert playbook
    assert playbook.hand.state.cards[0] == parse_cards("Ah4s2hAcAd")


def test_standing_pat_is_a_choice_without_cards():
    playbook = at_the_draw() >> Draw(1) << ev.Discarded(seat=1, cards=()) >> Draw(2)
    playbook <<= ev.Discarded(seat=2, cards=())
    assert playbook
    assert not [e for e in playbook.hand.events if isinstance(e, ev.CardsDrawn)]


def test_all_five_may_be_changed_at_once():
    hands = {1: "Ah9c7d4s2h"}
    playbook = at_the_draw(hands, stub="AcAdAsKsKd") >> Draw(1, parse_cards(hands[1]))
    assert playbook
    assert playbook.hand.state.cards[0] == parse_cards("AcAdAsKsKd")


def test_bad_discards_are_refused_and_may_be_put_right():
    assert (
        at_the_draw({1: "Ah9c7d4s2h"})
        >> Draw(1, parse_cards("As"))
        << Refusal.CARD_NOT_HELD
        >> Draw(1, parse_cards("9c") * 2)
        << Refusal.DUPLICATE_DISCARD
        >> Draw(1, parse_cards("9c") * 6)
        << Refusal.DUPLICATE_DISCARD
        >> Draw(1, parse_cards("9c7d4s2h"))
        >> Draw(1)
        << Refusal.NOT_YOUR_TURN
    )


# ---- exhaustion ----------------------------------------------------------------------------------

SIX = {
    1: "2c3c4d5d7h", 2: "2d3d4h5h7s", 3: "2h3h4s5s7c",
    4: "2s3s4c5cAh", 5: "7d8c9dThJs", 6: "8d9hTsJcAd",
}  # fmt: skip


def test_a_stub_that_is_too_short_is_made_anew_before_the_drawer_gets_a_card():
    own = parse_cards(SIX[5])
    playbook = at_the_draw(SIX, players=6, new_stub="Ac2c2d2h2sKsAs3c3d")
    for seat, thrown in ((1, 5), (2, 5), (3, 5), (4, 4)):
        playbook >>= Draw(seat, parse_cards(SIX[seat])[:thrown])
    playbook >>= Draw(5, own)
    assert playbook
    (reshuffled,) = [e for e in playbook.hand.events if isinstance(e, ev.Reshuffled)]
    assert len(reshuffled.order) == 22  # the 3 that were left and 19 discards of the others
    assert not set(reshuffled.order) & set(own)
    assert playbook.hand.state.cards[4] == parse_cards("Ac2c2d2h2s")
    assert playbook.hand.state.reshuffles == (22,)
    assert playbook >> Draw(6, parse_cards("8d9hTsJc"))
    assert playbook.hand.state.cards[5] == parse_cards("AdKsAs3c3d")


def test_a_stub_that_is_used_up_exactly_is_not_made_anew():
    playbook = at_the_draw(SIX, players=6)
    for seat, thrown in ((1, 5), (2, 5), (3, 4), (4, 4), (5, 4)):
        playbook >>= Draw(seat, parse_cards(SIX[seat])[:thrown])
    assert playbook >> Draw(6)
    assert playbook.hand.state.stub == ()
    assert playbook.hand.state.reshuffles == ()


@pytest.mark.parametrize("thrown", [(5, 5, 5, 5, 5), (5, 5, 5, 4, 4), (4, 4, 5, 5, 5)])
def test_with_six_dealt_and_none_folded_22_cards_are_eligible_whenever_it_is(thrown):
    playbook = at_the_draw(SIX, players=6)
    for seat, count in enumerate(thrown, 1):
        playbook >>= Draw(seat, parse_cards(SIX[seat])[:count])
    assert playbook >> Draw(6, parse_cards(SIX[6]))
    assert set(playbook.hand.state.reshuffles) == {22}


def test_eight_players_may_all_change_five_cards():
    rules = Ruleset(ante=1, min_bet=2, max_seats=8)
    hand = WatchedHand(rules, dict.fromkeys(range(1, 9), 50), 8)
    for seat in range(1, 9):
        hand.act(Check(seat))
    for place, seat in enumerate(range(1, 9)):
        hand.act(Draw(seat, hand.state.cards[place]))
    assert hand.state.reshuffles
    assert set(hand.state.reshuffles) == {12}


def test_folded_hands_come_back_with_a_reshuffle_only():
    rules = Ruleset(ante=1, min_bet=2, max_seats=8)
    hand = WatchedHand(rules, dict.fromkeys(range(1, 9), 50), 8)
    folded = hand.state.cards[7]
    for seat in range(1, 8):
        hand.act(Check(seat))
    hand.act(Fold(8))
    seen = set(hand.state.stub)
    for place in range(3):
        hand.act(Draw(place + 1, hand.state.cards[place]))
    assert not seen & set(folded)
    assert hand.state.reshuffles == (12 + 5,)
    assert set(folded) <= {*hand.state.stub, *hand.state.cards[2]}


# ---- the dealer ----------------------------------------------------------------------------------


def test_the_hand_waits_for_the_deal_and_then_for_players():
    state = replay(start_hand(BLINDS, THREE, 1))
    assert state.phase is Phase.DEALING
    with pytest.raises(IllegalAction) as refused:
        decide(state, Fold(1))
    assert refused.value.refusal is Refusal.WRONG_PHASE
    played = advance(state, Deal(DECK))
    assert [type(event) for event in played.events] == [ev.CardsDealt, ev.Turn]
    with pytest.raises(IllegalAction, match="cards were dealt already"):
        decide(played.state, Deal(DECK))


@pytest.mark.parametrize("order", [DECK[:51], DECK[:51] + DECK[:1], (*DECK, DECK[0])])
def test_a_deck_is_all_52_cards(order):
    with pytest.raises(ValueError, match="not the 52 cards"):
        decide(replay(start_hand(BLINDS, THREE, 1)), Deal(order))


def test_a_reshuffle_is_accepted_only_when_it_is_needed_and_of_the_eligible_cards():
    hand = WatchedHand(ANTES, dict.fromkeys(range(1, 7), 50), 6)
    with pytest.raises(IllegalAction, match="no reshuffle is needed"):
        decide(hand.state, Reshuffle(DECK))
    for seat in range(1, 7):
        hand.act(Check(seat))
    for place in range(4):
        hand.act(Draw(place + 1, hand.state.cards[place]))
    waiting = advance(hand.state, Draw(5, hand.state.cards[4])).state
    assert waiting.phase is Phase.SERVING
    eligible = needed_reshuffle(waiting)
    assert eligible is not None
    assert len(eligible) == 22
    with pytest.raises(ValueError, match="not the 22 cards"):
        decide(waiting, Reshuffle(eligible[1:]))
    with pytest.raises(IllegalAction, match="nobody is asked"):
        decide(waiting, Draw(5))
    served = advance(waiting, Reshuffle(eligible[::-1])).state
    assert served.cards[4] == eligible[::-1][:5]


# ---- time ----------------------------------------------------------------------------------------


def test_a_timeout_folds_where_there_is_a_bet_to_call():
    assert (
        Playbook(BLINDS, THREE, button=1)
        >> Timeout(1)
        << ev.Acted(seat=1, move=ev.Move.FOLD, to=0, timed_out=True)
    )


def test_a_timeout_checks_where_that_is_free():
    assert (
        Playbook(ANTES, THREE, button=3)
        >> Timeout(1)
        << ev.Acted(seat=1, move=ev.Move.CHECK, to=0, timed_out=True)
    )


def test_a_timeout_at_the_draw_stands_pat():
    playbook = at_the_draw() >> Timeout(1) << ev.Discarded(seat=1, cards=(), timed_out=True)
    assert playbook
    assert len(playbook.hand.state.cards[0]) == 5


def test_only_the_clock_of_the_seat_to_act_can_run_out():
    assert Playbook(BLINDS, THREE, button=1) >> Timeout(2) << Refusal.NOT_YOUR_TURN
    assert at_the_draw() >> Timeout(2) << Refusal.NOT_YOUR_TURN


def test_overtime_is_taken_from_the_time_bank_and_no_more_than_there_is():
    hand = WatchedHand(BLINDS, THREE, 1)
    state = hand.state
    with_bank = evolve(state, ev.BankSpent(seat=1, bank_ms=5_000))
    spent = advance(with_bank, Call(1), overtime_ms=1_200)
    assert spent.events[:2] == (
        ev.BankSpent(seat=1, bank_ms=3_800),
        ev.Acted(seat=1, move=ev.Move.CALL, amount=10, to=10),
    )
    gone = advance(with_bank, Timeout(1), overtime_ms=9_000)
    assert gone.events[0] == ev.BankSpent(seat=1, bank_ms=0)


def test_who_acts_in_time_spends_nothing_of_his_bank():
    state = evolve(WatchedHand(BLINDS, THREE, 1).state, ev.BankSpent(seat=1, bank_ms=5_000))
    assert not any(isinstance(event, ev.BankSpent) for event in decide(state, Call(1)))
    assert not any(isinstance(event, ev.BankSpent) for event in advance(state, Call(1)).events)


def test_a_turn_says_how_long_it_may_take():
    rules = Ruleset(ante=1, min_bet=2, act_time=15, draw_time=7.5)
    assert (
        Playbook(rules, {1: 50, 2: 50}, button=2)
        << turn(1, 1, base_ms=15_000)
        >> Check(1)
        << turn(2, 2, base_ms=15_000)
        >> Check(2)
        << turn(1, 3, "draw", base_ms=7_500)
        >> Draw(1)
        << turn(2, 4, "draw", base_ms=7_500)
    )


# ---- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "refusal", "sentence"),
    [
        (Fold(9), Refusal.NOT_IN_HAND, "Seat 9 was not dealt in"),
        (Call(2), Refusal.NOT_YOUR_TURN, "It is the turn of seat 1, not of seat 2."),
        (Draw(1), Refusal.WRONG_PHASE, "This is a betting round."),
        (Draw(2), Refusal.WRONG_PHASE, "This is a betting round."),
        (Check(1), Refusal.ILLEGAL_ACTION, "there is a bet, calling costs 10"),
        (BetTo(1, 30), Refusal.ILLEGAL_ACTION, "there is a bet of 10; raise instead"),
        (RaiseTo(1, 15), Refusal.AMOUNT_TOO_SMALL, "A raise to 15 is below the minimum of 20."),
        (RaiseTo(1, -5), Refusal.AMOUNT_TOO_SMALL, "A raise to -5 is below the minimum of 20."),
        (RaiseTo(1, 201), Refusal.AMOUNT_TOO_LARGE, "A raise to 201 is above the maximum of 200."),
        (RaiseTo(1, 10**30), Refusal.AMOUNT_TOO_LARGE, "above the maximum of 200."),
    ],
)
def test_a_refusal_says_what_was_found_and_what_was_wanted(action, refusal, sentence):
    hand = WatchedHand(BLINDS, THREE, 1)
    with pytest.raises(IllegalAction) as refused:
        decide(hand.state, action)
    assert refused.value.refusal is refusal
    assert refused.value.code == refusal.value
    assert sentence in str(refused.value)


def test_a_check_in_the_draw_is_the_wrong_phase():
    assert at_the_draw() >> Check(1) << Refusal.WRONG_PHASE


def test_nothing_to_call_and_nothing_to_raise_are_illegal():
    assert (
        Playbook(ANTES, THREE, button=3)
        >> Call(1)
        << Refusal.ILLEGAL_ACTION
        >> RaiseTo(1, 4)
        << Refusal.ILLEGAL_ACTION
        >> BetTo(1, 1)
        << Refusal.AMOUNT_TOO_SMALL
        >> BetTo(1, 2)
    )


def test_a_folded_seat_has_no_part_even_out_of_turn():
    assert Playbook(BLINDS, THREE, button=1) >> Fold(1) >> Call(1) << Refusal.NOT_IN_HAND


def test_a_raise_that_is_not_open_is_refused_before_its_amount_is_looked_at():
    assert (
        Playbook(BLINDS, {1: 50, 2: 500, 3: 500, 4: 500}, button=1)
        >> RaiseTo(4, 40)
        >> RaiseTo(1, 50)
        >> Fold(2)
        >> Call(3)
        >> RaiseTo(4, 3)
        << Refusal.RAISE_NOT_ALLOWED
        >> RaiseTo(4, 100)
        << Refusal.RAISE_NOT_ALLOWED
        >> Call(4)
    )


def test_an_amount_beside_the_unit_is_refused_before_its_size_is_looked_at():
    rules = Ruleset(sb=5, bb=10, unit=5)
    assert (
        Playbook(rules, THREE, button=1)
        >> RaiseTo(1, 12)
        << Refusal.BAD_AMOUNT
        >> RaiseTo(1, 1001)
        << Refusal.BAD_AMOUNT
        >> RaiseTo(1, 15)
        << Refusal.AMOUNT_TOO_SMALL
    )


@pytest.mark.parametrize("action", [Fold(1), Check(3), Draw(2), Timeout(3), BetTo(3, 20)])
def test_after_the_end_nothing_can_be_done(action: Action):
    hand = WatchedHand(BLINDS, THREE, 1)
    hand.act(Fold(1))
    hand.act(Fold(2))
    with pytest.raises(IllegalAction) as refused:
        decide(hand.state, action)
    assert refused.value.refusal is Refusal.WRONG_PHASE


# ---- three ways to play on -----------------------------------------------------------------------


def any_step(rng: Random, state: HandState) -> Action:
    """What whoever is waited for might do: the dealer, or the seat to act."""
    if state.phase is Phase.DEALING:
        return Deal(shuffled(rng, state.ruleset.deck))
    eligible = needed_reshuffle(state)
    return any_action(rng, state) if eligible is None else Reshuffle(shuffled(rng, eligible))


@hands
@given(chance)
def test_a_hand_ends_alike_on_copies_in_place_and_when_it_is_replayed(rng):
    events, state = begin(any_hand(rng).started)
    in_place, happened = state.copy(), list(events)
    while not state.ended:
        before, action = state.copy(), any_step(rng, state)
        following, after = advance(state, action)
        assert state == before
        assert perform(in_place, action) == list(following)
        assert in_place == after
        happened += following
        state = after
    assert replay(happened) == state


def test_an_action_that_is_refused_in_place_changes_nothing():
    _, state = begin_hand(BLINDS, THREE, button=1)
    perform(state, Deal(DECK))
    before = state.copy()
    for refused in (Check(1), Call(2), RaiseTo(1, 11), Draw(1), Deal(DECK)):
        with pytest.raises(IllegalAction):
            perform(state, refused)
    assert state == before
