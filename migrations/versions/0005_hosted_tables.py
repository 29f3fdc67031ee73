"""Tables that have a host, and the codes of those that are private."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "hosted_tables",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("hosting", sa.String(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_hosted_tables")),
    )


def downgrade() -> None:
    op.drop_table("hosted_tables")
