"""
A hand that is over, ready to be told: from a server, or from a file.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from msgspec.structs import replace

from client_cli.presenter import SIGNS, Event, Figures, Presenter, Step, words
from showdown.errors import CorruptHistory
from showdown.history import HandRecord
from showdown.history.retelling import retold
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.rules import seen
from showdown.rules.ruleset import Seat
from showdown.rules.table_view import SeatView, TableView

Hand = msg.HandView | HandRecord
"""As a server shows it, or from a file."""

DECISIONS = (seen.Acted, seen.Discarded, seen.DrawChosen)
"""What somebody decided."""


class Story:
    """One hand: a title, and its events with the table around each."""

    def __init__(
        self, title: str, presenter: Presenter, events: tuple[Event, ...], you: Seat | None
    ) -> None:
        """Raises :class:`CorruptHistory` if no hand begins in the events."""
        starts = (n for n, event in enumerate(events) if isinstance(event, seen.HandStarted))
        first = next(starts, None)
        if first is None:
            raise CorruptHistory(str(words.REPLAY_NO_HAND), wanted="hand_started")
        self.title = title
        self.presenter = presenter
        self.events = events[first:]
        self._you = you

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every event that there is something to say about."""
        steps = self.presenter.steps(self.opening, self.events)
        return tuple(step for step in steps if step.lines)

    @property
    def lines(self) -> Iterator[str]:
        """The whole hand in sentences, its title first."""
        yield self.title
        for step in self.steps:
            yield from step.lines

    def with_names(self, change: Callable[[str], str]) -> "Story":
        """The same hand, with its players called otherwise."""
        started = self.events[0]
        assert isinstance(started, seen.HandStarted)
        players = tuple(replace(each, name=change(each.name)) for each in started.players)
        presenter = Presenter(self.presenter.figures, self.presenter.table)
        events = (replace(started, players=players), *self.events[1:])
        return Story(self.title, presenter, events, self._you)

    @property
    def opening(self) -> TableView:
        """The table before anything happened."""
        started = self.events[0]
        assert isinstance(started, seen.HandStarted)
        players = sorted(started.players, key=lambda player: player.seat)
        return TableView(
            ruleset=started.ruleset,
            you=self._you,
            seats=tuple(SeatView(seat=p.seat, name=p.name, stack=p.stack) for p in players),
        )


def figures_of(source: msg.Source | None, *, ascii: bool = False, aloud: bool = False) -> Figures:
    """
    How amounts of a stored hand are told: as chips, or in the money of an imported one.

    >>> stars = msg.Source(site="PokerStars", number="1", currency="USD", scale=100)
    >>> figures_of(stars).chips(105), figures_of(None).chips(105)
    ('$1.05', '105')
    """
    if source is None:
        return Figures(ascii=ascii, aloud=aloud)
    return Figures(
        ascii=ascii, aloud=aloud, scale=source.scale, sign=SIGNS.get(source.currency, "")
    )


def story_of(hand: Hand, *, ascii: bool, aloud: bool = False) -> Story:
    """A hand from wherever it is."""
    if isinstance(hand, HandRecord):
        return from_record(hand, ascii=ascii, aloud=aloud)
    return from_server(hand, ascii=ascii, aloud=aloud)


def from_server(hand: msg.HandView, *, ascii: bool, aloud: bool = False) -> Story:
    """A hand as a server shows it to us."""
    figures = figures_of(hand.source, ascii=ascii, aloud=aloud)
    events = decode_events(hand.events)
    presenter = Presenter(figures, hand.table)
    return Story(_title(hand, events, presenter), presenter, events, hand.you)


def _title(hand: msg.HandView, events: tuple[Event, ...], presenter: Presenter) -> str:
    started = next((each for each in events if isinstance(each, seen.HandStarted)), None)
    return words.STORY.format(
        hand=hand.hand,
        table=hand.table,
        stakes=presenter.stakes(started.ruleset) if started else "",
        when=when(hand.ended_at),
    )


def when(moment: str) -> str:
    """
    A moment as people read it.

    >>> when("2026-11-30T12:00:05Z")
    '2026-11-30 12:00 UTC'
    """
    return f"{moment[:10]} {moment[11:16]} UTC"


def from_record(record: HandRecord, *, ascii: bool, aloud: bool = False) -> Story:
    """
    A hand from a file, with all cards that it knows.

    Cards that an import put in for the hand to be playable are not told.
    """
    figures = Figures(
        ascii=ascii, aloud=aloud, scale=record.scale, sign=SIGNS.get(record.currency, "")
    )
    presenter = Presenter(figures, record.table)
    claims = record.claims
    moment = record.played
    title = words.STORY.format(
        hand=record.hand,
        table=record.table,
        stakes=presenter.stakes(record.ruleset),
        when=f"{moment:%Y-%m-%d %H:%M} UTC" if moment else (claims.played if claims else ""),
    )
    events = retold(record, {person.seat for person in record.players})
    return Story(title.rstrip(" ,"), presenter, events, None)
