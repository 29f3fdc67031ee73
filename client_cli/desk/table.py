"""
A table as it lies before you: what you see, what was told, what you are asked.
"""

from collections import deque
from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

from client_cli.countdown import Countdown
from client_cli.desk.feed import Heard
from client_cli.link import Back, Lost
from client_cli.presenter import Figures, Presenter, words
from client_cli.talk import spoken_line
from showdown.protocol import messages as msg
from showdown.protocol.session import Received
from showdown.protocol.time_left import Clock
from showdown.rules.ruleset import Chips, Seat, TableId
from showdown.rules.seen import DrawChosen, HandStarted, Left, PotAwarded
from showdown.rules.table_view import SeatView, TableView

KEPT = 1000
"""So many lines of what was told are kept to scroll back to."""


class Tone(Enum):
    """Whose words a line is."""

    GAME = auto()
    TALK = auto()
    NOTE = auto()


class Line(NamedTuple):
    """Something that was told."""

    text: str
    tone: Tone = Tone.GAME
    opens: bool = False
    """Whether a hand begins with it."""


class TableDesk:
    """One table, followed for you; it hears everything that comes and takes what is its own."""

    def __init__(self, table: TableId, figures: Figures) -> None:
        self.table = table
        self.figures = figures
        self.presenter = Presenter(figures, table)
        self.view: TableView | None = None
        self.away: frozenset[Seat] = frozenset()
        self.request: msg.ActionRequest | None = None
        """What you are to decide, if it is your turn."""
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.told = 0
        """How many lines were ever told."""
        self.won: dict[Seat, Chips] = {}
        """Who won how much in the hand that is over."""
        self.over = False
        """You have no seat here any more."""
        self._countdown = Countdown()
        self._ignored: set[str] = set()

    @property
    def own(self) -> SeatView | None:
        """Your seat."""
        return self.view.own if self.view is not None else None

    @property
    def clock(self) -> Clock:
        """The time that is left to whoever is asked."""
        return self._countdown.left

    @property
    def needs_you(self) -> bool:
        """Whether it is your turn."""
        return self.request is not None

    def hear(self, heard: Heard) -> bool:
        """Take what is about this table; false if nothing was."""
        match heard:
            case Lost():
                sentence = words.STILL_LOST if heard.again else words.LOST
                self.note(sentence.format(reason=heard.reason, seconds=heard.seconds))
            case Back():
                self.note(str(words.AGAIN))
            case Received():
                return self._receive(heard)
        return True

    def tell(self, lines: Iterable[str], tone: Tone = Tone.GAME) -> None:
        """Write something into what was told."""
        for line in lines:
            self._write(Line(line, tone))

    def note(self, line: str) -> None:
        """Write a line about the game."""
        self.tell((line,), Tone.NOTE)

    def _write(self, line: Line) -> None:
        self.lines.append(line)
        self.told += 1

    def _receive(self, received: Received) -> bool:
        message = received.message
        if isinstance(message, msg.Welcome):
            return self._greeted(message)
        if getattr(message, "table", None) != self.table:
            return False
        self._countdown.follow(received.clock)
        match message:
            case msg.Snapshot():
                self._shown(message)
            case msg.Update():
                self._updated(message, received)
            case msg.Presence():
                self._seen(received)
            case msg.Said():
                self._said(message)
            case msg.Notice(message=text):
                self.note(text)
        return True

    def _greeted(self, welcome: msg.Welcome) -> bool:
        """After a break: whether we still sit here."""
        if self.own is None or any(seat.table == self.table for seat in welcome.seats):
            return False
        self.note(words.SEAT_GONE.format(table=self.table))
        self.request, self.over = None, True
        return True

    def _shown(self, snapshot: msg.Snapshot) -> None:
        self.view, self.away = snapshot.view, frozenset(snapshot.away)
        self.request, self.over = snapshot.request, False

    def _updated(self, update: msg.Update, received: Received) -> None:
        before, after = received.before, received.after
        if before is None or after is None:
            return
        for step in self.presenter.steps(before, received.events):
            if isinstance(step.event, HandStarted):
                self.won = {}
            if isinstance(step.event, PotAwarded):
                self.won[step.event.seat] = self.won.get(step.event.seat, 0) + step.event.amount
            if isinstance(step.event, Left) and step.event.seat == before.you:
                self.over = True
            for line in step.lines:
                self._write(Line(line, opens=isinstance(step.event, HandStarted)))
        self.view = after
        self._seen(received)
        if received.proven is not None:
            self.tell(self.presenter.proven(received.proven))
        chosen = any(isinstance(event, DrawChosen) for event in received.events)
        if update.request is not None or chosen or not self._is_asked(before.you):
            self.request = update.request

    def _is_asked(self, seat: Seat | None) -> bool:
        """Whether a turn is open for a seat, perhaps for others as well."""
        turn = self.view.turn if self.view is not None else None
        return turn is not None and seat in (turn.seat, *(each.seat for each in turn.others))

    def _seen(self, received: Received) -> None:
        """Who of the players is connected."""
        self.away = (self.away | received.gone) - received.back
        if received.after is not None:
            self.tell(self.presenter.presence(received.after, received.gone, received.back))

    def _said(self, said: msg.Said) -> None:
        if said.name.casefold() not in self._ignored:
            self.tell((spoken_line(said),), Tone.TALK)
