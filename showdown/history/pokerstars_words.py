"""
What PokerStars text can say, and in which words: money, dates, and the hands that it cannot tell.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from showdown.errors import Unsayable
from showdown.history.record import PLAY_CHIPS, HandRecord, display
from showdown.history.replaying import split_later_shows
from showdown.history.small_blinds import told_small_blind
from showdown.history.zones import from_eastern
from showdown.rules import events as ev
from showdown.rules.ruleset import AnteType, Chips, DrawMode, Game, Second
from showdown.rules.wild import Wild

SITE = "PokerStars"
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}
LIMITS = {Game.NO_LIMIT: "No Limit", Game.POT_LIMIT: "Pot Limit", Game.FIXED_LIMIT: "Limit"}
CENTS = 100
MOST_RAISES = 3
"""In a round of fixed-limit."""


class Money:
    """
    How a hand writes amounts.

    >>> Money("USD", 100)(5), Money("USD", 100)(300), Money("chips", 1)(300)
    ('$0.05', '$3', '300')
    """

    def __init__(self, currency: str, scale: int) -> None:
        self.sign = SIGNS.get(currency, "")
        self.currency = currency
        self.scale = scale

    def __call__(self, amount: Chips) -> str:
        """An amount: cents only where there are some."""
        whole, cents = divmod(amount, self.scale)
        return f"{self.sign}{display(amount, self.scale) if cents else whole}"

    def stakes(self, low: Chips, high: Chips) -> str:
        """
        Both stakes, either with cents or without.

        >>> Money("USD", 100).stakes(50, 100), Money("chips", 1).stakes(5, 10)
        ('$0.50/$1.00 USD', '5/10')
        """
        if self.scale == 1:
            return f"{low}/{high}"
        if low % self.scale or high % self.scale:
            both = [f"{self.sign}{display(each, self.scale)}" for each in (low, high)]
        else:
            both = [self(low), self(high)]
        return f"{both[0]}/{both[1]} {self.currency}"


def eastern_time(moment: datetime) -> str:
    """
    A point in time as the client writes it, on New York's clocks.

    >>> eastern_time(datetime(2009, 11, 25, 7, 5, 43, tzinfo=UTC))
    '2009/11/25 2:05:43 ET'
    """
    local = moment - timedelta(hours=4)
    if from_eastern(local) != moment:
        local = moment - timedelta(hours=5)
    return f"{local:%Y/%m/%d} {local.hour}:{local:%M:%S} ET"


def loses_time(moment: datetime) -> bool:
    """Whether a text gives another point in time: a part of a second, an hour that came twice."""
    local = moment - timedelta(hours=4)
    if from_eastern(local) == moment:
        return moment.microsecond > 0
    return from_eastern(moment - timedelta(hours=5)) != moment or moment.microsecond > 0


EPOCH = datetime(1970, 1, 1, 5, tzinfo=UTC)
"""When a hand was played of which nobody knows; midnight in New York."""


def check_sayable(record: HandRecord) -> None:
    """
    Make sure that there are words for a hand.

    Raises:
        Unsayable: there are not; the first reason.
    """
    for reason in _reasons(record):
        raise Unsayable(f"PokerStars text has no words for {reason}.", found=record.hand)


def _reasons(record: HandRecord) -> Iterator[str]:
    rules, started = record.ruleset, record.started
    if rules.wild is not Wild.NONE:
        yield f"wild cards ({rules.wild})"
    if rules.jacks is not None or started.openers is not None:
        yield "jackpots, in which opening takes a pair"
    if rules.game is Game.SPREAD_LIMIT:
        yield "spread-limit"
    if rules.second is Second.OPENER:
        yield "a second round that the opener begins"
    if rules.ante_type is AnteType.BIG_BLIND and rules.ante:
        yield "an ante that the big blind pays for the table"
    if rules.game is not Game.FIXED_LIMIT and 0 < rules.bb < rules.min_bet:
        yield "a smallest bet above the big blind"
    if isinstance(record.events[-1], ev.HandAborted):
        yield "a hand that was given up"
    if not _is_money(record):
        yield f"amounts of {record.currency} in parts of {record.scale}"
    yield from _posting_reasons(record)
    yield from _name_reasons(record)


def _is_money(record: HandRecord) -> bool:
    if record.currency == PLAY_CHIPS:
        return record.scale == 1
    return record.currency in SIGNS and record.scale == CENTS


def _posting_reasons(record: HandRecord) -> Iterator[str]:
    started = record.started
    posted = {
        event.kind: event.seat for event in record.events if isinstance(event, ev.BlindPosted)
    }
    if started.big_blind is not None and ev.BlindKind.BIG not in posted:
        yield "a big blind that was not posted, since the ante took the last chip"
    if (
        started.ruleset.game is Game.POT_LIMIT
        and started.small_blind is not None
        and started.ruleset.sb
        and ev.BlindKind.SMALL not in posted
    ):
        # It counts for how much may be bet, so whoever reads the text has to know of it.
        yield "pot-limit with a small blind that was not posted, since the ante took the last chip"
    alone = any(post.dead and not post.live for post in started.posts)
    if ev.BlindKind.SMALL not in posted and alone:
        yield "a dead small blind where nobody posts the small blind"
    if (
        started.ruleset.game is Game.FIXED_LIMIT
        and any(post.dead for post in started.posts)
        and told_small_blind(record) != started.ruleset.sb
    ):
        # How much of a late post is dead and how much a bet hangs on it.
        yield "a dead small blind of which nobody posts the whole"
    raises: Counter[bool] = Counter()
    drawn = False
    for event in record.events:
        drawn = drawn or isinstance(event, ev.Discarded | ev.DrawChosen)
        raises[drawn] += isinstance(event, ev.Acted) and event.move is ev.Move.RAISE
    limit = started.ruleset.game is Game.FIXED_LIMIT
    if limit and max(raises.values(), default=0) > MOST_RAISES:
        yield f"more than {MOST_RAISES} raises in a round of fixed-limit"


_BEGINNINGS = ("PokerStars", "Dealt to", "Uncalled bet")
"""How lines begin that are not about the player whose name stands first."""


def _name_reasons(record: HandRecord) -> Iterator[str]:
    names = Counter(record.name_of(dealt.seat) for dealt in record.started.lineup)
    for name, times in names.items():
        if times > 1:
            yield f"{times} players of the name {name!r}"
        if len(name.splitlines()) > 1 or "\n" in name or "\r" in name:
            yield f"a name of several lines, {name!r}"
        if name.startswith(_BEGINNINGS):
            yield f"a name that begins as a line of the text does, {name!r}"
        if name != name.strip():
            yield f"a name with blanks around it, {name!r}"
    if "\n" in record.table or "\r" in record.table or not record.table:
        yield f"a table of the name {record.table!r}"


def left_out(record: HandRecord) -> Iterator[str]:
    """What the text of a hand does not say, beside cards that its reader may not see."""
    yield from (sentence.format(record=record) for holds, sentence in _LOSSES if holds(record))
    for dealt in record.started.lineup:
        if not dealt.name:
            called = record.name_of(dealt.seat)
            yield f"Seat {dealt.seat} has no name; the text calls it {called!r}."


def said_when(record: HandRecord) -> str:
    """When the hand was played by its own text, if that was the site's."""
    return record.claims.played if record.claims and record.site == SITE else ""


def _has_no_time(record: HandRecord) -> bool:
    return record.played is None and not said_when(record)


def _has_clocks(record: HandRecord) -> bool:
    return any(isinstance(event, ev.Turn) and event.base_ms for event in record.events)


_LOSSES: tuple[tuple[Callable[[HandRecord], bool], str], ...] = (
    (
        lambda record: record.site != SITE,
        "The text does not say that the hand was played at {record.site}.",
    ),
    (_has_no_time, "It is not known when the hand was played; the text says 1970."),
    (
        lambda record: record.played is not None and loses_time(record.played),
        "The time is given to the second, and of an hour that came twice as the first.",
    ),
    (
        lambda record: any(dealt.account for dealt in record.started.lineup),
        "Accounts are left out.",
    ),
    (_has_clocks, "Clocks and time banks are left out."),
    (
        lambda record: bool(split_later_shows(record.events)[1]),
        "Hands that were shown when all was over are left out.",
    ),
    (lambda record: bool(record.started.hand_key), "The key of the hand is left out."),
    (
        lambda record: record.ruleset.draw_mode is DrawMode.SIMULTANEOUS,
        "The text does not say that all chose their discards at once, nor in which order.",
    ),
    (
        lambda record: record.ruleset.unit != 1,
        "The smallest chip, {record.ruleset.unit}, is left out; a text counts in single ones.",
    ),
)
"""What holds of a record, and what is lost then."""
