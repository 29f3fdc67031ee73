"""
Playing a match: in this process or in several, to its end or until Ctrl-C.
"""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout
from itertools import islice
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import NamedTuple, Self

from showdown.arena.contestants import Contestant, contestant
from showdown.arena.errors import MatchFailed
from showdown.arena.figures import result_of, times_of
from showdown.arena.interrupt import Interrupt
from showdown.arena.keeping import Keeper
from showdown.arena.plan import Plan, Unit
from showdown.arena.result import Result, Times
from showdown.arena.session import Room, UnitPlayed
from showdown.arena.tally import Tally
from showdown.errors import ShowdownError

TASK = 400
"""A process is given pieces of about so many hands at a time."""

AHEAD = 3
"""So many tasks are laid out for each process."""

Watch = Callable[[Tally], None]


class Match(NamedTuple):
    """A match that was played."""

    result: Result
    times: Times


def run_match(
    plan: Plan, *, processes: int = 1, watch: Watch | None = None, phh: Path | None = None
) -> Match:
    """
    Play a match.

    The result is the same with any number of processes. With several, a script must keep what it
    runs under ``if __name__ == "__main__"``, as :mod:`multiprocessing` asks. Ctrl-C ends the match
    with the sessions that are whole, and the result says that it is not finished.

    Args:
        watch: is shown what has been counted, whenever it is more.
        phh: a folder in which every hand is kept.

    Raises:
        ShowdownError: there is no such bot, its program cannot be started, or a process died.
    """
    for name in dict.fromkeys(plan.bots):
        _try_out(contestant(name))
    tally, interrupt, began = Tally(plan), Interrupt(), perf_counter()
    # What bots print is for their author; stdout is for the result.
    with interrupt.listening(), redirect_stdout(sys.stderr):
        played = _here(plan, phh) if processes <= 1 else _in_processes(plan, processes, phh)
        while (more := _next(played, interrupt)) is not None:
            for piece in more:
                tally.take(piece)
            if watch is not None:
                watch(tally)
        played.close()
    return Match(result_of(tally), times_of(tally, perf_counter() - began, max(1, processes)))


def _try_out(player: Contestant) -> None:
    """Whoever cannot sit down says so before the match begins."""
    player.get_up(player.sit_down(1))


Pieces = list[UnitPlayed]


def _next(played: Iterator[Pieces], interrupt: Interrupt) -> Pieces | None:
    """The pieces that come next; None at the end."""
    try:
        with interrupt.at_once():
            return next(played, None)
    except KeyboardInterrupt:
        return None


def tasks_of(plan: Plan) -> Iterator[list[Unit]]:
    """Pieces that are played one after the other in one process."""
    task: list[Unit] = []
    hands = 0
    for unit in plan.units():
        if task and (hands >= TASK or unit.session != task[0].session):
            yield task
            task, hands = [], 0
        task.append(unit)
        hands += len(plan.rounds_of(unit.session))
    if task:
        yield task


def _here(plan: Plan, phh: Path | None) -> Generator[Pieces]:
    room, keeper = _room(plan), Keeper.of(plan, phh)
    for unit in plan.units():
        yield [_play(room, unit, keeper)]


def _room(plan: Plan) -> Room:
    return Room(plan, [contestant(name) for name in plan.bots])


def _play(room: Room, unit: Unit, keeper: Keeper | None) -> UnitPlayed:
    if keeper is None:
        return room.play(unit)
    with keeper.keeping(unit):
        return room.play(unit, keeper.keep)


# Several processes.


class _Worker(NamedTuple):
    room: Room
    keeper: Keeper | None


_WORKER: list[_Worker] = []
"""What this process plays in; filled when it starts."""


def _start(plan: Plan, phh: Path | None) -> None:
    # Ctrl-C is for the process that counts; it ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    _WORKER[:] = [_Worker(_room(plan), Keeper.of(plan, phh))]


def _work(task: Sequence[Unit]) -> Pieces | str:
    """The pieces of a task, or a sentence why they cannot be played."""
    [worker] = _WORKER
    try:
        return [_play(worker.room, unit, worker.keeper) for unit in task]
    except ShowdownError as error:
        return error.sentence


class Crew:
    """
    Processes that play pieces of a match; use it as a context.

    They are ended with it, at once if they have something to do: it is not wanted any more.
    """

    def __init__(self, plan: Plan, processes: int, phh: Path | None = None) -> None:
        self.processes = processes
        spawn = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(processes, spawn, _start, (plan, phh))

    def play(self, tasks: Iterable[Sequence[Unit]]) -> Generator[Pieces]:
        """
        The pieces of these tasks, as they come.

        Raises:
            MatchFailed: a bot cannot sit down, or a process has died.
        """
        tasks = iter(tasks)
        open_: set[Future[Pieces | str]] = set()
        try:
            while True:
                for task in islice(tasks, self.processes * AHEAD - len(open_)):
                    open_.add(self._pool.submit(_work, task))
                if not open_:
                    return
                done, open_ = wait(open_, return_when=FIRST_COMPLETED)
                yield [piece for future in done for piece in _pieces(future)]
        except BrokenProcessPool:
            raise MatchFailed(
                "A process that plays ended by itself; a bot may have ended it, or memory ran out."
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the processes."""
        for process in list((self._pool._processes or {}).values()):
            process.terminate()
        # Its own thread has to end here: one that ends with the interpreter gets in its way.
        self._pool.shutdown(wait=True, cancel_futures=True)


def _in_processes(plan: Plan, processes: int, phh: Path | None) -> Generator[Pieces]:
    with Crew(plan, processes, phh) as crew:
        yield from crew.play(tasks_of(plan))


def _pieces(future: Future[Pieces | str]) -> Pieces:
    answer = future.result()
    if isinstance(answer, str):
        raise MatchFailed(answer)
    return answer
