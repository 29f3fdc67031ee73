"""
An onlooker who reads too slowly: he gets a picture of the table in place of what he missed.

Who has a seat is told everything, or is cut off; whoever only watches need not see every event.
"""

from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId

NO_TABLES: frozenset[TableId] = frozenset()
"""Shared by all who watch none."""
OF_A_TABLE = (msg.Update, msg.Presence, msg.Snapshot)
"""What is left out for onlookers who are late, or brings them back."""


class Skipping:
    """Of which tables a connection is told no events until it has read what it has."""

    __slots__ = ("_skipped", "watched")

    def __init__(self) -> None:
        self.watched: frozenset[TableId] = NO_TABLES
        """Tables where he had no seat when he was last told of them."""
        self._skipped: frozenset[TableId] = NO_TABLES

    def sees(self, table: TableId) -> bool:
        """
        Whether he looked on there when he was last told of it, and nothing is left out for him.

        As long as he is not late he is told whatever comes, and there is nothing to note.
        """
        return table in self.watched and table not in self._skipped

    def passes_over(self, message: msg.ServerMessage, *, seated: bool, late: bool) -> bool:
        """
        Whether this message is left out, since a snapshot of its table comes later.

        What answers a request, or tells somebody that he has no seat any more, is never left out.

        Args:
            seated: whether he has a seat at the table that the message is about.
            late: whether there is much that he has not read yet.
        """
        if not isinstance(message, OF_A_TABLE):
            return False
        table = message.table
        watches = table in self.watched
        if type(message) is msg.Snapshot:
            self._skipped -= {table}
        elif watches and not seated and (late or table in self._skipped):
            answers = isinstance(message, msg.Update) and message.reply is not None
            if not answers:
                self._skipped |= {table}
                return True
        if seated is watches:
            self.watched ^= {table}
        return False

    def caught_up(self) -> frozenset[TableId]:
        """He has read everything: the tables that he is to see again as they are now."""
        skipped, self._skipped = self._skipped, NO_TABLES
        return skipped
