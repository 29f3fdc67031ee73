"""
Answering turns, each once: however often a turn is asked, and over however many connections.
"""

import asyncio
import logging
from typing import NamedTuple

from showdown.bots.contract import Decision, Move
from showdown.protocol import messages as msg
from showdown.rules.ruleset import HandId, TableId
from showdown.sdk.backoff import Delays
from showdown.sdk.choosing import budget, choose
from showdown.sdk.connection import NOT_NOW, Connection
from showdown.sdk.errors import Refused
from showdown.sdk.mind import Mind

log = logging.getLogger("showdown.sdk")

OVER = frozenset(
    {"stale_turn", "not_your_turn", "not_in_hand", "wrong_phase", "not_seated", "id_conflict"}
)
"""Refusals which say that the turn is over; the server has gone on."""


class _Turn(NamedTuple):
    """A turn and what the bot chose in it."""

    table: TableId
    hand: HandId
    number: int
    move: Move


class Turns:
    """
    The turns of one bot.

    The id of an action is made of its hand and turn, so that the server knows a retry as one,
    whatever was lost between.
    """

    def __init__(self, mind: Mind, delays: Delays) -> None:
        self._mind = mind
        self._delays = delays
        self._last: _Turn | None = None
        self._taken = False

    async def answer(
        self,
        connection: Connection,
        table: TableId,
        hand: HandId,
        request: msg.ActionRequest,
        waited: float = 0.0,
    ) -> None:
        """
        Let the bot choose, unless it has chosen in this turn, and send it, unless it was taken.

        Args:
            waited: how many seconds ago the request came.

        Raises:
            ConnectionLost: it is not known whether the move was taken; ask again.
        """
        latency, last = connection.latency, self._last
        left = (request.base_ms + request.bank_ms) / 1000
        view = Decision(request, budget=budget(left, waited, latency), latency=latency)
        if last is None or last[:3] != (table, hand, request.turn):
            move = await choose(self._mind, view)
            last = self._last = _Turn(table, hand, request.turn, move)
            self._taken = False
        if self._taken:
            return
        refused = await self._send(connection, last)
        if refused is not None:
            self._mind.complaints.note(
                "chose what the server refused", refused.with_traceback(None)
            )
            await self._send(connection, last._replace(move=view.safe_move()), instead="s")
        self._taken = True

    async def _send(
        self, connection: Connection, turn: _Turn, *, instead: str = ""
    ) -> Refused | None:
        """Send a move until the server has taken it; why not, if it is not to be had."""
        act_id = f"{turn.hand}.{turn.number}{instead}"
        delays = self._delays()
        while True:
            try:
                await connection.request(
                    lambda _: msg.Act(
                        id=act_id,
                        table=turn.table,
                        hand=turn.hand,
                        turn=turn.number,
                        action=turn.move,
                    )
                )
            except Refused as refused:
                if refused.code in OVER:
                    log.info("the turn was over: %s", refused)
                    return None
                delay = next(delays, None) if refused.code in NOT_NOW else None
                if delay is None:
                    return refused
                await asyncio.sleep(delay)
            else:
                return None
