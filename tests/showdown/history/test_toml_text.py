import tomllib
from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.history.toml_text import Figure, to_toml

texts = st.text(st.characters(codec="utf-8"))
values = st.recursive(
    st.booleans() | st.integers(-(2**53), 2**53) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(("a", "b_c")), inner),
)


@given(st.dictionaries(st.sampled_from(("one", "two_", "_three")), values))
def test_what_is_written_is_what_the_standard_library_reads(table):
    assert tomllib.loads(to_toml(table)) == table


def test_times_and_figures_are_written_as_they_stand_and_nothing_for_none():
    text = to_toml({"time": time(9, 5, 1, 250), "rake": Figure("0.50"), "venue": None})
    assert text == "time = 09:05:01.000250\nrake = 0.50\n"


def test_a_value_that_toml_has_no_word_for_is_refused():
    with pytest.raises(TypeError, match="object has no place in TOML"):
        to_toml({"what": object()})
