"""
Whether what is prepared may be sent: the rules are asked, as the server will ask them.
"""

from client_cli.presenter.refusing import told
from showdown.errors import IllegalAction
from showdown.protocol import messages as msg
from showdown.rules.checks import check_action


def why_not(request: msg.ActionRequest, move: msg.Move) -> str | None:
    """Why a move is refused, as a sentence; None if it is legal."""
    try:
        check_action(request.ruleset, request.legal, request.cards, move.by(request.seat))
    except IllegalAction as error:
        return told(error)
    return None
