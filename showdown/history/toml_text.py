"""
Writing TOML, as far as records need it; the standard library reads it and does not write.
"""

from collections.abc import Mapping, Sequence
from datetime import time

import msgspec


class Figure(str):
    """A number in decimals, which is written as it stands."""

    __slots__ = ()


def to_toml(values: Mapping[str, object]) -> str:
    r"""
    A table, a line for each value that is not None.

    >>> print(to_toml({"players": ["P\n1"], "rake": Figure("0.05"), "_rules": {"sb": 5}}), end="")
    players = ["P\n1"]
    rake = 0.05
    _rules = {sb = 5}
    """
    return "".join(
        f"{name} = {_value(value)}\n" for name, value in values.items() if value is not None
    )


def _value(value: object) -> str:
    if isinstance(value, Figure | int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name} = {_value(each)}' for name, each in value.items())}}}"
    if isinstance(value, str | bool | float):
        # JSON writes these as TOML does, but for one sign that TOML does not allow in the clear.
        return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_value, value))}]"
    raise TypeError(f"{type(value).__name__} has no place in TOML")
