"""
What the host of a table may do there, and nobody else: send away, mute, pause, grant, invite.

What must last is durable before anybody is told. Somebody who is sent away is told so before
anything happens to him, so that it is the last thing but one that he hears.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import structlog
from msgspec import Struct
from msgspec.structs import replace

from server.gateway.inviting import found
from server.hosting import HostedTable
from server.ledger import granted
from server.ports import Account, StorageError
from server.tables.desk import Desk
from server.tables.refusing import Refused
from server.tables.telling import Listener
from server.tables.world import Cause
from showdown.protocol import messages as msg
from showdown.rules import table as rules
from showdown.rules.ruleset import LARGEST, AccountId, Chips

if TYPE_CHECKING:
    from server.gateway.answering import Asker, Services

log = structlog.get_logger()

KICKED = "The host has sent you away from table {table}."
WAS_KICKED = "{name} was sent away by the host."
MUTED = "The host has muted you at table {table}."
UNMUTED = "The host lets you be heard again at table {table}."
GRANTED = "The host gives {name} {chips} play chips."


class Order(Struct, frozen=True):
    """An order of a host, and all that is needed to do it."""

    services: Services
    asker: Asker
    desk: Desk
    request: msg.Host

    @property
    def hosted(self) -> HostedTable:
        """What is known of the table."""
        return self.services.hosts.of(self.desk.actor.table)

    @property
    def audience(self) -> tuple[Listener, ...]:
        """Who sees the table."""
        return tuple(self.desk.actor.audience.listeners)

    def tell(
        self, account: AccountId, code: str, sentence: str, details: msg.Details | None = None
    ) -> None:
        """Tell one of those who see the table, or wait for it, something."""
        place = self.desk.actor.waiting.place_of(account)
        waiting = () if place is None or place.listener is None else (place.listener,)
        for listener in dict.fromkeys((*self.audience, *waiting)):
            if owner_of(listener) == account:
                listener.tell(self._notice(code, sentence, details))

    def tell_others(
        self, account: AccountId, code: str, sentence: str, details: msg.Details
    ) -> None:
        """Tell everybody else who sees the table something."""
        for listener in self.audience:
            if owner_of(listener) != account:
                listener.tell(self._notice(code, sentence, details))

    def done(self, result: msg.Invitation | None = None) -> None:
        """Answer that it was done."""
        self.asker.tell(msg.Reply(id=self.request.id, ok=True, result=result))

    async def change(self, change: Callable[[HostedTable], HostedTable]) -> None:
        """Make the table as ``change`` makes it of how it is."""
        await self.services.hosts.change(self.desk.actor.table, change)

    async def whom(self, name: str) -> Account:
        """
        Who is meant; not the host himself and no house bot.

        Raises:
            Refused: nobody is, or one of those.
            StorageError: the database cannot do it now.
        """
        known = await self.services.accounts.credentials(name)
        if known is None:
            raise Refused("no_such_player", f"There is no player {name}.", found=name)
        account = known.account
        if account.account == self.asker.account:
            sentence = "You are the host yourself; leave if you want to go."
            raise Refused("bad_player", sentence, found=account.name)
        if account.account in self.desk.actor.house:
            sentence = f"{account.name} is a house bot; the operator seats those."
            raise Refused("bad_player", sentence, found=account.name)
        return account

    def _notice(self, code: str, sentence: str, details: msg.Details | None) -> msg.Notice:
        table = self.desk.actor.table
        return msg.Notice(code=code, message=sentence, table=table, details=details)


def owner_of(listener: Listener) -> AccountId | None:
    """Whose connection somebody who sees a table has, also if it only looks."""
    owner: AccountId | None = getattr(listener, "owner", listener.account)
    return owner


async def answer_host(services: Services, asker: Asker, request: msg.Host, _: float) -> None:
    """Do what a host asks, or say why not."""
    try:
        desk = found(services, asker, request.table)
        if not services.hosts.is_host(request.table, asker.account):
            sentence = f"Only the host of table {request.table} may do this."
            raise Refused("not_host", sentence, found=request.table)
        await _DEEDS[type(request.do)](Order(services, asker, desk, request), request.do)
        log.info("host ordered", table=request.table, account=asker.account, deed=_name(request))
    except (Refused, StorageError) as error:
        asker.tell_why(request.id, error)


def _name(request: msg.Host) -> str:
    """What was ordered, by its type; never the code of an invitation."""
    return str(type(request.do).__struct_config__.tag)


# Deeds.


async def _kick(order: Order, deed: msg.Kick) -> None:
    account = await order.whom(deed.player)
    number = account.account
    if order.desk.actor.unavailable is not None:
        raise Refused("unavailable", order.desk.actor.unavailable)
    await order.change(lambda now: replace(now, banned=now.banned | {number}))
    actor = order.desk.actor

    whom = msg.Details(found=account.name)

    async def send_away(cause: Cause) -> bool:
        order.tell(number, "kicked", KICKED.format(table=actor.table))
        order.tell_others(number, "player_kicked", WAS_KICKED.format(name=account.name), whom)
        actor.waiting.leave(number)
        seated = actor.state.seating.of(number) is not None
        for listener in order.audience:
            # Who sits there is told until he is gone, and what only looks is told no more.
            if owner_of(listener) == number and not (seated and listener.account == number):
                actor.hide(listener)
        return seated and await actor.perform(rules.Leave(account=number), cause)

    await order.desk.order(order.asker, order.request, send_away)


async def _admit(order: Order, deed: msg.Admit) -> None:
    account = await order.whom(deed.player)
    await order.change(lambda now: replace(now, banned=now.banned - {account.account}))
    order.done()


async def _mute(order: Order, deed: msg.Mute) -> None:
    account = await order.whom(deed.player)
    await order.change(lambda now: replace(now, muted=now.muted | {account.account}))
    details = msg.Details(found=account.name, wanted="mute")
    order.tell(account.account, "muted", MUTED.format(table=order.desk.actor.table), details)
    order.done()


async def _unmute(order: Order, deed: msg.Unmute) -> None:
    account = await order.whom(deed.player)
    await order.change(lambda now: replace(now, muted=now.muted - {account.account}))
    details = msg.Details(found=account.name, wanted="unmute")
    order.tell(account.account, "muted", UNMUTED.format(table=order.desk.actor.table), details)
    order.done()


async def _grant(order: Order, deed: msg.Grant) -> None:
    account = await _at_the_table(order, deed.player)
    day, most = order.services.reception.today(), order.services.host_grants

    def generous(now: HostedTable) -> HostedTable:
        before = now.granted if now.granted_on == day else 0
        _check_grant(account, deed.chips, before, most)
        return replace(now, granted_on=day, granted=before + deed.chips)

    table = order.desk.actor.table
    posting = granted(f"host:{table}:{secrets.token_hex(8)}", account.account, deed.chips)
    await order.services.hosts.grant(table, generous, posting, order.asker.who.name)
    sentence = GRANTED.format(name=account.name, chips=deed.chips)
    details = msg.Details(found=account.name, wanted=deed.chips)
    notice = msg.Notice(code="granted", message=sentence, table=table, details=details)
    for listener in order.audience:
        listener.tell(notice)
    order.done()


async def _at_the_table(order: Order, name: str) -> Account:
    """Somebody who sits at the table or looks on, the host too."""
    known = await order.services.accounts.credentials(name)
    actor = order.desk.actor
    present = {owner_of(each) for each in order.audience}
    seated = {each.account for each in actor.state.seating.occupants}
    if known is None or known.account.account not in (present | seated) - actor.house:
        raise Refused("no_such_player", f"No player {name} is at table {actor.table}.", found=name)
    return known.account


def _check_grant(account: Account, chips: Chips, before: Chips, most: Chips) -> None:
    if before + chips > most:
        raise Refused(
            "too_generous",
            f"A host may grant {most} chips a day, and {most - before} of them are left.",
            found=chips,
            wanted=most - before,
        )
    if account.chips + chips > LARGEST:
        raise Refused(
            "too_generous",
            f"{account.name} would have more than {LARGEST} chips.",
            found=chips,
            wanted=LARGEST - account.chips,
        )


async def _pause(order: Order, _: msg.Pause) -> None:
    actor = order.desk.actor
    await order.desk.order(
        order.asker, order.request, lambda cause: actor.perform(rules.Pause(), cause)
    )


async def _unpause(order: Order, _: msg.Unpause) -> None:
    actor = order.desk.actor
    await order.desk.order(
        order.asker, order.request, lambda cause: actor.perform(rules.GoOn(), cause)
    )


async def _invite(order: Order, _: msg.Invite) -> None:
    _check_private(order)
    codes = order.hosted.codes
    assert codes is not None
    order.done(_invitation(order, codes.invite))


async def _renew(order: Order, _: msg.Renew) -> None:
    _check_private(order)
    codes = await order.services.hosts.renew(order.desk.actor.table)
    order.done(_invitation(order, codes.invite))


def _check_private(order: Order) -> None:
    if not order.hosted.private:
        table = order.desk.actor.table
        sentence = f"Table {table} is open to everybody, without an invitation."
        raise Refused("not_private", sentence, found=table)


def _invitation(order: Order, code: str) -> msg.Invitation:
    return msg.Invitation(table=order.desk.actor.table, links=order.services.links(code))


_DEEDS: Mapping[type, Callable[[Order, Any], Awaitable[None]]] = MappingProxyType(
    {
        msg.Kick: _kick,
        msg.Admit: _admit,
        msg.Mute: _mute,
        msg.Unmute: _unmute,
        msg.Grant: _grant,
        msg.Pause: _pause,
        msg.Unpause: _unpause,
        msg.Invite: _invite,
        msg.Renew: _renew,
    }
)
