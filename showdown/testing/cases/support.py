"""
What the engine can play of what the notation can say.

It is asked, not listed: a setting is one of the fields of :class:`~showdown.rules.Ruleset`, a
structure one of its values, a code one of the refusals. A case that needs more is unsupported
until the engine knows it.
"""

from collections.abc import Iterable, Iterator
from enum import EnumType
from typing import Any, get_args

import msgspec

from showdown.errors import Refusal
from showdown.rules.cards import Card
from showdown.rules.ruleset import ButtonRule, Ruleset, make_ruleset
from showdown.rules.wild import Wild
from showdown.testing.cases import notation as note

_FIELDS = {field.name: field for field in msgspec.structs.fields(Ruleset)}
_CARDS = {str(card) for card in Card}

RANKED = {
    "No wild cards": Ruleset(ante=1, min_bet=2),
    "Bug joker": Ruleset(ante=1, min_bet=2, wild=Wild.BUG),
    "Fully wild joker": Ruleset(ante=1, min_bet=2, wild=Wild.WILD, jokers=2),
    "Deuces wild": Ruleset(ante=1, min_bet=2, wild=Wild.DEUCES, jokers=2),
}
"""The headings under which the engine ranks hands, each with a game in which it does."""


def ruleset_of(settings: Iterable[note.Setting]) -> Ruleset:
    """
    The ruleset that supported settings make.

    Raises:
        RulesetError: they contradict each other, or a value is of the wrong kind.
    """
    return make_ruleset({each.name: each.value for each in settings})


def blinds_of(position: note.Position) -> Ruleset:
    """A game with such a button; the size of its blinds says nothing of where they go."""
    return Ruleset(sb=1, bb=2, button_rule=ButtonRule(position.rule))


def cards_of(texts: Iterable[str]) -> tuple[Card, ...]:
    """The cards that are written, in the same order."""
    return tuple(Card(text) for text in texts)


def missing(part: note.Part) -> tuple[str, ...]:
    """What a part needs and the engine lacks; empty if it can be played."""
    match part:
        case note.Play():
            lacking = _missing_in_play(part)
        case note.Ranking():
            lacking = _missing_in_ranking(part)
        case note.Position():
            lacking = _missing_in_position(part)
        case note.Places():
            lacking = iter(())
    return tuple(dict.fromkeys(lacking))


def _missing_in_play(play: note.Play) -> Iterator[str]:
    yield from _missing_settings(play.settings)
    yield from _missing_cards(card for _, held in play.hands for card in held)
    yield from _missing_cards([*play.stub_top, *(c for stub in play.new_stubs for c in stub)])
    for step in play.steps:
        if isinstance(step, note.Refused) and step.code not in Refusal.__members__:
            yield f"refusal {step.code}"


def _missing_settings(settings: Iterable[note.Setting]) -> Iterator[str]:
    for each in settings:
        field = _FIELDS.get(each.name)
        if field is None:
            yield f"setting {each.name}"
        elif _is_unknown_choice(field.type, each.value):
            yield f"setting {each}"


def _is_unknown_choice(kind: Any, value: str) -> bool:
    choices: list[EnumType] = [
        each for each in (kind, *get_args(kind)) if isinstance(each, EnumType)
    ]
    known = {str(choice.value) for kind_ in choices for choice in list[Any](kind_)}
    return bool(choices) and value not in known


def _missing_cards(cards: Iterable[str]) -> Iterator[str]:
    return (f"card {card}" for card in cards if card not in _CARDS)


def _missing_in_ranking(ranking: note.Ranking) -> Iterator[str]:
    if ranking.deck not in RANKED:
        yield f"heading {ranking.deck}"


def _missing_in_position(position: note.Position) -> Iterator[str]:
    return _missing_settings([note.Setting("button_rule", position.rule)])
