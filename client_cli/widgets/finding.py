"""
A row in which one types what to look for; it is there only while something is.
"""

from textual.events import Key
from textual.widgets import Input


class Finding(Input):
    """The input of a search; its page hears of every sign that is typed."""

    DEFAULT_CSS = """
    Finding { display: none; height: 1; border: none; padding: 0; background: $panel; }
    Finding:focus { border: none; }
    Finding.open { display: block; }
    """

    def __init__(self, label: str, placeholder: str = "") -> None:
        super().__init__(id="find", compact=True, placeholder=f"{label}: {placeholder}".rstrip())
        self.typing = False
        """Whether keys are meant for it; the focus follows a little later."""

    def open(self) -> None:
        """Show it, and type there."""
        self.typing = True
        self.add_class("open")
        self.focus()

    def leave(self) -> None:
        """Type there no more; what was typed stays."""
        self.typing = False
        self.set_class(bool(self.value), "open")

    def clear_and_close(self) -> None:
        """Take it away with all that was typed."""
        self.typing = False
        self.value = ""
        self.remove_class("open")


def typed_too_soon(line: Input, event: Key) -> bool:
    """
    Take a sign or Enter into a line that is to have the keys, but has not the focus yet.

    Keys that come in one breath, as over a slow connection, were sent on their way before.
    """
    if event.key == "enter":
        line.post_message(Input.Submitted(line, line.value))
    elif event.character is not None and event.is_printable:
        line.insert_text_at_cursor(event.character)
    else:
        return False
    event.stop()
    event.prevent_default()
    return True
