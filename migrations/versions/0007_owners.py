"""Who runs which table, and in which order connections signed in, at whichever node."""

from collections.abc import Sequence

from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(op.f("ix_tables_owner"), "tables", ["owner"])
    if op.get_context().dialect.name == "postgresql":
        # A counter's row would have all nodes wait for each other.
        op.execute("CREATE SEQUENCE entrances")
    else:
        op.execute("INSERT INTO counters (name, value) VALUES ('entrance', 0)")


def downgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP SEQUENCE entrances")
    else:
        op.execute("DELETE FROM counters WHERE name = 'entrance'")
    op.drop_index(op.f("ix_tables_owner"), table_name="tables")
