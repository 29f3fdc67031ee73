"""
House bots: players without a socket, who fill seats so that a newcomer can play at once.

They are listeners like a connection and ask like one, so a table treats them as anybody else, save
that hands begin only when a person plays.
"""

from collections.abc import Callable
from itertools import count

import structlog

from server.tables.actor import TableActor
from server.tables.desk import Desk
from server.tables.telling import Handed
from showdown.protocol import messages as msg
from showdown.rules import table as rules
from showdown.rules.ruleset import AccountId, HandId

log = structlog.get_logger()

Decider = Callable[[msg.ActionRequest], msg.Move]
"""What a bot does in a turn; it answers at once."""


class HouseBot:
    """A bot in a seat."""

    def __init__(
        self, account: AccountId, name: str, desk: Desk, decide: Decider, delay: float
    ) -> None:
        """``delay`` is how many seconds it seems to think."""
        self.account: AccountId | None = account
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
                log.error("house bot was refused", bot=self._name, reason=error.message)
            case _:
                pass

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


async def seat_house_bot(desk: Desk, name: str, decide: Decider, delay: float) -> None:
    """
    Give a house bot a seat, with the chips for it, unless it has one since before a restart.

    Call it before the table's actor runs. Where people have taken all seats there is none for it.

    Raises:
        StorageError: the database cannot do it now, or a person has the name.
    """
    actor: TableActor = desk.actor
    if actor.parked is not None:
        return
    buy_in = actor.state.ruleset.usual_buy
    account = await actor.world.accounts.house_player(name, 0)
    actor.house |= {account.account}
    seated = actor.state.seating.of(account.account) is not None
    if not seated and not actor.state.seating.free_seats:
        log.warning("no seat is free for a house bot", table=actor.table, bot=name)
        return
    bot = HouseBot(account.account, name, desk, decide, delay)
    if not seated:
        buy_in = max(buy_in, actor.least_buy_in(account.account))
        await actor.world.accounts.house_player(name, buy_in)
        await actor.perform(rules.Sit(account=account.account, name=name, buy_in=buy_in))
    actor.show(bot)
