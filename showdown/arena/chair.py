"""
A bot in its seat for a session: asking it, telling it what happened, and noting what it does wrong.
"""

import asyncio
import inspect
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import get_args

from showdown.bots.asking import HandDecision
from showdown.bots.contract import Bot, PlayedHand
from showdown.errors import IllegalAction
from showdown.protocol.messages import Move
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.ruleset import Chips, HandId, Seat
from showdown.rules.view import Viewer, project

_MOVES = frozenset(get_args(Move))

CRASH, ILLEGAL, TIMEOUT = "crash", "illegal", "timeout"


class Chair:
    """One bot in one seat."""

    def __init__(self, bot: Bot, seat: Seat, clock: Callable[[], float] = perf_counter) -> None:
        self.bot = bot
        self.seat = seat
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.faults = dict.fromkeys((CRASH, ILLEGAL, TIMEOUT), 0)
        self.first_fault: tuple[int, str] | None = None
        """The hand's number, and what happened in it."""
        self._clock = clock
        self._viewer = Viewer(hand_seat=seat)
        self._hand = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reseeds = _overrides(bot, "reseed")
        # Most bots learn nothing, and to tell them takes longer than to play.
        self.hears_events = _overrides(bot, "on_event")
        self.hears_hands = _overrides(bot, "on_hand")

    def begin(self, hand: int, chance: int) -> None:
        """A hand begins; what the bot leaves to chance comes from this number."""
        self._hand = hand
        if self._reseeds:
            self._guarded("reseed", lambda: self.bot.reseed(chance))
        else:
            self.bot.reseed(chance)

    def choose(self, view: HandDecision) -> Move:
        """The bot's move; the safe one if it fails or names none that it may make."""
        clock = self._clock
        began = clock()
        try:
            answer = self.bot.decide(view)
            if type(answer) not in _MOVES and inspect.isawaitable(answer):
                answer = self._wait_for(answer)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code may raise any
            self._took(clock() - began)
            self._fault(_kind(error), "decide", error)
            return view.safe_move()
        # What _took does; most moves come along here.
        seconds = clock() - began
        self.decisions += 1
        self.seconds += seconds
        if seconds > self.slowest:
            self.slowest = seconds
        try:
            return view.checked(answer)
        except IllegalAction as error:
            self._fault(ILLEGAL, "decide", error)
            return view.safe_move()

    def tell(self, events: Sequence[ev.HandEvent]) -> None:
        """Events happened; only for a bot that hears them."""
        for event in events:
            shown = project(event, self._viewer)
            if not isinstance(shown, seen.Hidden):
                self._guarded("on_event", lambda: self.bot.on_event(shown))  # noqa: B023

    def learn(self, hand: int, net: Chips, events: Sequence[ev.HandEvent]) -> None:
        """A hand is over; only for a bot that learns."""
        shown = [project(event, self._viewer) for event in events]
        whole = tuple(each for each in shown if not isinstance(each, seen.Hidden))
        played = PlayedHand(hand=HandId(hand), seat=self.seat, net=net, events=whole)
        self._guarded("on_hand", lambda: self.bot.on_hand(played))

    def close(self) -> None:
        """The session is over."""
        if self._loop is not None:
            self._loop.close()

    def _guarded(self, name: str, call: Callable[[], object]) -> None:
        try:
            answer = call()
            if answer is not None and inspect.isawaitable(answer):
                self._wait_for(answer)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code may raise any
            self._fault(CRASH, name, error)

    def _wait_for(self, answer: object) -> Move:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        move: Move = self._loop.run_until_complete(_awaited(answer))
        return move

    def _took(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        if seconds > self.slowest:
            self.slowest = seconds

    def _fault(self, kind: str, where: str, error: BaseException) -> None:
        self.faults[kind] += 1
        if self.first_fault is None:
            what = error.sentence if isinstance(error, IllegalAction) else _told(error)
            self.first_fault = (self._hand, f"{kind} in {where}: {what}")


async def _awaited(answer: object) -> Move:
    move: Move = await answer  # type: ignore[misc]
    return move


def _kind(error: BaseException) -> str:
    """What a bot did that raised; a move that its view has refused is one that is not allowed."""
    if isinstance(error, IllegalAction):
        return ILLEGAL
    return TIMEOUT if isinstance(error, TimeoutError) else CRASH


def _told(error: BaseException) -> str:
    """An error in one line; its text may have many."""
    text = str(error).strip()
    first = text.splitlines()[0] if text else ""
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def _overrides(bot: Bot, name: str) -> bool:
    return getattr(getattr(bot, name), "__func__", None) is not getattr(Bot, name)
