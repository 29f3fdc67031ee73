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
from showdown.rules.hand import HandState, replay
from showdown.rules.legal import LegalActions, legal_actions, to_call
from showdown.rules.phases import DRAWING
from showdown.rules.pots import Pot
from showdown.rules.ruleset import Chips, HandId, Ruleset, Seat
from showdown.rules.settlement import hand_pots
from showdown.rules.view import Viewer, project_all


def decision_for(hand: HandState, history: Sequence[ev.HandEvent] = ()) -> Decision | None:
    """
    What the seat to act is shown, the same as over the wire; None if nobody is asked.

    Args:
        history: the events of the hand so far, from its start.
    """
    if not hand.asked:
        return None
    return HandDecision(hand.copy(), tuple(history), hand.asked[0])


class HandDecision(Decision):
    """
    A decision in a hand of this process, which works out what it is asked for.

    Most bots look at a few things of a turn, and to write the whole request takes longer than to
    play the hand. Of a view that a bot keeps until the hand has gone on, the hand is played again
    up to its turn: it stays as it was.
    """

    latency = 0.0
    _budget = None
    _legal: LegalActions | None = None
    _owed: Chips | None = None

    def __init__(self, hand: HandState, history: Sequence[ev.HandEvent], place: int) -> None:
        """
        Show a hand to a position that is asked in it.

        Args:
            history: all that has happened; whoever lets the hand go on appends to it what did.
        """
        self._hand = hand
        self._events = history
        self._count = len(history)
        self._place = place
        self._cards = hand.cards[place]
        self._drawing = hand.phase is DRAWING

    def _then(self) -> HandState:
        """The hand as it was when the bot was asked."""
        if len(self._events) != self._count:
            self._events = self._events[: self._count]
            self._hand = replay(self._events)
        return self._hand

    @cached_property
    def _whole(self) -> msg.ActionRequest:
        hand = self._then()
        return msg.ActionRequest(
            ruleset=self.ruleset,
            seat=self.seat,
            turn=hand.turn,
            kind=self.legal.kind,
            cards=self._cards,
            to_call=self.to_call,
            pot=self.pot,
            pots=self.pots,
            stacks=self.stacks,
            legal=self.legal,
            base_ms=hand.draw_ms if self._drawing else hand.act_ms,
            bank_ms=hand.banks[self._place],
            history=encode_events(self.history),
        )

    @property
    def request(self) -> msg.ActionRequest:
        """The message as it would travel; its padding, which hides lengths, is left out."""
        return self._whole

    @property
    def seat(self) -> Seat:
        """Your seat."""
        return self._hand.seats[self._place]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Your cards."""
        return self._cards

    @property
    def is_draw(self) -> bool:
        """Whether you choose cards to throw; otherwise it is a betting round."""
        return self._drawing

    @property
    def to_call(self) -> Chips:
        """What staying in costs; 0 if checking is free."""
        owed = self._owed
        if owed is None:
            self._owed = owed = 0 if self._drawing else to_call(self._then(), self._place)
        return owed

    @property
    def pot(self) -> Chips:
        """All chips in the middle, the bets of this round included."""
        return self._then().pot

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The same, split by who can win it."""
        return hand_pots(self._then())

    @property
    def stacks(self) -> dict[Seat, Chips]:
        """What each seat in the hand has left."""
        hand = self._then()
        return {hand.seats[place]: hand.stacks[place] for place in hand.in_hand}

    @property
    def stack(self) -> Chips:
        """What you have left."""
        return self._then().stacks[self._place]

    @property
    def legal(self) -> LegalActions:
        """All that you may do."""
        legal = self._legal
        if legal is None:
            legal = legal_actions(self._then(), self.seat)
            assert legal is not None
            self._legal = legal
        return legal

    @property
    def seconds_left(self) -> float:
        """How long you had to decide when you were asked, with the time bank."""
        return (self.request.base_ms + self.request.bank_ms) / 1000

    @cached_property
    def history(self) -> tuple[seen.SeenEvent | seen.Hidden, ...]:
        """All events of the hand so far, as you saw them."""
        return project_all(self._events[: self._count], Viewer(hand_seat=self.seat))

    @property
    def hand(self) -> HandId:
        """The hand's number."""
        return self._hand.hand

    @property
    def ruleset(self) -> Ruleset:
        """What is played."""
        return self._hand.ruleset

    @property
    def drew(self) -> dict[Seat, int]:
        """How many cards each seat has drawn; empty before the draw."""
        hand = self._then()
        return {
            seat: count
            for seat, count in zip(hand.seats, hand.drawn, strict=True)
            if count is not None
        }

    # Moves, most of which are found to be allowed without working out all that is.

    def fold(self) -> msg.Fold:
        """Give the hand up."""
        if self._drawing:
            return super().fold()
        self._passed = _FOLD
        return _FOLD

    def check(self) -> msg.Check:
        """Stay in for nothing."""
        if self._drawing or self.to_call:
            return super().check()
        self._passed = _CHECK
        return _CHECK

    def call(self) -> msg.Call:
        """Match the bet, or go all-in for less."""
        if not self.to_call:
            return super().call()
        self._passed = _CALL
        return _CALL

    def check_or_call(self) -> msg.Check | msg.Call:
        """Stay in for as little as possible."""
        return self.call() if self.to_call else self.check()

    def check_or_fold(self) -> msg.Check | msg.Fold:
        """Stay in only if it is free."""
        return self.fold() if self.to_call else self.check()

    def checked(self, move: object) -> msg.Move:
        """
        The move, if it may be made now.

        Raises:
            IllegalAction: it may not, or is no move at all.
        """
        if move is self._passed and self._passed is not None:
            return self._passed
        kind = type(move)
        if kind is msg.Draw:
            plain = self._drawing and self._is_plain(move.cards)  # type: ignore[attr-defined]
        elif kind in _NEEDS_NOTHING:
            plain = not self._drawing and (
                kind is msg.Fold or (kind is msg.Call) is (self.to_call > 0)
            )
        else:
            plain = False
        if plain:
            self._passed = move  # type: ignore[assignment]
            return move  # type: ignore[return-value]
        return super().checked(move)

    def _is_plain(self, thrown: object) -> bool:
        """Whether these are different cards of the hand, and no more than anybody may throw."""
        if type(thrown) is not tuple or len(thrown) > self._hand.ruleset.max_draw:
            return False
        return len(thrown) == len([card for card in self._cards if card in thrown])


_FOLD, _CHECK, _CALL = msg.Fold(), msg.Check(), msg.Call()
_NEEDS_NOTHING = frozenset({msg.Fold, msg.Check, msg.Call})
