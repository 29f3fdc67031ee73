"""What a proof has more than an earlier one: what openings bring, worked out from whole proofs."""

from showdown.rules.fairness.openings import Node, Nodes, OpenedPool, Openings, nodes_of
from showdown.rules.fairness.record import Proof


def news(before: Proof | None, after: Proof) -> Openings | None:
    """What a proof of a hand has more than an earlier one of the same viewer; None for nothing."""
    known_cards = set() if before is None else set(before.view.cards)
    known_nodes: Nodes = {} if before is None else nodes_of(before)
    receipts = () if before is None else before.view.receipts
    used = set() if before is None else {each.part for each in before.reshuffles if each.used}
    found = Openings(
        cards=tuple(each for each in after.view.cards if each not in known_cards),
        nodes=tuple(
            Node(part, *over, text)
            for (part, over), text in nodes_of(after).items()
            if (part, over) not in known_nodes
        ),
        receipts=tuple(each for each in after.view.receipts if each not in receipts),
        pools=tuple(
            OpenedPool(part=each.part, pool=each.pool, seeds=each.seeds, root=each.root)
            for each in after.reshuffles
            if each.root is not None and each.part not in used
        ),
    )
    return None if found == Openings() else found
