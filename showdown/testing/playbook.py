"""
Tests of a hand that read like the hand.
"""

from collections.abc import Mapping, Sequence
from difflib import ndiff
from typing import Self

from showdown.errors import IllegalAction, Refusal
from showdown.rules import events as ev
from showdown.rules.actions import Action
from showdown.rules.cards import parse_cards
from showdown.rules.ruleset import Chips, Ruleset, Seat
from showdown.rules.start import NO_CARRY, Carry, deal_order
from showdown.testing.decks import stacked_deck, stacked_stub
from showdown.testing.watched import WatchedHand

Outcome = ev.Event | Refusal
"""What may come of an action: events, or a refusal that changes nothing."""


class Playbook:
    """
    A hand in which ``>>`` is what somebody does and ``<<`` what must come of it.

    >>> from showdown import BetTo, Fold
    >>> from showdown.rules.events import BetReturned, PotAwarded
    >>> assert (
    ...     Playbook(Ruleset(ante=1, min_bet=2), {1: 100, 2: 100}, button=2)
    ...     >> BetTo(seat=1, to=10)
    ...     >> Fold(seat=2)
    ...     << BetReturned(seat=1, amount=10)
    ...     << PotAwarded(seat=1, pot=0, amount=2)
    ... )

    A kind of event that is named once is complete: every event of that kind must be named, after
    the action that it comes of. Other kinds are not looked at. What comes before the first action
    is what the hand begins with. A refusal must always be named.

    It is played when it is asserted, with the invariants checked after every event; one that is
    never asserted complains when it is thrown away. After an assertion ``hand`` is the hand.

    Args:
        hands: what seats are dealt, as in ``{1: "AcAdAhKsKd"}``.
        stub: the first cards after the deal.
        new_stub: the first cards of each reshuffle.
        posts: what seats that owe blinds post.
        carry: what passed-out deals of jackpots have left.

    Raises:
        AssertionError: from the assertion, with what was wanted (``-``) and what came (``+``).
    """

    _script: tuple[Action | Outcome, ...] = ()
    _asserted = 0

    def __init__(
        self,
        ruleset: Ruleset,
        stacks: Mapping[Seat, Chips],
        button: Seat,
        *,
        hands: Mapping[Seat, str] | None = None,
        stub: str = "",
        new_stub: str = "",
        posts: Sequence[ev.Post] = (),
        carry: Carry = NO_CARRY,
    ) -> None:
        self._ruleset, self._stacks, self._button = ruleset, dict(stacks), button
        self._posts, self._carry = tuple(posts), carry
        held = {seat: parse_cards(cards) for seat, cards in (hands or {}).items()}
        order = deal_order(stacks, button)
        self._deck = stacked_deck(order, held, parse_cards(stub), ruleset.deck)
        self._new_stub = parse_cards(new_stub)
        self.hand: WatchedHand
        """The hand as it was when it was last asserted."""

    def __rshift__(self, action: Action) -> Self:
        """Let somebody do this."""
        self._script += (action,)
        return self

    def __lshift__(self, outcome: Outcome) -> Self:
        """Expect this to come of it."""
        self._script += (outcome,)
        return self

    def __bool__(self) -> bool:
        """Play all of it; raise where it goes otherwise."""
        self._asserted = len(self._script)
        found = self._play()
        if found != self._script:
            raise AssertionError("\n".join(["the hand went another way:", *self._changes(found)]))
        return True

    def __del__(self) -> None:
        if self._asserted < len(self._script):
            raise RuntimeError(
                "A playbook was never played: write `assert (Playbook(...) >> ... << ...)`."
            )

    def _play(self) -> tuple[Action | Outcome, ...]:
        # Not by way of `self`: in a circle it would be thrown away late, and complain in another
        # test.
        top = self._new_stub
        self.hand = WatchedHand(
            self._ruleset,
            self._stacks,
            self._button,
            deck=self._deck,
            new_stub=lambda eligible: stacked_stub(eligible, top),
            posts=self._posts,
            carry=self._carry,
        )
        kinds = tuple({type(line) for line in self._script if isinstance(line, ev.Event)})
        found: list[Action | Outcome] = [e for e in self.hand.events if isinstance(e, kinds)]
        for line in self._script:
            if not isinstance(line, ev.Event | Refusal):
                found.append(line)
                found += [e for e in self._outcomes(line) if isinstance(e, (Refusal, *kinds))]
        return tuple(found)

    def _outcomes(self, action: Action) -> Sequence[Outcome]:
        try:
            return self.hand.act(action)
        except IllegalAction as refused:
            return [refused.refusal]

    def _changes(self, found: tuple[Action | Outcome, ...]) -> list[str]:
        changes: list[str] = []
        for wanted, came in zip(_by_action(self._script), _by_action(found), strict=True):
            changes += [line for line in ndiff(wanted, came) if line[0] != "?"]
        return changes


def _by_action(script: tuple[Action | Outcome, ...]) -> list[list[str]]:
    """A list for the beginning and one for each action, which is its first line."""
    lists: list[list[str]] = [[]]
    for line in script:
        if not isinstance(line, ev.Event | Refusal):
            lists.append([])
        lists[-1].append(_written(line))
    return lists


def _written(line: Action | Outcome) -> str:
    if isinstance(line, Refusal):
        return f"<< Refusal.{line.name}"
    return f"<< {line!r}" if isinstance(line, ev.Event) else f">> {line!r}"
