"""
Opening a table from a template.
"""

from server.lobby.opening import Opening
from server.ports import Account
from server.tables.refusing import Refused, error_of
from showdown.protocol import messages as msg


async def answer_open_table(
    opening: Opening, account: Account, request: msg.OpenTable
) -> msg.Reply:
    """
    The table that was opened, or why none was.

    Raises:
        StorageError: the database cannot do it now.
    """
    try:
        table = await opening.open(account.account, request.template, request.name)
    except Refused as refused:
        return msg.Reply(id=request.id, error=error_of(refused))
    return msg.Reply(id=request.id, ok=True, result=msg.Opened(table=table))
