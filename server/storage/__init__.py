"""The database behind the ports: accounts, the journal of tables, and hands that are over."""

from server.storage.database import Storage, migrate_database, open_storage

__all__ = ["Storage", "migrate_database", "open_storage"]
