"""
A count that could not find anything wrong would be worth nothing: here something is.
"""

import pytest
from msgspec import structs

from showdown import DECK, Call, Check, Draw, Fold, HandState, Ruleset, evolve, parse_cards
from showdown.rules import events as ev
from showdown.rules.ruleset import DrawMode, Openers, ReshuffleMode
from showdown.rules.start import Carry
from showdown.testing.decks import stacked_deck
from showdown.testing.invariants import InvariantBroken, Invariants
from showdown.testing.watched import WatchedHand

ANTES = Ruleset(ante=1, min_bet=2, unit=1)


def whole_hand() -> list[ev.HandEvent]:
    """Three players, a fold, draws and a showdown."""
    hand = WatchedHand(ANTES, {1: 50, 2: 50, 3: 50}, 3)
    for action in (Check(1), Check(2), Fold(3), Draw(1, (DECK[0],)), Draw(2)):
        hand.act(action)
    for action in (Check(1), Check(2)):
        hand.act(action)
    return hand.events


def watch(events: list[ev.HandEvent], change=None) -> None:
    """Follow these events; ``change`` makes another state of the one they lead to."""
    started = events[0]
    assert isinstance(started, ev.HandStarted)
    invariants = Invariants(started)
    state: HandState | None = None
    for event in events:
        state = evolve(state, event)
        if change is not None:
            state = change(event, state)
        invariants.observe(event, state)


def changed(events, kind, **changes) -> list[ev.HandEvent]:
    """The events with the first of a kind changed."""
    place = next(place for place, event in enumerate(events) if isinstance(event, kind))
    return [*events[:place], structs.replace(events[place], **changes), *events[place + 1 :]]


def test_a_hand_of_the_rules_keeps_them():
    watch(whole_hand())


@pytest.mark.parametrize(
    ("kind", "changes", "sentence"),
    [
        (ev.PotAwarded, {"amount": 4}, "an amount is negative"),
        (ev.PotAwarded, {"amount": 2}, "1 chips were left in the middle"),
        (ev.HandEnded, {"rake": 1}, "rake is 0, not 1"),
        (ev.AntePosted, {"amount": 51}, "an amount is negative"),
        (ev.CardsDrawn, {"cards": (DECK[0],)}, "but the top of the stub is"),
    ],
)
def test_events_that_lose_or_make_something_are_found(kind, changes, sentence):
    with pytest.raises(InvariantBroken, match=sentence):
        watch(changed(whole_hand(), kind, **changes))


def test_a_stack_that_is_paid_out_wrongly_is_found():
    events = whole_hand()
    ended = events[-1]
    assert isinstance(ended, ev.HandEnded)
    more = tuple(structs.replace(each, stack=each.stack + 1) for each in ended.stacks)
    with pytest.raises(InvariantBroken, match="the state has"):
        watch(changed(events, ev.HandEnded, stacks=more))


def test_an_amount_beside_the_unit_is_found():
    hand = WatchedHand(Ruleset(ante=5, min_bet=10, unit=5), {1: 50, 2: 50}, 2)
    with pytest.raises(InvariantBroken, match="no multiple of the unit 5"):
        watch(changed(hand.events, ev.AntePosted, amount=4))


def other(state: HandState, **changes) -> HandState:
    """A state in which something is not as the events have made it."""
    wrong = state.copy()
    for name, value in changes.items():
        setattr(wrong, name, value)
    return wrong


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"stub": ()}, "the state has another stub"),
        ({"dead": 1}, "the pot is 3, the state has 4"),
        (
            {"cards": [DECK[:5], DECK[5:10]]},
            "seat 1 holds .*, the state has something else",
        ),
    ],
)
def test_a_state_that_differs_from_its_events_is_found(changes, sentence):
    def after_the_deal(event, state):
        return other(state, **changes) if isinstance(event, ev.CardsDealt) else state

    with pytest.raises(InvariantBroken, match=sentence):
        watch(whole_hand(), after_the_deal)


def reshuffled_hand() -> list[ev.HandEvent]:
    hand = WatchedHand(Ruleset(ante=1, min_bet=2), dict.fromkeys(range(1, 7), 50), 6)
    for seat in range(1, 7):
        hand.act(Check(seat))
    for place, seat in enumerate(range(1, 6)):
        hand.act(Draw(seat, hand.state.cards[place]))
    assert hand.state.reshuffles == (22,)
    return hand.events


def test_a_reshuffle_that_misses_a_card_or_has_another_is_found():
    events = reshuffled_hand()
    order = next(event.order for event in events if isinstance(event, ev.Reshuffled))
    stranger = next(card for card in DECK if card not in order)
    for wrong in (order[:-1], (*order[:-1], stranger), (*order[:-1], order[0])):
        with pytest.raises(InvariantBroken, match="the new stub is not made of"):
            watch(changed(events, ev.Reshuffled, order=wrong))


def test_a_player_who_gets_back_what_he_threw_is_found():
    hand = WatchedHand(ANTES, {1: 50, 2: 50}, 2)
    for action in (Check(1), Check(2)):
        hand.act(action)
    thrown = hand.state.cards[0][0]
    invariants = Invariants(hand.started)
    for event in (*hand.events, ev.Discarded(seat=1, cards=(thrown,))):
        invariants.cards.observe(event)
    invariants.cards.stub[0] = thrown
    with pytest.raises(InvariantBroken, match=r"got back .* which it had thrown"):
        invariants.cards.observe(ev.CardsDrawn(seat=1, cards=(thrown,)))


def test_an_aborted_hand_gives_all_chips_back():
    hand = WatchedHand(Ruleset(sb=5, bb=10), {1: 50, 2: 50}, 2)
    hand.act(Call(2))
    stacks = (ev.SeatStack(seat=1, stack=50), ev.SeatStack(seat=2, stack=50))
    watch([*hand.events, ev.HandAborted(stacks=stacks, reason="")])
    less = (ev.SeatStack(seat=1, stack=40), ev.SeatStack(seat=2, stack=50))
    with pytest.raises(InvariantBroken, match="100 chips became 90"):
        watch([*hand.events, ev.HandAborted(stacks=less, reason="")])


# ---- carries, burned cards and choices that are hidden -------------------------------------------


def passed_out_hand() -> list[ev.HandEvent]:
    nothing = {1: parse_cards("Kc9d7h4s2c"), 2: parse_cards("Qc9c7c4c2d")}
    hand = WatchedHand(
        Ruleset(ante=1, min_bet=2, jacks=Openers.ACES),
        {1: 50, 2: 50},
        2,
        deck=stacked_deck((1, 2), nothing),
        carry=Carry(shares={1: 2, 2: 2}, forfeited=(1,), passed_out=2),
    )
    for seat in (1, 2):
        hand.act(Check(seat))
    return hand.events


def test_a_part_that_is_lost_between_two_deals_is_found():
    watch(passed_out_hand())
    with pytest.raises(InvariantBroken, match="the pot is 1, the state has 0"):
        watch(changed(passed_out_hand(), ev.CarriedOver, forfeited=()))
    shares = (ev.Share(seat=1, amount=3), ev.Share(seat=2, amount=4))
    with pytest.raises(InvariantBroken, match="an amount is negative"):
        watch(changed(passed_out_hand(), ev.CarriedOver, shares=shares))


def at_the_draw(**options) -> WatchedHand:
    """Six players, of whom the first has folded."""
    rules = Ruleset(ante=1, min_bet=2, **options)
    hand = WatchedHand(rules, dict.fromkeys(range(1, 7), 50), 6)
    hand.act(Fold(1))
    for seat in range(2, 7):
        hand.act(Check(seat))
    return hand


def test_a_card_that_was_not_burned_is_found():
    hand = at_the_draw(burn=True)
    hand.act(Draw(2, hand.state.cards[1][:1]))
    assert len(hand.state.burned) == 1

    def unburned(event, state):
        return other(state, burned=()) if isinstance(event, ev.Discarded) else state

    watch(hand.events)
    with pytest.raises(InvariantBroken, match="the state has burned other cards"):
        watch(hand.events, unburned)


def test_with_stub_first_a_new_stub_that_takes_more_than_folded_hands_is_found():
    hand = at_the_draw(reshuffle=ReshuffleMode.STUB_FIRST)
    for place, seat in enumerate(range(2, 7), 1):
        hand.act(Draw(seat, hand.state.cards[place]))
    watch(hand.events)
    (order,) = (event.order for event in hand.events if isinstance(event, ev.Reshuffled))
    assert len(order) == 5
    before = hand.events[: next(n for n, e in enumerate(hand.events) if is_reshuffle(e))]
    thrown = next(event.cards for event in before if isinstance(event, ev.Discarded))
    with pytest.raises(InvariantBroken, match="the new stub is not made of"):
        watch([*before, ev.Reshuffled(order=(*order, *thrown))])


def is_reshuffle(event) -> bool:
    return isinstance(event, ev.Reshuffled)


def test_a_new_stub_without_need_is_found():
    hand = at_the_draw()
    thrown = hand.state.cards[1][:1]
    order = (*hand.state.stub, *hand.state.cards[0])
    with pytest.raises(InvariantBroken, match="the stub was made anew without need"):
        watch([*hand.events, ev.Discarded(seat=2, cards=thrown), ev.Reshuffled(order=order)])


def test_what_is_thrown_must_be_what_was_chosen_and_by_all():
    hand = at_the_draw(draw_mode=DrawMode.SIMULTANEOUS)
    for place, seat in enumerate(range(2, 7), 1):
        hand.act(Draw(seat, hand.state.cards[place][:1]))
    watch(hand.events)
    with pytest.raises(InvariantBroken, match=r"seat 2 threw .*, but chose otherwise"):
        watch(changed(hand.events, ev.DrawChosen, cards=()))
    last = next(event for event in hand.events if is_choice_of(event, 6))
    before = hand.events[: hand.events.index(last)]
    invariants = Invariants(hand.started)
    for event in before:
        invariants.cards.observe(event)
    with pytest.raises(InvariantBroken, match="seat 2 was served before everybody had chosen"):
        invariants.cards.observe(ev.Discarded(seat=2, cards=()))


def is_choice_of(event, seat: int) -> bool:
    return isinstance(event, ev.DrawChosen) and event.seat == seat
