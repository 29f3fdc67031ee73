"""
House bots: players without a socket, who fill seats so that a newcomer can play at once.

They are listeners like a connection and ask like one, so a table treats them as anybody else, save
that hands begin only when a person plays. Who of them sits where, :mod:`server.tables.staff` says.
"""

from collections.abc import Callable
from itertools import count

from server.tables.desk import Desk
from server.tables.telling import Handed, Listener
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, HandId

Decider = Callable[[msg.ActionRequest], msg.Move]
"""What a bot does in a turn; it answers at once."""


class HouseBot:
    """A bot in a seat."""

    def __init__(
        self, account: AccountId, name: str, desk: Desk, decide: Decider, delay: float
    ) -> None:
        """``delay`` is how many seconds it seems to think."""
        self.account: AccountId | None = account
        self.gone = False
        self.heir: Listener | None = None
        self._name = name
        self._desk = desk
        self._decide = decide
        self._delay = delay
        self._ids = count(1)

    def tell(self, message: msg.ServerMessage, handed: Handed | None = None) -> None:
        """Look for a turn of its own; the rest is not its business."""
        if handed is not None:
            handed()
        match message:
            case msg.Update(request=request, hand=hand) if request is not None and hand is not None:
                self._think(request, hand)
            case msg.Snapshot(request=request, view=view) if request and view.hand is not None:
                self._think(request, view.hand)
            case msg.Reply(error=error) if error is not None and error.code != "unavailable":
                self._desk.actor.log.error(
                    "house bot was refused",
                    account=self.account,
                    bot=self._name,
                    reason=error.message,
                )
            case _:
                pass

    def has_unread(self, moment: float) -> bool:
        """Never: it asks at once."""
        return False

    def _think(self, request: msg.ActionRequest, hand: HandId) -> None:
        async def answer() -> None:
            act = msg.Act(
                id=f"h{next(self._ids)}",
                table=self._desk.actor.table,
                hand=hand,
                turn=request.turn,
                action=self._decide(request),
            )
            await self._desk.answer(self, self._name, act, self._desk.actor.world.clock.now())

        self._desk.actor.post_later(self._delay, answer)
