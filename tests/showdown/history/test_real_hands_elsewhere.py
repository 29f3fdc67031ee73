"""
The real hands of other sites than PokerStars: what is read agrees with the facts beside the texts.
"""

import json
from collections import Counter
from decimal import Decimal

from showdown import FormatError, parse_cards
from showdown.history import check
from showdown.history.facts import (
    Collected,
    Drew,
    Facts,
    Given,
    Moved,
    Mucked,
    Paid,
    Showed,
    Silence,
    Threw,
)
from showdown.history.readers import read_facts
from showdown.rules import events as ev
from showdown.rules.events import Move
from tests.showdown.history.hands import SHARED, real, real_files

pytestmark = real

PREFIXES = {"Full Tilt": "ftp-", "OnGame": "ongame-", "Boss Media": "boss-"}


def cents(amount) -> int:
    return int(Decimal(amount) * 100)


def known_hands() -> dict[str, dict]:
    lines = (SHARED / "facts.jsonl").read_text(encoding="utf-8").splitlines()
    return {hand["id"]: hand for hand in map(json.loads, lines) if hand["site"] in PREFIXES}


def test_what_is_read_agrees_with_the_facts_beside_the_texts():
    known = known_hands()
    for file in real_files():
        for facts in read_facts(file.read_bytes()):
            assert isinstance(facts, Facts)
            if facts.site in PREFIXES:
                name = PREFIXES[facts.site] + (facts.number or str(facts.hand))
                compare_head(facts, known[name])
                compare_play(facts, known[name])
                compare_end(facts, known.pop(name))
    assert not known


def compare_head(facts: Facts, known: dict) -> None:
    assert facts.game == known["limit"]
    assert facts.stakes == tuple(map(cents, known["stakes"]))
    assert (facts.currency, facts.button) == (known["currency"], known["button_seat"])
    assert facts.max_seats == (known["max_seats"] or len(facts.places))
    seats = [seat for seat in known["seats"] if not seat["sitting_out"]]
    assert {(place.seat, place.name, place.stack) for place in facts.places} == {
        (seat["seat"], seat["name"], cents(seat["stack"])) for seat in seats
    }


def compare_play(facts: Facts, known: dict) -> None:
    names = {place.seat: place.name for place in facts.places}
    happened = [each for step in facts.steps if (each := as_known(step, names))]
    wanted = [event for event in known["events"] if event[0] in KNOWN]
    # Where only a total is told, the facts say what it took to get there; so does the engine.
    assert [each[:2] for each in happened] == [
        ["discard", each[1]] if each[0] == "stand_pat" else each[:2] for each in wanted
    ]
    for mine, theirs in zip(happened, wanted, strict=True):
        if mine[0] in ("post", "bet", "discard"):
            assert mine[2] == amount_of(theirs)
        if mine[0] == "raise":
            assert mine[2] == cents(theirs[3])
    cards = [step.cards for step in facts.steps if isinstance(step, Given)]
    assert cards == [parse_cards(" ".join(e[2])) for e in known["events"] if e[0] == "deal"]
    for event in known["events"]:
        if event[0] == "new_hand":
            (drew,) = (s for s in facts.steps if isinstance(s, Drew) and names[s.seat] == event[1])
            assert {*drew.kept, *drew.cards} == set(parse_cards(" ".join(event[2])))


KNOWN = ("post", "fold", "check", "call", "bet", "raise", "discard", "stand_pat")


def amount_of(event: list) -> int:
    return event[2] if event[0] == "discard" else cents(event[3 if event[0] == "post" else 2])


def as_known(step, names):
    name = names.get(step.seat)
    match step:
        case Paid():
            return ["post", name, step.amount]
        case Moved(move=Move.RAISE):
            return ["raise", name, step.to]
        case Moved():
            return [str(step.move), name, step.amount]
        case Threw():
            return ["discard", name, step.count]
    return None


def compare_end(facts: Facts, known: dict) -> None:
    names = {place.seat: place.name for place in facts.places}
    assert (facts.pot, facts.rake) == (cents(known["pot"]), cents(known["rake"]))
    paid: Counter[str] = Counter()
    if Silence.POTS in facts.silent:
        paid.update({names[each.seat]: each.won for each in facts.summary if each.won})
    for step in facts.steps:
        if isinstance(step, Collected):
            paid[names[step.seat]] += step.amount
    assert paid == {name: cents(amount) for name, amount, _ in known["collected"]}
    shown = {names[s.seat]: set(s.cards) for s in facts.steps if isinstance(s, Showed)}
    assert shown == {
        name: set(parse_cards(" ".join(cards))) for name, cards in known["shown"].items()
    }
    mucked = {names[s.seat] for s in facts.steps if isinstance(s, Mucked)}
    assert mucked == {event[1] for event in known["events"] if event[0] == "muck"}


def test_what_stayed_in_the_pot_is_what_the_engine_leaves_there():
    known = known_hands()
    for file in real_files():
        for facts in read_facts(file.read_bytes()):
            assert isinstance(facts, Facts)
            if facts.site not in PREFIXES:
                continue
            record = check(facts).record
            assert record is not None
            left: Counter[int] = Counter()
            for event in record.events:
                match event:
                    case ev.BlindPosted():
                        left[event.seat] += event.amount + event.dead
                    case ev.Acted():
                        left[event.seat] += event.amount
                    case ev.BetReturned():
                        left[event.seat] -= event.amount
            hand = known[PREFIXES[facts.site] + (facts.number or str(facts.hand))]
            stayed = {record.name_of(seat): amount for seat, amount in left.items() if amount}
            assert stayed == {name: cents(each) for name, each in hand["contributions"].items()}


OTHER_GAMES = SHARED.parent / "other_draw"


def test_hands_of_other_games_are_refused_one_by_one_and_by_name():
    refused = Counter(
        (folder, hand.sentence.split(" can be read, not")[0])
        for folder in ("pokerstars", "fulltilt")
        for file in (OTHER_GAMES / folder).iterdir()
        for hand in read_facts(file.read_bytes())
        if isinstance(hand, FormatError)
    )
    assert refused == {
        ("pokerstars", "Only 5 Card Draw"): 150,
        ("fulltilt", "Only 5 Card Draw"): 60,
    }


def test_sites_that_cannot_be_read_are_errors_too():
    for folder in ("merge", "kingsclub", "winamax"):
        for file in (OTHER_GAMES / folder).iterdir():
            found = list(read_facts(file.read_bytes()))
            assert found
            assert all(isinstance(hand, FormatError) for hand in found)
