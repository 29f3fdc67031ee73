"""Counting every chip again: what accounts, tables and hands say, against the ledger."""

from server.storage.auditing.audit import audit
from server.storage.auditing.findings import Audit, Wrong
from server.storage.auditing.hands import Progress

__all__ = ["Audit", "Progress", "Wrong", "audit"]
