"""
What is said at a table: to everybody who sees it, at once, and kept nowhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.chat import MOST_SIGNS, BadText, checked_text
from server.gateway.inviting import BANNED, found
from server.tables.desk import Desk
from server.tables.refusing import Refused
from showdown.protocol import messages as msg

if TYPE_CHECKING:
    from server.gateway.answering import Asker, Services

NOT_HERE = "Only who sits at table {table}, or looks on, may speak there."
ONLOOKERS_LISTEN = "Only who sits at table {table} may speak there; sit down first."
MUTED = "The host of table {table} has muted you."


async def answer_chat(services: Services, asker: Asker, request: msg.Chat, _: float) -> None:
    """Tell everybody at a table what somebody says, or him why not."""
    try:
        desk = found(services, asker, request.table)
        _check_speaker(services, asker, desk)
        text = checked_text(request.text)
    except Refused as refused:
        asker.tell_why(request.id, refused)
        return
    except BadText as error:
        why = Refused(error.code, str(error), found=error.signs, wanted=MOST_SIGNS)
        asker.tell_why(request.id, why)
        return
    occupant = desk.actor.state.seating.of(asker.who.account)
    said = msg.Said(
        table=request.table,
        name=asker.who.name,
        text=text,
        seat=None if occupant is None else occupant.seat,
    )
    desk.actor.audience.say(said)
    asker.tell(msg.Reply(id=request.id, ok=True))


def _check_speaker(services: Services, asker: Asker, desk: Desk) -> None:
    """
    See whether somebody may speak at a table.

    Raises:
        Refused: he may not.
    """
    account, table = asker.who.account, desk.actor.table
    hosted, seated = services.hosts.of(table), desk.actor.seats(account)
    if account in hosted.banned:
        raise Refused("banned", BANNED.format(table=table), found=table)
    if not seated and asker not in desk.actor.audience.listeners:
        raise Refused("not_here", NOT_HERE.format(table=table), found=table)
    if not seated and not services.onlookers_speak:
        raise Refused("not_here", ONLOOKERS_LISTEN.format(table=table), found=table)
    if account in hosted.muted:
        raise Refused("muted", MUTED.format(table=table), found=table)
