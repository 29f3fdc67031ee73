"""The versions of a program that comes later."""

import shutil
from pathlib import Path

from server.storage.versions import MIGRATIONS, Versions

NEWEST = Versions().newest
"""What the checkout has; nobody has to name it again when a version is added."""

LATER = f"{int(NEWEST) + 1:04}"

_NEXT = '''
"""A version that comes later."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{newest}"
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
    text = _NEXT.format(revision=LATER, newest=NEWEST, upgrade=upgrade)
    (scripts / "versions" / f"{LATER}_later.py").write_text(text)
    return scripts
