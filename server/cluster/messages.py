"""
What nodes say to each other of tables: who runs them, which there are, what has changed of them.
"""

from msgspec import Struct, field

from server.cluster.ports import NodeId
from server.cluster.post import Message
from server.hosting import HostedTable
from server.tables.handed_over import HandedOver, TurnSoFar
from showdown.rules.ruleset import AccountId, TableId


class Held(Struct, frozen=True, array_like=True):
    """A table, and the epoch in which a node has it or had it."""

    table: TableId
    epoch: int


# Who runs what.


class Runs(Message, frozen=True, tag="runs"):
    """To all: the sender runs these tables from now on, beside those that it ran before."""

    tables: tuple[Held, ...]


class RunsAll(Message, frozen=True, tag="runs_all"):
    """To all: a part of all that the sender runs; a table that is in none of them it does not."""

    tables: tuple[Held, ...]
    """With epoch 0 those that it has just claimed, or is about to."""
    part: int
    """From 1 on."""
    parts: int


class LetGo(Message, frozen=True, tag="let_go"):
    """To all: the sender does not run these tables any more."""

    tables: tuple[Held, ...]
    to: NodeId | None = None
    """Who is to claim them at once; None if that is nobody's business yet."""
    turns: dict[TableId, TurnSoFar] = field(default_factory=dict)
    """How far the turns had come that ran there."""

    def handed_over(self, held: Held) -> HandedOver:
        """What is said of one of them to who is to claim it."""
        return HandedOver(held.epoch, self.turns.get(held.table))


class WhatDoYouRun(Message, frozen=True, tag="what_do_you_run"):
    """To one: say all that you run, for I may have missed something."""


# Which tables there are.


class TableOpened(Message, frozen=True, tag="table_opened"):
    """To all: a player has opened a table; it is in the database."""

    table: TableId
    template: str
    account: AccountId


class TableClosed(Message, frozen=True, tag="table_closed"):
    """To all: a table is there no more, nor in the database."""

    table: TableId


class HostingChanged(Message, frozen=True, tag="hosting_changed"):
    """To all: who hosts a table or may find it has changed in the database."""

    hosted: HostedTable
    """Without its codes."""
