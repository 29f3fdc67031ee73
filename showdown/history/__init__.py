"""
Hands as they are kept, read from other formats, checked against the rules, and replayed.

Nothing in here opens a file: text comes in as an argument, as ``str`` or as the bytes of a file.
"""

from showdown.history.cursor import Cursor
from showdown.history.differences import Difference, Kind
from showdown.history.json_lines import from_json, from_json_lines, to_json
from showdown.history.pokerstars import from_pokerstars
from showdown.history.readers import read_hands
from showdown.history.reconcile import Reconciliation, check, check_file
from showdown.history.record import Claims, HandRecord, Result, results

__all__ = [
    "Claims",
    "Cursor",
    "Difference",
    "HandRecord",
    "Kind",
    "Reconciliation",
    "Result",
    "check",
    "check_file",
    "from_json",
    "from_json_lines",
    "from_pokerstars",
    "read_hands",
    "results",
    "to_json",
]
