"""
A row in which one types what to look for; it is there only while something is.
"""

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

    def open(self) -> None:
        """Show it, and type there."""
        self.add_class("open")
        self.focus()

    def leave(self) -> None:
        """Type there no more; what was typed stays."""
        self.set_class(bool(self.value), "open")

    def clear_and_close(self) -> None:
        """Take it away with all that was typed."""
        self.value = ""
        self.remove_class("open")
