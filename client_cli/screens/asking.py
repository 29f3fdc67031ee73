"""
Questions in front of everything else: yes or no, and a line that only you know.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from client_cli.presenter import words

BOX = """
{name} {{ align: center middle; }}
{name} > Vertical {{
    width: auto; max-width: 90%; min-width: 40; height: auto; padding: 1 2;
    border: round $primary; background: $surface;
}}
{name} Static {{ width: auto; max-width: 100%; height: auto; }}
"""


class Question(ModalScreen[bool]):
    """Asks yes or no; Esc is no."""

    DEFAULT_CSS = BOX.format(name="Question")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
    ]

    def __init__(self, title: str, *lines: str) -> None:
        super().__init__()
        self._lines = (title, *lines)

    def compose(self) -> ComposeResult:
        """The question, and what to press."""
        with Vertical():
            for line in self._lines:
                yield Static(line, markup=False)
            yield Static(str(words.YES_OR_NO), markup=False)

    def action_answer(self, answer: bool) -> None:
        """Take the answer."""
        self.dismiss(answer)


class Secret(ModalScreen[str | None]):
    """Asks for a line that is not shown; Esc gives none."""

    DEFAULT_CSS = BOX.format(name="Secret") + "Secret Input { width: 50; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "nothing", show=False)]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question, and where to type."""
        with Vertical():
            yield Static(self._question.strip(), markup=False)
            yield Input(password=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed."""
        event.stop()
        self.dismiss(event.value)

    def action_nothing(self) -> None:
        """Give nothing."""
        self.dismiss(None)
