"""
The verifiable deal: what proofs cost the rules, the server, the wire and the client.
"""

from benchmarks.contest import Contest
from benchmarks.fairness.costs import CHECKING, PROVING, SIZE
from benchmarks.fairness.playing import PLAYING
from benchmarks.fairness.serving import SERVING

CONTESTS: tuple[Contest, ...] = (*PLAYING, *SERVING, *PROVING, *SIZE, *CHECKING)
