"""
A terminal that may be gone in the middle of everything: a window that is closed, an ssh that ends.

Textual's thread for output dies at the first sign that nobody can read, and then whoever writes
waits for ever; its thread for input ends the application with a traceback. Here nothing is written
any more, and the application is told.
"""

from typing import IO, Any

from textual.drivers.linux_driver import LinuxDriver


class _Patient:
    """A stream that takes whatever is written when nobody is there to read it."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._gone = False

    def write(self, text: str) -> None:
        """Write, or do nothing."""
        self._try(lambda: self._stream.write(text))

    def flush(self) -> None:
        """Send what was written, or do nothing."""
        self._try(self._stream.flush)

    def _try(self, action: Any) -> None:
        if self._gone:
            return
        try:
            action()
        except OSError:
            self._gone = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class TerminalDriver(LinuxDriver):
    """The driver of a terminal that may be closed at any time."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._file: Any = _Patient(self._file)

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except OSError:
            self._app.call_later(self._app.hung_up)  # type: ignore[attr-defined]
