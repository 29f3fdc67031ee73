"""
Whether a request was done at a node that has not said so: it stands in the table's journal then.
"""

from server.gateway.answering import OfTable
from server.ports import StorageError, StoredEntry
from server.tables.actor import TableActor
from server.tables.desk import Desk
from server.tables.refusing import error_for
from server.tables.telling import Listener
from showdown.errors import CorruptHistory
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId

LOOKED_BACK_FOR = 64
"""So many events are looked at for what was done, if it is not known since when."""

GRANTED_MAYBE = "It is not known whether the chips were granted; look before you grant them again."

DONE_MAYBE = (
    "It is not known whether this was done, for the database does not answer; "
    "look at the table before you ask for it again."
)

STORED = (
    msg.Sit
    | msg.Leave
    | msg.SitOut
    | msg.SitIn
    | msg.PostNow
    | msg.Show
    | msg.Anchor
    | msg.TopUp
    | msg.Host
)
"""What has its id in the journal, beside actions, which are looked for there in any case."""


class Unseen(Exception):
    """Nobody can see whether a request was done."""


async def answered_before(desk: Desk, asker: Listener, request: OfTable, since: int | None) -> bool:
    """
    Answer a request that is asked again, if it was done already; False if it was not.

    Args:
        since: the last event that was known before it was asked first.

    Raises:
        Moved: the table is not run here any more.
        Unseen: nobody can see whether it was done; he has been told so.
    """
    if isinstance(request, msg.Host) and isinstance(request.do, msg.Grant):
        # The ledger has it, if it was done, under a key that nobody else knows.
        asker.tell(msg.Reply(id=request.id, error=error_for("unavailable", GRANTED_MAYBE)))
        return True
    account = asker.account
    if account is None or not isinstance(request, STORED):
        return False
    actor, done, unseen = desk.actor, False, False

    async def look() -> None:
        nonlocal done, unseen
        try:
            done = await _is_done(actor, account, request.id, since)
        except (StorageError, CorruptHistory) as error:
            # To do it then might be to do it twice.
            actor.log.warning("what was done cannot be read", account=account, reason=str(error))
            asker.tell(msg.Reply(id=request.id, error=error_for("unavailable", DONE_MAYBE)))
            unseen = True
            return
        if done and isinstance(request, msg.Sit):
            actor.audience.show_seat(asker, msg.Answer(id=request.id, ok=True))
        elif done:
            asker.tell(msg.Reply(id=request.id, ok=True))

    await desk.in_turn(look)
    if unseen:
        raise Unseen
    return done


async def _is_done(
    actor: TableActor, account: AccountId, request_id: str, since: int | None
) -> bool:
    """Whether an account has done something after an event by a request of this id."""
    first = max(0, actor.seq - LOOKED_BACK_FOR) if since is None else since
    return any(
        each.last > first and (each.account, each.action_id) == (account, request_id)
        for each in await _entries(actor, first)
    )


async def _entries(actor: TableActor, first: int) -> tuple[StoredEntry, ...]:
    if first >= actor.seq:
        return ()
    return actor.recent.since(first) or await actor.world.journal.since(actor.table, first)
