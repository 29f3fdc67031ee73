"""
Errors say what was found and what was wanted, and whose fault it is.
"""

import pytest

from showdown import (
    CardError,
    CorruptHistory,
    FormatError,
    IllegalAction,
    ProtocolError,
    Refusal,
    RulesetError,
    ShowdownError,
)


def test_every_error_is_one_of_the_library_and_has_a_code_for_the_wire():
    codes = {kind: kind.code for kind in ShowdownError.__subclasses__()}
    assert codes.keys() >= {
        CardError, RulesetError, IllegalAction, ProtocolError, FormatError, CorruptHistory,
    }  # fmt: skip
    own = {kind: code for kind, code in codes.items() if kind is not IllegalAction}
    assert len(set(own.values())) == len(own)


@pytest.mark.parametrize("refusal", Refusal)
def test_a_refusal_is_its_own_code(refusal):
    error = IllegalAction(refusal, "No.", found=15, wanted=20)
    assert (error.code, error.refusal, error.found, error.wanted) == (
        refusal.name.lower(), refusal, 15, 20,
    )  # fmt: skip
    assert str(error) == "No."


def test_what_python_calls_a_wrong_value_is_one():
    for kind in (CardError, RulesetError, FormatError):
        assert issubclass(kind, ValueError)
    assert not issubclass(IllegalAction, ValueError)


def test_a_format_error_knows_its_place():
    error = FormatError("This is no amount.", line=12, column=3, found="x")
    assert (error.line, error.column, error.found) == (12, 3, "x")
    assert FormatError("Nothing.", line=1).column == 1
