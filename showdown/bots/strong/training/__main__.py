"""
``python -m showdown.bots.strong.training``: make the strategy of the strong bot.

What it prints is how much a best response wins from the average strategy, in the abstract game.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import showdown.bots.strong
from showdown.bots.strong.table import FILE, Table
from showdown.bots.strong.training.dealing import chances
from showdown.bots.strong.training.game import Draw
from showdown.bots.strong.training.packing import packed
from showdown.bots.strong.training.solving import exploitability, learn

ROUNDS = 600
SHIPPED = Path(showdown.bots.strong.__file__).with_name(FILE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the table; 1 where it should have come out the same and did not."""
    asked = _parser().parse_args(arguments)
    print("Counting what hands become.", flush=True)
    game = Draw(chances())
    print(f"Learning in {len(game.choices)} decisions for each pair of buckets.", flush=True)
    steps = [*range(0, asked.rounds, asked.every), asked.rounds]
    for start, end in pairwise(steps):
        learn(game, end - start, after=start)
        print(f"{end:6} rounds: {_figure(exploitability(game))}", flush=True)
    made = packed(game, asked.rounds)
    print(f"as written:    {_figure(Table(made).header.exploitability)}", flush=True)
    if asked.check:
        same = made == asked.out.read_bytes()
        print(f"{asked.out} {'is the same' if same else 'is another table'}.")
        return 0 if same else 1
    asked.out.write_bytes(made)
    print(f"{asked.out}: {len(made):,} bytes.")
    return 0


def _figure(found: float) -> str:
    return f"a best response wins {100 * found:.3f} bb/100"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m showdown.bots.strong.training", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how long to learn")
    parser.add_argument("--every", type=int, default=50, help="rounds from figure to figure")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="the file to write")
    parser.add_argument("--check", action="store_true", help="compare with the file instead")
    return parser


if __name__ == "__main__":
    sys.exit(main())
