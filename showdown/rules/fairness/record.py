"""
The proof of one hand as a viewer keeps it: what everybody was told, and what was opened to him.

Line-up, folds and draws are the hand's own events; a history writes them once and
:mod:`showdown.history` puts them here. Texts are those of :mod:`.texts`.
"""

from typing import Annotated

from msgspec import Meta, Struct

from showdown.rules.cards import Card
from showdown.rules.fairness.texts import DigestText, SaltText
from showdown.rules.ruleset import DrawMode, ReshuffleMode, Seat

SeatNumber = Annotated[int, Meta(ge=1, le=255)]
LeafNumber = Annotated[int, Meta(ge=0, le=53)]
PartNumber = Annotated[int, Meta(ge=1, le=255)]


class Listed(Struct, frozen=True, array_like=True):
    """A contributor: what his opening has to match, and the opening if it came in time."""

    seat: SeatNumber
    commitment: DigestText
    opening: DigestText | None = None


class Drew(Struct, frozen=True, array_like=True):
    """How many cards a seat asked for; seats in the order in which they drew."""

    seat: SeatNumber
    count: Annotated[int, Meta(ge=0, le=5)]


class DealtCard(Struct, frozen=True, array_like=True, tag="deal", gc=False):
    """A card of the first deck, opened to the viewer."""

    seat: SeatNumber
    """Who got it."""
    leaf: LeafNumber
    card: Card
    salt: SaltText


class PoolCard(Struct, frozen=True, array_like=True, tag="pool", gc=False):
    """A card of a reshuffled stub, opened to the viewer."""

    part: PartNumber
    seat: SeatNumber
    """Who got it."""
    leaf: LeafNumber
    card: Card
    salt: SaltText
    """Of its token."""
    cover: SaltText
    """Of its leaf."""


class ReceiptOf(Struct, frozen=True, array_like=True, gc=False):
    """That a card which the viewer had went into a pool."""

    part: PartNumber
    card: Card
    salt: SaltText


class Reshuffle(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A prepared reshuffle; what stands below ``used`` is told only of one that was used."""

    part: PartNumber
    drawer: SeatNumber
    size: Annotated[int, Meta(ge=1, le=54)]
    pool_hash: DigestText
    arrangements: DigestText
    contributors: tuple[Listed, ...]
    used: bool = False
    pool: tuple[DigestText, ...] = ()
    """Tokens, ascending."""
    seeds: tuple[SaltText, ...] = ()
    """Those of the orders that were not picked."""
    root: DigestText | None = None
    """Of the order that was picked."""


class View(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was opened to one viewer."""

    seat: Annotated[int, Meta(ge=0, le=255)] = 0
    """0 for somebody who looked on."""
    cards: tuple[DealtCard | PoolCard, ...] = ()
    nodes: dict[Annotated[int, Meta(ge=0, le=255)], tuple[DigestText, ...]] = {}
    """By part, 0 for the deal: the path of all its opened leaves, from left to right."""
    receipts: tuple[ReceiptOf, ...] = ()
    discards: tuple[Card, ...] = ()
    """What the viewer threw away."""


class Proof(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The whole proof of a hand for one viewer."""

    version: Annotated[int, Meta(ge=1, le=1)]
    """Of the specification; another one is refused, not guessed."""
    table: Annotated[str, Meta(min_length=1, max_length=255)]
    hand: Annotated[str, Meta(min_length=1, max_length=20)]
    previous: DigestText
    """The head of the hand before it at this table."""
    deck_size: Annotated[int, Meta(ge=52, le=54)]
    lineup: Annotated[tuple[SeatNumber, ...], Meta(min_length=2, max_length=8)]
    """Seats in deal order."""
    contributors: tuple[Listed, ...]
    root: DigestText
    folded: tuple[SeatNumber, ...] = ()
    """Seats that folded before the draw."""
    draws: tuple[Drew, ...] = ()
    burn: bool = False
    """Whether a card is taken off the stub before the first card is drawn."""
    most: Annotated[int, Meta(ge=0, le=5)] = 5
    """What a player could ask for at most."""
    draw_mode: DrawMode = DrawMode.IN_TURN
    reshuffle: ReshuffleMode = ReshuffleMode.MERGE
    reshuffles: tuple[Reshuffle, ...] = ()
    view: View

    def place_of(self, seat: Seat) -> int:
        """A seat's position in deal order, from 0."""
        return self.lineup.index(seat)
