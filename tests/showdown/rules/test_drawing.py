"""
What a table may ask for at the draw: fewer cards, burning, folded hands first, all at once.
"""

import pytest

from showdown import (
    Check,
    Draw,
    Fold,
    IllegalAction,
    Refusal,
    Ruleset,
    Timeout,
    legal_actions,
    parse_cards,
)
from showdown.rules import events as ev
from showdown.rules.play import advance
from showdown.rules.ruleset import DrawMode, ReshuffleMode
from showdown.rules.seen import DrawChosen, Hidden
from showdown.rules.table_view import turn_view
from showdown.rules.view import Viewer, project_all
from showdown.rules.wild import Wild
from showdown.testing.decks import stacked_deck
from showdown.testing.playbook import Playbook
from showdown.testing.watched import WatchedHand


def table(**options) -> Ruleset:
    return Ruleset(ante=1, min_bet=2, max_seats=8, **options)


def drawing(rules: Ruleset, hand: str) -> Playbook:
    """Heads-up at the draw; seat 1 has this hand and chooses first."""
    playbook = Playbook(rules, {1: 50, 2: 50}, button=2, hands={1: hand})
    return playbook >> Check(1) >> Check(2)


def at_the_draw(rules: Ruleset, players: int, *, folded=(), deck=None) -> WatchedHand:
    """So many players have checked, but for those who folded."""
    hand = WatchedHand(rules, dict.fromkeys(range(1, players + 1), 50), players, deck=deck)
    for seat in range(1, players + 1):
        hand.act(Fold(seat) if seat in folded else Check(seat))
    return hand


def draw(hand: WatchedHand, seat: int, count: int) -> None:
    """Throw the first so many cards."""
    place = hand.state.position(seat)
    assert place is not None
    hand.act(Draw(seat, hand.state.cards[place][:count]))


def draws(hand: WatchedHand, counts) -> WatchedHand:
    for seat, count in counts.items():
        draw(hand, seat, count)
    return hand


# ---- how many ------------------------------------------------------------------------------------


def test_a_table_may_let_go_three_cards_at_most():
    assert (
        drawing(table(max_draw=3), "KdJc8h5s3c")
        >> Draw(1, parse_cards("Jc8h5s3c"))
        << Refusal.TOO_MANY_DISCARDS
        >> Draw(1, parse_cards("8h5s3c"))
    )


def test_where_no_card_may_go_everybody_stands_pat():
    hand = draws(at_the_draw(table(max_draw=0), 2), {1: 0, 2: 0})
    assert hand.state.street == 1
    assert not any(isinstance(event, ev.CardsDrawn) for event in hand.events)


@pytest.mark.parametrize(
    ("options", "hand", "kept"),
    [
        ({}, "Ah9c7d4s2h", "Ah"),
        ({"wild": Wild.BUG}, "9cX17d4s2h", "X1"),
        ({"wild": Wild.WILD}, "9cX17d4s2h", "X1"),
        ({"wild": Wild.DEUCES}, "9c2d7d4sKh", "2d"),
    ],
)
def test_a_fourth_may_go_when_an_ace_or_a_wild_card_is_kept(options, hand, kept):
    rules = table(max_draw=3, ace4=True, **options)
    thrown = tuple(card for card in parse_cards(hand) if str(card) != kept)
    assert drawing(rules, hand) >> Draw(1, thrown)


def test_a_fourth_may_not_go_when_the_ace_goes_with_it_or_there_is_none():
    rules = table(max_draw=3, ace4=True)
    assert (
        drawing(rules, "Ah9c7d4s2h")
        >> Draw(1, parse_cards("Ah9c7d4s"))
        << Refusal.TOO_MANY_DISCARDS
        >> Draw(1, parse_cards("Ah9c7d4s2h"))
        << Refusal.TOO_MANY_DISCARDS
        >> Draw(1, parse_cards("Ah9c7d"))
    )
    assert (
        drawing(rules, "KhQc7d4s2h")
        >> Draw(1, parse_cards("Qc7d4s2h"))
        << Refusal.TOO_MANY_DISCARDS
    )


def test_without_the_option_an_ace_that_is_kept_changes_nothing():
    assert (
        drawing(table(max_draw=3), "Ah9c7d4s2h")
        >> Draw(1, parse_cards("9c7d4s2h"))
        << Refusal.TOO_MANY_DISCARDS
    )


@pytest.mark.parametrize(
    ("options", "hand", "most", "keeps_ace"),
    [
        ({}, "Ah9c7d4s2h", 5, False),
        ({"max_draw": 3}, "Ah9c7d4s2h", 3, False),
        ({"max_draw": 3, "ace4": True}, "Ah9c7d4s2h", 4, True),
        ({"max_draw": 3, "ace4": True}, "Kh9c7d4s2h", 3, False),
    ],
)
def test_the_drawer_is_told_how_many_and_on_what_condition(options, hand, most, keeps_ace):
    playbook = drawing(table(**options), hand)
    assert playbook
    legal = legal_actions(playbook.hand.state)
    assert legal is not None
    assert (legal.draw, legal.keeps_ace) == (most, keeps_ace)


# ---- burning -------------------------------------------------------------------------------------


def test_one_card_is_burned_before_the_first_who_draws_and_no_other():
    hand = at_the_draw(table(burn=True), 3)
    top = hand.state.stub
    draws(hand, {1: 0, 2: 2, 3: 1})
    assert hand.state.burned == top[:1]
    assert hand.state.cards[1][3:] == top[1:3]
    assert hand.state.cards[2][4:] == top[3:4]


def test_where_everybody_stands_pat_no_card_is_burned():
    hand = draws(at_the_draw(table(burn=True), 3), {1: 0, 2: 0, 3: 0})
    assert hand.state.burned == ()


def test_a_card_is_burned_before_the_stub_is_looked_at():
    counts = {1: 5, 2: 5, 3: 5, 4: 5, 5: 2}  # 22, as many as are left of 52 after six hands
    assert draws(at_the_draw(table(), 6), counts).state.reshuffles == ()
    hand = draws(at_the_draw(table(burn=True), 6), counts)
    # The last card of the stub, the burned one, and what the others threw.
    assert hand.state.reshuffles == (1 + 1 + 20,)
    assert hand.state.burned == ()


# ---- the rest of the stub first ------------------------------------------------------------------

STUB_FIRST = table(reshuffle=ReshuffleMode.STUB_FIRST)


def test_who_exhausts_the_stub_gets_its_rest_and_then_folded_cards():
    """RULES 10.7: six dealt, one folded, draws 5, 5, 5, 4, 4."""
    hand = at_the_draw(STUB_FIRST, 6, folded=(6,))
    folded = hand.state.cards[5]
    draws(hand, {1: 5, 2: 5, 3: 5, 4: 4})
    rest = hand.state.stub
    assert len(rest) == 3
    draw(hand, 5, 4)
    assert hand.state.reshuffles == (5,)
    *kept, one = hand.state.cards[4][1:]
    assert tuple(kept) == rest
    assert one in folded


def test_discards_of_others_come_in_only_where_folded_cards_do_not_suffice():
    hand = at_the_draw(STUB_FIRST, 8, folded=(8,))
    folded = set(hand.state.cards[7])
    draws(hand, {1: 5, 2: 5})
    assert len(hand.state.stub) == 2
    draw(hand, 3, 5)  # the two, and three of the five folded cards
    assert list(hand.state.reshuffles) == [5]
    assert set(hand.state.stub) <= folded
    draw(hand, 4, 5)  # two folded cards are left: what others threw is shuffled for the rest
    assert list(hand.state.reshuffles) == [5, 15]
    thrown = {card for place in range(3) for card in hand.state.discards[place]}
    assert set(hand.state.cards[3]) <= folded | thrown


def test_without_folded_hands_it_is_discards_and_the_burned_card_at_once():
    rules = table(reshuffle=ReshuffleMode.STUB_FIRST, burn=True)
    hand = draws(at_the_draw(rules, 8), {1: 5, 2: 5})
    (burned,) = hand.state.burned
    assert len(hand.state.stub) == 1
    draw(hand, 3, 5)
    assert hand.state.reshuffles == (11,)
    assert hand.state.burned == ()
    assert burned in {*hand.state.stub, *hand.state.cards[2]}


def test_with_one_deck_or_the_other_what_is_eligible_is_all_but_the_hands_that_are_held():
    """RULES 10.8: jokers count."""
    hand = at_the_draw(table(wild=Wild.WILD, jokers=2), 8, folded=(8,))
    draws(hand, {1: 5, 2: 5, 3: 5})
    assert hand.state.reshuffles == (54 - 8 * 5 + 5,)


# ---- all at once ---------------------------------------------------------------------------------

AT_ONCE = table(draw_mode=DrawMode.SIMULTANEOUS)


def told(hand: WatchedHand, action) -> list[type]:
    return [type(event) for event in hand.act(action)]


def test_everybody_is_asked_at_once():
    hand = at_the_draw(AT_ONCE, 3)
    turn = hand.events[-1]
    assert isinstance(turn, ev.Turn)
    assert (turn.seat, [other.seat for other in turn.others]) == (1, [2, 3])
    assert hand.state.asked == (0, 1, 2)
    for seat in (1, 2, 3):
        legal = legal_actions(hand.state, seat)
        assert legal is not None
        assert (legal.seat, legal.draw) == (seat, 5)


@pytest.mark.parametrize("overtime_ms", [0, 700])
def test_nobody_learns_from_a_time_bank_who_has_chosen(overtime_ms):
    hand = at_the_draw(AT_ONCE, 3)
    state = hand.state.copy()
    state.banks = [5_000] * 3
    chosen = advance(state, Draw(3), overtime_ms)
    assert project_all(chosen.events, Viewer(hand_seat=1)) == (Hidden(),)
    (own,) = project_all(chosen.events, Viewer(hand_seat=3))
    assert isinstance(own, DrawChosen)
    assert own.bank_ms == (5_000 - overtime_ms if overtime_ms else None)
    assert turn_view(chosen.state) == turn_view(state)
    timed_out = advance(chosen.state, Timeout(2), 9_000)
    closed = advance(timed_out.state, Draw(1))
    assert closed.state.banks == [5_000, 0, 5_000 - overtime_ms]


def test_choices_come_in_any_order_and_are_served_in_that_of_the_table():
    hand = at_the_draw(AT_ONCE, 3)
    top = hand.state.stub
    assert told(hand, Draw(3, hand.state.cards[2][:1])) == [ev.DrawChosen]
    assert told(hand, Draw(1, hand.state.cards[0][:2])) == [ev.DrawChosen]
    assert told(hand, Draw(2)) == [
        ev.DrawChosen,
        ev.Discarded, ev.CardsDrawn,
        ev.Discarded,
        ev.Discarded, ev.CardsDrawn,
        ev.Turn,
    ]  # fmt: skip
    assert hand.state.cards[0][3:] == top[:2]
    assert hand.state.cards[2][4:] == top[2:3]


def test_what_was_chosen_changes_no_hand_before_all_have_chosen():
    hand = at_the_draw(AT_ONCE, 3)
    before = hand.state
    hand.act(Draw(2, before.cards[1]))
    assert (hand.state.cards, hand.state.stub) == (before.cards, before.stub)
    assert hand.state.drawn == [None, None, None]
    assert hand.state.asked == (0, 2)


def test_a_choice_is_final():
    hand = at_the_draw(AT_ONCE, 3)
    hand.act(Draw(2))
    with pytest.raises(IllegalAction) as refused:
        hand.act(Draw(2, hand.state.cards[1][:1]))
    assert refused.value.refusal is Refusal.NOT_YOUR_TURN
    with pytest.raises(IllegalAction) as refused:
        hand.act(Check(1))
    assert refused.value.refusal is Refusal.WRONG_PHASE


def test_who_does_not_choose_in_time_stands_pat():
    hand = at_the_draw(AT_ONCE, 3)
    hand.act(Draw(2, hand.state.cards[1][:1]))
    assert told(hand, Timeout(1)) == [ev.DrawChosen]
    hand.act(Timeout(3))
    assert hand.state.drawn == [0, 1, 0]


def test_the_stub_may_run_out_while_choices_are_served():
    deck = stacked_deck(range(1, 7), {}, deck=AT_ONCE.deck)
    hand = at_the_draw(AT_ONCE, 6, deck=deck)
    for place in reversed(range(6)):
        hand.act(Draw(place + 1, hand.state.cards[place]))
    assert hand.state.reshuffles == (22,)
    assert hand.state.drawn == [5, 5, 5, 5, 5, 5]
    assert hand.state.street == 1
