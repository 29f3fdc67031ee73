"""
From what was learnt to the bytes of a table, and back.
"""

from hashlib import sha256

import msgspec
import numpy as np

from showdown.bots.strong.table import FULL, VERSION, Header, Table
from showdown.bots.strong.training.dealing import Chances, Floats
from showdown.bots.strong.training.game import Draw
from showdown.bots.strong.training.solving import exploitability


def packed(game: Draw, rounds: int) -> bytes:
    """The table of the average strategy after so many rounds."""
    body = b"".join(_bytes_of(choice.average()) for choice in game.choices.values())
    header = Header(
        version=VERSION,
        game=game.rules.name,
        before=game.chances.before,
        after=game.chances.after,
        chances=fingerprint(game.chances),
        rounds=rounds,
        exploitability=0.0,
    )
    found = exploitability(unpacked(Table(_joined(header, body)), game.chances))
    return _joined(msgspec.structs.replace(header, exploitability=round(found, 6)), body)


def unpacked(table: Table, chances: Chances) -> Draw:
    """The game with the strategy of a table as what was played."""
    game = Draw(chances, table.game)
    for name, choice in game.choices.items():
        choice.play(_strategy_of(table.part(name), choice.average()))
    return game


def _bytes_of(strategy: Floats) -> bytes:
    """Chances in 255ths, rounded so that they still come to 255 together."""
    up_to = np.rint(FULL * np.cumsum(strategy, axis=0)[:-1])
    return np.diff(up_to, axis=0, prepend=0).astype(np.uint8).tobytes()


def _strategy_of(part: bytes, like: Floats) -> Floats:
    """The chances that stand in a part of a table, in the shape of another strategy."""
    said = np.frombuffer(part, np.uint8).reshape((len(like) - 1, *like.shape[1:])) / FULL
    return np.concatenate([said, 1 - said.sum(axis=0, keepdims=True)])


def fingerprint(chances: Chances) -> str:
    """SHA-256 of what the cards do, as hexadecimal."""
    return sha256(
        chances.dealt.astype("<f8").tobytes() + chances.drawn.astype("<f8").tobytes()
    ).hexdigest()


def _joined(header: Header, body: bytes) -> bytes:
    return msgspec.json.encode(header) + b"\n" + body
