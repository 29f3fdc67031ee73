"""
Money as the texts of sites write it, in the smallest unit.
"""

import re

from msgspec import Struct

from showdown.history.record import PLAY_CHIPS
from showdown.history.text import Piece
from showdown.rules.ruleset import Chips

SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR"}
"""What stands before an amount, and the currency that is meant unless the text names another."""

_CENTS = 100
_AMOUNT = re.compile(r"([^0-9]?)([0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.([0-9]{1,2}))?")


class Money(Struct, frozen=True):
    """How a hand writes amounts: with a sign and cents, or as plain play chips."""

    sign: str
    currency: str
    grouped: bool = False
    """Whether thousands are set apart with commas, as in 1,204.50."""
    plain: bool = False
    """Whether amounts are money without a sign, as 7.75 in a file that names the currency."""

    @classmethod
    def of(cls, amount: Piece, *, grouped: bool = False) -> "Money":
        """The money of which this is an amount, by its sign."""
        sign = amount.text[:1] if amount.text[:1] in SIGNS else ""
        return cls(sign=sign, currency=SIGNS.get(sign, PLAY_CHIPS), grouped=grouped)

    @property
    def scale(self) -> int:
        """How many of the smallest units make one that is displayed."""
        return _CENTS if self.sign or self.plain else 1

    def read(self, piece: Piece) -> Chips:
        """
        An amount in the smallest unit.

        Raises:
            FormatError: it is not an amount of this hand's money.
        """
        found = _AMOUNT.fullmatch(piece.text)
        if (
            found is None
            or found[1] != self.sign
            or (found[3] and self.scale == 1)
            or ("," in found[2] and not self.grouped)
        ):
            example = f"{self.sign}1.50" if self.scale > 1 else "150"
            raise piece.wrong(
                f"{piece.text!r} is not an amount of this hand, as {example} would be.",
                wanted=example,
            )
        whole = int(found[2].replace(",", ""))
        return whole * self.scale + int((found[3] or "0").ljust(2, "0"))
