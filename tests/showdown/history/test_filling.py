"""
A deck for a hand of which only some cards are known.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import (
    DECK,
    CardError,
    Deal,
    Draw,
    Reshuffle,
    advance,
    needed_reshuffle,
    parse_cards,
    replay,
)
from showdown.history.filling import UNSEEN, Holding, Layout, make_plan
from showdown.history.replaying import action_of
from showdown.rules import events as ev
from showdown.testing.generators import any_hand, play_out
from showdown.testing.rulesets import plain_ruleset


def cards(text: str):
    return parse_cards(text)


def test_known_cards_lie_where_the_deal_puts_them():
    plan = make_plan([Holding(), Holding(hand=cards("AhKhQhJhTh"))], [])
    assert plan.order[1:10:2] == cards("AhKhQhJhTh")
    assert sorted(plan.order, key=DECK.index) == list(DECK)


def test_drawn_cards_lie_on_top_of_the_stub_in_the_order_of_the_draw():
    first = Holding(hand=UNSEEN, thrown=(3, 4), drawn=cards("AhKh"))
    second = Holding(hand=UNSEEN, thrown=(4,), drawn=cards("Qh"))
    plan = make_plan([first, second], [0, 1])
    assert plan.order[10:13] == cards("AhKhQh")


def test_whoever_stands_pat_takes_nothing_from_the_stub():
    pat = Holding(hand=cards("2h3h4h5h7h"))
    other = Holding(hand=UNSEEN, thrown=(4,), drawn=cards("Qh"))
    assert make_plan([pat, other], [0, 1]).order[10] == cards("Qh")[0]


def test_unseen_cards_come_in_the_order_that_is_given():
    spare = tuple(reversed(DECK))
    plan = make_plan([Holding(hand=cards("AsAhAdAcKs")), Holding()], [], spare)
    assert plan.order[1:10:2] == cards("KhKdKcQsQh")


def test_a_card_in_two_hands_is_refused():
    with pytest.raises(CardError, match="Ah is in two places"):
        make_plan([Holding(hand=cards("AhKhQhJhTh")), Holding(hand=cards("Ah2c3c4c5c"))], [])


def test_a_card_that_was_thrown_cannot_be_drawn_without_a_reshuffle():
    thrower = Holding(hand=cards("AhKhQhJhTh"), thrown=(0,), drawn=(None,))
    drawer = Holding(hand=UNSEEN, thrown=(4,), drawn=cards("Ah"))
    with pytest.raises(CardError, match="Ah is in two places"):
        make_plan([thrower, drawer], [0, 1])


SIX = [Holding(hand=UNSEEN, thrown=(0, 1, 2, 3, 4), drawn=UNSEEN) for _ in range(6)]
"""Six players who draw five: the stub of 22 serves four of them."""


def test_cards_drawn_after_a_reshuffle_were_thrown_or_left_over_before_it():
    # The fifth throws his cards before he gets new ones, but never gets his own back.
    late = Holding(hand=UNSEEN, thrown=(0, 1, 2, 3, 4), drawn=cards("AhKhQhJhTh"))
    plan = make_plan([*SIX[:4], late, SIX[5]], [0, 1, 2, 3, 4, 5])
    at = {card: place for place, card in enumerate(plan.order)}
    for card in cards("AhKhQhJhTh"):
        left_over = at[card] >= 50
        thrown_before = at[card] < 30 and at[card] % 6 < 4
        assert left_over or thrown_before
    assert plan.pools[0].draw == 4
    assert plan.pools[0].cards[:5] == cards("AhKhQhJhTh")


def test_nobody_is_given_back_what_he_threw_himself():
    thrown = cards("AhKhQhJhTh")
    own = Holding(hand=thrown, thrown=(0, 1, 2, 3, 4), drawn=(thrown[0], None, None, None, None))
    with pytest.raises(CardError, match="Ah is in two places"):
        make_plan([*SIX[:4], own, SIX[5]], [0, 1, 2, 3, 4, 5])


def test_what_others_threw_can_be_drawn_after_the_reshuffle():
    thrower = Holding(hand=cards("AhKhQhJhTh"), thrown=(0, 1, 2, 3, 4), drawn=UNSEEN)
    late = Holding(hand=UNSEEN, thrown=(0, 1, 2, 3, 4), drawn=cards("AhKhQhJhTh"))
    plan = make_plan([thrower, *SIX[1:4], late, SIX[5]], [0, 1, 2, 3, 4, 5])
    assert plan.order[0:30:6] == cards("AhKhQhJhTh")


def test_the_new_stub_begins_with_what_was_drawn_from_it():
    late = Holding(
        hand=UNSEEN, thrown=(0, 1, 2, 3, 4), drawn=(None, *cards("Kh"), None, None, None)
    )
    plan = make_plan([*SIX[:4], late, SIX[5]], [0, 1, 2, 3, 4, 5])
    eligible = [*plan.order[50:], *(c for p in range(4) for c in plan.order[p:30:6])]
    stub = plan.pool_order(0, eligible)
    assert sorted(stub, key=DECK.index) == sorted(eligible, key=DECK.index)
    assert stub[1] == cards("Kh")[0]


def test_a_card_that_no_reshuffle_brings_cannot_have_been_drawn():
    late = Holding(hand=UNSEEN, thrown=(0, 1, 2, 3, 4), drawn=cards("AhKhQhJhTh"))
    plan = make_plan([*SIX[:4], late, SIX[5]], [0, 1, 2, 3, 4, 5])
    with pytest.raises(CardError, match="Ah cannot have been drawn"):
        plan.pool_order(0, cards("2c2d2h2s3c"))


def test_more_cards_than_can_come_back_cannot_all_have_been_drawn():
    everything = (0, 1, 2, 3, 4)
    first = Holding(hand=cards("AhKhQhJhTh"), thrown=everything, drawn=UNSEEN)
    second = Holding(hand=cards("AsKsQsJsTs"), thrown=everything, drawn=UNSEEN)
    third = Holding(hand=UNSEEN, thrown=everything, drawn=cards("2c3c4c5c7c"))
    # Ten cards that come back are known to be others, and two are left over for five.
    with pytest.raises(CardError, match="no reshuffle brings it"):
        make_plan([first, second, third, *(Holding() for _ in range(5))], [0, 1, 2])


def test_known_cards_that_come_back_are_those_thrown_by_others_before():
    thrower = Holding(hand=cards("AhKhQhJhTh"), thrown=(0, 1), drawn=(None, None))
    layout = Layout([thrower, *SIX[1:]], [0, 1, 2, 3, 4, 5])
    assert layout.returning(5) == cards("AhKh")
    assert layout.returning(0) == ()


@given(st.integers(0, 2**32), st.data())
def test_whatever_was_seen_of_a_hand_a_deck_is_found_that_gives_it_again(seed, data):
    """Of a hand that was played some cards are forgotten; the engine then deals the rest anew."""
    hand = any_hand(Random(seed), plain_ruleset(Random(seed)))
    play_out(Random(seed), hand)
    rng = Random(data.draw(st.integers(0, 2**32)))
    order = [dealt.seat for dealt in hand.started.lineup]
    holdings, draws = remembered(hand.events, order, rng)
    plan = make_plan([holdings[seat] for seat in order], draws)
    assert sorted(plan.order, key=DECK.index) == list(DECK)
    replayed = with_deck(plan, hand.events, holdings)
    for seat, holding in holdings.items():
        for known, dealt in zip(holding.final, replayed[seat], strict=True):
            assert known is None or known == dealt


def remembered(events, order, rng):
    """What somebody with a bad memory knows of the cards: of a hand all or nothing."""
    dealt = next(e for e in events if isinstance(e, ev.CardsDealt))
    hands = {each.seat: each.cards for each in dealt.hands}
    thrown = {e.seat: e.cards for e in events if isinstance(e, ev.Discarded)}
    drawn = {e.seat: e.cards for e in events if isinstance(e, ev.CardsDrawn)}
    before = next((n for n, e in enumerate(events) if isinstance(e, ev.Discarded)), len(events))
    folded = {e.seat for e in events[:before] if isinstance(e, ev.Acted) and e.move is ev.Move.FOLD}
    holdings = {}
    for seat in order:
        hand, gone, new = hands[seat], thrown.get(seat, ()), drawn.get(seat, ())
        holdings[seat] = Holding(
            hand=hand if rng.random() < 0.5 else UNSEEN,
            thrown=tuple(place for place, card in enumerate(hand) if card in gone),
            drawn=new if rng.random() < 0.5 else (None,) * len(new),
            folded=seat in folded,
        )
    return holdings, [order.index(e.seat) for e in events if isinstance(e, ev.Discarded)]


def with_deck(plan, events, holdings):
    """The same actions with the deck of a plan; the hands that come of it, by seat."""
    dealt = next(n for n, event in enumerate(events) if isinstance(event, ev.CardsDealt))
    state = advance(replay(events[:dealt]), Deal(plan.order)).state
    for event in events:
        action = action_of(event)
        if isinstance(event, ev.Acted) and action is not None:
            state = advance(state, action).state
        elif isinstance(event, ev.Discarded):
            held = state.cards[state.seats.index(event.seat)]
            thrown = tuple(held[place] for place in holdings[event.seat].thrown)
            state = advance(state, Draw(event.seat, thrown)).state
            eligible = needed_reshuffle(state)
            if eligible is not None:
                order = plan.pool_order(len(state.reshuffles), eligible)
                state = advance(state, Reshuffle(order)).state
    return dict(zip(state.seats, state.cards, strict=True))
