"""Tables that players have opened."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "opened_tables",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("template", sa.String(), nullable=False),
        sa.Column("account", NUMBER, nullable=False),
        sa.Column("opened_at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_opened_tables_table_id_tables")
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_opened_tables")),
    )
    op.execute("INSERT INTO counters (name, value) VALUES ('table', 0)")


def downgrade() -> None:
    op.execute("DELETE FROM counters WHERE name = 'table'")
    op.drop_table("opened_tables")
