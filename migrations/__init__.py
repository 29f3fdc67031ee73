"""The database, version by version (Alembic)."""
