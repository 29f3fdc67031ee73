"""A database that is there already, for nodes that share one."""

from tests.server.storage.conftest import migrated

__all__ = ["migrated"]
