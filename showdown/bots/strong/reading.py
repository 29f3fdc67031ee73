"""
What happened at a table, read as a line of the game that was solved.

A bet of more than the pot and half of what is there is read as one of everything, any other as one
of the pot; how large it really was is kept beside it, for who answers it.
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
        self.everything = 1.0
        """The largest that it could have been."""
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
        behind = min(self._left[seat] + bet - price for seat, bet in self._bets.items())
        self.size, self.everything = (event.to - price) / called, behind / called
        allowed = self.actions
        large = self.size > max(1, self.everything / 2)
        return "a" if "a" in allowed and (large or "r" not in allowed) else "r"

    @property
    def line(self) -> str:
        """That of the round that is played now."""
        return self.after if self._drawn else self.before

    @property
    def actions(self) -> str:
        """What may be done now in the game that it is taken for."""
        betting = self._game.after if self._drawn else self._game.before
        return betting.actions(self.line)
