"""
Hands by chance: rulesets, stacks and legal play, the silly kind included.

Everything comes from the :class:`random.Random` that you pass in, so a seed is a hand. A property
test may pass one that its framework controls.
"""

from collections.abc import Mapping
from decimal import Decimal
from random import Random

from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules.cards import DECK, Card
from showdown.rules.hand import HandState
from showdown.rules.legal import LegalActions, legal_actions
from showdown.rules.ruleset import AnteType, Chips, Game, Ruleset, Seat, ShortBlind
from showdown.rules.start import deal_order
from showdown.testing.watched import WatchedHand

MOST_PLAYERS = 8
_RAKES = tuple(map(Decimal, ("0", "0", "0.05", "0.025", "0.333", "0.99")))


def any_ruleset(rng: Random) -> Ruleset:
    """A ruleset that can be played: any structure, blinds or antes or both, any chip unit."""
    unit = rng.choice((1, 1, 1, 5, 25))
    blinds = rng.random() < 0.75
    big = rng.choice((1, 2, 3, 10)) if blinds else 0
    small = rng.choice((0, big // 2, big)) if blinds else 0
    ante = rng.choice((0, 1, 2, 5)) if blinds else rng.choice((1, 2, 5))
    min_bet = big + rng.choice((0, 0, 0, 3)) if blinds else rng.choice((1, 2, 10))
    return Ruleset(
        game=rng.choice(list(Game)),
        sb=small * unit,
        bb=big * unit,
        ante=ante * unit,
        ante_type=rng.choice(list(AnteType)) if blinds else AnteType.EACH,
        unit=unit,
        min_bet=min_bet * unit,
        cap=rng.choice((3, 4)),
        uncap_hu=rng.random() < 0.5,
        pl_short=rng.choice(list(ShortBlind)),
        max_seats=MOST_PLAYERS,
        tabled=rng.random() < 0.7,
        rake=rng.choice(_RAKES),
        rake_cap=rng.choice((0, 1, 3)) * unit,
    )


def any_stacks(rng: Random, ruleset: Ruleset) -> dict[Seat, Chips]:
    """Two to eight seats somewhere at the table, with stacks from a single chip up."""
    players = rng.randint(2, MOST_PLAYERS)
    seats = sorted(rng.sample(range(1, MOST_PLAYERS + 1), players))
    size = max(1, ruleset.min_bet // ruleset.unit)
    ranges = ((1, 2 * size), (1, 12 * size), (1, 100 * size))
    return {seat: rng.randint(*rng.choice(ranges)) * ruleset.unit for seat in seats}


def any_posts(rng: Random, ruleset: Ruleset, order: tuple[Seat, ...]) -> tuple[ev.Post, ...]:
    """Sometimes a seat that could owe blinds posts them: no blind, and not the button."""
    if not ruleset.has_blinds or rng.random() < 0.8:
        return ()
    return tuple(
        ev.Post(
            seat=seat,
            live=rng.choice((0, ruleset.bb)),
            dead=rng.choice((0, ruleset.sb)),
        )
        for seat in order[2:-1]
        if rng.random() < 0.5
    )


def shuffled(rng: Random, cards: tuple[Card, ...] = DECK) -> tuple[Card, ...]:
    """The cards in another order."""
    return tuple(rng.sample(cards, len(cards)))


def any_hand(
    rng: Random, ruleset: Ruleset | None = None, stacks: Mapping[Seat, Chips] | None = None
) -> WatchedHand:
    """
    A hand that has been dealt and waits for its first action, if there is one to wait for.

    >>> hand = any_hand(Random(1))
    >>> play_out(Random(1), hand)
    >>> hand.ended is not None
    True
    """
    rules = ruleset or any_ruleset(rng)
    chips = dict(stacks or any_stacks(rng, rules))
    button = rng.choice(sorted(chips))
    return WatchedHand(
        rules,
        chips,
        button,
        deck=shuffled(rng),
        new_stub=lambda eligible: shuffled(rng, eligible),
        posts=any_posts(rng, rules, deal_order(chips, button)),
        rake=rng.choice((None, None, None, rng.randint(0, 20) * rules.unit)),
    )


def any_action(rng: Random, state: HandState, folds: float = 0.1) -> act.PlayerAction:
    """
    Something that the seat to act may do, from folding without need to all-in.

    Args:
        folds: how often it folds in a betting round, between 0 and 1.
    """
    legal = legal_actions(state)
    if legal is None or state.to_act is None:
        raise ValueError("nobody is asked in this hand")
    if legal.draw is not None:
        return act.Draw(legal.seat, _any_discards(rng, state.cards[state.to_act], legal.draw))
    if rng.random() < folds:
        return act.Fold(legal.seat)
    raises = _any_raise(rng, legal, state.ruleset.unit)
    if raises and rng.random() < 0.4:
        return raises
    return act.Check(legal.seat) if legal.check else act.Call(legal.seat)


def _any_discards(rng: Random, held: tuple[Card, ...], most: int) -> tuple[Card, ...]:
    # Large draws often, since only they bring reshuffles.
    count = most if rng.random() < 0.5 else rng.randint(0, most)
    return tuple(rng.sample(held, count))


def _any_raise(rng: Random, legal: LegalActions, unit: Chips) -> act.BetTo | act.RaiseTo | None:
    amounts = legal.bet or legal.raise_
    if amounts is None:
        return None
    between = rng.randint(amounts.min // unit, amounts.max // unit) * unit
    to = rng.choice((amounts.min, amounts.min, between, amounts.max))
    return act.BetTo(legal.seat, to) if legal.bet else act.RaiseTo(legal.seat, to)


def play_out(rng: Random, hand: WatchedHand) -> None:
    """Play a hand to its end by :func:`any_action`."""
    folds = rng.choice((0.05, 0.2, 0.5))
    while not hand.state.ended:
        hand.act(any_action(rng, hand.state, folds))
