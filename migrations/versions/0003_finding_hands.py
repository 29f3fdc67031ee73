"""What hands are found by and counted by, and hands that were imported."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

INDEXES_OF_HANDS = (
    ("ix_hands_ended_at_id_pot", ["ended_at", "id", "pot"], None),
    ("ix_hands_table_id_ended_at_id_pot", ["table_id", "ended_at", "id", "pot"], None),
    (
        "ix_hands_category_ended_at_id_pot",
        ["category", "ended_at", "id", "pot"],
        "category IS NOT NULL",
    ),
    ("ix_hands_pot", ["pot"], None),
)
OLDER = "place, account, name, net, won"
"""What release 0.3 knows of a player of a hand, beside its key."""


def upgrade() -> None:
    if _on_sqlite():
        _make_players_anew()
    else:
        _add_to_players()
    op.create_index(
        "ix_hand_players_account_ended_hand", "hand_players", ["account", "ended", "hand"]
    )
    op.create_index(
        "ix_hand_players_hand_uncounted",
        "hand_players",
        ["hand"],
        sqlite_where=sa.text("play IS NULL"),
        postgresql_where=sa.text("play IS NULL"),
    )
    op.drop_index("ix_hands_ended_at_id", "hands")
    op.drop_index("ix_hands_table_id_id", "hands")
    for name, columns, where in INDEXES_OF_HANDS:
        only = None if where is None else sa.text(where)
        op.create_index(name, "hands", columns, sqlite_where=only, postgresql_where=only)
    _make_imported()


def downgrade() -> None:
    # An older program has no place for hands of others; their files are whoever imported them's.
    op.drop_table("imported_players")
    op.drop_table("imported_hands")
    for name, _, _ in INDEXES_OF_HANDS:
        op.drop_index(name, "hands")
    op.create_index("ix_hands_table_id_id", "hands", ["table_id", "id"])
    op.create_index("ix_hands_ended_at_id", "hands", ["ended_at", "id"])
    if _on_sqlite():
        _copy_players(_players_columns(), f"SELECT hand, seat, {OLDER} FROM hand_players")
    else:
        op.drop_index("ix_hand_players_hand_uncounted", "hand_players")
        op.drop_index("ix_hand_players_account_ended_hand", "hand_players")
        for column in ("big_blind", "play", "ended"):
            op.drop_column("hand_players", column)
    op.create_index("ix_hand_players_account_hand", "hand_players", ["account", "hand"])


def _on_sqlite() -> bool:
    return op.get_context().dialect.name == "sqlite"


# The players of hands: when each hand ended stands in clear beside it, so it is filled in here. How
# each of them played is in records that need the key, which a migration does not have: the server
# fills that in.


def _players_columns(*, counted: bool = False) -> list[sa.schema.SchemaItem]:
    new = (
        sa.Column("ended", NUMBER, nullable=True),
        sa.Column("play", sa.Integer(), nullable=True),
        sa.Column("big_blind", NUMBER, nullable=True),
    )
    return [
        sa.Column("hand", NUMBER, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("account", NUMBER, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("net", NUMBER, nullable=False),
        sa.Column("won", NUMBER, nullable=False),
        *(new if counted else ()),
        sa.ForeignKeyConstraint(["hand"], ["hands.id"], name=op.f("fk_hand_players_hand_hands")),
        sa.PrimaryKeyConstraint("hand", "seat", name=op.f("pk_hand_players")),
    ]


def _make_players_anew() -> None:
    """In SQLite they are kept in the order of their key from now on, which saves an index."""
    _copy_players(
        _players_columns(counted=True),
        f"SELECT hand, seat, {OLDER}, CAST(strftime('%s', ended_at) AS INTEGER), NULL, NULL"
        " FROM hand_players JOIN hands ON hands.id = hand_players.hand"
        " ORDER BY hand, seat",
        sqlite_with_rowid=False,
    )


def _copy_players(columns: list[sa.schema.SchemaItem], rows: str, **form: bool) -> None:
    op.create_table("hand_players_anew", *columns, **form)
    op.execute(f"INSERT INTO hand_players_anew {rows}")
    op.drop_table("hand_players")
    op.rename_table("hand_players_anew", "hand_players")


def _add_to_players() -> None:
    op.add_column("hand_players", sa.Column("ended", NUMBER, nullable=True))
    op.add_column("hand_players", sa.Column("play", sa.Integer(), nullable=True))
    op.add_column("hand_players", sa.Column("big_blind", NUMBER, nullable=True))
    op.execute(
        "UPDATE hand_players SET ended = CAST(extract(epoch FROM hands.ended_at::timestamptz) AS"
        " BIGINT) FROM hands WHERE hands.id = hand_players.hand"
    )
    op.drop_index("ix_hand_players_account_hand", "hand_players")


def _make_imported() -> None:
    op.create_table(
        "imported_hands",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("account", NUMBER, nullable=False),
        sa.Column("site", sa.String(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("ended_at", sa.String(), nullable=False),
        sa.Column("pot", NUMBER, nullable=False),
        sa.Column("category", sa.Integer(), nullable=True),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("scale", NUMBER, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_imported_hands_account_accounts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imported_hands")),
        sa.UniqueConstraint(
            "account", "site", "number", name=op.f("uq_imported_hands_account_site_number")
        ),
    )
    op.create_index(
        "ix_imported_hands_account_ended_at_id_pot",
        "imported_hands",
        ["account", "ended_at", "id", "pot"],
    )
    op.create_table(
        "imported_players",
        sa.Column("hand", NUMBER, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("account", NUMBER, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("net", NUMBER, nullable=False),
        sa.Column("won", NUMBER, nullable=False),
        sa.Column("ended", NUMBER, nullable=True),
        sa.Column("play", sa.Integer(), nullable=True),
        sa.Column("big_blind", NUMBER, nullable=True),
        sa.ForeignKeyConstraint(
            ["hand"], ["imported_hands.id"], name=op.f("fk_imported_players_hand_imported_hands")
        ),
        sa.PrimaryKeyConstraint("hand", "seat", name=op.f("pk_imported_players")),
        sqlite_with_rowid=False,
    )
