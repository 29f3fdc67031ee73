"""Whatever a client sends, in whatever pieces, our sockets make the same of it as the library's."""

import pytest

from tests.server.gateway.wire.kit import (
    BINARY,
    CLOSE,
    CONTINUATION,
    LISTENERS,
    PING,
    PONG,
    TEXT,
    frame,
    good_bye,
    heard_of,
)

TEXTS = ("", "a", "€", "𝄞 and more", "x" * 125, "x" * 126, "x" * 8191, "x" * 8192, "x" * 8193)
LAWFUL = (TEXT, TEXT, TEXT, BINARY, CONTINUATION, CONTINUATION, PING, PONG)
STREAMS = 20
"""So many are sent in a round."""


def any_data(chance):
    if chance.random() < 0.3:
        return chance.randbytes(chance.randrange(6))
    return chance.choice(TEXTS).encode()


def any_frame(chance):
    """Something that a client may send, mostly."""
    luck = chance.random()
    if luck < 0.1:
        return good_bye(chance.randrange(990, 1020), chance.randbytes(chance.randrange(4)))
    if luck < 0.15:
        return frame(CLOSE)
    if luck < 0.25:
        return frame(
            chance.randrange(16),
            any_data(chance),
            fin=chance.random() < 0.5,
            reserved=chance.choice((0, 0, 0, 1, 4)),
            mask=chance.choice((b"\1\2\3\4", bytes(4), b"")),
        )
    return frame(chance.choice(LAWFUL), any_data(chance), fin=chance.random() < 0.7)


@pytest.mark.soak(slice=2)
async def test_ours_and_the_librarys_hear_the_same(rounds):
    for chance in rounds:
        for _ in range(STREAMS):
            stream = [any_frame(chance) for _ in range(chance.randrange(8))]
            data = b"".join((*stream, good_bye()))
            sizes = [chance.randrange(1, 40) for _ in range(chance.randrange(30))]
            own, reference = [await heard_of(each, data, sizes) for each in LISTENERS.values()]
            assert own == reference, (data, sizes)
