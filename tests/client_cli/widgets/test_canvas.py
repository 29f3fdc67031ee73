"""Signs on a field: whatever a name holds, it stays in its place."""

from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from client_cli.widgets.canvas import Canvas
from showdown.protocol.plain import NO_BREAK, plain

NASTY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\n\r\t\u202e\u200f\u0301\u0489日本🂡👩‍👩‍👧ａ\u0e33"),
    ),
    max_size=40,
)


def text_of(canvas):
    return ["".join(piece.text for piece in row) for row in canvas.rows()]


def test_a_text_is_cut_at_the_edge():
    canvas = Canvas(5, 1)
    canvas.put(2, 0, "Alexandra")
    assert text_of(canvas) == ["  Ale"]


def test_a_wide_sign_that_has_half_a_room_has_none():
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "日本")
    assert text_of(canvas) == ["日 "]


def test_what_covers_half_of_a_wide_sign_leaves_no_half():
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "日本")
    canvas.put(1, 0, "x")
    assert text_of(canvas) == [" x本"]


def test_marks_do_not_pile_up():
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "a" + "\u0301" * 20)
    assert text_of(canvas) == ["a\u0301\u0301  "]


def test_signs_that_move_or_turn_are_not_shown():
    canvas = Canvas(12, 1)
    canvas.put(0, 0, "E\x1b[2J\u202eve")
    assert text_of(canvas) == ["E?[2J?ve    "]


@given(NASTY, st.integers(-5, 25), st.integers(-1, 3))
@example(NO_BREAK, 0, 0)
def test_rows_are_as_wide_as_the_field_whatever_is_put(text, x, y):
    canvas = Canvas(20, 3)
    canvas.put(x, y, text)
    assert [cell_len(row) for row in text_of(canvas)] == [20] * 3
    assert all(plain(row) == row for row in text_of(canvas))
