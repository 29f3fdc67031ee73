"""
What is said of an option of a table that does not exist, or of a value that it cannot have.
"""

import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from enum import StrEnum
from types import NoneType
from typing import Any, get_args

from msgspec import ValidationError

from showdown.errors import RulesetError

_KINDS = {bool: "true or false", float: "a number", Decimal: "a part of 1, as 0.05 is"}


def unknown_option(name: str, known: Collection[str]) -> RulesetError:
    """
    There is no option of this name.

    >>> print(unknown_option("gaem", ("game", "sb")))
    There is no option 'gaem' (is 'game' meant?); the options are game, sb.
    """
    from difflib import get_close_matches  # who makes no mistake does not wait for it

    like = get_close_matches(name, known, 1)
    meant = f" (is {like[0]!r} meant?)" if like else ""
    return RulesetError(
        f"There is no option {name!r}{meant}; the options are {', '.join(known)}.",
        code="unknown_option",
        found=name,
    )


def unfit_option(
    options: Mapping[str, object], error: ValidationError, kinds: Mapping[str, Any]
) -> RulesetError:
    """
    A value is none that its option can have.

    Args:
        error: where the conversion stopped; it names the option.
        kinds: what each option is.
    """
    place = re.search(r"`\$\.(\w+)", str(error))
    if place is None:
        return RulesetError(f"The options are not valid: {error}.", found=str(error))
    name = place[1]
    found, wanted = options.get(name), _wanted(kinds[name])
    return RulesetError(
        f"{name} is {found!r}; it is {wanted}.",
        code="bad_option",
        found=f"{name} = {found}",
        wanted=wanted,
    )


def _wanted(kind: Any) -> str:
    plain = next((each for each in get_args(kind) if each is not NoneType), kind)
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return f"one of {', '.join(plain)}"
    return _KINDS.get(plain, "a whole number")
