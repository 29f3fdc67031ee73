"""
What a bot is shown when it is its turn, and the moves that it can answer with.
"""

from collections.abc import Iterable
from functools import cached_property

from showdown.bots.checking import check_move
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.rules import seen
from showdown.rules.betting import Amounts
from showdown.rules.cards import Card
from showdown.rules.events import TurnKind
from showdown.rules.hand_rank import HandRank
from showdown.rules.legal import LegalActions
from showdown.rules.pots import Pot
from showdown.rules.ruleset import Chips, HandId, Ruleset, Seat


class Decision:
    """
    A turn of yours: what you know, what you may do, and the moves to choose from.

    >>> from showdown.rules.cards import parse_cards
    >>> view = Decision(
    ...     msg.ActionRequest(
    ...         ruleset=Ruleset(sb=5, bb=10),
    ...         seat=2,
    ...         turn=4,
    ...         kind=TurnKind.BET,
    ...         cards=parse_cards("AhAdKc5s3h"),
    ...         to_call=10,
    ...         pot=30,
    ...         pots=(Pot(30, (1, 2)),),
    ...         stacks={1: 180, 2: 190},
    ...         legal=LegalActions(
    ...             seat=2, kind=TurnKind.BET, price=10, fold=True, call=10, raise_=Amounts(20, 200)
    ...         ),
    ...         base_ms=20_000,
    ...         bank_ms=60_000,
    ...     )
    ... )
    >>> str(view.rank), view.to_call, view.pot_odds, view.opponents
    ('pair of aces', 10, 0.25, (1,))
    >>> view.call(), view.raise_to(60)
    (Call(), Raise(to=60))
    >>> view.raise_to(15)
    Traceback (most recent call last):
        ...
    showdown.errors.IllegalAction: A raise to 15 is below the minimum of 20.

    Each move is checked when you make it; what the rules would refuse raises
    :class:`~showdown.errors.IllegalAction` at once and nothing is repaired.
    """

    def __init__(
        self, request: msg.ActionRequest, *, budget: float | None = None, latency: float = 0.0
    ) -> None:
        self._request = request
        self._budget = budget
        self.latency = latency
        """Seconds that a message to the server and its answer were measured to take; 0 if none."""

    _passed: msg.Move | None = None
    """The last move that was found to be allowed; moves do not change."""

    def __repr__(self) -> str:
        cards = " ".join(map(str, self.cards))
        return f"<Decision: seat {self.seat}, {cards}, {self.to_call} to call>"

    # What you know.

    @property
    def request(self) -> msg.ActionRequest:
        """The message as it came, or as it would travel."""
        return self._request

    @property
    def seat(self) -> Seat:
        """Your seat."""
        return self.request.seat

    @property
    def cards(self) -> tuple[Card, ...]:
        """Your cards."""
        return self.request.cards

    @cached_property
    def rank(self) -> HandRank:
        """What your cards are worth; bigger is better."""
        return self.ruleset.rank(self.cards)

    @property
    def is_draw(self) -> bool:
        """Whether you choose cards to throw; otherwise it is a betting round."""
        return self.request.kind is TurnKind.DRAW

    @property
    def to_call(self) -> Chips:
        """What staying in costs; 0 if checking is free."""
        return self.request.to_call

    @property
    def pot(self) -> Chips:
        """All chips in the middle, the bets of this round included."""
        return self.request.pot

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The same, split by who can win it."""
        return self.request.pots

    @property
    def pot_odds(self) -> float:
        """The part of the pot that you would pay by calling: call if you win more often."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else 0.0

    @property
    def stacks(self) -> dict[Seat, Chips]:
        """What each seat in the hand has left."""
        return self.request.stacks

    @property
    def stack(self) -> Chips:
        """What you have left."""
        return self.stacks[self.seat]

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """The other seats that are still in the hand."""
        return tuple(seat for seat in self.stacks if seat != self.seat)

    @property
    def legal(self) -> LegalActions:
        """All that you may do."""
        return self.request.legal

    @property
    def amounts(self) -> Amounts | None:
        """From what total to what total you may bet or raise; None if you may not."""
        return self.legal.bet or self.legal.raise_

    @property
    def seconds_left(self) -> float:
        """How long you had to decide when you were asked, with the time bank."""
        return (self.request.base_ms + self.request.bank_ms) / 1000

    @property
    def budget(self) -> float:
        """Seconds that you may think from when you are asked, until the safe move is made."""
        return self.seconds_left if self._budget is None else self._budget

    # The hand so far.

    @cached_property
    def history(self) -> tuple[seen.SeenEvent | seen.Hidden, ...]:
        """All events of the hand so far, as you saw them."""
        return decode_events(self.request.history)

    @cached_property
    def started(self) -> seen.HandStarted | None:
        """Who plays and where the button is; None if the history does not say."""
        return next((e for e in self.history if isinstance(e, seen.HandStarted)), None)

    @property
    def hand(self) -> HandId | None:
        """The hand's number."""
        return self.started.hand if self.started else None

    @property
    def ruleset(self) -> Ruleset:
        """What is played."""
        return self.request.ruleset

    @cached_property
    def drew(self) -> dict[Seat, int]:
        """How many cards each seat has drawn; empty before the draw."""
        return {e.seat: e.count for e in self.history if isinstance(e, seen.Discarded)}

    # Moves.

    def fold(self) -> msg.Fold:
        """Give the hand up."""
        self.checked(move := msg.Fold())
        return move

    def check(self) -> msg.Check:
        """Stay in for nothing."""
        self.checked(move := msg.Check())
        return move

    def call(self) -> msg.Call:
        """Match the bet, or go all-in for less."""
        self.checked(move := msg.Call())
        return move

    def check_or_call(self) -> msg.Check | msg.Call:
        """Stay in for as little as possible."""
        return self.check() if self.legal.check else self.call()

    def check_or_fold(self) -> msg.Check | msg.Fold:
        """Stay in only if it is free."""
        return self.check() if self.legal.check else self.fold()

    def bet_to(self, to: Chips) -> msg.Bet:
        """Open the betting; your total for the round."""
        self.checked(move := msg.Bet(to=to))
        return move

    def raise_to(self, to: Chips) -> msg.Raise:
        """Raise the bet; your total for the round."""
        self.checked(move := msg.Raise(to=to))
        return move

    def bet_or_raise_to(self, to: Chips) -> msg.Bet | msg.Raise:
        """Open the betting or raise, whichever it is now; your total for the round."""
        return self.bet_to(to) if self.legal.bet else self.raise_to(to)

    def draw(self, cards: Iterable[Card] = ()) -> msg.Draw:
        """Throw these cards and get as many."""
        self.checked(move := msg.Draw(cards=tuple(cards)))
        return move

    def stand_pat(self) -> msg.Draw:
        """Keep all five cards."""
        return self.draw()

    def safe_move(self) -> msg.Move:
        """What the server does for who is silent: check if that is free, else fold; stand pat."""
        return self.stand_pat() if self.is_draw else self.check_or_fold()

    def checked(self, move: object) -> msg.Move:
        """
        The move, if it may be made now.

        Raises:
            IllegalAction: it may not, or is no move at all.
        """
        passed = self._passed
        if passed is None or move is not passed:
            self._passed = passed = check_move(self.ruleset, self.legal, self.cards, move)
        return passed
