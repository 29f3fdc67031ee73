"""Accounts, the journal of tables, and hands that are over."""

from collections.abc import Sequence
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LARGEST = 2**53 - 1


def upgrade() -> None:
    accounts = op.create_table(
        "accounts",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("chips", NUMBER, nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.CheckConstraint(f"chips >= 0 AND chips <= {LARGEST}", name=op.f("ck_accounts_chips")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name_key", name=op.f("uq_accounts_name_key")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("account", NUMBER, nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_tokens_account_accounts")
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_account"), "tokens", ["account"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("checkpoint", sa.String(), nullable=False),
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("owner", sa.String(), nullable=True),
        sa.Column("epoch", NUMBER, server_default=sa.text("1"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seq", NUMBER, autoincrement=False, nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("hand", NUMBER, nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("account", NUMBER, nullable=True),
        sa.Column("action_id", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("epoch", NUMBER, server_default=sa.text("1"), nullable=False),
        sa.Column("payload", sa.String(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("count > 0", name=op.f("ck_journal_count")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_journal_table_id_tables")
        ),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_journal")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hands",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("ended_at", sa.String(), nullable=False),
        sa.Column("pot", NUMBER, nullable=False),
        sa.Column("category", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hands")),
    )
    op.create_index(op.f("ix_hands_table_id_id"), "hands", ["table_id", "id"])
    op.create_index(op.f("ix_hands_ended_at_id"), "hands", ["ended_at", "id"])
    op.create_table(
        "hand_players",
        sa.Column("hand", NUMBER, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("account", NUMBER, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("net", NUMBER, nullable=False),
        sa.Column("won", NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["hand"], ["hands.id"], name=op.f("fk_hand_players_hand_hands")),
        sa.PrimaryKeyConstraint("hand", "seat", name=op.f("pk_hand_players")),
    )
    op.create_index(op.f("ix_hand_players_account_hand"), "hand_players", ["account", "hand"])
    counters = op.create_table(
        "counters",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", NUMBER, nullable=False),
        sa.CheckConstraint(f"value <= {LARGEST}", name=op.f("ck_counters_value")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_counters")),
    )
    house = {
        "id": 1,
        "name": "House",
        "name_key": "house",
        "kind": "house",
        "chips": 0,
        "created_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    op.bulk_insert(accounts, [house])
    if op.get_context().dialect.name == "postgresql":
        # An id that was given is not counted by itself.
        op.execute("SELECT setval(pg_get_serial_sequence('accounts', 'id'), 1)")
    op.bulk_insert(counters, [{"name": "hand", "value": 0}])


def downgrade() -> None:
    for table in ("counters", "hand_players", "hands", "journal", "tables", "tokens", "accounts"):
        op.drop_table(table)
