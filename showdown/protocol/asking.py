"""
The request that a seat gets in its turn: the same over a wire, in a process and in a test.
"""

from collections.abc import Sequence

from showdown.protocol.codec import encode_events
from showdown.protocol.messages import ActionRequest
from showdown.rules.hand import HandState
from showdown.rules.legal import legal_actions
from showdown.rules.settlement import hand_pots
from showdown.rules.table import TableEvent
from showdown.rules.table_view import turn_view
from showdown.rules.view import Viewer, project_all


def action_request(
    hand: HandState,
    history: Sequence[TableEvent] = (),
    left_ms: tuple[int, int] | None = None,
) -> ActionRequest | None:
    """
    Everything that the seat to act needs to decide; None if nobody is asked.

    Args:
        history: the events of the hand so far, from its start.
        left_ms: what is left of base time and time bank; by default all of them.
    """
    legal, turn = legal_actions(hand), turn_view(hand)
    if legal is None or turn is None or hand.to_act is None:
        return None
    base_ms, bank_ms = left_ms or (turn.base_ms, turn.bank_ms)
    return ActionRequest(
        seat=legal.seat,
        turn=turn.turn,
        kind=legal.kind,
        cards=hand.cards[hand.to_act],
        to_call=legal.call or 0,
        pot=hand.pot,
        pots=hand_pots(hand),
        stacks={hand.seats[place]: hand.stacks[place] for place in hand.in_hand},
        legal=legal,
        base_ms=base_ms,
        bank_ms=bank_ms,
        history=encode_events(project_all(history, Viewer(hand_seat=legal.seat))),
    )
