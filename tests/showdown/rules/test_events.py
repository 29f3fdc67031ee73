"""
Events: their names on the wire, and which of their fields are secret.
"""

import re
from typing import get_args, get_type_hints

import msgspec
import pytest

from showdown.rules import events as ev
from showdown.rules.cards import Card

EVENTS = get_args(ev.HandEvent)
SHOWN = {(ev.HandShown, "cards"), (ev.OpenersShown, "cards")}


@pytest.mark.parametrize("kind", EVENTS)
def test_a_tag_is_the_snake_case_of_its_class(kind):
    snake = re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()
    assert kind.__struct_config__.tag == snake


def holds_cards(hint: object) -> bool:
    inside = get_type_hints(hint).values() if isinstance(hint, type(ev.HandDealt)) else ()
    return hint is Card or any(holds_cards(each) for each in (*get_args(hint), *inside))


def test_every_field_that_holds_a_card_is_secret_unless_it_is_shown():
    found = {
        (kind, name)
        for kind in EVENTS
        for name, hint in get_type_hints(kind).items()
        if holds_cards(hint)
    }
    secret = {(kind, name) for kind, names in ev.SECRETS.items() for name in names}
    assert found - SHOWN <= secret
    assert secret - found == {(ev.HandStarted, "hand_key")}


@pytest.mark.parametrize("kind", EVENTS)
def test_events_cannot_be_changed(kind):
    assert kind.__struct_config__.frozen


def test_an_event_is_read_back_as_what_it_was():
    event = ev.Acted(seat=3, move=ev.Move.RAISE, amount=50, to=60, all_in=True)
    text = msgspec.json.encode(event)
    assert msgspec.json.decode(text, type=ev.HandEvent) == event
    assert b'"type":"acted"' in text
