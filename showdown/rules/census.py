"""
How many hands of a deck there are in each group, whatever the groups are; what odds are made of.

All 32 discards of a hand go together. The draws to some kept cards are all hands of the deck that
contain these, less those with a thrown card in them, plus those with two that were taken away
twice, and so on. That takes how many hands contain each part of the dealt hand: of five cards one,
of four 48, of three 1,176; those of two cards are counted once for all hands, and from them follow
those of one card and of none. So no draw of four or five cards is ever gone through.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import Generic, TypeVar

from showdown.rules.cards import DECK, HAND_SIZE, JOKERS, Card
from showdown.rules.counting import Counting, Counts, PlainCounting
from showdown.rules.hand_rank import HandRank
from showdown.rules.rank_tables import levels_of, tables_of
from showdown.rules.wild import NO_WILD, Wild

Group = TypeVar("Group", bound=Hashable)

Kind = tuple[int, int, bool]
"""Two ranks, and whether the cards are of one suit: all that two cards differ by."""


class Census(Generic[Group]):
    """
    Counts the hands of a game by group.

    >>> from showdown.rules.cards import parse_cards
    >>> census = Census(lambda value: value.category.name)
    >>> census.drawn(parse_cards("2c 2d 5h 5s 9c"), kept=parse_cards("2c 2d 5h 5s"))
    {'TWO_PAIR': 43, 'FULL_HOUSE': 4}
    """

    def __init__(
        self,
        group: Callable[[HandRank], Group],
        wild: Wild = NO_WILD,
        *,
        jokers: int = 0,
        double_ace: bool = False,
        natural_beats_wild: bool = False,
        arrays: bool | None = None,
    ) -> None:
        """
        Choose a game and how its hands are grouped.

        Args:
            group: the group of a value; it is asked once for each of them.
            jokers: how many are in the deck.
            arrays: whether numpy counts; by default if it is installed.
        """
        self.deck = DECK + JOKERS[:jokers]
        levels = levels_of(wild, double_ace, natural_beats_wild)
        values = {value for level in levels for table in level for value in table.values()}
        groups = {value: group(value) for value in sorted(values)}
        self.groups: tuple[Group, ...] = tuple(dict.fromkeys(groups.values()))
        number = {one: place for place, one in enumerate(self.groups)}
        group_of = {value: number[one] for value, one in groups.items()}
        game = (wild, double_ace, natural_beats_wild)
        if _has_numpy() if arrays is None else arrays:
            from showdown.rules.counting_arrays import ArrayCounting
            from showdown.rules.ranking_arrays import array_ranks

            self._counting: Counting = ArrayCounting(self.deck, array_ranks(*game), group_of)
        else:
            self._counting = PlainCounting(self.deck, wild, tables_of(*game), group_of)

    def drawn(
        self, hand: Sequence[Card], kept: Sequence[Card], dead: Sequence[Card] = ()
    ) -> dict[Group, int]:
        """
        What a hand becomes whose other cards are thrown, over all draws from the unseen cards.

        Args:
            hand: five cards of the deck.
            kept: those of them that stay.
            dead: cards that are known not to come.
        """
        return self._named(self._counting.completed([kept], self._unseen(hand, dead))[0])

    def each_drawn(
        self, hand: Sequence[Card], dead: Sequence[Card] = ()
    ) -> dict[tuple[Card, ...], dict[Group, int]]:
        """The same for each of the 32 parts of a hand that may be kept."""
        parts = parts_of(hand)
        if dead:
            counted = self._counting.completed(parts, self._unseen(hand, dead))
        else:
            counted = self._without_thrown(self._containing_each(parts))
        return {kept: self._named(counts) for kept, counts in zip(parts, counted, strict=True)}

    def of_the_deck(self) -> dict[Group, int]:
        """All hands of the deck."""
        return self._named(self._all)

    def _unseen(self, hand: Sequence[Card], dead: Sequence[Card]) -> list[Card]:
        seen = {*hand, *dead}
        return [card for card in self.deck if card not in seen]

    def _named(self, counts: Counts) -> dict[Group, int]:
        return {group: many for group, many in zip(self.groups, counts, strict=True) if many}

    def _containing_each(self, parts: Sequence[tuple[Card, ...]]) -> list[Counts]:
        """How many hands of the deck contain each part of a hand."""
        large = {
            size: [part for part in parts if len(part) == size] for size in range(3, HAND_SIZE + 1)
        }
        known = {
            part: counts
            for some in large.values()
            for part, counts in zip(some, self._counting.containing(some), strict=True)
        }
        return [known[part] if len(part) > 2 else self._containing(part) for part in parts]

    def _containing(self, part: tuple[Card, ...]) -> Counts:
        """How many contain two cards or fewer."""
        match part:
            case (one, other):
                return self._pairs[_kind(one, other)]
            case (one,):
                return self._singles[one.rank]
            case _:
                return self._all

    @staticmethod
    def _without_thrown(counted: list[Counts]) -> list[Counts]:
        """Take away, card by card, what contains a card that is not kept (:func:`parts_of`)."""
        counted = list(counted)
        for card in range(HAND_SIZE):
            for part in range(len(counted)):
                if not part >> card & 1:
                    larger = counted[part | 1 << card]
                    counted[part] = [
                        all_ - with_ for all_, with_ in zip(counted[part], larger, strict=True)
                    ]
        return counted

    @cached_property
    def _pairs(self) -> dict[Kind, Counts]:
        """How many hands contain two cards of each kind: one example of each stands for all."""
        examples: dict[Kind, tuple[Card, Card]] = {}
        for one, other in combinations(self.deck, 2):
            examples.setdefault(_kind(one, other), (one, other))
        counted = self._counting.containing([*examples.values()])
        return dict(zip(examples, counted, strict=True))

    @cached_property
    def _singles(self) -> dict[int, Counts]:
        """How many hands contain a card of each rank; each has four other cards."""
        examples = {card.rank: card for card in self.deck}
        return {
            rank: _added(
                (self._pairs[_kind(card, other)] for other in self.deck if other is not card),
                times=HAND_SIZE - 1,
            )
            for rank, card in examples.items()
        }

    @cached_property
    def _all(self) -> Counts:
        """How many hands there are; each has five cards."""
        return _added((self._singles[card.rank] for card in self.deck), times=HAND_SIZE)


def _has_numpy() -> bool:
    try:
        import numpy  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def parts_of(hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """
    All parts of a hand; in the n-th are the cards whose bits are set in n.

    >>> from showdown.rules.cards import parse_cards
    >>> parts_of(parse_cards("2c3d4h"))[0b101]
    (2c, 4h)
    """
    return [
        tuple(card for place, card in enumerate(hand) if bits >> place & 1)
        for bits in range(1 << len(hand))
    ]


def _kind(one: Card, other: Card) -> Kind:
    low, high = sorted((one.rank, other.rank))
    return low, high, one.suit == other.suit


def _added(counted: Iterable[Counts], times: int) -> Counts:
    """The sum of counts in which each hand was counted so many times."""
    return [sum(column) // times for column in zip(*counted, strict=True)]
