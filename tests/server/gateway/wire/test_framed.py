"""What many are told is framed once."""

from server.gateway.wire.cutting import text_frame
from server.gateway.wire.framed import Framed


def test_a_text_that_several_are_told_is_framed_once():
    framed, text = Framed(), b"x" * 200
    first = framed.frame(text)
    assert first == text_frame(text)
    assert framed.frame(text) is first


def test_another_text_has_a_frame_of_its_own():
    framed = Framed()
    for text in (b"one", b"another", b"", b"one"):
        assert framed.frame(text) == text_frame(text)
