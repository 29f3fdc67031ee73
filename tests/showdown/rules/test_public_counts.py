"""What is opened, as far as its size goes, follows from what everybody knows."""

import pytest
from msgspec.structs import replace

from showdown.rules import events as ev
from showdown.rules.fairness.checking import check
from showdown.rules.fairness.deck import dealt_leaves
from showdown.rules.fairness.pool import ARRANGEMENTS, stub_leaves
from showdown.rules.fairness.record import DealtCard, View
from showdown.rules.fairness.seals import entropy_of, seal_of
from showdown.rules.fairness.serving import serve
from showdown.rules.fairness.tree import closed_ranges
from showdown.rules.proofs import HandProofs, Told
from showdown.rules.ruleset import DrawMode, ReshuffleMode
from showdown.rules.view import Viewer
from tests.showdown.rules.proven_table import ProvenTable

STUB_FIRST = ReshuffleMode.STUB_FIRST


def shape(openings):
    """All of it but the texts, which have one length each, and the cards."""
    if openings is None:
        return (), (), (), ()
    return (
        tuple(
            (0, each.seat, each.leaf)
            if isinstance(each, DealtCard)
            else (each.part, each.seat, each.leaf)
            for each in openings.cards
        ),
        tuple((each.part, each.first, each.end) for each in openings.nodes),
        tuple(each.part for each in openings.receipts),
        tuple((each.part, len(each.pool), len(each.seeds)) for each in openings.pools),
    )


class Onlooker:
    """Knows what everybody knows of a hand, and says how large another's frames are."""

    def __init__(self, seat):
        self._seat = seat
        self._leaves: dict[int, list[int]] = {}
        self._sent: set[tuple[int, int, int]] = set()
        self._received = False

    def expects(self, public, event):
        """The shape of what the seat is sent with an event; ``public`` is a proof without cards."""
        assert public.view == View()
        match event:
            case ev.CardsDealt():
                place = public.lineup.index(self._seat)
                return self._opens(public, [(0, leaf) for leaf in dealt_leaves(place)])
            case ev.CardsDrawn(seat=self._seat):
                return self._opens(public, self._drawn(public))
            case ev.Reshuffled():
                return self._reshuffled(public)
        return shape(None)

    def _drawn(self, public):
        (served,) = [each for each in serve(public) if each.seat == self._seat]
        return [(place.part, leaf_of(public, place)) for place in served.places]

    def _opens(self, public, opened):
        for part, leaf in opened:
            self._leaves.setdefault(part, []).append(leaf)
        nodes = []
        for part in dict.fromkeys(part for part, _ in opened):
            size = public.reshuffles[part - 1].size if part else public.deck_size
            nodes += [(part, *each) for each in closed_ranges(size, self._leaves[part])]
        fresh = [each for each in nodes if each not in self._sent]
        self._sent.update(fresh)
        return tuple((part, self._seat, leaf) for part, leaf in opened), tuple(fresh), (), ()

    def _reshuffled(self, public):
        used = [each for each in public.reshuffles if each.used][-1]
        pools = ((used.part, used.size, ARRANGEMENTS - 1),)
        folded = self._seat in public.folded
        closed = 5 if folded else self._thrown(public)
        # Folded hands alone, where these go in first: that shows in the size.
        if public.reshuffle is STUB_FIRST and used.size == 5 * len(public.folded) and not folded:
            closed = 0
        if self._received or not closed:
            return (), (), (), pools
        self._received = True
        return (), (), (used.part,) * closed, pools

    def _thrown(self, public):
        waits = public.draws[-1].seat
        counts = {drew.seat: drew.count for drew in public.draws if drew.seat != waits}
        return counts.get(self._seat, 0)


def leaf_of(public, place):
    if not place.part:
        return place.number
    used = public.reshuffles[place.part - 1]
    entropy = entropy_of(seal_of(public, place.part), used.contributors)
    return stub_leaves(used.size, entropy, place.part)[place.number]


@pytest.mark.soak(slice=60)
def test_how_much_a_seat_is_sent_before_the_showdown_follows_from_public_counts(rounds):
    seen: set[object] = set()
    for rng in rounds:
        table = ProvenTable(rng, players=rng.choice((6, 7, 8)))
        events = table.play()
        proofs = HandProofs(events[0])
        seats = [dealt.seat for dealt in events[0].lineup]
        told = {seat: Told() for seat in seats}
        onlookers = {seat: Onlooker(seat) for seat in seats}
        for event in events:
            if isinstance(event, ev.HandShown | ev.OpenersShown):
                break
            proofs.follow([event])
            for seat in seats if proofs.are_there else ():
                public = replace(proofs.proof(), view=View())
                sent = shape(proofs.news(Viewer(hand_seat=seat), told[seat]))
                assert sent == onlookers[seat].expects(public, event)
        proof = proofs.proof()
        check(proof)
        seen |= {proof.reshuffle, (proof.draw_mode, sum(each.used for each in proof.reshuffles))}
    assert seen >= {*ReshuffleMode, *((mode, used) for mode in DrawMode for used in (0, 1, 2))}
