"""The ledger, passwords and tokens of programs, what operators did, and evidence."""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import context, op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LARGEST = 2**53 - 1

ACCOUNTS = sa.table("accounts", sa.column("id"), sa.column("chips"), sa.column("kind"))
TOKENS = sa.table("tokens", sa.column("hash"), sa.column("account"), sa.column("revoked_at"))
TABLES = sa.table("tables", sa.column("id"), sa.column("checkpoint"), sa.column("seq"))
JOURNAL = sa.table(
    "journal", sa.column("table_id"), sa.column("seq"), sa.column("payload", sa.String())
)


def upgrade() -> None:
    op.add_column("accounts", sa.Column("password", sa.String(), nullable=True))
    op.add_column("accounts", sa.Column("disabled_at", sa.String(), nullable=True))
    op.add_column(
        "tokens",
        sa.Column("kind", sa.String(), server_default=sa.text("'guest'"), nullable=False),
    )
    op.add_column("tokens", sa.Column("label", sa.String(), nullable=True))
    op.add_column("tokens", sa.Column("revoked_at", sa.String(), nullable=True))
    ledger = op.create_table(
        "ledger",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("debit", sa.String(), nullable=False),
        sa.Column("credit", sa.String(), nullable=False),
        sa.Column("amount", NUMBER, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("hand", NUMBER, nullable=True),
        sa.Column("at", NUMBER, nullable=False),
        sa.CheckConstraint(f"amount > 0 AND amount <= {LARGEST}", name=op.f("ck_ledger_amount")),
        sa.CheckConstraint("debit <> credit", name=op.f("ck_ledger_parties")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_ledger")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "audit",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("account", NUMBER, nullable=True),
        sa.Column("details", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_account"), "audit", ["account"])
    op.create_table(
        "evidence",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("hand", NUMBER, nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("account", NUMBER, nullable=True),
        sa.Column("action_id", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("epoch", NUMBER, nullable=False),
        sa.Column("payload", sa.String(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.Column("kept_at", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evidence")),
    )
    op.create_index(op.f("ix_evidence_table_id_seq"), "evidence", ["table_id", "seq"])
    if context.is_offline_mode():
        return  # what is there cannot be seen; statements printed are for an empty database
    opening = list(_opening_rows(op.get_bind()))
    if opening:
        op.bulk_insert(ledger, opening)


def downgrade() -> None:
    # What was shut stays shut: an older program would take any token that is there.
    disabled = sa.text("account IN (SELECT id FROM accounts WHERE disabled_at IS NOT NULL)")
    op.execute(TOKENS.delete().where(sa.or_(TOKENS.c.revoked_at.is_not(None), disabled)))
    op.execute(ACCOUNTS.update().where(ACCOUNTS.c.kind == "person").values(kind="guest"))
    for table in ("evidence", "audit", "ledger"):
        op.drop_table(table)
    for table, column in (
        ("tokens", "revoked_at"),
        ("tokens", "label"),
        ("tokens", "kind"),
        ("accounts", "disabled_at"),
        ("accounts", "password"),
    ):
        op.drop_column(table, column)


# What every account and seat has when the ledger begins, as if it had just been granted.


def _opening_rows(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    now = int(time.time())
    for party, amount in _parties(connection):
        if amount:
            yield {
                "key": f"opening:{party}",
                "debit": "issue",
                "credit": party,
                "amount": amount,
                "kind": "grant",
                "hand": None,
                "at": now,
            }


def _parties(connection: sa.Connection) -> Iterator[tuple[str, int]]:
    for account, chips in connection.execute(sa.select(ACCOUNTS.c.id, ACCOUNTS.c.chips)):
        yield f"account:{account}", chips
    tables = connection.execute(sa.select(TABLES.c.id, TABLES.c.checkpoint, TABLES.c.seq)).all()
    for table, checkpoint, seq in tables:
        found = _chips_at(json.loads(checkpoint), _events_since(connection, table, seq))
        yield f"pot:{table}", found.pot
        for account, stack in found.seats.values():
            yield f"seat:{table}:{account}", stack


def _events_since(connection: sa.Connection, table: str, seq: int) -> Iterator[dict[str, Any]]:
    rows = connection.execute(
        sa.select(JOURNAL.c.payload)
        .where(JOURNAL.c.table_id == table, JOURNAL.c.seq > seq)
        .order_by(JOURNAL.c.seq)
    ).all()
    for (payload,) in rows:
        yield from json.loads(payload)


class _Chips(NamedTuple):
    seats: dict[int, tuple[int, int]]
    """Account and stack by seat; what is bet in a hand that runs is still part of it."""
    pot: int
    """The carry of passed-out deals."""


def _chips_at(checkpoint: dict[str, Any], events: Iterable[dict[str, Any]]) -> _Chips:
    """
    What a table holds after events that follow its checkpoint.

    They are those of a hand that runs, since its end is a checkpoint, and of players who come, go
    and enter the carry meanwhile. What 0.1 wrote is read here without the program of today.
    """
    carry = checkpoint.get("carry", {})
    pot = sum(carry.get("shares", {}).values()) + sum(carry.get("forfeited", ()))
    seats = {
        each["seat"]: (each["account"], each["stack"]) for each in checkpoint.get("occupants", ())
    }
    for event in events:
        seat, moved = event.get("seat"), 0
        match event["type"]:
            case "seated":
                seats[seat] = event["account"], event["stack"]
            case "left":
                del seats[seat]
            case "stack_changed":
                seats[seat] = seats[seat][0], event["stack"]
            case "carry_matched":
                moved = event["amount"]
            case "carry_paid":
                moved = -event["amount"]
            case _:
                pass
        if moved:
            account, stack = seats[seat]
            seats[seat] = account, stack - moved
            pot += moved
    return _Chips(seats, pot)
