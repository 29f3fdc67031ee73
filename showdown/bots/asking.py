"""
Asking a bot without a server: the decision that a hand in this process puts to the seat to act.
"""

from collections.abc import Sequence

from showdown.bots.decision import Decision
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules import events as ev
from showdown.rules.hand import HandState
from showdown.rules.legal import legal_actions
from showdown.rules.settlement import hand_pots
from showdown.rules.view import Viewer, project_all


def decision_for(hand: HandState, history: Sequence[ev.HandEvent] = ()) -> Decision | None:
    """
    What the seat to act is shown, the same as over the wire; None if nobody is asked.

    Args:
        history: the events of the hand so far, from its start.
    """
    legal = legal_actions(hand)
    if legal is None or hand.to_act is None:
        return None
    seconds = hand.ruleset.act_time if legal.draw is None else hand.ruleset.draw_time
    return Decision(
        msg.ActionRequest(
            seat=legal.seat,
            turn=hand.turn,
            kind=legal.kind,
            cards=hand.cards[hand.to_act],
            to_call=legal.call or 0,
            pot=hand.pot,
            pots=hand_pots(hand),
            stacks={hand.seats[place]: hand.stacks[place] for place in hand.in_hand},
            legal=legal,
            base_ms=round(seconds * 1000),
            bank_ms=hand.banks[hand.to_act],
            history=encode_events(project_all(history, Viewer(hand_seat=legal.seat))),
        )
    )
