"""
``python -m showdown.bots.strong.training``: make the strategies of the strong bot.

What it prints is how much a best response wins from the average strategy, in the abstract game.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import showdown.bots.strong
from showdown.bots.strong.games import FIXED, GAMES, NO_LIMIT

ROUNDS = {FIXED.name: 600, NO_LIMIT.name: 1000}
SHIPPED = Path(showdown.bots.strong.__file__).parent

tell = partial(print, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the tables; 1 where one should have come out the same and did not."""
    asked = _asked(arguments)
    try:
        from showdown.bots.strong.training.dealing import chances
        from showdown.bots.strong.training.making import make
    except ModuleNotFoundError as missing:
        print(f"It takes {missing.name}: pip install 'showdown-poker[fast]'.", file=sys.stderr)
        return 2
    tell("Counting what hands become.")
    cards, differing = chances(), 0
    for name in asked.games or ROUNDS:
        rounds = asked.rounds or ROUNDS[name]
        tell(f"Learning {name} for {rounds} rounds.")
        made = make(GAMES[name], cards, rounds, asked.every, tell)
        path = asked.out / f"{name}.bin"
        if not asked.check:
            path.write_bytes(made)
            tell(f"{path}: {len(made):,} bytes.")
        elif path.exists() and made == path.read_bytes():
            tell(f"{path} is the same.")
        else:
            tell(f"{path} is another table.")
            differing += 1
    return 1 if differing else 0


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m showdown.bots.strong.training", description=__doc__)
    known = ", ".join(ROUNDS)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{known}; default: all")
    parser.add_argument("--rounds", type=int, help="how long to learn")
    parser.add_argument("--every", type=int, default=50, help="rounds from figure to figure")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="the folder to write to")
    parser.add_argument("--check", action="store_true", help="compare with what is there instead")
    asked = parser.parse_args(arguments)
    for name in asked.games:
        if name not in GAMES:
            parser.error(f"there is no game {name!r}; games are {known}.")
    for option, number in (("--rounds", asked.rounds), ("--every", asked.every)):
        if number is not None and number < 1:
            parser.error(f"{option} is {number}; it is at least 1.")
    if not asked.out.is_dir():
        parser.error(f"there is no folder {asked.out}.")
    return asked


if __name__ == "__main__":
    sys.exit(main())
