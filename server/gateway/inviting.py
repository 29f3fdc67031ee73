"""
Who may find a table: a public one everybody, a private one who is invited, sits there or hosts it.

To all others it does not exist.
"""

from typing import Protocol

import structlog
from msgspec import Struct
from msgspec.structs import replace

from server.gateway.attempts import Attempts
from server.hosting import HOST_CODE
from server.hosts import Hosts
from server.lobby import Lobby
from server.ports import Account, StorageError
from server.tables.desk import Desk
from server.tables.refusing import Refused
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, TableId

log = structlog.get_logger()

NO_INVITATION = "This invitation opens no table here; ask for a new link."
TOO_MANY = "Too many invitations from your address were wrong; try again in {pause} seconds."
BANNED = "The host of table {table} does not let you in."
NEW_HOST = "{name} is the host of table {table} now."


class Guest(Protocol):
    """Somebody who looks for a table."""

    invited: TableId | None
    """The table that his invitation opens."""

    @property
    def owner(self) -> AccountId:
        """Who he is, also if he only looks."""


class Finding(Protocol):
    """What one needs to look for a table."""

    @property
    def lobby(self) -> Lobby: ...

    @property
    def hosts(self) -> Hosts: ...


class Heard(Struct, frozen=True):
    """What an invitation has brought."""

    table: TableId | None = None
    notice: msg.Notice | None = None
    """What is to be said about it."""


class Doorman(Struct, frozen=True):
    """Looks at invitations, and not at many wrong ones from one address."""

    hosts: Hosts
    lobby: Lobby
    attempts: Attempts

    async def hear(self, code: str | None, account: Account | None, address: str) -> Heard:
        """
        Which table a code opens; with a host's code the account becomes its host.

        Args:
            account: None for who only looks, and becomes nothing.
            address: where the client is.
        """
        if code is None:
            return Heard()
        who = (HOST_CODE, address)
        if pause := self.attempts.pause(who):
            sentence = TOO_MANY.format(pause=pause)
            details = msg.Details(wanted=pause)
            return Heard(
                notice=msg.Notice(code="too_many_attempts", message=sentence, details=details)
            )
        invited = self.hosts.invited(code)
        if invited is None or not self.lobby.knows(invited.table):
            if account is None or not self.lobby.seats_of(account.account):
                # Who sits somewhere comes again and again with the link that he once had.
                self.attempts.failed(who)
            return Heard(notice=msg.Notice(code="bad_invitation", message=NO_INVITATION))
        if invited.as_host and account is not None:
            await self._give(invited.table, account)
        return Heard(invited.table)

    async def _give(self, table: TableId, account: Account) -> None:
        """Somebody has come with the host's code."""
        if self.hosts.is_host(table, account.account):
            return
        try:
            await self.hosts.change(table, lambda now: replace(now, host=account.account))
        except StorageError as error:
            log.warning("no new host", table=table, reason=str(error))
            return
        sentence = NEW_HOST.format(name=account.name, table=table)
        details = msg.Details(found=account.name)
        notice = msg.Notice(code="new_host", message=sentence, table=table, details=details)
        self.lobby.notify(table, notice)


def may_find(services: Finding, table: TableId, guest: Guest) -> bool:
    """Whether a table is there for somebody."""
    hosts = services.hosts
    return (
        not hosts.of(table).private
        or guest.invited == table
        or hosts.is_host(table, guest.owner)
        or services.lobby.sits(guest.owner, table)
    )


def found(services: Finding, guest: Guest, table: TableId) -> Desk:
    """
    A table that is run here, for somebody who may find it.

    Raises:
        Refused: there is none for him.
    """
    desk = services.lobby.find(table)
    if desk is None or not may_find(services, table, guest):
        sentence = f"There is no table {table!r}; ask for the tables."
        raise Refused("no_such_table", sentence, found=table)
    return desk


def tables_found(services: Finding, guest: Guest) -> frozenset[TableId]:
    """All tables that somebody may find, and is not kept away from."""
    return frozenset(
        table
        for table in services.lobby.tables
        if may_find(services, table, guest) and not is_banned(services, table, guest)
    )


def is_banned(services: Finding, table: TableId, guest: Guest) -> bool:
    """Whether the host lets him in no more; who has a seat yet sees the table until he is gone."""
    banned = guest.owner in services.hosts.of(table).banned
    return banned and not services.lobby.sits(guest.owner, table)


def visible(services: Finding, guest: Guest, after: int = 0) -> msg.Lobby:
    """A page of the tables, as a lobby lists them for somebody."""
    page = services.lobby.summary(after, lambda table: may_find(services, table, guest))
    private = services.hosts.private
    return replace(
        page, tables=tuple(replace(each, private=each.table in private) for each in page.tables)
    )
