"""
Asking a bot without a server: the decision that a hand in this process puts to the seat to act.
"""

from collections.abc import Sequence
from functools import cached_property

from showdown.bots.decision import Decision
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.cards import Card
from showdown.rules.hand import HandState
from showdown.rules.legal import LegalActions, legal_actions
from showdown.rules.phases import DRAWING
from showdown.rules.pots import Pot
from showdown.rules.ruleset import Chips, HandId, Ruleset, Seat
from showdown.rules.settlement import pots_of
from showdown.rules.view import Viewer, project_all


def decision_for(hand: HandState, history: Sequence[ev.HandEvent] = ()) -> Decision | None:
    """
    What the seat to act is shown, the same as over the wire; None if nobody is asked.

    Args:
        history: the events of the hand so far, from its start; more may be appended later.
    """
    legal = legal_actions(hand)
    return None if legal is None else HandDecision(hand, history, legal)


class HandDecision(Decision):
    """
    A decision in a hand of this process, which works out what it is asked for.

    Most bots look at a few things of a turn, and to write the whole request takes longer than to
    play the hand. What goes on changing is copied, so a view that a bot keeps stays as it was.
    """

    latency = 0.0
    _budget = None

    def __init__(
        self, hand: HandState, history: Sequence[ev.HandEvent], legal: LegalActions
    ) -> None:
        place = hand.seats.index(legal.seat)
        self._place = place
        self._legal = legal
        self._started = hand.started
        self._turn = hand.turn
        self._cards = hand.cards[place]
        self._in_hand = hand.in_hand
        self._seats = hand.seats
        self._stacks = hand.stacks[:]
        self._paid = hand.paid[:]
        self._live = hand.live[:]
        self._drawn = hand.drawn[:]
        self._beside = (hand.forfeited, hand.dead, hand.paid_out)
        self._ms = (hand.draw_ms if hand.phase is DRAWING else hand.act_ms, hand.banks[place])
        self._events = history
        self._count = len(history)

    @cached_property
    def _whole(self) -> msg.ActionRequest:
        base_ms, bank_ms = self._ms
        return msg.ActionRequest(
            ruleset=self.ruleset,
            seat=self.seat,
            turn=self._turn,
            kind=self._legal.kind,
            cards=self._cards,
            to_call=self.to_call,
            pot=self.pot,
            pots=self.pots,
            stacks=self.stacks,
            legal=self._legal,
            base_ms=base_ms,
            bank_ms=bank_ms,
            history=encode_events(self.history),
        )

    @property
    def request(self) -> msg.ActionRequest:
        """The message as it would travel; its padding, which hides lengths, is left out."""
        return self._whole

    @property
    def seat(self) -> Seat:
        """Your seat."""
        return self._legal.seat

    @property
    def cards(self) -> tuple[Card, ...]:
        """Your cards."""
        return self._cards

    @property
    def is_draw(self) -> bool:
        """Whether you choose cards to throw; otherwise it is a betting round."""
        return self._legal.draw is not None

    @property
    def to_call(self) -> Chips:
        """What staying in costs; 0 if checking is free."""
        return self._legal.call or 0

    @property
    def pot(self) -> Chips:
        """All chips in the middle, the bets of this round included."""
        forfeited, dead, paid_out = self._beside
        return sum(self._paid) + sum(forfeited) + dead - paid_out

    @cached_property
    def pots(self) -> tuple[Pot, ...]:
        """The same, split by who can win it."""
        forfeited, dead, _ = self._beside
        return pots_of(self._seats, self._paid, self._live, forfeited, dead)

    @cached_property
    def stacks(self) -> dict[Seat, Chips]:
        """What each seat in the hand has left."""
        return {self._seats[place]: self._stacks[place] for place in self._in_hand}

    @property
    def stack(self) -> Chips:
        """What you have left."""
        return self._stacks[self._place]

    @property
    def legal(self) -> LegalActions:
        """All that you may do."""
        return self._legal

    @property
    def seconds_left(self) -> float:
        """How long you had to decide when you were asked, with the time bank."""
        return sum(self._ms) / 1000

    @cached_property
    def history(self) -> tuple[seen.SeenEvent | seen.Hidden, ...]:
        """All events of the hand so far, as you saw them."""
        return project_all(self._events[: self._count], Viewer(hand_seat=self.seat))

    @property
    def hand(self) -> HandId:
        """The hand's number."""
        return self._started.hand

    @property
    def ruleset(self) -> Ruleset:
        """What is played."""
        return self._started.ruleset

    @cached_property
    def drew(self) -> dict[Seat, int]:
        """How many cards each seat has drawn; empty before the draw."""
        return {
            seat: count
            for seat, count in zip(self._seats, self._drawn, strict=True)
            if count is not None
        }
