"""A line that is being typed."""

import pytest

from client_cli.editor import HISTORY, Editor, Shown


def typed(keys):
    editor = Editor()
    lines = editor.feed(keys)
    return editor, lines


@pytest.mark.parametrize(
    ("keys", "text", "cursor"),
    [
        ("raise", "raise", 5),
        ("rx\x7faise", "raise", 5),
        ("\x7f\x08", "", 0),
        ("aise\x01r", "raise", 1),
        ("rise\x1b[D\x1b[D\x1b[Da", "raise", 2),
        ("rise\x1bOD\x1bOD\x1bODa\x1b[C", "raise", 3),
        ("aise\x1b[Hr\x1b[F 60", "raise 60", 8),
        ("aise\x1b[1~r\x1b[4~ 60", "raise 60", 8),
        ("xraise\x01\x1b[3~", "raise", 0),
        ("x\x1b[3~", "x", 1),
        ("raise 60\x17", "raise ", 6),
        ("raise 60 \x17", "raise ", 6),
        ("raise 60\x15fold", "fold", 4),
        ("fold me\x02\x02\x02\x0b", "fold", 4),
        ("ab\x02\x06c", "abc", 3),
        # Keys that we do not know do nothing and leave nothing behind.
        ("a\x1b[15~b\x1b[1;5Cc\x1bxd\x07", "abcd", 4),
        ("d K♦ é", "d K♦ é", 6),
        ("ab\x04", "ab", 2),
    ],
)
def test_keys_edit_the_line(keys, text, cursor):
    editor, lines = typed(keys)
    assert (editor.text, editor.cursor, lines) == (text, cursor, [])
    assert not editor.ended


def test_enter_finishes_a_line_and_begins_an_empty_one():
    editor, lines = typed("c\nr 60\rf\r\nx")
    assert lines == ["c", "r 60", "f"]
    assert editor.text == "x"


def test_a_sequence_may_come_in_pieces():
    editor = Editor()
    for piece in ("ab", "\x1b", "[", "D", "c"):
        editor.feed(piece)
    assert editor.text == "acb"


def test_control_d_on_an_empty_line_ends_the_input():
    editor, _ = typed("\x04")
    assert editor.ended


def test_arrows_bring_back_what_was_typed_before():
    editor, _ = typed("c\nr 60\nr 60\n\n")
    recalled = []
    for key in ("\x1b[A", "\x10", "\x1b[A", "\x1b[B", "\x0e"):
        editor.feed(key)
        recalled.append(editor.text)
    assert recalled == ["r 60", "c", "c", "r 60", ""]


def test_not_more_than_enough_lines_are_kept():
    editor, _ = typed("".join(f"{number}\n" for number in range(HISTORY + 5)))
    editor.feed("\x1b[A" * (2 * HISTORY))
    assert editor.text == "5"


@pytest.mark.parametrize(
    ("keys", "room", "shown"),
    [
        ("raise 60", 20, Shown("raise 60", 8)),
        ("raise 60", 5, Shown("e 60", 4)),
        ("raise 60\x01", 5, Shown("rais", 0)),
        ("李小龙", 5, Shown("小龙", 4)),
    ],
)
def test_what_does_not_fit_is_shown_around_the_cursor(keys, room, shown):
    editor, _ = typed(keys)
    assert editor.shown(room) == shown
