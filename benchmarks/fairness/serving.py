"""
A server's work on a hand, without its disk and its sockets: rules, projections, openings, frames.
"""

from benchmarks.contest import Contest, Peer, Runner
from benchmarks.fairness.costs import VIEWERS
from benchmarks.fairness.table import LONG, SHORT, TABLE, Kind, ProvenTable
from server.tables.proving import Proving
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode, encode_events
from showdown.rules.view import project_all


def frames(table: ProvenTable) -> list[bytes]:
    """What six seats are sent of a hand."""
    proving, seq, told = Proving(), 1, []
    for batch in table.play():
        proving.follow(batch)
        for viewer in VIEWERS:
            events = encode_events(project_all(batch, viewer))
            openings = proving.news(viewer)
            told.append(encode(msg.Update(table=TABLE, seq=seq, events=events, openings=openings)))
        seq += len(batch)
    return told


def _serving(kind: Kind, *, proven: bool) -> Runner:
    table = ProvenTable(kind, proven=proven)

    def work(hands: int) -> None:
        for _ in range(hands):
            frames(table)

    return Runner("with proofs" if proven else "without proofs", work)


def _contest(kind: Kind, name: str) -> Contest:
    return Contest(
        id=name,
        title=f"a server's work for six seats, {kind.name}, without disk and sockets",
        unit="hand",
        ours=lambda: _serving(kind, proven=True),
        peers=(Peer("the same without proofs", lambda: _serving(kind, proven=False)),),
    )


SERVING = (_contest(SHORT, "served-hand"), _contest(LONG, "served-hand-reshuffled"))
