"""
Hands as they are kept, read from other formats, checked against the rules, and replayed.

Nothing in here opens a file: text comes in as an argument, as ``str`` or as the bytes of a file.

A reader or writer is loaded when it is asked for: whoever plays needs none of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "Claims": "record",
    "Cursor": "cursor",
    "Difference": "differences",
    "HandRecord": "record",
    "Kind": "differences",
    "Reconciliation": "reconcile",
    "Result": "record",
    "Written": "writing",
    "check": "reconcile",
    "check_file": "reconcile",
    "from_json": "json_lines",
    "from_json_lines": "json_lines",
    "from_ohh": "ohh",
    "from_phh": "phh",
    "from_pokerstars": "pokerstars",
    "read_hands": "readers",
    "results": "record",
    "to_json": "json_lines",
    "to_ohh": "ohh_writer",
    "to_phh": "phh_writer",
    "to_phhs": "phh_writer",
    "to_pokerstars": "pokerstars_writer",
}
"""In which module each name is."""

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


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return value
