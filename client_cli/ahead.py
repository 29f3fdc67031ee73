"""
What was decided before your turn, at a table that is played in lines of text.
"""

from client_cli.desk.intentions import Intention
from client_cli.presenter import Figures, words
from showdown.protocol import messages as msg
from showdown.rules.table_view import TableView


class Ahead:
    """At most one decision; it counts for the hand, the round and the price that you saw."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._intention: Intention | None = None

    def decide(self, intention: Intention, view: TableView) -> str:
        """Decide it; returns what to say."""
        self._intention = intention
        return words.LATER_TYPED.format(what=intention.said(view.own, self._figures))

    def forget(self) -> str:
        """Take back what was decided; returns what to say."""
        was, self._intention = self._intention, None
        return str(words.LATER_NOTHING if was is None else words.LATER_FORGOTTEN)

    def lose(self) -> None:
        """Forget it without a word: what happens meanwhile is not seen."""
        self._intention = None

    def follow(self, view: TableView) -> str:
        """Take it back if the price has changed; returns what to say, if anything."""
        intention = self._intention
        if intention is None or intention.holds(view):
            return ""
        self._intention = None
        if not view.running or view.hand != intention.hand:
            return ""
        return words.LATER_GONE.format(what=intention.said(view.own, self._figures))

    def move(self, request: msg.ActionRequest) -> msg.Move | None:
        """What it is now that it is your turn; it counts once."""
        intention, self._intention = self._intention, None
        return None if intention is None else intention.move(request)
