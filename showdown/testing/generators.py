"""
Hands by chance: stacks, carries and legal play over any ruleset, the silly kind included.

Everything comes from the :class:`random.Random` that you pass in, so a seed is a hand. A property
test may pass one that its framework controls.
"""

from collections.abc import Mapping, Sequence
from random import Random

from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules.cards import DECK, Card
from showdown.rules.hand import HandState
from showdown.rules.legal import LegalActions, is_ace_or_wild, legal_actions
from showdown.rules.ruleset import ButtonRule, Chips, Passout, Ruleset, Seat
from showdown.rules.start import NO_CARRY, Blinds, Carry, deal_order, usual_blinds
from showdown.testing.rulesets import MOST_PLAYERS, any_ruleset
from showdown.testing.watched import WatchedHand


def any_stacks(rng: Random, ruleset: Ruleset) -> dict[Seat, Chips]:
    """Two to eight seats somewhere at the table, with stacks from a single chip up."""
    players = rng.randint(2, MOST_PLAYERS)
    seats = sorted(rng.sample(range(1, MOST_PLAYERS + 1), players))
    size = max(1, ruleset.min_bet // ruleset.unit)
    ranges = ((1, 2 * size), (1, 12 * size), (1, 100 * size))
    return {seat: rng.randint(*rng.choice(ranges)) * ruleset.unit for seat in seats}


def any_carry(rng: Random, ruleset: Ruleset, seats: Sequence[Seat]) -> Carry:
    """What passed-out deals of jackpots have left for these seats, sometimes."""
    if ruleset.jacks is None or rng.random() < 0.5:
        return NO_CARRY
    passed_out = rng.randint(1, 5)
    if ruleset.passout is Passout.RETURN:
        return Carry(passed_out=passed_out)
    redeals = ruleset.passout is Passout.REDEAL
    antes = 1 if redeals else min(passed_out, ruleset.passout_limit)
    most = antes * ruleset.ante // ruleset.unit
    gone = rng.choice((0, 0, 1, 2))
    return Carry(
        shares={seat: rng.randint(1, most) * ruleset.unit for seat in seats},
        forfeited=tuple(rng.randint(1, most) * ruleset.unit for _ in range(gone)),
        passed_out=passed_out,
    )


def some_broke(
    rng: Random, stacks: Mapping[Seat, Chips], contributors: Mapping[Seat, Chips]
) -> dict[Seat, Chips]:
    """The stacks, where a contributor to a carry may have nothing left (RULES 11.9)."""
    return {
        seat: 0 if seat in contributors and rng.random() < 0.15 else stack
        for seat, stack in stacks.items()
    }


def any_button(rng: Random, ruleset: Ruleset, seats: Sequence[Seat]) -> Seat:
    """The button of somebody dealt in; where it may be dead, sometimes an empty seat."""
    dead = ruleset.button_rule is ButtonRule.DEAD and rng.random() < 0.2
    return rng.randint(1, MOST_PLAYERS) if dead else rng.choice(list(seats))


def any_blinds(rng: Random, ruleset: Ruleset, order: Sequence[Seat]) -> Blinds | None:
    """The usual blinds; where the button may be dead, sometimes nobody posts the small one."""
    if not ruleset.has_blinds:
        return None
    usual = usual_blinds(order)
    if len(order) > 2 and ruleset.button_rule is ButtonRule.DEAD and rng.random() < 0.2:
        return Blinds(small=None, big=usual.big)
    return usual


def any_posts(rng: Random, ruleset: Ruleset, order: Sequence[Seat]) -> tuple[ev.Post, ...]:
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


def shuffled(rng: Random, cards: Sequence[Card] = DECK) -> tuple[Card, ...]:
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
    carry = any_carry(rng, rules, sorted(chips))
    button = any_button(rng, rules, sorted(chips))
    order = deal_order(chips, button)
    return WatchedHand(
        rules,
        some_broke(rng, chips, carry.shares),
        button,
        carry=carry,
        deck=shuffled(rng, rules.deck),
        new_stub=lambda eligible: shuffled(rng, eligible),
        blinds=any_blinds(rng, rules, order),
        posts=any_posts(rng, rules, order),
        rake=rng.choice((None, None, None, rng.randint(0, 20) * rules.unit)),
    )


def any_action(rng: Random, state: HandState, folds: float = 0.1) -> act.PlayerAction:
    """
    Something that a seat to act may do, from folding without need to all-in.

    Args:
        folds: how often it folds in a betting round, between 0 and 1.
    """
    if not state.asked:
        raise ValueError("nobody is asked in this hand")
    place = rng.choice(state.asked)
    legal = legal_actions(state, state.seats[place])
    assert legal is not None
    if legal.draw is not None:
        return act.Draw(legal.seat, _any_discards(rng, state, place, legal.draw))
    if rng.random() < folds:
        return act.Fold(legal.seat)
    raises = _any_raise(rng, legal, state.ruleset.unit)
    # Few hands can open jackpots, so those that can do.
    opens = state.started.openers is not None and legal.bet is not None
    if raises and rng.random() < (0.8 if opens else 0.4):
        return raises
    return act.Check(legal.seat) if legal.check else act.Call(legal.seat)


def _any_discards(rng: Random, state: HandState, place: int, most: int) -> tuple[Card, ...]:
    rules, held = state.ruleset, state.cards[place]
    # Large draws often, since only they bring reshuffles.
    count = most if rng.random() < 0.5 else rng.randint(0, most)
    if count <= rules.max_draw:
        return tuple(rng.sample(held, count))
    kept = rng.choice([card for card in held if is_ace_or_wild(rules, card)])
    return tuple(card for card in held if card is not kept)


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
