"""
How a betting round between two players can go, as letters.

f is a fold, c a check or call, r a bet or raise: ``crrc`` is a check, a bet, a raise and a call.

Player 0 has the big blind and acts first after the draw; player 1 has the button and the small
blind.
"""

from functools import cached_property

from msgspec import Struct

BIG_BLIND, BUTTON = 0, 1


class Betting(Struct, frozen=True, kw_only=True, dict=True):
    """
    A round of fixed bets.

    >>> BEFORE.actions(""), BEFORE.actions("c"), AFTER.actions("rrrr")
    ('fcr', 'cr', 'fc')
    >>> BEFORE.goes_on
    ('cc', 'rc', 'crc', 'rrc', 'crrc', 'rrrc', 'crrrc')
    """

    first: int
    """Who acts first."""
    raises: int
    """How often somebody may bet or raise."""
    blind: bool
    """Whether the first to act faces a bet already."""

    def actor(self, line: str) -> int:
        """Who acts after this."""
        return (self.first + len(line)) % 2

    def actions(self, line: str) -> str:
        """What he may do."""
        facing = line.endswith("r") or (self.blind and not line)
        raising = line.count("r") < self.raises
        return "f" * facing + "c" + "r" * raising

    @staticmethod
    def is_over(line: str) -> bool:
        """Whether the round is over: somebody has folded, or all is called or checked."""
        return line.endswith("f") or (len(line) > 1 and line.endswith("c"))

    @cached_property
    def decisions(self) -> tuple[str, ...]:
        """All lines after which somebody acts, the shorter before the longer."""
        found = [""]
        for line in found:
            after = (line + action for action in self.actions(line))
            found += [longer for longer in after if not self.is_over(longer)]
        return tuple(found)

    @cached_property
    def goes_on(self) -> tuple[str, ...]:
        """All lines after which the hand goes on with both."""
        ends = (line + "c" for line in self.decisions)
        return tuple(line for line in ends if self.is_over(line))


BEFORE = Betting(first=BUTTON, raises=3, blind=True)
"""Before the draw: the big blind is the first of four bets."""

AFTER = Betting(first=BIG_BLIND, raises=4, blind=False)
"""After it: a bet and three raises."""
