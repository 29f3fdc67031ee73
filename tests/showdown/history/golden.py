"""
The golden hands: where they are, and how they are written anew from the texts.

    python -m tests.showdown.history.golden
"""

from pathlib import Path

import msgspec

from showdown.history.facts import Facts
from showdown.history.json_lines import from_json_lines, to_json
from showdown.history.pokerstars import read_pokerstars
from showdown.history.reconstruct import to_record
from showdown.history.record import HandRecord
from tests.showdown.history.hands import REAL

GOLDEN = Path(__file__).parents[3] / "tests" / "golden"
FACTS = GOLDEN / "pokerstars_five_card_draw.facts.jsonl"
RECORDS = GOLDEN / "pokerstars_five_card_draw.records.jsonl"

CHOSEN = {
    35838989654: "fixed-limit, a showdown that everybody sees, an odd rake",
    35839017616: "fixed-limit, a raise before the draw that nobody calls",
    35839052257: "fixed-limit, a beaten hand is mucked",
    35839069182: "fixed-limit, everybody folds to the big blind",
    35839165896: "fixed-limit, a reraise, a hand that stands pat",
    35839278018: "fixed-limit, all-in for less than a bet",
    49900000007: "pot-limit, three players",
    49934100000: "no-limit, a check down",
    153148513639: "heads-up, three bets after the draw",
}
"""The numbers of the hands, and what each is there for."""


def golden_facts() -> list[Facts]:
    return [
        msgspec.json.decode(line, type=Facts)
        for line in FACTS.read_text(encoding="utf-8").splitlines()
    ]


def golden_records() -> list[HandRecord]:
    records = []
    for record in from_json_lines(RECORDS.read_bytes()):
        assert isinstance(record, HandRecord), record
        records.append(record)
    return records


def real_facts() -> list[Facts]:
    """The chosen hands, read from the texts."""
    every = [
        facts
        for file in REAL.glob("*.txt")
        for facts in read_pokerstars(file.read_bytes())
        if isinstance(facts, Facts)
    ]
    return sorted((facts for facts in every if facts.hand in CHOSEN), key=lambda f: f.hand)


def write() -> None:
    facts = real_facts()
    GOLDEN.mkdir(exist_ok=True)
    FACTS.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in facts))
    records = [to_record(each) for each in facts]
    RECORDS.write_text(
        "".join(to_json(each) + "\n" for each in records if isinstance(each, HandRecord)),
        encoding="utf-8",
    )


if __name__ == "__main__":
    write()
