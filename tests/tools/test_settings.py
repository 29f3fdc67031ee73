"""The page for operators says of every setting what the program says."""

import pytest
from pydantic import BaseModel

from tools.settings import BEGIN, END, PAGE, Undescribed, reference_of, written


def test_the_reference_of_settings_is_what_the_program_says():
    page = PAGE.read_text("utf-8")
    assert page.count(BEGIN) == page.count(END) == 1
    assert page == written(page), "run: python -m tools.settings"


def test_a_setting_without_a_sentence_is_an_error():
    class Terse(BaseModel):
        said: int = 1
        """What it is."""
        unsaid: int = 2

    with pytest.raises(Undescribed, match=r"^Terse\.unsaid is not described\.$"):
        reference_of(Terse)
