"""
A row that is there only while something is to be said about the whole screen.
"""

from collections.abc import Sequence

from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row, fitted


class Banner(Painted):
    """Says how the connection is; blank is not there."""

    DEFAULT_CSS = """
    Banner { height: 1; display: none; }
    Banner.told { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(id="banner")
        self.text = ""

    def tell(self, text: str) -> None:
        """Say this; nothing takes the row away."""
        self.text = text
        self.set_class(bool(text), "told")
        self.repaint()

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """One row."""
        return ((Piece(fitted(f" {self.text}", width), "bar.wanted"),),)
