"""
Bots that are programs of their own, in any language: they are asked by lines of JSON.

docs/bots-stdio.md is the page for their authors. The same lines go to a program that is started
here (``cmd:PROGRAM ARGS``) and to one that its author serves on a websocket (``ws://HOST:PORT``).
"""

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any, Self, TypeVar, cast

import msgspec
from msgspec import Struct

from showdown.bots.contract import Bot, Decision, Move, PlayedHand
from showdown.bots.lines import PROTOCOL, Lines, Program, ProgramEnded
from showdown.errors import ShowdownError
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.protocol.plain import plain
from showdown.rules.ruleset import Chips, HandId, Seat

log = logging.getLogger("showdown.bots")

_Kind = TypeVar("_Kind")

START_SECONDS = 15.0
"""So long a program may take until it says that it is ready."""
MOST_STARTS = 5
"""So often a program is started for one bot; then it is let lie."""


class BadAnswer(ShowdownError):
    """What a program wrote is no answer."""

    code = "bad_answer"


class AheadOfUs(BadAnswer):
    """A program answered what it was not asked yet, and so does not listen."""


# To the program.


class _Line(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all lines have in common."""


class Hello(_Line, frozen=True, tag="hello", omit_defaults=False):
    """The first line; the program answers ``ready``."""

    protocol: str = PROTOCOL


class NewHand(_Line, frozen=True, tag="hand"):
    """A hand begins; nothing answers."""

    seed: int
    """From which all chance in this hand is to be taken, so that it can be played again."""


class Request(_Line, frozen=True, tag="request"):
    """Your turn; the program answers ``act`` with the same id."""

    id: int
    budget_ms: int
    """After so long you have hung, and are started anew."""
    request: msg.ActionRequest
    """As it is on the wire."""
    hand: HandId | None = None


class HandOver(_Line, frozen=True, tag="hand_over"):
    """A hand is over; only for who said ``hears`` when it was ready. Nothing answers."""

    hand: HandId
    seat: Seat
    net: Chips
    events: msg.Events


# From the program.


class Ready(Struct, frozen=True, kw_only=True, tag="ready"):
    """The program is there."""

    hears: bool = False
    """Whether it wants to hear of hands that are over."""


class Act(Struct, frozen=True, kw_only=True, tag="act"):
    """An answer."""

    id: int
    action: Any = None


class ExternalBot(Bot):
    """
    A bot whose decisions another program makes.

    The program is started with the first question, or before it by :meth:`start`. If it hangs or
    ends, that question gets no answer, and with the next one it is started anew,
    :data:`MOST_STARTS` times in all. A copy has a program of its own.

    Args:
        name: what to call it where something is said about it.
        start: starts it, or connects to it.
        limit: seconds that it may take for a decision, however many there are.
    """

    def __init__(self, name: str, start: Callable[[], Lines], limit: float | None = None) -> None:
        self.name = name
        self.starts = 0
        """How often it was started."""
        self._connect = start
        self._limit = limit
        self._lines: Lines | None = None
        self._hears = False
        self._asked = 0
        self._hand: NewHand | None = None

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return type(self)(self.name, self._connect, self._limit)

    def reseed(self, seed: int) -> None:
        """Tell the program the seed of the hand that begins."""
        super().reseed(seed)
        self._hand = NewHand(seed=seed)

    def decide(self, view: Decision) -> Move:
        """
        Ask the program.

        Raises:
            TimeoutError: it did not answer in time, or does not read.
            ProgramEnded: it is gone.
            BadAnswer: it wrote something else.
        """
        lines = self.start()
        seconds = view.budget if self._limit is None else min(view.budget, self._limit)
        self._asked += 1
        asked = Request(
            id=self._asked,
            budget_ms=int(seconds * 1000),
            hand=view.hand,
            request=view.request,
        )
        try:
            lines.write(self._news() + _encoded(asked))
            return self._answer(lines, seconds)
        except (TimeoutError, ProgramEnded, AheadOfUs):
            self.close()
            raise

    def on_hand(self, hand: PlayedHand) -> None:
        """Tell the program what came of a hand, if it wants to hear."""
        if self._lines is None or not self._hears:
            return
        events = encode_events(hand.events)
        over = HandOver(hand=hand.hand, seat=hand.seat, net=hand.net, events=events)
        try:
            self._lines.write(_encoded(over))
        except (TimeoutError, ProgramEnded):
            self.close()
            raise

    def close(self) -> None:
        """End the program; the next question starts it anew."""
        if self._lines is not None:
            self._lines.close()
            self._lines = None

    def start(self) -> Lines:
        """
        Start the program if it does not run.

        Raises:
            ProgramEnded: it cannot be started, or not once more.
            TimeoutError: it is not ready in time.
            BadAnswer: it says something else.
        """
        if self._lines is None:
            if self.starts == MOST_STARTS:
                raise ProgramEnded(
                    f"{plain(self.name)!r} was started {MOST_STARTS} times and is let lie.",
                    found=MOST_STARTS,
                )
            self.starts += 1
            if self.starts > 1:
                log.warning("%s is started anew", plain(self.name))
            self._lines = lines = self._connect()
            try:
                lines.write(_encoded(Hello()))
                ready = _decoded(_line(lines, START_SECONDS, "said nothing"), Ready)
            except BaseException:
                self.close()
                raise
            self._hears = ready.hears
        return self._lines

    def _news(self) -> bytes:
        """That a hand has begun, if the program does not know yet."""
        hand, self._hand = self._hand, None
        return b"" if hand is None else _encoded(hand)

    def _answer(self, lines: Lines, seconds: float) -> Move:
        """The answer to what was asked last; one that comes too late is passed over."""
        until = monotonic() + seconds
        late = f"has not answered within {seconds:g} s"
        while True:
            left = max(0.0, until - monotonic())
            act = _decoded(_line(lines, left, late), Act)
            if act.id == self._asked:
                return _move(act.action)
            if act.id > self._asked:
                raise AheadOfUs(
                    f"It answered question {act.id}, and {self._asked} is the last.",
                    found=act.id,
                    wanted=self._asked,
                )
            if not left:
                # There may always be one more old answer that has come already.
                raise _hangs(late)


def _encoded(line: _Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _line(lines: Lines, seconds: float, otherwise: str) -> bytes:
    try:
        return lines.read(seconds)
    except TimeoutError:
        raise _hangs(otherwise) from None


def _hangs(what: str) -> TimeoutError:
    return TimeoutError(f"It {what}, and is ended.")


def _decoded(line: bytes, kind: type[_Kind]) -> _Kind:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        wrote = plain(line.decode(errors="replace").strip())[:80]
        raise BadAnswer(
            f"It wrote {wrote!r} to stdout, which is no {kind.__name__.lower()!r} line ({error}); "
            "what is for people belongs to stderr.",
            found=wrote,
            wanted=kind.__name__.lower(),
        ) from None


def _move(action: object) -> Move:
    """A move, or what is none and will be refused like any other bot's nonsense."""
    try:
        move: Move = msgspec.convert(action, msg.Move)
    except msgspec.ValidationError:
        return cast("Move", action)
    return move


def _program(name: str) -> Lines:
    return Program(name.removeprefix("cmd:"))


def _served(name: str) -> Lines:
    from showdown.bots.socket_lines import SocketLines

    return SocketLines(name)


KINDS: dict[str, Callable[[str], Lines]] = {"cmd:": _program, "ws://": _served, "wss://": _served}
"""How to reach a program, by what its name begins with."""

PREFIXES = tuple(KINDS)
"""What the name of a program begins with."""


def is_external(name: str) -> bool:
    """Whether a name means a program of its own."""
    return name.startswith(PREFIXES)


def external(name: str, limit: float | None = None) -> ExternalBot:
    """The bot of that name, as in ``cmd:node bot.mjs`` or ``ws://127.0.0.1:9000``."""
    (start,) = (start for prefix, start in KINDS.items() if name.startswith(prefix))
    return ExternalBot(name, lambda: start(name), limit)
