"""
The first message to somebody who has come in: who he is, what he may, and where he sits.
"""

from collections.abc import Sequence

from server.gateway.answering import Services
from server.gateway.prices import price_list
from server.gateway.sign_in import Entered
from server.limits import Limits
from showdown.protocol import MAX_FRAME
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId


def welcome(
    entered: Entered,
    services: Services,
    limits: Limits,
    *,
    heartbeat_s: float,
    seats: Sequence[msg.SeatTaken],
    invited: TableId | None,
) -> msg.Welcome:
    """
    What somebody has to know who has come in.

    Args:
        heartbeat_s: seconds between two pings.
        seats: where he sits.
        invited: the private table that his invitation opens.
    """
    account, session = entered.account, entered.session
    resume_token = session.token if session is not None else None
    return msg.Welcome(
        version=services.version,
        account=account.account,
        name=account.name,
        chips=account.chips,
        limits=msg.Limits(
            max_frame=MAX_FRAME,
            heartbeat_s=heartbeat_s,
            messages_per_s=limits.messages_per_second,
            message_burst=limits.message_burst,
            prices=price_list(),
        ),
        token=entered.token,
        resume_token=resume_token,
        resume_window_s=services.reception.resume_window if resume_token else None,
        seats=tuple(seats),
        invited=invited,
        hosts=services.hosts.hosted_by(account.account),
    )
