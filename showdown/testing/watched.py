"""
A hand with a dealer at hand and the invariants checked after every event.
"""

from collections.abc import Callable, Mapping, Sequence

from showdown.rules import events as ev
from showdown.rules.actions import Action, Deal, Reshuffle
from showdown.rules.cards import Card
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.hand import HandState, evolve
from showdown.rules.phases import Phase
from showdown.rules.play import advance
from showdown.rules.ruleset import Chips, Ruleset, Seat
from showdown.rules.start import NO_CARRY, Blinds, Carry, start_hand
from showdown.testing.invariants import Invariants, require

NewStub = Callable[[tuple[Card, ...]], tuple[Card, ...]]
"""Puts the eligible cards, which come by number, into the order of the new stub."""


def as_they_come(eligible: tuple[Card, ...]) -> tuple[Card, ...]:
    """The new stub of a dealer who does not shuffle: lowest card on top."""
    return eligible


class WatchedHand:
    """
    A hand that is played action by action; dealing and reshuffling go by themselves.

    >>> from showdown import Fold
    >>> hand = WatchedHand(Ruleset(sb=5, bb=10), {1: 100, 2: 100}, button=1)
    >>> [type(event).__name__ for event in hand.act(Fold(1))]
    ['Acted', 'BetReturned', 'PotAwarded', 'HandEnded']
    >>> hand.state.stacks
    [105, 95]

    Args:
        deck: top card first; by default that of the ruleset, unshuffled.
        new_stub: the order of each reshuffle.
        blinds: who posts; by default the first and second seat left of the button.
        posts: what seats that owe blinds post.
        carry: what passed-out deals of jackpots have left.
        rake: a given amount instead of the ruleset's share.

    Raises:
        InvariantBroken: from here and from :meth:`act`.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        stacks: Mapping[Seat, Chips],
        button: Seat,
        *,
        deck: tuple[Card, ...] | None = None,
        new_stub: NewStub = as_they_come,
        blinds: Blinds | None = None,
        posts: Sequence[ev.Post] = (),
        carry: Carry = NO_CARRY,
        rake: Chips | None = None,
    ) -> None:
        self.events: list[ev.HandEvent] = []
        """All that has happened."""
        self._new_stub = new_stub
        started, *forced = start_hand(
            ruleset, stacks, button, blinds=blinds, posts=posts, carry=carry, rake=rake
        )
        assert isinstance(started, ev.HandStarted)
        self.state: HandState = evolve(None, started)
        """The hand as it stands."""
        self._invariants = Invariants(started)
        self._record(started)
        for event in forced:
            self.state = evolve(self.state, event)
            self._record(event)
        self.act(Deal(ruleset.deck if deck is None else deck))

    @property
    def started(self) -> ev.HandStarted:
        """The event with which the hand began."""
        return self.state.started

    @property
    def ended(self) -> ev.HandEnded | None:
        """The event with which it ended, if it has."""
        last = self.events[-1]
        return last if isinstance(last, ev.HandEnded) else None

    def act(self, action: Action, overtime_ms: int = 0) -> tuple[ev.HandEvent, ...]:
        """
        Play an action and what the dealer does after it; give all events.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
        """
        before = len(self.events)
        self._advance(action, overtime_ms)
        while self.state.phase is Phase.SERVING:
            eligible = needed_reshuffle(self.state)
            assert eligible is not None
            self._advance(Reshuffle(self._new_stub(eligible)), 0)
        return tuple(self.events[before:])

    def _advance(self, action: Action, overtime_ms: int) -> None:
        played = advance(self.state, action, overtime_ms)
        for event in played.events:
            self.state = evolve(self.state, event)
            self._record(event)
        require(self.state == played.state, "the events lead to another state than the action.")

    def _record(self, event: ev.HandEvent) -> None:
        self.events.append(event)
        self._invariants.observe(event, self.state)
