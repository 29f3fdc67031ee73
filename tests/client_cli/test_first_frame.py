"""The frame that is there before the screen is."""

import io

import pyte
import pytest

from client_cli.first_frame import first_frame, frame


def seen(text, columns=80, rows=24):
    screen = pyte.Screen(columns, rows)
    pyte.Stream(screen).feed(text)
    return screen


def test_it_says_what_goes_on_between_the_bars_of_the_screen():
    screen = seen(frame("Connecting to ws://127.0.0.1:8765 …", 80, 24))
    assert screen.display[1].strip() == "Connecting to ws://127.0.0.1:8765 …"
    assert all(screen.buffer[row][column].reverse for row in (0, 23) for column in (0, 79))
    assert not screen.buffer[12][0].reverse


def test_a_text_that_is_too_long_or_nasty_tears_nothing():
    screen = seen(frame("ws://" + "x" * 200 + "\x1b[2J", 40, 10), 40, 10)
    assert screen.display[1].startswith(" ws://xxx")
    assert screen.display[2].strip() == ""


def test_what_fails_meanwhile_gives_the_terminal_back():
    out = io.StringIO()
    with pytest.raises(ZeroDivisionError), first_frame(out, "Connecting"):
        raise ZeroDivisionError
    assert out.getvalue().endswith("\x1b[?1049l")
