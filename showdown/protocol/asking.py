"""
The request that a seat gets in its turn: the same over a wire, in a process and in a test.
"""

from collections.abc import Callable, Sequence

from msgspec import Raw
from msgspec.json import encode

from showdown.protocol.codec import encode_events
from showdown.protocol.messages import ActionRequest
from showdown.rules.hand import HandState
from showdown.rules.legal import LegalActions, legal_actions, legal_with_other_cards
from showdown.rules.ruleset import Seat
from showdown.rules.settlement import hand_pots
from showdown.rules.table import TableEvent
from showdown.rules.table_view import turn_view
from showdown.rules.view import Viewer, project_all


def action_request(
    hand: HandState,
    history: Sequence[TableEvent] = (),
    left_ms: tuple[int, int] | None = None,
    seat: Seat | None = None,
    told: Callable[[Seat], tuple[Raw, ...]] | None = None,
) -> ActionRequest | None:
    """
    Everything that the seat to act needs to decide; None if nobody is asked.

    Args:
        history: the events of the hand so far, from its start.
        left_ms: what is left of base time and time bank; by default all of them.
        seat: which of the seats that are asked; by default the first.
        told: gives the history as a seat sees it, where it is written already.
    """
    legal, turn = legal_actions(hand, seat), turn_view(hand)
    if legal is None or turn is None:
        return None
    place = hand.seats.index(legal.seat)
    base_ms, bank_ms = left_ms or (turn.base_ms, hand.banks[place])
    return ActionRequest(
        ruleset=hand.ruleset,
        seat=legal.seat,
        turn=turn.turn,
        kind=legal.kind,
        cards=hand.cards[place],
        to_call=legal.call or 0,
        pot=hand.pot,
        pots=hand_pots(hand),
        stacks={hand.seats[place]: hand.stacks[place] for place in hand.in_hand},
        legal=legal,
        base_ms=base_ms,
        bank_ms=bank_ms,
        history=_told(history, legal.seat) if told is None else told(legal.seat),
        padding=_padding(legal, legal_with_other_cards(hand, legal)),
    )


def _told(history: Sequence[TableEvent], seat: Seat) -> tuple[Raw, ...]:
    return encode_events(project_all(history, Viewer(hand_seat=seat)))


def _padding(legal: LegalActions, otherwise: LegalActions) -> str:
    """What makes a request as long as it would be with other cards; at least one where it may."""
    if legal == otherwise:
        return ""
    return " " * (1 + max(0, len(encode(otherwise)) - len(encode(legal))))
