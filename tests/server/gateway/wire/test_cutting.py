"""Where frames end: as the library sees it, with its own eyes."""

from hypothesis import given
from hypothesis import strategies as some
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side, State

from server.gateway.wire.cutting import (
    LAWLESS,
    NOT_YET,
    WHOLE_TEXT,
    data_of_frame,
    size_of_frame,
    text_frame,
)

MOST = 300


def heard(data):
    """What the library hears of some bytes: frames, and whether it refuses them."""
    library = Protocol(Side.SERVER, state=State.OPEN, max_size=MOST)
    library.receive_data(data)
    return library.events_received(), library.parser_exc


heads = some.binary(min_size=2, max_size=14)
texts = some.binary(max_size=MOST + 5).map(
    lambda data: Frame(Opcode.TEXT, data).serialize(mask=True)
)


@given(some.one_of(heads, texts, texts.flatmap(lambda t: some.sampled_from((t[:-1], t + b"x")))))
def test_a_frame_is_whole_when_the_library_hears_it_and_lawless_when_it_refuses_it(data):
    size = size_of_frame(data, 0, MOST)
    if size == LAWLESS:
        # What is lawless is refused at the latest when all of it is there.
        assert heard(data + bytes(2 * MOST))[1] is not None
    elif size != NOT_YET:
        events, refused = heard(data[:size])
        if data[0] == WHOLE_TEXT:
            assert [bytes(event.data) for event in events] == [data_of_frame(data, 0, size)]
            assert refused is None
        assert heard(data[: size - 1]) == ([], None)


@given(some.binary(max_size=200) | some.integers(65_530, 65_540).map(bytes))
def test_a_text_is_sent_as_the_library_would(data):
    assert text_frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False)
