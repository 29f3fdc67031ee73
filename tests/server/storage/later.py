"""The versions of a program that comes later."""

import shutil
from pathlib import Path

from server.storage.versions import MIGRATIONS

NEXT = '''
"""A version that comes later."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    {upgrade}


def downgrade() -> None:
    pass
'''
ADDS_A_COLUMN = """with op.batch_alter_table("hands", recreate="{recreate}") as hands:
        hands.add_column(sa.Column("streets", sa.Integer(), server_default="2"))"""
FAILS_HALFWAY = """op.add_column("hands", sa.Column("streets", sa.Integer()))
    op.drop_table("no_such_table")"""
LOSES_PARENTS = 'op.execute("DELETE FROM hands")'


def later_scripts(folder: Path, upgrade: str) -> Path:
    """The migrations of a later program, whose newest one does this."""
    scripts = folder / "migrations"
    shutil.copytree(MIGRATIONS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "0004_later.py").write_text(NEXT.format(upgrade=upgrade))
    return scripts
