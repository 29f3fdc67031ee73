"""
Asking a bot without a server: the decision that a hand in this process puts to the seat to act.
"""

from collections.abc import Sequence

from showdown.bots.decision import Decision
from showdown.protocol.asking import action_request
from showdown.rules import events as ev
from showdown.rules.hand import HandState


def decision_for(hand: HandState, history: Sequence[ev.HandEvent] = ()) -> Decision | None:
    """
    What the seat to act is shown, the same as over the wire; None if nobody is asked.

    Args:
        history: the events of the hand so far, from its start.
    """
    request = action_request(hand, history)
    return None if request is None else Decision(request)
