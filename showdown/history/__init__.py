"""
Hands as they are kept, read from other formats, checked against the rules, and replayed.

Nothing in here opens a file: text comes in as an argument, as ``str`` or as the bytes of a file.
"""

from showdown.history.cursor import Cursor
from showdown.history.differences import Difference, Kind
from showdown.history.json_lines import from_json, from_json_lines, to_json
from showdown.history.ohh import from_ohh
from showdown.history.ohh_writer import to_ohh
from showdown.history.phh import from_phh
from showdown.history.phh_writer import to_phh, to_phhs
from showdown.history.pokerstars import from_pokerstars
from showdown.history.pokerstars_writer import to_pokerstars
from showdown.history.readers import read_hands
from showdown.history.reconcile import Reconciliation, check, check_file
from showdown.history.record import Claims, HandRecord, Result, results
from showdown.history.writing import Written

__all__ = [
    "Claims",
    "Cursor",
    "Difference",
    "HandRecord",
    "Kind",
    "Reconciliation",
    "Result",
    "Written",
    "check",
    "check_file",
    "from_json",
    "from_json_lines",
    "from_ohh",
    "from_phh",
    "from_pokerstars",
    "read_hands",
    "results",
    "to_json",
    "to_ohh",
    "to_phh",
    "to_phhs",
    "to_pokerstars",
]
