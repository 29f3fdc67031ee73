"""Sessions that are resumed, and what names have in common that look alike."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import context, op

from server.lookalikes import skeleton

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

ACCOUNTS = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("skeleton"))
TOKENS = sa.table("tokens", sa.column("kind"))


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("account", NUMBER, nullable=False),
        sa.Column("used", sa.LargeBinary(), nullable=True),
        sa.Column("given", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_sessions_account_accounts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_account"), "sessions", ["account"])
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"])
    # An older program that runs beside this one makes accounts without it.
    op.add_column("accounts", sa.Column("skeleton", sa.String(), nullable=True))
    op.create_index(op.f("ix_accounts_skeleton"), "accounts", ["skeleton"])
    if context.is_offline_mode():
        return  # what is there cannot be seen; statements printed are for an empty database
    _fill(op.get_bind())


def downgrade() -> None:
    # An older program would take a claim for a token.
    op.execute(TOKENS.delete().where(TOKENS.c.kind == "claim"))
    op.drop_index(op.f("ix_accounts_skeleton"), table_name="accounts")
    op.drop_column("accounts", "skeleton")
    op.drop_table("sessions")


def _fill(connection: sa.Connection) -> None:
    """
    Give every account its skeleton. Two that look alike keep their names; a third cannot come.

    When the program of tomorrow makes skeletons otherwise, its own version fills them again.
    """
    names = connection.execute(sa.select(ACCOUNTS.c.id, ACCOUNTS.c.name)).all()
    rows = [{"number": number, "looks": skeleton(name)} for number, name in names]
    filling = ACCOUNTS.update().where(ACCOUNTS.c.id == sa.bindparam("number"))
    if rows:
        connection.execute(filling.values(skeleton=sa.bindparam("looks")), rows)
