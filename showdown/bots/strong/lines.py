"""
How a betting round between two players can go, as letters.

f is a fold, c a check or call, r a bet or raise, a one of all chips: ``crrc`` is a check, a bet, a
raise and a call.

Player 0 has the big blind and acts first after the draw; player 1 has the button and the small
blind.
"""

from functools import cached_property

from msgspec import Struct

BIG_BLIND, BUTTON = 0, 1


class Betting(Struct, frozen=True, kw_only=True, dict=True):
    """
    What a round of betting may be.

    >>> betting = Betting(first=BUTTON, raises=3, blind=True)
    >>> betting.actions(""), betting.actions("c"), betting.actions("rrr")
    ('fcr', 'cr', 'fc')
    >>> betting.goes_on
    ('cc', 'rc', 'crc', 'rrc', 'crrc', 'rrrc', 'crrrc')
    """

    first: int
    """Who acts first."""
    raises: int
    """How often somebody may bet or raise."""
    blind: bool
    """Whether the first to act faces a bet already."""
    all_in: bool = False
    """Whether one may also put in everything."""

    def actor(self, line: str) -> int:
        """Who acts after this."""
        return (self.first + len(line)) % 2

    def actions(self, line: str) -> str:
        """What he may do."""
        facing = line.endswith(("r", "a")) or (self.blind and not line)
        called_in = line.endswith("a")
        raising = line.count("r") < self.raises and not called_in
        return "f" * facing + "c" + "r" * raising + "a" * (self.all_in and not called_in)

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
