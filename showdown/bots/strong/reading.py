"""
What happened at a table, read as a line of the game that was solved.

A bet of some size is taken for one of the pot or for all chips, whichever is nearer. Near is what
the pseudo-harmonic mapping makes of it, at the size that it would take for either as often.

Source: Ganzfried and Sandholm, "Action translation in extensive-form games with large action
spaces" (IJCAI 2013).
"""

from collections.abc import Iterable

from showdown.bots.strong.games import Solved
from showdown.rules import seen
from showdown.rules.events import Move
from showdown.rules.ruleset import Chips, Seat

LETTERS = {
    Move.FOLD: "f",
    Move.CHECK: "c",
    Move.CALL: "c",
    Move.BET: "r",
    Move.RAISE: "r",
}


class Reading:
    """
    A hand of two so far.

    Args:
        game: that it is taken for.
        started: how the hand began.
        history: what has happened in it.
    """

    def __init__(self, game: Solved, started: seen.HandStarted, history: Iterable[object]) -> None:
        self.before = ""
        """The line before the draw."""
        self.after = ""
        """The line after it."""
        self.size = 1.0
        """The last bet or raise, as a part of the pot with a call in it."""
        self.taken_for = 1.0
        """The size that it is taken for."""
        self._game = game
        self._left: dict[Seat, Chips] = {each.seat: each.stack for each in started.players}
        self._bets: dict[Seat, Chips] = dict.fromkeys(self._left, 0)
        self._pot: Chips = 0
        self._drawn = False
        for event in history:
            self._follow(event)

    def _follow(self, event: object) -> None:
        match event:
            case seen.AntePosted(seat=seat, amount=amount):
                self._pay(seat, amount)
            case seen.BlindPosted(seat=seat, amount=amount):
                self._pay(seat, amount)
                self._bets[seat] += amount
            case seen.Discarded() if not self._drawn:
                self._drawn = True
                self._bets = dict.fromkeys(self._bets, 0)
            case seen.Acted():
                self._act(event)

    def _pay(self, seat: Seat, amount: Chips) -> None:
        self._left[seat] -= amount
        self._pot += amount

    def _act(self, event: seen.Acted) -> None:
        letter = LETTERS[event.move]
        if letter == "r":
            letter = self._raised(event)
        if self._drawn:
            self.after += letter
        else:
            self.before += letter
        self._pay(event.seat, event.amount)
        self._bets[event.seat] = event.to

    def _raised(self, event: seen.Acted) -> str:
        """Whether a bet or raise is one of the pot or of all chips."""
        price = max(self._bets.values())
        called = self._pot + price - self._bets[event.seat]
        self.size = (event.to - price) / called
        behind = min(self._left[seat] + bet - price for seat, bet in self._bets.items())
        everything = behind / called
        allowed = self.actions
        if "a" in allowed and ("r" not in allowed or self.size > _between(everything)):
            self.taken_for = everything
            return "a"
        self.taken_for = min(1.0, everything)
        return "r"

    @property
    def line(self) -> str:
        """That of the round that is played now."""
        return self.after if self._drawn else self.before

    @property
    def actions(self) -> str:
        """What may be done now in the game that it is taken for."""
        betting = self._game.after if self._drawn else self._game.before
        return betting.actions(self.line)


def _between(everything: float) -> float:
    """The size between a bet of the pot and one of everything, in pots."""
    return (3 * everything + 1) / (everything + 3)
