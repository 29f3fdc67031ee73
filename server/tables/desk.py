"""
What a table answers to the requests of its listeners.

Each request runs as one job of the table's inbox and gets exactly one reply: inside the update or
snapshot that it caused, or alone.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from server.ports import StaleTable, StorageError, StoredEntry
from server.tables.actor import RequestFailed, TableActor
from server.tables.refusing import Refused, error_for, error_of
from server.tables.retrying import is_same_move
from server.tables.telling import Listener
from server.tables.world import Cause, Moved, Undecided
from showdown.errors import CorruptHistory, IllegalAction
from showdown.protocol import messages as msg
from showdown.rules import table as rules
from showdown.rules.hand import HandState
from showdown.rules.ruleset import AccountId, HandId, Seat
from showdown.rules.table_view import turn_view

Look = msg.Watch | msg.Resume | msg.Unwatch
"""What can be asked while the table waits, too."""

TableRequest = (
    msg.Sit
    | msg.Leave
    | msg.SitOut
    | msg.SitIn
    | msg.PostNow
    | msg.Show
    | msg.Anchor
    | msg.TopUp
    | msg.Wait
    | msg.Unwait
    | Look
    | msg.Act
)


BOT_LEAVES = (
    "All seats are taken, but a house bot makes room when its hand is over; wait for the table."
)
FAULT = "This led to a fault of the server and was not done; the table is being restored."


class Desk:
    """The front of one table."""

    def __init__(self, actor: TableActor) -> None:
        self.actor = actor
        self._asked: asyncio.Future[None] | None = None
        """Who waits for the job that runs."""

    async def ask(
        self, listener: Listener, name: str, request: TableRequest, arrived: float
    ) -> None:
        """
        Put a request to the table and wait until it is answered.

        Args:
            name: how the player is called at the table.
            arrived: when the request came in, on the table's clock.

        Raises:
            Moved: the table is not run here any more, and nobody was answered.
        """
        if self.actor.closed:
            closed = Refused("no_such_table", self._closed, found=self.actor.table)
            self._refuse(listener, request, closed)
            return
        await self.in_turn(lambda: self.answer(listener, name, request, arrived))

    async def order(
        self, listener: Listener, request: msg.Host, do: Callable[[Cause], Awaitable[bool]]
    ) -> None:
        """
        Let a host's order be done in the table's turn and wait until it is answered.

        Args:
            do: does it, and says whether an update has told so.

        Raises:
            Moved: the table is not run here any more, and nobody was answered.
        """
        if self.actor.closed:
            closed = Refused("no_such_table", self._closed, found=self.actor.table)
            self._refuse(listener, request, closed)
            return
        assert listener.account is not None
        cause = Cause(listener=listener, request=request.id, account=listener.account)

        async def obey() -> None:
            if self.actor.unavailable is not None:
                raise Refused("unavailable", self.actor.unavailable)
            told = listener in self.actor.audience.listeners
            if not await do(cause) or not told:
                listener.tell(msg.Reply(id=request.id, ok=True))

        await self.in_turn(lambda: self._answered(listener, request, obey))

    async def in_turn(self, work: Callable[[], Awaitable[None]]) -> None:
        """
        Do something as a job of the table, and wait until it is done.

        Raises:
            Moved: the table is not run here any more.
        """
        if self.actor.has_moved:
            raise Moved
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        asking = self.actor.asking

        async def job() -> None:
            self._asked = done
            try:
                await work()
            except BaseException as error:
                cut_off = isinstance(error, asyncio.CancelledError) and self.actor.has_moved
                # All who were not answered are told when the table has ended here.
                if done not in asking or not (cut_off or isinstance(error, Moved)):
                    _finish(done)
                raise
            finally:
                self._asked = None
            _finish(done)

        self.actor.post(job)
        asking[done] = None
        try:
            await done
        finally:
            asking.pop(done, None)

    def resume(self, listener: Listener, last_seq: int | None) -> None:
        """Let somebody who saw the table at another node see it on; nobody is answered."""
        self.actor.post(partial(self._show_on, listener, last_seq))

    async def resumed(self, listener: Listener, last_seq: int | None) -> None:
        """
        Do the same, and wait until he sees it.

        Raises:
            Moved: the table is not run here any more.
        """
        await self.in_turn(partial(self._show_on, listener, last_seq))

    async def _show_on(self, listener: Listener, last_seq: int | None) -> None:
        actor = self.actor
        if actor.broken:
            actor.audience.listen(listener)
        elif actor.parked is None and not listener.gone:
            await actor.catching_up.see_on(listener, last_seq)

    def open(self, account: AccountId, request: msg.Open) -> None:
        """
        Put an opening to the table; nobody is answered.

        It is taken also while nothing can be stored: it is not sent a second time.
        """
        actor = self.actor

        # At once: behind a job that waits for the disk it would come too late.
        if not actor.closed and not actor.has_moved and actor.window.take(account, request):
            actor.post(actor.go_on)

    def answer(
        self, listener: Listener, name: str, request: TableRequest, arrived: float
    ) -> Awaitable[None]:
        """
        Answer a request now; only inside a job of the table.

        Raises:
            RequestFailed: it has led to a fault of ours.
        """
        return self._answered(listener, request, lambda: self._do(listener, name, request, arrived))

    async def _answered(
        self,
        listener: Listener,
        request: TableRequest | msg.Host,
        work: Callable[[], Awaitable[None]],
    ) -> None:
        """Do what was asked for; whatever hinders it is told to who asked."""
        try:
            await work()
        except Undecided:
            return  # the table answers when it is known
        except Moved:
            raise
        except (IllegalAction, Refused) as error:
            self._refuse(listener, request, error)
        except StorageError as error:
            if isinstance(error, StaleTable) and self.actor.world.ceded is not None:
                raise Moved from error
            if error.is_ours:
                self.actor.log.warning(
                    "request failed", account=listener.account, reason=str(error)
                )
            self._refuse(listener, request, error)
        except Exception as error:
            self._fail(listener, request)
            raise RequestFailed(f"{type(request).__name__} {request.id} failed") from error
        else:
            if self._asked is not None:
                self.actor.asking.pop(self._asked, None)  # what follows is nobody's answer
            await self.actor.go_on()

    @property
    def _closed(self) -> str:
        return f"There is no table {self.actor.table!r} any more; ask for the tables."

    def _fail(self, listener: Listener, request: TableRequest | msg.Host) -> None:
        """Answer who has led us to a fault, unless the table will, since something is stored."""
        if not self.actor.storing.owe_answer():
            error = error_for("unavailable", FAULT)
            listener.tell(msg.Reply(id=request.id, error=error))

    def _refuse(
        self,
        listener: Listener,
        request: TableRequest | msg.Host,
        why: IllegalAction | Refused | StorageError,
    ) -> None:
        acting = isinstance(request, msg.Act)
        listener.tell(
            msg.Reply(
                id=request.id,
                error=error_of(why),
                turn=turn_view(self.actor.running) if acting else None,
                request=self.actor.audience.request_of(listener.account) if acting else None,
            )
        )

    async def _do(
        self, listener: Listener, name: str, request: TableRequest, arrived: float
    ) -> None:
        account = listener.account
        if not isinstance(request, msg.Act) and isinstance(request, Look):
            await self._look(listener, request)
            return
        self._check_going_on()
        match request:
            case _ if account is None:
                raise Refused("not_signed_in", "Say hello with a name before you play.")
            case msg.Act():  # first, since it is what is nearly always asked
                await self._act(listener, account, request, arrived)
            case msg.Sit():
                await self._sit(listener, name, account, request)
            case msg.Wait():
                self._wait(listener, account, request)
            case msg.Unwait():
                self._unwait(listener, account, request)
            case msg.Show():
                self._check_shown(request)
                await self._wish(listener, account, request)
            case _:
                await self._wish(listener, account, request)

    def _check_going_on(self) -> None:
        """Complain if nothing can be changed here now."""
        actor = self.actor
        if actor.closed:
            raise Refused("no_such_table", self._closed)
        if actor.unavailable is not None:
            raise Refused("unavailable", actor.unavailable)
        if actor.vacancy is not None and actor.vacancy.closing:
            raise Refused("unavailable", f"Table {actor.table} is being closed.")

    async def _look(self, listener: Listener, request: Look) -> None:
        """What can be asked while the table waits, too: to see it, or not to."""
        actor, answer = self.actor, msg.Answer(id=request.id, ok=True)
        if actor.closed:
            raise Refused("no_such_table", self._closed)
        if isinstance(request, msg.Unwatch):
            self._unwatch(listener, request)
        elif actor.parked is not None:
            raise Refused("unavailable", actor.parked)
        elif not self._has_room_for(listener):
            most = actor.world.most_spectators
            sentence = f"Table {actor.table} is watched by {most} already, the most that may."
            raise Refused("too_many_spectators", sentence, found=actor.table, wanted=most)
        elif actor.broken:
            actor.audience.listen(listener)
            listener.tell(msg.Reply(id=request.id, ok=True))
        elif isinstance(request, msg.Resume):
            await actor.catching_up.resume(listener, request.last_seq, answer)
        else:
            actor.audience.show(listener, answer)

    def _has_room_for(self, listener: Listener) -> bool:
        """Whether somebody can see the table: who sits there or sees it already always can."""
        actor, account = self.actor, listener.account
        if listener in actor.audience.listeners or (account and actor.seats(account)):
            return True
        return actor.audience.spectators < actor.world.most_spectators

    def _unwatch(self, listener: Listener, request: msg.Unwatch) -> None:
        if listener.account and self.actor.state.seating.of(listener.account) is not None:
            raise Refused("seated", "You sit at this table and see it until you leave.")
        self.actor.hide(listener)
        listener.tell(msg.Reply(id=request.id, ok=True))

    async def _sit(
        self, listener: Listener, name: str, account: AccountId, request: msg.Sit
    ) -> None:
        chips = (await self.actor.world.accounts.get(account)).chips
        rules_, least = self.actor.state.ruleset, self.actor.least_buy_in(account)
        buy_in = request.buy_in
        if buy_in is None:
            affordable = chips // rules_.unit * rules_.unit
            buy_in = max(min(rules_.usual_buy, affordable), least)
        if buy_in > chips and self.actor.state.seating.of(account) is None:
            raise Refused(
                "insufficient_funds",
                f"A buy-in of {buy_in} is more than the {chips} chips that you have; "
                f"this table wants at least {least} from you.",
                found=chips,
                wanted=buy_in,
            )
        seat = await self._seat_for(account, request)
        watching = self.actor.audience.pass_over(listener)
        try:
            await self.actor.perform(
                rules.Sit(account=account, name=name, buy_in=buy_in, seat=seat),
                Cause(listener=listener, request=request.id, account=account),
            )
        except (IllegalAction, StorageError):
            if watching:
                self.actor.audience.listen(listener)
            raise
        self.actor.waiting.leave(account)
        self.actor.audience.show_seat(listener, msg.Answer(id=request.id, ok=True))

    async def _seat_for(self, account: AccountId, request: msg.Sit) -> Seat | None:
        """Which seat somebody may have who asks for one; house bots make room for him."""
        actor, staff = self.actor, self.actor.staff
        if actor.state.seating.of(account) is not None:
            return request.seat  # the rules refuse it
        if not actor.state.seating.free_seats and staff is not None:
            await staff.make_room(account)
            actor.waiting.go_on()
            if not actor.state.seating.free_seats and staff.is_making_room:
                raise Refused("table_full", BOT_LEAVES, found=actor.state.ruleset.max_seats)
        return actor.waiting.seat_for(account, request.seat)

    def _wait(self, listener: Listener, account: AccountId, request: msg.Wait) -> None:
        occupant = self.actor.state.seating.of(account)
        if occupant is not None:
            sentence = "You have a seat at this table already."
            raise Refused("already_seated", sentence, found=occupant.seat)
        place = self.actor.waiting.join(listener, account)
        listener.tell(msg.Reply(id=request.id, ok=True, result=place))

    def _unwait(self, listener: Listener, account: AccountId, request: msg.Unwait) -> None:
        if not self.actor.waiting.leave(account):
            raise Refused("not_waiting", "You do not wait for this table.")
        listener.tell(msg.Reply(id=request.id, ok=True))

    def _check_shown(self, request: msg.Show) -> None:
        """Who asks to show one hand must not show another that has ended since."""
        hand = self.actor.state.hand
        if hand is None or hand.hand != request.hand:
            shown = None if hand is None else str(hand.hand)
            sentence = f"Hand {request.hand} can be shown no more."
            raise Refused("stale_turn", sentence, found=str(request.hand), wanted=shown)

    async def _wish(self, listener: Listener, account: AccountId, request: TableRequest) -> None:
        action = _WISHES[type(request)](account, request)
        cause = Cause(listener=listener, request=request.id, account=account)
        told = listener in self.actor.audience.listeners
        changed = await self.actor.perform(action, cause)
        if not changed or not told:
            listener.tell(msg.Reply(id=request.id, ok=True))

    async def _act(
        self, listener: Listener, account: AccountId, request: msg.Act, arrived: float
    ) -> None:
        if await self._is_retry(account, request):
            listener.tell(msg.Reply(id=request.id, ok=True))
            return
        actor = self.actor
        occupant = actor.state.seating.of(account)
        if occupant is None:
            raise Refused("not_seated", "You have no seat at this table; sit down first.")
        hand = actor.running
        if hand is None or (hand.hand, hand.turn) != (request.hand, request.turn):
            raise _stale(request, hand)
        own_turn = hand.position(occupant.seat) in hand.asked
        overtime = actor.turn_clock.overtime_ms(occupant.seat, arrived) if own_turn else 0
        await actor.perform(
            rules.Play(action=request.action.by(occupant.seat), overtime_ms=overtime),
            Cause(listener=listener, request=request.id, account=account, turn=request.turn),
        )
        if listener not in actor.audience.listeners:
            listener.tell(msg.Reply(id=request.id, ok=True))

    async def _is_retry(self, account: AccountId, request: msg.Act) -> bool:
        """Whether this very action was accepted before; its id for another one is a conflict."""
        accepted = await self._accepted(request.hand, request.turn, account)
        if accepted is None or accepted.action_id != request.id:
            return False
        if not is_same_move(accepted, request.action):
            raise Refused(
                "id_conflict",
                f"The id {request.id!r} was used in this turn for another action; "
                "a new action needs a new id.",
                found=request.id,
            )
        return True

    async def _accepted(self, hand: HandId, turn: int, account: AccountId) -> StoredEntry | None:
        """What an account did in a turn, also before a restart."""
        actor = self.actor
        known = actor.recent.accepted(hand, turn, account)
        running = actor.running
        if known is not None or (running is not None and hand >= running.hand):
            return known
        try:
            return await actor.world.journal.accepted(actor.table, hand, turn, account)
        except CorruptHistory:
            return None  # that hand is over, and so is the turn


def _finish(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)


def _stale(request: msg.Act, running: HandState | None) -> Refused:
    if running is None:
        sentence = f"Hand {request.hand} is over; the next one begins soon."
    elif running.hand != request.hand:
        sentence = f"Hand {request.hand} does not run; hand {running.hand} does."
    else:
        sentence = f"Turn {request.turn} of hand {request.hand} is not the present turn."
    present = None if running is None else f"{running.hand}.{running.turn}"
    named = f"{request.hand}.{request.turn}"
    return Refused("stale_turn", sentence, found=named, wanted=present)


_WISHES: dict[type, Callable[[AccountId, Any], rules.TableAction]] = {
    msg.Leave: lambda account, _: rules.Leave(account=account),
    msg.SitOut: lambda account, _: rules.SitOut(account=account),
    msg.SitIn: lambda account, _: rules.SitIn(account=account),
    msg.PostNow: lambda account, _: rules.PostNow(account=account),
    msg.Show: lambda account, _: rules.ShowHand(account=account),
    msg.TopUp: lambda account, request: rules.TopUp(account=account, to=request.to),
    msg.Anchor: lambda account, request: rules.SetAnchor(account=account, anchor=request.value),
}
