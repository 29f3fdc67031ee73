"""
Ctrl-C in the middle of a match: what is played is kept, and nothing is counted by half.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupt:
    """Whether somebody has pressed Ctrl-C; where it may, that raises KeyboardInterrupt at once."""

    def __init__(self) -> None:
        self.pressed = False
        self._may_raise = False

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear Ctrl-C; in a thread that cannot, it raises wherever it will."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._press)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Here it may raise; what is done here counts only when it is done."""
        self._may_raise = True
        try:
            if self.pressed:
                raise KeyboardInterrupt
            yield
        finally:
            self._may_raise = False

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        self.pressed = True
        if self._may_raise:
            raise KeyboardInterrupt
