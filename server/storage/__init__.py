"""The database behind the ports: accounts, the journal of tables, and hands that are over."""

from server.storage.database import Storage, open_storage

__all__ = ["Storage", "open_storage"]
