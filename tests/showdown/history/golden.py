"""
The golden hands: where they are, and how they are written anew from the texts.

    python -m tests.showdown.history.golden
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from showdown.history.facts import Facts
from showdown.history.json_lines import from_json_lines, to_json
from showdown.history.readers import read_facts
from showdown.history.reconstruct import to_record
from showdown.history.record import HandRecord
from tests.showdown.history.hands import real_files

GOLDEN = Path(__file__).parents[3] / "tests" / "golden"


class Collection(Struct, frozen=True):
    """Real hands of some sites, kept as facts and as records."""

    name: str
    chosen: Mapping[int, str]
    """The numbers of the hands, and what each is there for."""

    @property
    def facts_file(self) -> Path:
        return GOLDEN / f"{self.name}_five_card_draw.facts.jsonl"

    @property
    def records_file(self) -> Path:
        return GOLDEN / f"{self.name}_five_card_draw.records.jsonl"

    def facts(self) -> list[Facts]:
        lines = self.facts_file.read_text(encoding="utf-8").splitlines()
        return [msgspec.json.decode(line, type=Facts) for line in lines]

    def records(self) -> list[HandRecord]:
        records = []
        for record in from_json_lines(self.records_file.read_bytes()):
            assert isinstance(record, HandRecord), record
            records.append(record)
        return records

    def real_facts(self) -> list[Facts]:
        """The chosen hands, read from the texts."""
        every = [
            facts
            for file in real_files()
            for facts in read_facts(file.read_bytes())
            if isinstance(facts, Facts)
        ]
        return sorted((facts for facts in every if facts.hand in self.chosen), key=lambda f: f.hand)

    def write(self) -> None:
        facts = self.real_facts()
        GOLDEN.mkdir(exist_ok=True)
        self.facts_file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in facts))
        records = [to_record(each) for each in facts]
        self.records_file.write_text(
            "".join(to_json(each) + "\n" for each in records if isinstance(each, HandRecord)),
            encoding="utf-8",
        )


POKERSTARS = Collection(
    "pokerstars",
    {
        35838989654: "fixed-limit, a showdown that everybody sees, an odd rake",
        35839017616: "fixed-limit, a raise before the draw that nobody calls",
        35839052257: "fixed-limit, a beaten hand is mucked",
        35839069182: "fixed-limit, everybody folds to the big blind",
        35839165896: "fixed-limit, a reraise, a hand that stands pat",
        35839278018: "fixed-limit, all-in for less than a bet",
        49900000007: "pot-limit, three players",
        49934100000: "no-limit, a check down",
        153148513639: "heads-up, three bets after the draw",
    },
)
OTHER_SITES = Collection(
    "other_sites",
    {
        25319060000: "Full Tilt, fixed-limit, two beaten hands that are mucked, but listed",
        25340539000: "Full Tilt, pot-limit, the button folds",
        8196211600232: "OnGame, a showdown, a small blind that is rounded down",
        8196211600234: "OnGame, a bet after the draw that nobody calls",
        17442851500250: "OnGame, a changed card that no line tells",
        17442851500253: "OnGame, heads-up, the button folds",
        2692984519: "Boss Media, a bet after the draw that nobody calls",
        2692985477: "Boss Media, a showdown",
        2692986516: "Boss Media, a reraise, a beaten hand that is not listed",
    },
)
COLLECTIONS = (POKERSTARS, OTHER_SITES)


def golden_facts() -> list[Facts]:
    """Those of PokerStars."""
    return POKERSTARS.facts()


def golden_records() -> list[HandRecord]:
    """Those of PokerStars."""
    return POKERSTARS.records()


if __name__ == "__main__":
    for each in COLLECTIONS:
        each.write()
