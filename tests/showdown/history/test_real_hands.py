"""
The real hands beside the checkout, where they are: all reconcile, and none can be damaged unseen.
"""

import codecs
import json
import re
from collections import Counter
from decimal import Decimal

import pytest

from showdown import parse_cards
from showdown.history import check_file
from showdown.history.facts import Collected, Facts, Moved, Mucked, Paid, Returned, Showed, Threw
from showdown.history.pokerstars import read_pokerstars
from showdown.rules.events import Move
from tests.showdown.history.hands import REAL, SHARED, facts_of, real, real_files, real_texts

pytestmark = real


def test_all_real_hands_reconcile():
    found = [each for file in real_files() for each in check_file(file.read_bytes())]
    assert [each.sentence for each in found if not each.ok] == []
    assert [each.notes for each in found if each.notes] == []
    assert Counter(each.title.split(" hand ")[0] for each in found) == {
        "PokerStars": 24,
        "Full Tilt": 2,
        "OnGame": 9,
        "Boss Media": 9,
    }


def test_what_a_file_lacks_is_said_of_the_hand_that_lacks_it():
    found = [each for file in real_files() for each in check_file(file.read_bytes())]
    lacks = [lack for each in found for lack in each.lacks if not lack.startswith("the cards of")]
    assert lacks == ["how many cards Hero changed (1 by his two hands)"]
    unseen = {each.title: each.lacks[-1] for each in found if each.lacks}
    assert unseen["Full Tilt hand 25319060000"] == "the cards of P4"
    assert unseen["Boss Media hand 2692986516"] == "the cards of P1"


def test_a_file_may_hold_hands_of_several_sites():
    text = "\n\n".join(file.read_text(encoding="utf-8") for file in real_files())
    found = list(check_file(text))
    assert (len(found), all(each.ok for each in found)) == (44, True)


def test_empty_lines_between_all_lines_change_nothing():
    for file in real_files():
        text = file.read_text(encoding="utf-8")
        spaced = text.replace("\n", "\r\n\r\n").encode("utf-16")
        found, wanted = list(check_file(spaced)), list(check_file(text))
        assert [each.sentence for each in found] == [each.sentence for each in wanted]
        assert all(each.ok for each in found)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_real_files_reconcile_in_the_encodings_that_clients_write(encoding):
    for file in real_files():
        text = file.read_text(encoding="utf-8").replace("\n", "\r\n")
        mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
        assert all(each.ok for each in check_file(mark + text.encode(encoding)))


def cents(amount: str) -> int:
    return int(Decimal(amount) * 100)


def test_what_is_read_agrees_with_the_facts_beside_the_texts():
    lines = (SHARED / "facts.jsonl").read_text(encoding="utf-8").splitlines()
    known = {
        int(hand["id"].removeprefix("stars-")): hand
        for hand in map(json.loads, lines)
        if hand["site"] == "PokerStars"
    }
    for file in REAL.glob("*.txt"):
        for facts in read_pokerstars(file.read_bytes()):
            assert isinstance(facts, Facts)
            compare_facts(facts, known.pop(facts.hand))
    assert not known


def compare_facts(facts: Facts, known: dict) -> None:
    names = {place.seat: place.name for place in facts.places}
    assert facts.game == known["limit"]
    assert facts.stakes == tuple(map(cents, known["stakes"]))
    assert facts.currency == known["currency"]
    assert (facts.button, facts.max_seats) == (known["button_seat"], known["max_seats"])
    assert (facts.pot, facts.rake) == (cents(known["pot"]), cents(known["rake"]))
    assert [(place.seat, place.name, place.stack) for place in facts.places] == [
        (seat["seat"], seat["name"], cents(seat["stack"]))
        for seat in known["seats"]
        if not seat["sitting_out"]
    ]
    happened = [event for step in facts.steps if (event := as_known(step, names))]
    wanted = [event for event in known["events"] if event[0] in KNOWN]
    assert happened == [as_read(event) for event in wanted]
    assert {
        names[s.seat]: list(map(str, s.cards)) for s in facts.steps if isinstance(s, Showed)
    } == (known["shown"])
    mucked = {s.seat for s in facts.steps if isinstance(s, Mucked)}
    assert {
        names[s.seat]: list(map(str, s.cards))
        for s in facts.summary
        if s.seat in mucked and s.cards
    } == known["mucked_but_listed"]


KNOWN = (
    "post",
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "discard",
    "stand_pat",
    "uncalled",
    "collect",
)


def as_known(step, names):
    """A step as the facts beside the texts would say it, amounts in cents."""
    name = names.get(step.seat)
    match step:
        case Paid():
            return ["post", name, f"{step.kind} blind", step.amount, step.all_in]
        case Moved(move=Move.FOLD | Move.CHECK):
            return [str(step.move), name]
        case Moved(move=Move.RAISE):
            return ["raise", name, step.amount, step.to, step.all_in]
        case Moved():
            return [str(step.move), name, step.amount, step.all_in]
        case Threw(count=0):
            return ["stand_pat", name]
        case Threw():
            return ["discard", name, step.count, step.cards]
        case Returned():
            return ["uncalled", name, step.amount]
        case Collected(pot=0):
            return ["collect", name, step.amount, "pot"]
    return None


def as_read(event: list) -> list:
    kind, name, *rest = event
    if kind == "discard":
        count, cards = rest
        return [kind, name, count, None if cards is None else parse_cards(" ".join(cards))]
    amounts = [cents(value) if re.fullmatch(r"[\d.]+", str(value)) else value for value in rest]
    return [kind, name, *amounts]


DAMAGES = {
    "a cent more is collected": (r"collected \$\d+(\.\d\d)?", r"collected $77.01"),
    "another seat collects": (r"\n(?!Hero)\w+ collected", "\nHero collected"),
    "the pot is larger": (r"Total pot \$", "Total pot $1"),
    "the rake is larger": (r"Rake \$\d+(\.\d\d)?", "Rake $0.17"),
    "more comes back": (r"Uncalled bet \(\$", "Uncalled bet ($1"),
    "nothing comes back": (r"Uncalled bet .*\n", ""),
    "a fold is missing": (r": folds\n", ": checks\n"),
    "a check is a fold": (r": checks\n", ": folds\n"),
    "a call costs more": (r"calls \$", "calls $1"),
    "a bet is larger": (r"bets \$", "bets $5"),
    "a raise goes further": (r"(raises \S+ to) \$", r"\1 $9"),
    "a raise is a call": (r"raises \S+ to \S+", "calls $0.10"),
    "a big blind is larger": (r"big blind \$", "big blind $2"),
    "an action is missing": (r"\n\w+: (folds|calls \S+|checks|bets \S+)\n(?=\w+:)", "\n"),
    "a draw is missing": (r"\n\w+: discards.*\n", "\n"),
    "a draw comes twice": (r"(\n\w+: discards.*\n)", r"\1\1"),
    "a shown card is another": (r"shows \[\w\w", "shows [2c"),
    "the words are for another hand": (
        r"(shows \[[^\]]*\]) \(.*\)",
        r"\1 (a straight, Six to Ten)",
    ),
    "the summary pays more": (r"(won|collected) \(\$", r"\1 ($6"),
    "the fold is told of another round": (r"folded (before|after)", r"folded aftre"),
    "the button is elsewhere": (r"Seat #\d is the button", "Seat #8 is the button"),
    "nobody is all-in": (r" and is all-in", ""),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_no_real_hand_can_be_damaged_unseen(damage):
    pattern, new = DAMAGES[damage]
    tried: Counter[bool] = Counter()
    for text in real_texts():
        for found in re.finditer(pattern, text):
            damaged = text[: found.start()] + found.expand(new) + text[found.end() :]
            if damaged != text:
                (result,) = check_file(damaged)
                tried[result.ok] += 1
                assert not result.ok, damaged
    assert tried[False] >= 1


def test_the_facts_of_a_real_hand_name_its_steps_only_once():
    facts = facts_of(real_texts()[0])
    lines = [step.line for step in facts.steps]
    assert lines == sorted(set(lines))
