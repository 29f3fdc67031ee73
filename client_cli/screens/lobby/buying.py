"""
With how many chips to sit down.
"""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from client_cli.numbers import whole
from client_cli.presenter import Figures
from client_cli.presenter.words import around
from client_cli.screens.asking import BOX
from showdown.protocol import messages as msg
from showdown.rules.ruleset import LARGEST, Chips


class Buying(ModalScreen[Chips | None]):
    """Asks for an amount in the limits of a table; Esc gives none."""

    DEFAULT_CSS = (
        BOX.format(name="Buying") + "Buying Input { width: 20; margin: 1 0; background: $panel; }"
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "nothing", show=False)]

    def __init__(self, table: msg.TableSummary, chips: Chips, figures: Figures) -> None:
        super().__init__()
        self._table, self._chips, self._figures = table, chips, figures

    def compose(self) -> ComposeResult:
        """The question, and the usual amount as far as you have it."""
        rules, figures = self._table.ruleset, self._figures
        usual = min(rules.usual_buy, max(self._chips, rules.min_buy))
        with Vertical():
            yield Static(around.BUYING_TITLE.format(table=self._table.table), markup=False)
            yield Static(
                around.BUYING_RANGE.format(
                    least=figures.chips(rules.min_buy),
                    most=figures.chips(rules.max_buy),
                    chips=figures.chips(self._chips),
                ),
                markup=False,
            )
            yield Input(
                str(usual),
                type="integer",
                max_length=len(str(LARGEST)),
                select_on_focus=True,
                compact=True,
            )
            yield Static("", id="wrong", markup=False)
            yield Static(str(around.BUYING_KEYS), markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the amount if it is one."""
        event.stop()
        rules, typed = self._table.ruleset, event.value.strip()
        chips = whole(typed)
        if chips is not None and rules.min_buy <= chips <= rules.max_buy:
            self.dismiss(chips)
            return
        wrong = around.NOT_IN_RANGE.format(
            found=typed or "-", least=rules.min_buy, most=rules.max_buy
        )
        self.query_one("#wrong", Static).update(wrong)

    def action_nothing(self) -> None:
        """Give nothing."""
        self.dismiss(None)
