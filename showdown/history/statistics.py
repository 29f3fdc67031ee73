"""
What a selection of hands says about a player: the figures that players compare.

:func:`tally` takes records of any source, one after the other, and keeps of each only what it adds.
A hand that was given up counts for nobody. Definitions in ``docs/statistics.md``.
"""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from math import sqrt

from msgspec import Struct

from showdown.history.record import HandRecord, results
from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE
from showdown.rules.ruleset import Chips, HandId, Ruleset, Seat

CONFIDENCE = 1.959963984540054
"""So many standard errors to each side hold 95 of 100 normal samples."""

HUNDRED = 100


class Frequency(Struct, frozen=True):
    """How often something happened, of so many times that it could."""

    count: int = 0
    of: int = 0

    @property
    def part(self) -> float | None:
        """
        As a fraction; None if it never could.

        >>> Frequency(3, 4).part, Frequency(0, 0).part
        (0.75, None)
        """
        return self.count / self.of if self.of else None

    def plus(self, happened: bool, times: int = 1) -> "Frequency":
        """With so many chances more, all of which were taken or none."""
        return Frequency(self.count + happened * times, self.of + times)


class Outcome(StrEnum):
    """What a hand was for a player: his stack grew, or it shrank; it may also stay the same."""

    WON = "won"
    LOST = "lost"


class Amount(Struct, frozen=True):
    """Chips of a currency; may be negative."""

    currency: str
    scale: int
    amount: Chips


class Rate(Struct, frozen=True):
    """Big blinds won in a hundred hands, and between what that is with 95 % confidence."""

    mean: float
    low: float | None = None
    """None with a single hand, which says nothing of how they vary."""
    high: float | None = None


class Stretch(Struct, frozen=True, omit_defaults=True):
    """What some hands in a row were for the player, mostly one."""

    hand: HandId
    """The largest number among them."""
    net: Chips
    """In the smallest units, whatever the currencies are."""
    big_blinds: float
    hands: int = 1


class Statistics(Struct, frozen=True, kw_only=True):
    """A player's figures over some hands."""

    player: str
    hands: int
    nets: tuple[Amount, ...]
    """By currency, as they first came."""
    per_hundred: Rate | None
    """None without hands."""
    voluntary: Frequency
    """Put chips in before the draw without having to, of hands in which he was asked there."""
    first_in: Frequency
    """Bet or raised before anybody had put in chips without having to, of hands with the chance."""
    pat: Frequency
    """Kept all five cards, of hands in which he came to the draw."""
    drew: tuple[int, ...]
    """How often he drew no card, one, two and so on to five."""
    showdowns: Frequency
    """Came to a showdown, of hands in which he came to the draw."""
    won_at_showdown: Frequency
    """Was paid from a pot, of showdowns."""
    course: tuple[Stretch, ...]
    """From the first hand to the last, in the order in which they came."""


def tally(records: Iterable[HandRecord], player: str) -> Statistics:
    """
    The figures of one player over these hands; those without him do not count.

    Raises:
        CorruptHistory: a record breaks off before its hand's end.
    """
    sheet = Sheet(player)
    for record in records:
        for seat in seats_of(record, player):
            sheet.add(record, play_of(record)[seat])
    return sheet.statistics()


def tally_all(records: Iterable[HandRecord]) -> tuple[Statistics, ...]:
    """The figures of everybody who is in these hands, most hands first."""
    sheets: dict[str, Sheet] = {}
    for record in records:
        if isinstance(record.ended, ev.HandAborted):
            continue
        plays = play_of(record)
        for person in record.players:
            name = record.name_of(person.seat)
            sheets.setdefault(name, Sheet(name)).add(record, plays[person.seat])
    found = (sheet.statistics() for sheet in sheets.values())
    return tuple(sorted(found, key=lambda each: (-each.hands, each.player)))


def seats_of(record: HandRecord, player: str) -> tuple[Seat, ...]:
    """Where a player was dealt in; nowhere if he was not, or if the hand was given up."""
    if isinstance(record.ended, ev.HandAborted):
        return ()
    return tuple(p.seat for p in record.players if record.name_of(p.seat) == player)


class Play(Struct, kw_only=True):
    """What a seat did in one hand."""

    net: Chips = 0
    won: bool = False
    asked: bool = False
    """Whether he had a choice before the draw."""
    voluntary: bool = False
    could_be_first: bool = False
    first_in: bool = False
    drew: int | None = None
    """None if he did not come to the draw."""
    showdown: bool = False


_CHIPS_IN = frozenset({ev.Move.CALL, ev.Move.BET, ev.Move.RAISE})
_FIRST_IN = frozenset({ev.Move.BET, ev.Move.RAISE})


def play_of(record: HandRecord) -> dict[Seat, Play]:
    """
    What every seat did.

    Raises:
        CorruptHistory: the record breaks off before the hand's end.
    """
    plays = {
        each.seat: Play(net=each.net, won=each.won > 0, showdown=each.showdown)
        for each in results(record)
    }
    entered = drawing = False
    for event in record.events:
        match event:
            case ev.Turn(kind=ev.TurnKind.DRAW):
                drawing = True
            case ev.Acted(seat=seat, move=move) if not drawing:
                _decide(plays[seat], move, entered)
                entered = entered or move in _CHIPS_IN
            case ev.Discarded(seat=seat, cards=cards):
                plays[seat].drew = len(cards)
    return plays


def _decide(play: Play, move: ev.Move, entered: bool) -> None:
    """One decision before the draw; who is first to come in is settled by his first one."""
    if not play.asked:
        play.could_be_first = not entered
        play.first_in = not entered and move in _FIRST_IN
    play.asked = True
    play.voluntary = play.voluntary or move in _CHIPS_IN


def big_blind(ruleset: Ruleset) -> Chips:
    """The unit of a rate: the big blind; without blinds, the least bet before the draw."""
    return ruleset.bb if ruleset.has_blinds else max(1, ruleset.min_bet)


class Batch(Struct, frozen=True, kw_only=True):
    """Hands in which a player did the same; only what they brought differs."""

    play: Play
    hands: int = 1
    currency: str
    scale: int
    net: Chips
    big_blinds: float
    """Won in all of them."""
    squares: float
    """Of the big blinds in each, added up."""


class Sheet:
    """A player's figures while hands come in."""

    def __init__(self, player: str) -> None:
        self.player = player
        self._hands = 0
        self._blinds = self._squares = 0.0
        self._nets: dict[tuple[str, int], Chips] = {}
        self._course: list[Stretch] = []
        self._voluntary = self._first_in = self._showdowns = self._won = Frequency()
        self._drew: Counter[int] = Counter()

    def add(self, record: HandRecord, play: Play) -> None:
        """One hand more."""
        blinds = play.net / big_blind(record.ruleset)
        self.count(
            Batch(
                play=play,
                currency=record.currency,
                scale=record.scale,
                net=play.net,
                big_blinds=blinds,
                squares=blinds * blinds,
            )
        )
        self.go_on(Stretch(record.hand, play.net, blinds))

    def count(self, batch: Batch) -> None:
        """Hands more, apart from the course that they took."""
        play, times = batch.play, batch.hands
        money = batch.currency, batch.scale
        self._hands += times
        self._blinds += batch.big_blinds
        self._squares += batch.squares
        self._nets[money] = self._nets.get(money, 0) + batch.net
        if play.asked:
            self._voluntary = self._voluntary.plus(play.voluntary, times)
        if play.could_be_first:
            self._first_in = self._first_in.plus(play.first_in, times)
        if play.drew is not None:
            self._drew[play.drew] += times
            self._showdowns = self._showdowns.plus(play.showdown, times)
        if play.showdown:
            self._won = self._won.plus(play.won, times)

    def go_on(self, stretch: Stretch) -> None:
        """The course goes on."""
        self._course.append(stretch)

    def statistics(self) -> Statistics:
        """The figures so far."""
        return Statistics(
            player=self.player,
            hands=self._hands,
            nets=tuple(Amount(*money, amount) for money, amount in self._nets.items()),
            per_hundred=rate(self._hands, self._blinds, self._squares),
            voluntary=self._voluntary,
            first_in=self._first_in,
            pat=Frequency(self._drew[0], self._drew.total()),
            drew=tuple(self._drew[count] for count in range(HAND_SIZE + 1)),
            showdowns=self._showdowns,
            won_at_showdown=self._won,
            course=tuple(self._course),
        )


def rate(hands: int, total: float, squares: float) -> Rate | None:
    """
    Big blinds in a hundred hands.

    >>> rate(1, 2.0, 4.0), rate(2, 2.0, 2.0)
    (Rate(mean=200.0, low=None, high=None), Rate(mean=100.0, low=100.0, high=100.0))

    Args:
        total: big blinds won in all hands.
        squares: of those in each hand, added up.
    """
    if not hands:
        return None
    mean = total / hands
    if hands == 1:
        return Rate(mean * HUNDRED)
    # Hands that brought the same may seem to vary by less than nothing, where they are rounded.
    variance = max(0.0, squares - total * mean) / (hands - 1)
    reach = CONFIDENCE * sqrt(variance / hands)
    return Rate(mean * HUNDRED, (mean - reach) * HUNDRED, (mean + reach) * HUNDRED)
