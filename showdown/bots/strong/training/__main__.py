"""
``python -m showdown.bots.strong.training``: make the strategies of the strong bot.

What it prints is how much a best response wins from the average strategy, in the abstract game.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import showdown.bots.strong
from showdown.bots.strong.games import FIXED, GAMES, NO_LIMIT
from showdown.bots.strong.table import Table
from showdown.bots.strong.training.dealing import chances
from showdown.bots.strong.training.game import Draw
from showdown.bots.strong.training.packing import packed
from showdown.bots.strong.training.solving import exploitability, learn

ROUNDS = {FIXED.name: 600, NO_LIMIT.name: 1000}
SHIPPED = Path(showdown.bots.strong.__file__).parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the tables; 1 where one should have come out the same and did not."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    for name in asked.games:
        if name not in GAMES:
            parser.error(f"there is no game {name!r}; games are {', '.join(GAMES)}.")
    print("Counting what hands become.", flush=True)
    cards = chances()
    same = True
    for name in asked.games or ROUNDS:
        rounds = asked.rounds or ROUNDS[name]
        game = Draw(cards, GAMES[name])
        print(f"Learning {name} for {rounds} rounds.", flush=True)
        made = _trained(game, rounds, asked.every)
        path = asked.out / f"{name}.bin"
        if asked.check:
            same &= made == path.read_bytes()
            print(f"{path} {'is the same' if same else 'is another table'}.", flush=True)
        else:
            path.write_bytes(made)
            print(f"{path}: {len(made):,} bytes.", flush=True)
    return 0 if same else 1


def _trained(game: Draw, rounds: int, every: int) -> bytes:
    for start, end in pairwise([*range(0, rounds, every), rounds]):
        learn(game, end - start, after=start)
        print(f"{end:6} rounds: {_figure(exploitability(game))}", flush=True)
    made = packed(game, rounds)
    print(f"    as written: {_figure(Table(made).header.exploitability)}", flush=True)
    return made


def _figure(found: float) -> str:
    return f"a best response wins {100 * found:.3f} bb/100"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m showdown.bots.strong.training", description=__doc__)
    known = ", ".join(ROUNDS)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{known}; default: all")
    parser.add_argument("--rounds", type=int, help="how long to learn")
    parser.add_argument("--every", type=int, default=50, help="rounds from figure to figure")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="the folder to write to")
    parser.add_argument("--check", action="store_true", help="compare with what is there instead")
    return parser


if __name__ == "__main__":
    sys.exit(main())
