"""What a bot is shown, and that a move it can make is one that the rules take."""

import random

import pytest

from showdown import (
    DECK,
    BetTo,
    Call,
    Check,
    Draw,
    Fold,
    Game,
    IllegalAction,
    RaiseTo,
    Ruleset,
    decide,
)
from showdown import parse_cards as cards
from showdown.bots.asking import decision_for
from showdown.protocol import messages as msg
from showdown.testing.watched import WatchedHand
from tests.showdown.bots.at_a_table import shuffled

RULES = Ruleset(sb=5, bb=10)
# Dealt one at a time from the left of the button: seat 2 gets the first card.
DECK_TOP = "As 9h Ks Ac 9d Kc Ad 5s Kd Kh 7c 2h Jh 3c 2c"


def hand_of_three(ruleset=RULES):
    top = cards(DECK_TOP)
    rest = tuple(card for card in shuffled(random.Random(1)) if card not in top)
    return WatchedHand(ruleset, {1: 200, 2: 200, 3: 200}, button=1, deck=top + rest)


def view_of(hand):
    view = decision_for(hand.state, hand.events)
    assert view is not None
    return view


def after(*actions, ruleset=RULES):
    hand = hand_of_three(ruleset)
    for action in actions:
        hand.act(action)
    return view_of(hand)


def test_the_first_to_act_sees_his_cards_the_pot_and_what_he_may_do():
    view = after()
    assert view.seat == 1
    assert view.cards == cards("Ks Kc Kd 2h 2c")
    assert str(view.rank) == "full house, kings over twos"
    assert (view.to_call, view.pot, view.stack) == (10, 15, 200)
    assert view.pot_odds == pytest.approx(10 / 25)
    assert view.opponents == (2, 3)
    assert not view.is_draw
    assert (view.amounts.min, view.amounts.max) == (20, 200)
    assert view.seconds_left == 20
    assert view.ruleset == RULES


def test_history_shows_own_cards_and_no_others():
    view = after()
    dealt = next(event for event in view.history if type(event).__name__ == "CardsDealt")
    assert {each.seat: each.cards for each in dealt.hands} == {1: view.cards, 2: None, 3: None}


def test_at_the_draw_it_sees_how_many_the_others_drew():
    view = after(Call(1), Call(2), Check(3), Draw(2, cards("Jh")))
    assert view.is_draw
    assert view.seat == 3
    assert view.drew == {2: 1}
    assert view.legal.draw == 5


def test_moves_are_those_that_travel():
    view = after()
    assert view.fold() == msg.Fold()
    assert view.call() == view.check_or_call() == msg.Call()
    assert view.raise_to(60) == view.bet_or_raise_to(60) == msg.Raise(to=60)
    assert view.check_or_fold() == view.safe_move() == msg.Fold()


def test_with_nothing_to_call_it_checks_or_bets():
    view = after(Call(1), Call(2), Check(3), Draw(2), Draw(3), Draw(1))
    assert view.check() == view.check_or_call() == view.safe_move() == msg.Check()
    assert view.bet_to(30) == view.bet_or_raise_to(30) == msg.Bet(to=30)
    assert view.pot_odds == 0


def test_at_the_draw_it_throws_cards_or_stands_pat():
    view = after(Call(1), Call(2), Check(3))
    assert view.draw(cards("Kh Jh")) == msg.Draw(cards=cards("Kh Jh"))
    assert view.stand_pat() == view.safe_move() == msg.Draw()


@pytest.mark.parametrize(
    ("choose", "sentence"),
    [
        (lambda view: view.check(), "You cannot check: there is a bet, calling costs 10."),
        (lambda view: view.bet_to(60), "You cannot bet: there is a bet of 10; raise instead."),
        (lambda view: view.raise_to(15), "A raise to 15 is below the minimum of 20."),
        (lambda view: view.raise_to(201), "A raise to 201 is above the maximum of 200."),
        (lambda view: view.raise_to("60"), "Raise(to='60') is not a move that can be sent"),
        (lambda view: view.raise_to(True), "Raise(to=True) is not a move that can be sent"),
        (lambda view: view.raise_to(-1), "Raise(to=-1) is not a move that can be sent"),
        (lambda view: view.draw(), "This is a betting round."),
        (lambda view: view.checked(None), "None is not a move; one is view.fold()"),
        (lambda view: view.checked("call"), "'call' is not a move; one is view.fold()"),
        (lambda view: view.checked(Fold(1)), "is not a move"),
    ],
)
def test_what_the_rules_would_refuse_is_refused_at_once(choose, sentence):
    with pytest.raises(IllegalAction) as refused:
        choose(after())
    assert sentence in str(refused.value)


class Unshowable:
    """What a bot may answer by mistake: half made, and so not even to be shown."""

    def __repr__(self):
        raise AttributeError("no name yet")


def nested():
    """A list in itself, which is deeper than anything may be."""
    inside: list[object] = []
    inside.append(inside)
    return inside


def sent(kind, *what):
    """A move that names what it should not."""
    return kind(*what)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Unshowable(), "Something of type Unshowable is not a move; one is view.fold()"),
        (10**5000, "Something of type int is not a move; one is view.fold()"),
        (sent(msg.Raise, Unshowable()), "Something of type Raise is not a move that can be sent"),
        (sent(msg.Draw, nested()), "is not a move that can be sent: maximum recursion depth"),
        (sent(msg.Draw, ["\ud800"]), "is not a move that can be sent: 'utf-8' codec can't encode"),
    ],
    ids=["half made", "huge", "half made amount", "nested", "half a sign"],
)
def test_what_can_be_neither_shown_nor_sent_is_refused_all_the_same(move, sentence):
    with pytest.raises(IllegalAction) as refused:
        after().checked(move)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("choose", "sentence"),
    [
        (lambda view: view.call(), "This is the draw: discard cards or stand pat."),
        (lambda view: view.draw(cards("2h")), "You do not hold 2h."),
        (lambda view: view.draw(["5s"]), "You do not hold 5s."),
        (lambda view: view.draw(["5x"]), "is not a move that can be sent"),
        (lambda view: view.draw(cards("Jh") * 2), "Jh is named twice; a card is discarded once."),
    ],
)
def test_a_draw_that_the_rules_would_refuse_is_refused_at_once(choose, sentence):
    with pytest.raises(IllegalAction, match=sentence):
        choose(after(Call(1), Call(2), Check(3)))


def test_amounts_are_multiples_of_the_chip_unit():
    view = after(ruleset=Ruleset(sb=5, bb=10, unit=5))
    with pytest.raises(IllegalAction, match="A raise to 62 is not a multiple of the chip unit 5"):
        view.raise_to(62)


# Law: what a bot's move is refused for is what the rules would refuse it for.

RULESETS = [
    RULES,
    Ruleset(game=Game.POT_LIMIT, sb=5, bb=10, ante=5, unit=5),
    Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10),
    Ruleset(ante=2, min_bet=4),
]


def any_move(view, rng):
    """A move, more often wrong than right."""
    amount = rng.choice([0, 1, 4, 10, 20, 40, 100, 199, 200, 333, view.stack])
    if view.amounts:
        amount = rng.choice([amount, view.amounts.min, view.amounts.max, view.amounts.max + 1])
    held = rng.sample(view.cards, rng.randint(0, 5))
    return rng.choice(
        [
            msg.Fold(),
            msg.Check(),
            msg.Call(),
            msg.Bet(to=amount),
            msg.Raise(to=amount),
            msg.Draw(cards=tuple(held)),
            msg.Draw(cards=tuple(held + held[:1])),
            msg.Draw(cards=(rng.choice(DECK),)),
        ]
    )


def refusal_of(try_it):
    try:
        try_it()
    except IllegalAction as refused:
        return refused.refusal
    return None


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda rules: f"{rules.game}-{rules.ante}")
def test_a_move_is_refused_for_the_reason_that_the_rules_give(ruleset, seed):
    rng = random.Random(f"{seed} {ruleset.game}")
    refused, taken = 0, 0
    for _ in range(60):
        stacks = {seat: 5 * rng.randint(1, 60) for seat in range(1, rng.randint(3, 7))}
        hand = WatchedHand(ruleset, stacks, button=1, deck=shuffled(rng))
        while (view := decision_for(hand.state, hand.events)) is not None:
            move = any_move(view, rng)
            action = move.by(view.seat)
            reason = refusal_of(lambda: view.checked(move))  # noqa: B023
            assert reason == refusal_of(lambda: decide(hand.state, action)), (move, view.legal)  # noqa: B023
            if reason is None:
                hand.act(action)
                taken += 1
            else:
                refused += 1
    assert min(refused, taken) > 100


def test_a_decision_has_the_actions_of_the_rules_behind_its_moves():
    assert [
        move.by(2)
        for move in (msg.Fold(), msg.Check(), msg.Call(), msg.Bet(to=20), msg.Raise(to=40))
    ] == [Fold(2), Check(2), Call(2), BetTo(2, 20), RaiseTo(2, 40)]
