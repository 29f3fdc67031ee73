"""
A table as it lies before you: what you see, what was told, what you are asked.
"""

from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum, auto
from time import monotonic
from typing import NamedTuple

from client_cli.countdown import Countdown
from client_cli.desk.draft import Draft
from client_cli.desk.feed import Heard
from client_cli.desk.intentions import Intention
from client_cli.desk.result import Result
from client_cli.link import Back, Lost
from client_cli.presenter import Event, Figures, Presenter, words
from client_cli.presenter.refusing import noticed
from client_cli.talk import spoken_line
from showdown.protocol import messages as msg
from showdown.protocol.session import Received
from showdown.protocol.time_left import Clock
from showdown.rules.events import TurnKind
from showdown.rules.pots import Pot, split_pots
from showdown.rules.ruleset import Chips, Seat, TableId
from showdown.rules.seen import DrawChosen, HandAborted, HandStarted, Left, PotAwarded
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

    def __init__(
        self, table: TableId, figures: Figures, now: Callable[[], float] = monotonic
    ) -> None:
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
        self.draft: Draft | None = None
        """What you prepare while it is your turn."""
        self.intention: Intention | None = None
        """What you have decided for your next turn."""
        self.intended: msg.Move | None = None
        """What came of it: to be sent now."""
        self.sending = False
        """Whether a move was sent and not answered."""
        self.result: Result | None = None
        """How the last hand ended."""
        self.over = False
        """You have no seat here any more."""
        self.leaving = False
        """You want to get up, and to see no more of the table."""
        self.connected = True
        self._was_away = False
        """Whether there was a time without a connection."""
        self.hears_talk = True
        """Whether you want to hear what people say."""
        self.ignored: set[str] = set()
        """Of whom you want to hear nothing."""
        self.remarks: dict[str, str] = {}
        """What you have noted about players, by name in small letters."""
        self.verdict: tuple[str, ...] = ()
        """Who won what with what, in words, when the hand is over."""
        self._stacks: dict[Seat, Chips] = {}
        """With what everybody began the hand."""
        self._countdown = Countdown(now)

    @property
    def own(self) -> SeatView | None:
        """Your seat."""
        return self.view.own if self.view is not None else None

    @property
    def clock(self) -> Clock:
        """The time that is left to whoever is asked."""
        return self._countdown.left

    def pots(self) -> tuple[Pot, ...]:
        """The pots of the rounds that are over; empty where they cannot be known from here."""
        view = self.view
        players = () if view is None else [each for each in view.seats if each.dealt_in]
        if view is None or not view.running or any(p.seat not in self._stacks for p in players):
            return ()
        paid = {each.seat: self._stacks[each.seat] - each.stack - each.bet for each in players}
        if not any(paid.values()):
            return ()
        return split_pots(paid, {each.seat for each in players if each.folded})

    @property
    def drawing(self) -> bool:
        """Whether you are asked which cards you throw away."""
        return self.request is not None and self.request.kind is TurnKind.DRAW

    @property
    def own_rank(self) -> str:
        """What you hold is called; empty without cards."""
        own = self.own
        if self.view is None or own is None or not own.cards:
            return ""
        return self.figures.full_hand(self.view.ruleset.rank(own.cards))

    @property
    def in_hand(self) -> bool:
        """Whether you have cards in a hand that runs."""
        own = self.own
        return self.view is not None and self.view.running and own is not None and own.in_hand

    @property
    def paused(self) -> bool:
        """Whether the host lets no hand begin."""
        return self.view is not None and self.view.paused

    @property
    def needs_you(self) -> bool:
        """Whether it is your turn."""
        return self.request is not None

    def hear(self, heard: Heard) -> bool:
        """Take what is about this table; false if nothing was."""
        match heard:
            case Lost():
                if self.connected:
                    self.note(words.LOST.format(reason=heard.reason, seconds=heard.seconds))
                self.connected, self._was_away = False, True
            case Back():
                self.connected, self.sending = True, False
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
            case msg.Notice() as notice:
                self.note(noticed(notice))
        return True

    def _greeted(self, welcome: msg.Welcome) -> bool:
        """After a break: whether we still sit here."""
        if (
            not self._was_away
            or self.own is None
            or any(seat.table == self.table for seat in welcome.seats)
        ):
            return False
        self.note(words.SEAT_GONE.format(table=self.table))
        self.over = True
        self._ask(None)
        return True

    def _shown(self, snapshot: msg.Snapshot) -> None:
        self.view, self.away, self.over = snapshot.view, frozenset(snapshot.away), False
        self._ask(snapshot.request)

    def _updated(self, update: msg.Update, received: Received) -> None:
        before, after = received.before, received.after
        if before is None or after is None:
            return
        for step in self.presenter.steps(before, received.events):
            self._happened(step.event, before.you)
            if isinstance(step.event, PotAwarded):
                self.verdict += step.lines
            for line in step.lines:
                self._write(Line(line, opens=isinstance(step.event, HandStarted)))
        self.view = after
        self.result = Result.of(received.events, after.ruleset, self._stacks) or self.result
        self._seen(received)
        if received.proven is not None:
            self.tell(self.presenter.proven(received.proven))
        chosen = any(isinstance(event, DrawChosen) for event in received.events)
        if update.request is not None or chosen or not self._is_asked(before.you):
            self._ask(update.request)

    def _happened(self, event: Event, you: Seat | None) -> None:
        match event:
            case HandStarted(players=players):
                self.result, self.verdict = None, ()
                self._stacks = {player.seat: player.stack for player in players}
            case HandAborted():
                self.result, self.verdict = None, ()
            case Left(seat=seat) if seat == you:
                self.over = True

    def asked_again(self, request: msg.ActionRequest) -> None:
        """The server says what it asks, since it did not like the answer."""
        self.sending = False
        self._ask(request)

    def _ask(self, request: msg.ActionRequest | None) -> None:
        """It is your turn, or it is not."""
        own = self.own
        if own is not None and own.leaving:
            request = None  # the house acts for who is on his way out
        self.request = request
        if request is None:
            self.draft, self.sending = None, False
        else:
            self._prepare(request)
        self._follow_intention()

    def _prepare(self, request: msg.ActionRequest) -> None:
        """A draft for this turn; the one that there is stays if it is the same turn."""
        turn = (self.view.hand if self.view is not None else None, request.turn)
        if self.draft is None or self.draft.turn != turn:
            self.draft = Draft(turn, request.cards)
            self.sending = False

    def _follow_intention(self) -> None:
        """Act on what was decided beforehand, or take it back if the price is another one."""
        intention, view = self.intention, self.view
        if intention is None or view is None:
            return
        if self.request is not None:
            self.intended = intention.move(self.request) if intention.holds(view) else None
            if self.intended is None:
                self._take_back(intention)
            self.intention = None
        elif not intention.holds(view):
            self._take_back(intention)
            self.intention = None

    def _take_back(self, intention: Intention) -> None:
        assert self.view is not None
        if self.view.running and self.view.hand == intention.hand:
            self.note(words.LATER_GONE.format(what=intention.said(self.own, self.figures)))

    def take_intended(self) -> msg.Move | None:
        """What is to be sent since it was decided beforehand; only once."""
        intended, self.intended = self.intended, None
        return intended

    def _is_asked(self, seat: Seat | None) -> bool:
        """Whether a turn is open for a seat, perhaps for others as well."""
        return self.view is not None and seat in self.view.asked

    def _seen(self, received: Received) -> None:
        """Who of the players is connected."""
        self.away = (self.away | received.gone) - received.back
        if received.after is not None:
            self.tell(self.presenter.presence(received.after, received.gone, received.back))

    def _said(self, said: msg.Said) -> None:
        if self.hears_talk and said.name.casefold() not in self.ignored:
            self.tell((spoken_line(said),), Tone.TALK)
