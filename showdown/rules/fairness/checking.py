"""
Whether a proof holds, and what exactly it proves.

Everything is recomputed from what the viewer was told. The first check that fails is the answer;
what closed cards are nobody learns from it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from showdown.rules.cards import DECK, JOKERS, Card
from showdown.rules.fairness import sealing
from showdown.rules.fairness.chain import follows
from showdown.rules.fairness.hashing import digest, hand_tag, joined, leaf, token, u8
from showdown.rules.fairness.pool import ARRANGEMENTS, arrangement_root, pick, stub_leaves
from showdown.rules.fairness.record import DealtCard, Listed, PoolCard, Proof, Reshuffle
from showdown.rules.fairness.seals import deal_seal_of, entropy_of, pool_seal_of
from showdown.rules.fairness.serving import Place, Served, ServingError, dealt, serve
from showdown.rules.fairness.texts import to_bytes, to_text
from showdown.rules.fairness.tree import PathError, named_path, root_by_path
from showdown.rules.ruleset import ReshuffleMode, Seat

_NUMBERS: Mapping[Card, int] = {card: number for number, card in enumerate((*DECK, *JOKERS))}


class ProofFailed(Exception):
    """A check does not hold; the text is the reason, and the hand was not dealt as promised."""


class Findings(NamedTuple):
    """What a proof that holds has proven."""

    cards: int
    """How many cards were checked, each in the place that it came from."""
    opened: tuple[Seat, ...]
    """Who contributed to the deal."""
    missed: tuple[Seat, ...]
    """Who was asked and did not open in time."""
    reshuffles: int
    """How many reshuffles were used."""
    head: str
    """Compare it with the others at the table: it covers this hand and all before it."""

    @property
    def is_random(self) -> bool:
        """Whether somebody's entropy was in the deal; if not, it was only fixed before it."""
        return bool(self.opened)


def check(proof: Proof) -> Findings:
    """
    Check the proof of a hand.

    Raises:
        ProofFailed: something in it does not hold.
    """
    return _Check(proof).run()


class _Check:
    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.hand = hand_tag(proof.table, proof.hand)
        self.entropies: list[bytes] = []

    def run(self) -> Findings:
        proof = self.proof
        _seats_once(proof.lineup)
        _seats_once(proof.folded)
        if not set(proof.folded) <= set(proof.lineup):
            raise ProofFailed("who folded is not in the line-up")
        self._combine_deal()
        for each in proof.reshuffles:
            self._combine_pool(each)
        try:
            served = serve(proof)
        except ServingError as error:
            raise ProofFailed(str(error)) from None
        for each in proof.reshuffles:
            if each.used:
                self._check_used(each)
        self._check_deal_leaves()
        for each in proof.reshuffles:
            self._check_pool_leaves(each)
        self._check_places(served)
        self._check_cards(served)
        self._check_receipts(served)
        return Findings(
            cards=len(proof.view.cards),
            opened=tuple(each.seat for each in proof.contributors if each.opening),
            missed=tuple(each.seat for each in proof.contributors if not each.opening),
            reshuffles=sum(each.used for each in proof.reshuffles),
            head=to_text(self.entropies[-1]),
        )

    # Seals and entropy.

    def _combine_deal(self) -> None:
        proof = self.proof
        if not {each.seat for each in proof.contributors} <= set(proof.lineup):
            raise ProofFailed("a contributor is not in the line-up")
        seal = deal_seal_of(proof)
        self.entropies.append(_combined(seal, proof.contributors))

    def _combine_pool(self, each: Reshuffle) -> None:
        if each.part != len(self.entropies):
            raise ProofFailed(f"reshuffle {each.part} is out of order")
        before = self.proof.reshuffles[each.part - 2].contributors if each.part > 1 else None
        _same_contributors(each, self.proof.contributors if before is None else before)
        seal = pool_seal_of(self.proof, each, self.entropies[-1])
        self.entropies.append(_combined(seal, each.contributors))

    # Reshuffles.

    def _check_used(self, each: Reshuffle) -> None:
        pool = [to_bytes(text) for text in each.pool]
        if len(pool) != each.size or each.size not in self._possible_sizes():
            raise ProofFailed(f"pool {each.part} has a wrong size")
        if pool != sorted(set(pool)):
            raise ProofFailed(f"pool {each.part} is not in ascending order")
        if digest(joined(pool)) != to_bytes(each.pool_hash):
            raise ProofFailed("pool differs from its seal")
        if each.root is None or len(each.seeds) != ARRANGEMENTS - 1:
            raise ProofFailed("arrangements differ from their seal")
        roots = list(_roots(self.hand, each.part, tuple(pool), each.seeds))
        roots.insert(pick(self.entropies[each.part], each.part), to_bytes(each.root))
        if digest(*roots) != to_bytes(each.arrangements):
            raise ProofFailed("arrangements differ from their seal")

    def _possible_sizes(self) -> Iterable[int]:
        proof = self.proof
        all_out = proof.deck_size - 5 * (len(proof.lineup) - len(proof.folded))
        if proof.reshuffle is ReshuffleMode.MERGE:
            return (all_out,)
        return range(1, all_out + 1)

    # Opened cards.

    def _check_deal_leaves(self) -> None:
        proof = self.proof
        cards = [each for each in proof.view.cards if isinstance(each, DealtCard)]
        names = sealing.card_names(proof.deck_size, self.entropies[0])
        opened = {}
        for each in cards:
            self._is_in_the_deck(each.card)
            value, salt = names.index(_NUMBERS[each.card]), to_bytes(each.salt)
            opened[each.leaf] = leaf(self.hand, 0, each.leaf, u8(value), salt)
        self._check_path(0, "deal", len(cards), proof.deck_size, opened, proof.root)

    def _is_in_the_deck(self, card: Card) -> None:
        if _NUMBERS[card] >= self.proof.deck_size:
            raise ProofFailed(f"{card.value} is not in this deck")

    def _check_pool_leaves(self, each: Reshuffle) -> None:
        cards = [
            card
            for card in self.proof.view.cards
            if isinstance(card, PoolCard) and card.part == each.part
        ]
        if not each.used or each.root is None:
            if cards:
                raise ProofFailed(f"cards came from reshuffle {each.part}, which was not used")
            return
        opened = {}
        for card in cards:
            self._is_in_the_deck(card.card)
            its_token = self._token(each.part, card.card, card.salt)
            if to_text(its_token) not in each.pool:
                raise ProofFailed("drawn card is not in the pool")
            cover = to_bytes(card.cover)
            opened[card.leaf] = leaf(self.hand, each.part, card.leaf, its_token, cover)
        name = f"pool{each.part}"
        self._check_path(each.part, name, len(cards), each.size, opened, each.root)

    def _check_path(
        self, part: int, name: str, count: int, size: int, opened: Mapping[int, bytes], root: str
    ) -> None:
        nodes = [to_bytes(text) for text in self.proof.view.nodes.get(part, ())]
        if len(opened) != count:
            raise ProofFailed(f"{name}: a leaf is opened twice")
        if not opened:
            if nodes:
                raise ProofFailed(f"{name}: digests came for no card")
            return
        if max(opened) >= size:
            raise ProofFailed(f"{name}: there is no leaf {max(opened)}")
        try:
            found = root_by_path(size, opened, named_path(size, opened, nodes))
        except PathError as error:
            raise ProofFailed(f"{name}: {error}") from None
        if found != to_bytes(root):
            raise ProofFailed(f"{name}: path does not lead to the root")

    def _check_places(self, served: Sequence[Served]) -> None:
        """Whether every card lay where it had to come from."""
        owners = dealt(self.proof) | {place: each.seat for each in served for place in each.places}
        orders = {
            each.part: stub_leaves(each.size, self.entropies[each.part], each.part)
            for each in self.proof.reshuffles
            if each.used
        }
        for card in self.proof.view.cards:
            if isinstance(card, DealtCard):
                place = Place(0, card.leaf)
            elif card.part in orders:
                place = Place(card.part, orders[card.part].index(card.leaf))
            else:
                raise ProofFailed(f"there is no reshuffle {card.part}")
            if owners.get(place) != card.seat:
                raise ProofFailed(f"{card.card.value} of seat {card.seat} came from a wrong place")

    def _check_cards(self, served: Sequence[Served]) -> None:
        """Whether no card is in two places, and none came back to whom it may not."""
        mine, view = self.proof.view.seat, self.proof.view
        gone = self._gone_for_good(served)
        held: set[Card] = set()
        closed: set[Card] = set()
        for each in view.cards:
            part = each.part if isinstance(each, PoolCard) else 0
            was_mine = each.seat == mine and part == 0 and each.card in gone
            there = closed if was_mine else held
            if each.card in there:
                raise ProofFailed(f"{each.card.value} is in two places")
            there.add(each.card)
            if was_mine:
                continue
            if part < gone.get(each.card, 0):
                raise ProofFailed(f"{each.card.value} is in two places")
            if each.seat == mine and each.card in gone:
                raise ProofFailed(f"{each.card.value} came back to who threw it away")

    def _gone_for_good(self, served: Sequence[Served]) -> dict[Card, int]:
        """The viewer's closed cards, and the first part in which each may be somebody else's."""
        never = len(self.proof.reshuffles) + 1
        after = self._first_part_after(served)
        return dict.fromkeys(self._closed_cards(), after or never)

    def _closed_cards(self) -> tuple[Card, ...]:
        view = self.proof.view
        if view.seat in self.proof.folded:
            return tuple(each.card for each in view.cards if each.seat == view.seat)
        return view.discards

    def _first_part_after(self, served: Sequence[Served]) -> int | None:
        """The first used reshuffle that took in what the viewer had folded or discarded."""
        seat = self.proof.view.seat
        away = seat in self.proof.folded
        for each in served:
            if away and each.reshuffled is not None:
                return each.reshuffled
            away = away or each.seat == seat
        return None

    def _check_receipts(self, served: Sequence[Served]) -> None:
        """Whether each closed card of the viewer went into the pool that took it in."""
        missing = ProofFailed("a closed card of mine is missing from the pool")
        part = self._first_part_after(served)
        receipts = {each.card: each for each in self.proof.view.receipts}
        merges = self.proof.reshuffle is ReshuffleMode.MERGE
        if part is not None and merges and set(receipts) != set(self._closed_cards()):
            raise missing
        pools = {each.part: each.pool for each in self.proof.reshuffles}
        for each in self.proof.view.receipts:
            if merges and each.part != part:
                raise missing
            if to_text(self._token(each.part, each.card, each.salt)) not in pools.get(
                each.part, ()
            ):
                raise missing

    def _token(self, part: int, card: Card, salt: str) -> bytes:
        return token(self.hand, part, _NUMBERS[card], to_bytes(salt))


@lru_cache(maxsize=64)  # whoever sees more cards of a hand later checks its pools again
def _roots(
    hand: bytes, part: int, pool: tuple[bytes, ...], seeds: tuple[str, ...]
) -> tuple[bytes, ...]:
    """The roots of the orders that were opened."""
    return tuple(arrangement_root(hand, part, pool, to_bytes(seed)) for seed in seeds)


def _combined(seal: bytes, listed: Sequence[Listed]) -> bytes:
    """
    The entropy of a part.

    Raises:
        ProofFailed: a seat is listed twice, or an opening is not what was committed to.
    """
    _seats_once([each.seat for each in listed])
    for each in listed:
        opening = each.opening
        if opening is not None and not follows(to_bytes(opening), to_bytes(each.commitment)):
            raise ProofFailed(f"seat {each.seat}: opening does not match its commitment")
    return entropy_of(seal, listed)


def _same_contributors(each: Reshuffle, before: Sequence[Listed]) -> None:
    """Whether those are asked who opened before, each bound by what he opened then."""
    bound = {listed.seat: listed.opening for listed in before if listed.opening is not None}
    if {listed.seat: listed.commitment for listed in each.contributors} != bound:
        raise ProofFailed(f"reshuffle {each.part} does not ask those who opened before")


def _seats_once(seats: Sequence[Seat]) -> None:
    if len(set(seats)) < len(seats):
        raise ProofFailed("a seat is there twice")
