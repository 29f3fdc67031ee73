"""
XML as clients write it.
"""

import pytest

from showdown import FormatError
from showdown.history.tags import read_element
from showdown.history.text import split_lines


def element(text: str):
    return read_element(split_lines(text))


def test_elements_have_attributes_and_children_in_order():
    root = element('<A X="1" Y="two words">\n<B/>\n  <C Z=""></C><B></B></A>')
    assert {name: value.text for name, value in root.attributes.items()} == {
        "X": "1",
        "Y": "two words",
    }
    assert [child.name for child in root.children] == ["B", "C", "B"]
    assert len(list(root.of("B"))) == 2


def test_a_value_knows_its_place():
    where = element('<A>\n  <B  X="here"/></A>').children[0].get("X")
    assert (where.line, where.column) == (2, 10)


def test_entities_are_what_they_stand_for():
    root = element('<A X="&lt;&amp;&gt; &quot;&apos; &#8364;&#x41;"/>')
    assert root.get("X").text == "<&> \"' €A"


WRONG = {
    "<A>": (1, 1, "A is not closed"),
    "<A></B>": (1, 4, "B is closed here; A is open"),
    "</A>": (1, 1, "A is closed here"),
    "<A/><B/>": (1, 5, "The hand is over before this"),
    "<A>text</A>": (1, 4, "is no tag"),
    "<A\nX='1'>": (1, 1, "is no tag"),
    '<A X="1" X="2"/>': (1, 10, "X is there twice"),
    '<A X="&what;"/>': (1, 7, "'&what;' stands for nothing"),
    '<A X="&#7;"/>': (1, 7, "stands for nothing"),
    '<A X="&#xD800;"/>': (1, 7, "stands for nothing"),
    "": (1, 1, "the hand is not closed"),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_element_is_wrong_where_it_begins_to_be(text):
    line, column, sentence = WRONG[text]
    with pytest.raises(FormatError, match=sentence.replace("?", "[?]")) as raised:
        element(text)
    assert (raised.value.line, raised.value.column) == (line, column)


def test_an_attribute_that_is_needed_is_named():
    with pytest.raises(FormatError, match="A needs X here"):
        element("<A/>").get("X")
