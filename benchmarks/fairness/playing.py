"""
The rules: hands with proofs and without, each with a fresh deck.
"""

from benchmarks.contest import Contest, Peer, Runner
from benchmarks.fairness.table import LONG, SHORT, Kind, ProvenTable


def _playing(kind: Kind, *, proven: bool) -> Runner:
    table = ProvenTable(kind, proven=proven)

    def work(hands: int) -> None:
        for _ in range(hands):
            table.play()

    return Runner("with proofs" if proven else "without proofs", work)


def _contest(kind: Kind, name: str) -> Contest:
    return Contest(
        id=name,
        title=f"the rules, six call stations, {kind.name}; seals and openings included",
        unit="hand",
        ours=lambda: _playing(kind, proven=True),
        peers=(Peer("the same without proofs", lambda: _playing(kind, proven=False)),),
    )


PLAYING = (_contest(SHORT, "proven-hand"), _contest(LONG, "proven-hand-reshuffled"))
