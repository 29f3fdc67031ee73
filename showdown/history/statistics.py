"""
What a selection of hands says about a player: the figures that players compare.

:func:`tally` takes records of any source, one after the other, and keeps of each only what it adds.
A hand that was given up counts for nobody. Definitions in ``docs/statistics.md``.
"""

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from msgspec import Struct

from showdown.history.record import HandRecord, results
from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE
from showdown.rules.ruleset import Chips, HandId, Ruleset, Seat

CONFIDENCE = 1.959963984540054
"""So many standard errors to each side hold 95 of 100 normal samples."""

HUNDRED = 100


class Share(Struct, frozen=True):
    """How often something happened, of so many times that it could."""

    count: int = 0
    of: int = 0

    @property
    def part(self) -> float | None:
        """
        As a fraction; None if it never could.

        >>> Share(3, 4).part, Share(0, 0).part
        (0.75, None)
        """
        return self.count / self.of if self.of else None

    def plus(self, happened: bool) -> "Share":
        """With one chance more."""
        return Share(self.count + happened, self.of + 1)


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


class HandNet(Struct, frozen=True):
    """What a hand was for the player."""

    hand: HandId
    net: Chips
    big_blinds: float


class Statistics(Struct, frozen=True, kw_only=True):
    """A player's figures over some hands."""

    player: str
    hands: int
    nets: tuple[Amount, ...]
    """By currency, as they first came."""
    per_hundred: Rate | None
    """None without hands."""
    voluntary: Share
    """Put chips in before the draw without having to, of hands in which he was asked there."""
    first_in: Share
    """Bet or raised before anybody had put in chips without having to, of hands with the chance."""
    pat: Share
    """Kept all five cards, of hands in which he came to the draw."""
    drew: tuple[int, ...]
    """How often he drew no card, one, two and so on to five."""
    showdowns: Share
    """Came to a showdown, of hands in which he came to the draw."""
    won_at_showdown: Share
    """Was paid from a pot, of showdowns."""
    course: tuple[HandNet, ...]
    """Hand by hand, in the order in which they came."""


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


class Sheet:
    """A player's figures while hands come in."""

    def __init__(self, player: str) -> None:
        self.player = player
        self._nets: dict[tuple[str, int], Chips] = {}
        self._course: list[HandNet] = []
        self._voluntary = self._first_in = self._showdowns = self._won = Share()
        self._drew: Counter[int] = Counter()

    def add(self, record: HandRecord, play: Play) -> None:
        """One hand more."""
        money = record.currency, record.scale
        self._nets[money] = self._nets.get(money, 0) + play.net
        blinds = play.net / big_blind(record.ruleset)
        self._course.append(HandNet(record.hand, play.net, blinds))
        if play.asked:
            self._voluntary = self._voluntary.plus(play.voluntary)
        if play.could_be_first:
            self._first_in = self._first_in.plus(play.first_in)
        if play.drew is not None:
            self._drew[play.drew] += 1
            self._showdowns = self._showdowns.plus(play.showdown)
        if play.showdown:
            self._won = self._won.plus(play.won)

    def statistics(self) -> Statistics:
        """The figures so far."""
        return Statistics(
            player=self.player,
            hands=len(self._course),
            nets=tuple(Amount(*money, amount) for money, amount in self._nets.items()),
            per_hundred=rate([each.big_blinds for each in self._course]),
            voluntary=self._voluntary,
            first_in=self._first_in,
            pat=Share(self._drew[0], self._drew.total()),
            drew=tuple(self._drew[count] for count in range(HAND_SIZE + 1)),
            showdowns=self._showdowns,
            won_at_showdown=self._won,
            course=tuple(self._course),
        )


def rate(big_blinds: list[float]) -> Rate | None:
    """
    Big blinds in a hundred hands, from those in each.

    >>> rate([2.0]), rate([1.0, 1.0])
    (Rate(mean=200.0, low=None, high=None), Rate(mean=100.0, low=100.0, high=100.0))
    """
    count = len(big_blinds)
    if not count:
        return None
    mean = sum(big_blinds) / count
    if count == 1:
        return Rate(mean * HUNDRED)
    variance = sum((each - mean) ** 2 for each in big_blinds) / (count - 1)
    reach = CONFIDENCE * sqrt(variance / count)
    return Rate(mean * HUNDRED, (mean - reach) * HUNDRED, (mean + reach) * HUNDRED)
