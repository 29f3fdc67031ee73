"""How a table is run, beside the rules that are played there."""

from msgspec import Struct

from server.tables.staff import BotOfTheHouse


class TableSetup(Struct, frozen=True, kw_only=True):
    """What an operator says of a table, or of all tables of a template."""

    bots: tuple[BotOfTheHouse, ...] = ()
    fill: int | None = None
    """How many players bots and people are together; None is as many as there are bots."""
    bot_delay: float = 0.8
    """Seconds that a bot seems to think."""
    spectator_delay: float = 0
    """So many seconds later than it is played one sees the table without a seat."""


PLAIN = TableSetup()
"""A table without anything of that."""
