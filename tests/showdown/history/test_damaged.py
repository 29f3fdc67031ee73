"""
Damaged files of every format: what is wrong has its place, the rest is read, nothing crashes, and
no wrong hand comes through in silence.
"""

from collections.abc import Iterator, Sequence

import pytest

from showdown import FormatError
from showdown.history import (
    HandRecord,
    check,
    read_hands,
    results,
    to_json,
    to_ohh,
    to_phh,
    to_pokerstars,
)
from showdown.history.cutting import cut_hands
from showdown.history.facts import Facts
from showdown.history.readers import SITES, read_facts
from showdown.history.text import Piece, split_lines
from tests.showdown.history import sites
from tests.showdown.history.damaging import DAMAGES, mixed_up
from tests.showdown.history.hands import INVENTED, real, real_files

RECORDS = tuple(
    record
    for text in INVENTED.values()
    for record in read_hands(text)
    if isinstance(record, HandRecord)
)
HANDS = {
    "PokerStars": tuple(INVENTED.values()),
    "Full Tilt": (sites.FULL_TILT_HAND, sites.FULL_TILT_WALK),
    "OnGame": (sites.ONGAME_HAND,),
    "Boss Media": (sites.BOSS_HAND,),
    "JSON Lines": tuple(to_json(record) + "\n" for record in RECORDS),
    "PHH": tuple(str(to_phh(record)) for record in RECORDS),
    "OHH": tuple(str(to_ohh(record)) for record in RECORDS),
    "PokerStars of ours": tuple(str(to_pokerstars(record)) for record in RECORDS),
}


def joined(name: str, *hands: str) -> str:
    """Hands in one file."""
    if name == "PHH":
        return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))
    return "\n\n".join(hands)


formats = pytest.mark.parametrize("name", HANDS)
Outcome = tuple[int, ...]


def outcome(hand: Facts | HandRecord | FormatError) -> Outcome | None:
    """What everybody won or lost, if the hand holds."""
    if isinstance(hand, FormatError):
        return None
    found = check(hand)
    if not found.ok or found.record is None:
        assert found.sentence
        return None
    return tuple(sorted(result.net for result in results(found.record)))


def sound(text: str) -> Outcome:
    (hand,) = read_facts(text)
    found = outcome(hand)
    assert found is not None
    return found


def possible(hand: str) -> set[Outcome | None]:
    """
    What may come of a hand that was damaged: nothing, or what came of it before.

    In PHH all fields after the actions may be missing: what is left is a whole hand without rake.
    """
    found: set[Outcome | None] = {None, sound(hand)}
    if hand.startswith("variant"):
        bare = hand[: hand.index("\n", hand.index("\nactions") + 1)]
        found |= {outcome(each) for each in read_facts(bare)}
    return found


def places_are_in_the_file(hands, text: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for hand in hands:
        if isinstance(hand, FormatError):
            assert 1 <= hand.line <= len(lines)
            assert 1 <= hand.column <= len(lines[hand.line - 1]) + 2
            assert hand.sentence


@formats
@pytest.mark.soak(slice=60)
def test_a_damaged_hand_is_refused_or_differs_or_ends_as_ever_and_its_neighbours_are_read(
    name, rounds
):
    for rng in rounds:
        before, hand, after = (rng.choice(HANDS[name]) for _ in range(3))
        damaged = rng.choice(DAMAGES)(rng, hand)
        text = joined(name, before, damaged, after)
        found = list(read_facts(text))
        places_are_in_the_file(found, text)
        outcomes = [outcome(each) for each in found]
        # What lost its title and begins with a seat is taken for the end of the summary before it,
        # which has seats of its own: an error then, and nothing silent.
        goes_on = damaged.lstrip().startswith("Seat ")
        assert outcomes[0] == sound(before) or (goes_on and outcomes[0] is None), text
        assert outcomes[-1] == sound(after), text
        # A cut may leave nothing of a hand, and a line end may make two of it.
        assert set(outcomes[1:-1]) <= possible(hand), text


@formats
@pytest.mark.soak(slice=60)
def test_files_of_mixed_encodings_and_lost_bytes_crash_nothing(name, rounds):
    for rng in rounds:
        text = joined(name, *(rng.choice(HANDS[name]) for _ in range(2)))
        known = set().union(*(possible(hand) for hand in HANDS[name]))
        assert {outcome(hand) for hand in read_facts(mixed_up(rng, text))} <= known


@real
@pytest.mark.soak(slice=75)
def test_real_hands_of_every_site_are_no_easier_to_damage_unseen(rounds):
    texts = [file.read_text(encoding="utf-8") for file in real_files()]
    hands = ["\n".join(line.text for line in hand) + "\n" for hand in cut_all(texts)]
    assert len(hands) == 44
    for rng in rounds:
        hand = rng.choice(hands)
        damaged = rng.choice(DAMAGES)(rng, hand)
        assert {outcome(each) for each in read_facts(damaged)} <= {None, sound(hand)}, damaged


def cut_all(texts: list[str]) -> Iterator[Sequence[Piece]]:
    """The lines of every hand in these texts."""
    for text in texts:
        yield from (hand for _, hand in cut_hands(split_lines(text), SITES))


@formats
def test_a_hand_cut_at_any_line_is_an_error_at_its_last_line_or_holds(name):
    hand = HANDS[name][0]
    lines = hand.split("\n")
    for count in range(1, len(lines)):
        text = "\n".join(lines[:count])
        (found,) = list(read_facts(text))
        places_are_in_the_file([found], text)
        assert outcome(found) in possible(hand)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{" * 100_000, '{"version":1,"x":' + "[" * 100_000]
)
def test_what_is_nested_without_end_is_an_error(text):
    (error,) = read_hands(text)
    assert isinstance(error, FormatError)
    assert error.line == 1
