"""
A bot that does what the peers' call stations do, so that the same hands are played.
"""

from benchmarks.rules.hands import DRAWN
from showdown.bots import Bot, Decision, Move


class Station(Bot):
    """Sees every bet and throws the first three cards."""

    def decide(self, view: Decision) -> Move:
        """Check or call; at the draw three cards."""
        return view.draw(view.cards[:DRAWN]) if view.is_draw else view.check_or_call()
