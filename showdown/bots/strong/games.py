"""
The two games that were solved, in big blinds: fixed limit, and no limit with bets of the pot.

Both are for two players with blinds of a half and one and without ante. What is played at a table
is taken for one of them.
"""

from msgspec import Struct

from showdown.bots.strong.lines import BIG_BLIND, BUTTON, Betting


class Solved(Struct, frozen=True, kw_only=True):
    """
    A game: how its rounds may go, and what is at stake.

    >>> FIXED.put_in("rrc"), FIXED.put_in("rrc", "rr"), FIXED.put_in("f")
    ((3.0, 3.0), (5.0, 7.0), (1.0, 0.5))
    >>> NO_LIMIT.put_in("rc"), NO_LIMIT.put_in("rc", "cr"), NO_LIMIT.put_in("ra")
    ((3.0, 3.0), (3.0, 9.0), (100.0, 3.0))
    """

    name: str
    before: Betting
    """The round before the draw."""
    after: Betting
    """The round after it."""
    stack: float
    """What each has at the start; no more than that goes in."""
    bets: tuple[float, float] | None
    """The sizes of bets before and after the draw; None for those of the pot."""

    def put_in(self, line: str, later: str = "") -> tuple[float, float]:
        """
        What big blind and button have put in.

        Args:
            line: of the round before the draw.
            later: of the round after it.
        """
        chips = [1.0, 0.5]
        for street, (betting, letters) in enumerate(((self.before, line), (self.after, later))):
            for place, letter in enumerate(letters):
                actor = betting.actor(letters[:place])
                if letter != "f":
                    chips[actor] = min(self.stack, self._total(letter, chips, street))
        return chips[BIG_BLIND], chips[BUTTON]

    def _total(self, letter: str, chips: list[float], street: int) -> float:
        """What somebody has in who takes an action that costs chips."""
        price = max(chips)
        if letter == "a":
            return self.stack
        if letter == "c":
            return price
        return price + (2 * price if self.bets is None else self.bets[street])


FIXED = Solved(
    name="fixed",
    before=Betting(first=BUTTON, raises=3, blind=True),
    after=Betting(first=BIG_BLIND, raises=4, blind=False),
    stack=float("inf"),
    bets=(1.0, 2.0),
)
"""Fixed limit: four bets a round, of which the big blind is the first before the draw."""

NO_LIMIT = Solved(
    name="no_limit",
    before=Betting(first=BUTTON, raises=3, blind=True, all_in=True),
    after=Betting(first=BIG_BLIND, raises=3, blind=False, all_in=True),
    stack=100.0,
    bets=None,
)
"""No limit with a hundred big blinds: three bets of the pot a round, and everything."""

GAMES = {game.name: game for game in (FIXED, NO_LIMIT)}
