"""
How many are connected from each address.
"""

from collections import Counter


class Callers:
    """Those of this server, which is alone."""

    def __init__(self) -> None:
        self.here: Counter[str] = Counter()

    def count(self, address: str) -> int:
        """How many there are from an address."""
        return self.here[address]

    def comes(self, address: str) -> None:
        """One more has connected."""
        self.here[address] += 1

    def goes(self, address: str) -> None:
        """One of them is gone."""
        self.here[address] -= 1
        if not self.here[address]:
            del self.here[address]
