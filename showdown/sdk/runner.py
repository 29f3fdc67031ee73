"""
Playing a bot on a server, from the connection to the last hand.
"""

import asyncio
import contextlib
import copy
import logging
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from showdown.bots.contract import Bot
from showdown.errors import ShowdownError
from showdown.protocol import DEFAULT_URL
from showdown.protocol.closing import FINAL
from showdown.protocol.plain import plain
from showdown.rules.ruleset import Chips, TableId
from showdown.sdk.backoff import Delays, backoff, patient
from showdown.sdk.connection import NOT_NOW, Connection
from showdown.sdk.crew import Crew
from showdown.sdk.errors import ConnectionFailed, ConnectionLost, NoSeat, Refused, WrongUse
from showdown.sdk.player import Player
from showdown.sdk.seating import Wishes

log = logging.getLogger("showdown.sdk")

GOODBYE = 2.0
"""Seconds that a bot that is stopped takes to get up."""

TAKEN = frozenset({"name_taken", "password_wanted"})
"""The name is somebody else's."""
OTHER_NAMES = 20
"""How many more names are tried for a bot that was given none."""


Tables = int | Sequence[str]
"""At how many tables, or at which."""


class Outcome(NamedTuple):
    """How a bot has fared, at all its tables together."""

    hands: int
    """In which it was dealt in."""
    net: Chips
    """What it won in them; negative what it lost."""


async def play(
    bot: Bot | Callable[[], Bot],
    url: str = DEFAULT_URL,
    token: str | None = None,
    *,
    name: str | None = None,
    table: str | None = None,
    tables: Tables | None = None,
    buy_in: Chips | None = None,
    hands: int | None = None,
    rebuy: bool = True,
    on_token: Callable[[str], None] | None = None,
    delays: Delays = backoff,
) -> Outcome:
    """
    Seat a bot and let it play until it is out of chips, has played its hands, or is cancelled.

    A connection that is lost is made anew, and the hand goes on after the last event that came. One
    that gave way to a newer one of the same account is not: the newer one plays. When the task is
    cancelled the bot gets up before it goes.

    Args:
        bot: a bot; or a class or function that makes one, and another one for each further table.
            An object that plays several tables is copied for each after the first.
        token: whose account it plays for, instead of a name.
        name: who it is as a guest; without name and token it is called like its class.
        table: where to sit; None is the first table with a free seat.
        tables: at which tables to sit, or at how many of those with a free seat; if there are
            fewer, at those.
        buy_in: chips to sit down with and to buy again, at each table; None is what is usual.
        hands: get up after so many at each table; None is never.
        rebuy: buy chips again when all are lost, instead of getting up.
        on_token: is told the token of a new guest, for whoever wants to come back as the same.
        delays: seconds between tries to connect again; when they run out, the failure is raised.

    Raises:
        ConnectionFailed: there is no server, or the connection was lost for good.
        Refused: the server does not take the name or the token, or does not let it sit.
        NoSeat: there is no such table, or no free seat.
        WrongUse: the arguments contradict each other, or the bot cannot be copied.
    """
    wishes = Wishes(buy_in=buy_in, hands=hands, rebuy=rebuy)
    where = _where(table, tables)
    bots = tuple(_bots(bot, len(where)))
    players = [
        Player(each, replace(wishes, table=wanted), delays)
        for each, wanted in zip(bots, where, strict=True)
    ]
    connection = await _first_connection(bots[0], url, name, token)
    if connection.session.token and on_token:
        on_token(connection.session.token)
    async with Crew(players) as crew:
        while not await _converse(crew, connection):
            token = connection.session.token or token
            connection = await _connect_again(connection, url, token, delays)
        return Outcome(crew.hands, crew.net)


def _where(table: str | None, tables: Tables | None) -> tuple[TableId | None, ...]:
    """The table of each player; None is any."""
    if table is not None and tables is not None:
        raise WrongUse("Give either table or tables, not both.")
    if tables is None:
        return (None if table is None else TableId(table),)
    if isinstance(tables, str):
        raise WrongUse(f"tables is {tables!r}; give a list of names, or how many.")
    named: tuple[TableId | None, ...] = (
        (None,) * tables if isinstance(tables, int) else tuple(map(TableId, tables))
    )
    if not named:
        raise WrongUse("A bot plays at one table or more.")
    if not isinstance(tables, int) and len({*named}) < len(named):
        raise WrongUse("A table is named twice; a bot has one seat at each.")
    return named


def _bots(bot: Bot | Callable[[], Bot], count: int) -> Iterator[Bot]:
    """A bot for each table."""
    if not isinstance(bot, Bot):
        yield from (bot() for _ in range(count))
        return
    try:
        copies = [copy.deepcopy(bot) for _ in range(1, count)]
    except Exception as error:
        raise WrongUse(
            f"{type(bot).__name__} cannot be copied for {count} tables ({error}); "
            "give its class, or a function that makes one."
        ) from error
    yield from (bot, *copies)


async def _first_connection(bot: Bot, url: str, name: str | None, token: str | None) -> Connection:
    if name is not None or token is not None:
        return await Connection.open(url, name=name if token is None else None, token=token)
    usual = type(bot).__name__
    for number in [None, *random.sample(range(1000, 10_000), OTHER_NAMES)]:
        try:
            return await Connection.open(url, name=usual if number is None else f"{usual}-{number}")
        except Refused as refused:
            if refused.code not in TAKEN:
                raise
            taken = refused
    raise taken


async def _converse(crew: Crew, connection: Connection) -> bool:
    """Play on this connection; whether it is over, or the connection was lost."""
    async with connection:
        log.info("connected as %s", plain(connection.welcome.name))
        try:
            return await crew.converse(connection)
        except ConnectionLost:
            return False
        except (asyncio.CancelledError, NoSeat, Refused):
            # Getting up is a courtesy to the table: whatever hinders it, the bot goes.
            with contextlib.suppress(ShowdownError, TimeoutError):
                async with asyncio.timeout(GOODBYE):
                    await crew.leave(connection)
            raise


async def _connect_again(
    lost: Connection, url: str, token: str | None, delays: Delays
) -> Connection:
    """A new connection for the same account."""
    failure: ShowdownError = ConnectionLost(lost.close_reason or "The connection was lost.")
    log.warning("%s", failure)
    if lost.close_code in FINAL or (token is None and lost.session.resume_token is None):
        raise failure
    hint = lost.retry_after
    for delay in delays():
        await asyncio.sleep(patient(delay, hint))
        hint = None
        try:
            return await Connection.open(url, token=token, session=lost.session)
        except ConnectionFailed as failed:
            failure, hint = failed, failed.retry_after
        except Refused as refused:
            if refused.code not in NOT_NOW:
                raise
            failure = refused
        log.warning("cannot connect again yet: %s", failure)
    raise failure


def run(
    bot: Bot | Callable[[], Bot],
    url: str = DEFAULT_URL,
    token: str | None = None,
    *,
    name: str | None = None,
    table: str | None = None,
    tables: Tables | None = None,
    buy_in: Chips | None = None,
    hands: int | None = None,
    rebuy: bool = True,
) -> Outcome | None:
    """
    Play a bot from a script until it is done or you press Ctrl-C, which gives None.

    It is :func:`play` with an event loop around it, except that what goes wrong ends the program
    with one sentence and exit code 2.
    """
    playing = play(
        bot,
        url,
        token,
        name=name,
        table=table,
        tables=tables,
        buy_in=buy_in,
        hands=hands,
        rebuy=rebuy,
    )
    try:
        return asyncio.run(playing)
    except KeyboardInterrupt:
        return None
    except ShowdownError as error:
        sys.stderr.write(f"showdown: {plain(str(error))}\n")
        raise SystemExit(2) from None
