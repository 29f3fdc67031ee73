"""
What a client who is signed in is answered, by the type of his request.

A capability of its own is a module of its own beside this one, with one line in :data:`ANSWERS`.
Requests of a table are its desk's.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol, cast, get_args

import structlog
from msgspec import Struct
from msgspec.structs import replace

from server.gateway.chatting import answer_chat
from server.gateway.history import answer_hand, answer_hands, answer_stats
from server.gateway.hosting import answer_host
from server.gateway.inviting import (
    BANNED,
    Doorman,
    Guest,
    is_banned,
    may_find,
    tables_found,
    visible,
)
from server.gateway.opening import answer_open_table
from server.gateway.readiness import Obstacle, no_obstacle
from server.gateway.sight import Sight
from server.gateway.sign_in import Reception, SignInFailed
from server.hosts import Hosts
from server.lobby import Lobby
from server.lobby.opening import Opening
from server.ports import Account, Accounts, Hands, Reused, StorageError
from server.tables.clock import Clock
from server.tables.desk import TableRequest
from server.tables.refusing import Detail, Refused
from server.tables.telling import Listener
from server.tables.world import Moved
from showdown.errors import CorruptHistory
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, Chips, TableId

log = structlog.get_logger()

MOVING = "This table goes on at another node in a moment; ask again, with the same id."
"""Whether what was asked for was done is not known here."""

MOST_WAITS = 8
"""For so many tables an account may wait at once."""


OfTable = TableRequest | msg.Chat | msg.Host
"""What is asked of a table, and answered by the node that runs it."""


class SignIns(Protocol):
    """Who is signed in at other nodes."""

    def entered(self, asker: Any) -> None:
        """Somebody plays from here on; older connections of his give way, wherever they are."""

    def signed_out(self, account: AccountId) -> None:
        """Somebody has signed himself out here."""

    def copied(self, reused: Reused) -> None:
        """A token was shown here of which somebody has a copy."""


class Reach(Protocol):
    """The tables that other nodes run, and their clients."""

    @property
    def exists(self) -> Callable[[TableId], bool]:
        """Whether there is such a table, whichever node runs it."""

    @property
    def guests(self) -> int:
        """How many connections of other nodes have to do with tables here."""

    @property
    def sign_ins(self) -> SignIns:
        """Who is signed in there."""

    async def answer(self, asker: "Asker", request: OfTable | msg.Open, arrived: float) -> None:
        """Answer a request of a table, exactly once, wherever that is run."""

    def give_way(self, older: "Asker", newer: "Asker") -> None:
        """A newer connection of an account has taken the place of one of this node."""

    def goes(self, asker: "Asker") -> None:
        """Somebody has no connection any more."""

    def come_back(self, asker: "Asker") -> None:
        """Somebody has a connection again, and may have waited for seats before."""

    def show(self, asker: "Asker", table: TableId) -> None:
        """Let somebody who has missed something of another node's table see it as it is now."""

    async def show_seat(self, asker: "Asker", table: TableId) -> None:
        """Let somebody who comes back see where he sits at another node."""


class Services(Struct, frozen=True, kw_only=True):
    """What connections need of the server."""

    lobby: Lobby
    opening: Opening
    accounts: Accounts
    hands: Hands
    clock: Clock
    reception: Reception
    hosts: Hosts
    doorman: Doorman
    host_grants: Chips
    """What a host may grant in a day."""
    onlookers_speak: bool
    """Whether who has no seat may speak to a table."""
    links: Callable[[str], tuple[str, ...]]
    """The links of an invitation, from its code."""
    storage_answers: Callable[[], Awaitable[bool]]
    """Whether the storage can be read and written now."""
    obstacle: Obstacle = no_obstacle
    """What else keeps people from being sent here; it is told to who asks, in its words."""
    version: str
    reach: Reach | None = None
    """None for a node that is alone."""


class Asker(Listener, Guest, Protocol):
    """Somebody who is signed in, as those who answer know him."""

    @property
    def number(self) -> int:
        """Of his connection, at its node."""

    @property
    def who(self) -> Account:
        """Whose connection it is."""

    @property
    def owner(self) -> AccountId:
        """Who he is, also if he only looks."""

    @property
    def looks(self) -> bool:
        """Whether he only looks."""

    async def sign_out(self, request: msg.SignOut) -> None:
        """
        Let him come back no more by what he is signed in with, and close his connections.

        Raises:
            StorageError: the database cannot do it now.
        """

    def refuse(
        self,
        request_id: str,
        code: str,
        sentence: str,
        *,
        found: Detail = None,
        wanted: Detail = None,
    ) -> None:
        """Answer that a request was not done, and why."""

    def tell_why(self, request_id: str, error: Refused | StorageError) -> None:
        """Refuse what failed; what is wrong with our storage is for the log."""


Answer = Callable[[Services, Asker, Any, float], Awaitable[None]]
"""Answers a request of the type it is listed for, which came in at that time of the clock."""


async def answer(
    services: Services, asker: Asker, request: msg.ClientMessage, arrived: float
) -> None:
    """Answer a request, exactly once."""
    if asker.looks and type(request) not in LOOKING and isinstance(request, msg.Numbered):
        kind = str(type(request).__struct_config__.tag)
        sentence = f"This connection only looks, and {kind} is more; say hello without look."
        asker.refuse(request.id, "only_looking", sentence, found=kind)
        return
    try:
        if services.reach is not None and type(request) in AT_TABLES:
            await services.reach.answer(asker, cast("OfTable | msg.Open", request), arrived)
        else:
            await answer_here(services, asker, request, arrived)
    except Moved:
        assert isinstance(request, msg.Numbered)
        asker.refuse(request.id, "unavailable", MOVING)


async def answer_here(
    services: Services, asker: Asker, request: msg.ClientMessage, arrived: float
) -> None:
    """
    Answer a request that is about no table of another node.

    Raises:
        Moved: its table is not run here any more; it may have been done.
    """
    if services.reach is not None and isinstance(request, OfTable):
        gone = services.lobby.find(request.table) is None
        if gone and services.reach.exists(request.table):
            raise Moved
    await ANSWERS.get(type(request), _ask_table)(services, asker, request, arrived)


async def _ping(_: Services, asker: Asker, request: msg.Ping, __: float) -> None:
    asker.tell(msg.Pong(sent=request.sent))


async def _open(services: Services, asker: Asker, request: msg.Open, _: float) -> None:
    desk = services.lobby.find(request.table)
    if desk is not None and asker.account is not None:
        desk.open(asker.account, request)


async def _hello(_: Services, asker: Asker, request: msg.Hello, __: float) -> None:
    name = asker.who.name
    asker.refuse(request.id, "already_signed_in", f"You are {name} already.", found=name)


async def _register(services: Services, asker: Asker, request: msg.Register, _: float) -> None:
    try:
        await services.reception.give_password(asker.who, request)
    except (SignInFailed, StorageError) as error:
        asker.tell_why(request.id, error)
    else:
        asker.tell(msg.Reply(id=request.id, ok=True))


async def _sign_out(_: Services, asker: Asker, request: msg.SignOut, __: float) -> None:
    try:
        await asker.sign_out(request)
    except StorageError as error:
        asker.tell_why(request.id, error)


async def _tables(services: Services, asker: Asker, request: msg.Tables, _: float) -> None:
    page = visible(services, asker, request.after or 0)
    if not request.after:
        page = replace(page, templates=services.opening.templates)
    if request.chips:
        try:
            account = await services.accounts.get(asker.who.account)
        except StorageError as error:
            asker.tell_why(request.id, error)
            return
        page = replace(page, chips=account.chips)
    asker.tell(page)
    asker.tell(msg.Reply(id=request.id, ok=True))


async def _open_table(services: Services, asker: Asker, request: msg.OpenTable, _: float) -> None:
    try:
        asker.tell(await answer_open_table(services.opening, asker.who, request))
    except StorageError as error:
        asker.tell_why(request.id, error)


def _sight(services: Services, asker: Asker) -> Sight:
    """Which hands somebody may look at."""
    withheld = partial(services.lobby.withheld_from, asker.who.account)
    return Sight(services.hosts, withheld, tables_found(services, asker))


async def _hands(services: Services, asker: Asker, request: msg.Hands, _: float) -> None:
    answer_ = answer_hands(services.hands, asker.who, request, _sight(services, asker))
    await _look_up(asker, request.id, answer_)


async def _stats(services: Services, asker: Asker, request: msg.Stats, _: float) -> None:
    answer_ = answer_stats(services.hands, asker.who, request, _sight(services, asker))
    await _look_up(asker, request.id, answer_)


async def _hand(services: Services, asker: Asker, request: msg.Hand, _: float) -> None:
    answer_ = answer_hand(services.hands, asker.who, request, _sight(services, asker))
    await _look_up(asker, request.id, answer_)


async def _look_up(asker: Asker, request_id: str, found: Awaitable[msg.Reply]) -> None:
    try:
        asker.tell(await found)
    except StorageError as error:
        asker.tell_why(request_id, error)
    except CorruptHistory as error:
        asker.tell_why(request_id, StorageError(str(error)))


async def _wait(services: Services, asker: Asker, request: msg.Wait, arrived: float) -> None:
    waits = services.lobby.waits_of(asker.who.account)
    if len(waits) >= MOST_WAITS and request.table not in waits:
        sentence = f"You wait for {len(waits)} tables already; unwait for one of them first."
        asker.refuse(request.id, "too_many_waits", sentence, found=len(waits), wanted=MOST_WAITS)
        return
    await _ask_table(services, asker, request, arrived)


COMING: frozenset[type] = frozenset({msg.Sit, msg.Wait, msg.Watch, msg.Resume})
"""What somebody asks who wants to be at a table."""


WANTING_CHIPS: frozenset[type] = frozenset({msg.Sit, msg.TopUp})


async def _ask_table(
    services: Services, asker: Asker, request: TableRequest, arrived: float
) -> None:
    desk = services.lobby.find(request.table)
    if desk is None or not may_find(services, request.table, asker):
        sentence = f"There is no table {request.table!r}; ask for the tables."
        asker.refuse(request.id, "no_such_table", sentence, found=request.table)
        return
    if type(request) in COMING and is_banned(services, request.table, asker):
        asker.refuse(request.id, "banned", BANNED.format(table=request.table), found=request.table)
        return
    if type(request) in WANTING_CHIPS:
        await _help_before(services, asker)
    await desk.ask(asker, asker.who.name, request, arrived)


ANSWERS: Mapping[type, Answer] = MappingProxyType(
    {
        msg.Ping: _ping,
        msg.Open: _open,
        msg.Hello: _hello,
        msg.Register: _register,
        msg.SignOut: _sign_out,
        msg.Tables: _tables,
        msg.Host: answer_host,
        msg.Chat: answer_chat,
        msg.Hands: _hands,
        msg.Stats: _stats,
        msg.Hand: _hand,
        msg.Wait: _wait,
        msg.OpenTable: _open_table,
    }
)
"""All but the requests of a table."""

AT_TABLES: frozenset[type] = frozenset(get_args(OfTable | msg.Open))

LOOKING: frozenset[type] = frozenset(
    {
        msg.Ping,
        msg.Hello,
        msg.SignOut,
        msg.Tables,
        msg.Hands,
        msg.Stats,
        msg.Hand,
        msg.Watch,
        msg.Unwatch,
        msg.Resume,
    }
)
"""What may be asked on a connection that only looks: nothing that a table or account feels."""


# Chips for the day.


async def help_out(services: Services, account: Account) -> Chips:
    """Chips for the day, for somebody who has none anywhere; how many, 0 if that fails."""
    if services.lobby.has_chips(account.account):
        return 0
    try:
        return await services.reception.grant_daily(account)
    except StorageError as error:
        log.warning("no chips for the day", account=account.account, reason=str(error))
        return 0


def tell_of_help(listener: Listener, chips: Chips) -> None:
    """Say it to somebody who was helped."""
    if chips:
        sentence = f"You had no chips left; here are {chips} for today."
        details = msg.Details(found=chips)
        listener.tell(msg.Notice(code="daily_chips", message=sentence, details=details))


async def _help_before(services: Services, asker: Asker) -> None:
    """Somebody who wants chips at a table and has none anywhere gets those of the day."""
    account: AccountId = asker.who.account
    try:
        tell_of_help(asker, await help_out(services, await services.accounts.get(account)))
    except StorageError as error:
        log.warning("no chips for the day", account=account, reason=str(error))
