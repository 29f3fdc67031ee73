"""
Stored hands as the asker may see them: a seat sees its own cards, everybody what was shown.
"""

from collections.abc import Callable

from server.ports import Account, HandQuery, Hands, StoredHand
from server.tables.refusing import error_for
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules import events as ev
from showdown.rules.ruleset import HandId
from showdown.rules.view import history_viewer, project_all

Withheld = Callable[[], frozenset[HandId]]
"""Tells the hands that whoever asks may not look at yet; ask again when they were read."""


async def answer_hands(
    hands: Hands, account: Account, request: msg.Hands, withheld: Withheld
) -> msg.Reply:
    """A page of hands; one more is looked for to know whether older ones follow."""
    found = await hands.find(
        HandQuery(
            table=request.table,
            player=request.player,
            before=request.before,
            withheld=withheld(),
            limit=request.limit + 1,
        )
    )
    late = withheld()
    shown = (stored for stored in found[: request.limit] if stored.hand not in late)
    page = tuple(_summary(stored, account) for stored in shown)
    result = msg.HandList(hands=page, more=len(found) > request.limit)
    return msg.Reply(id=request.id, ok=True, result=result)


def _summary(stored: StoredHand, account: Account) -> msg.HandSummary:
    return msg.HandSummary(
        hand=stored.hand,
        table=stored.table,
        ended_at=stored.ended_at,
        pot=stored.pot,
        players=tuple(each.name for each in stored.results),
        winners=tuple(each.name for each in stored.results if each.won),
        net=next((each.net for each in stored.results if each.account == account.account), None),
    )


async def answer_hand(
    hands: Hands, account: Account, request: msg.Hand, withheld: Withheld
) -> msg.Reply:
    """One hand, projected for the asker as he was dealt in, or not."""
    finished = await hands.get(request.hand)
    if finished is None or request.hand in withheld():
        sentence = f"There is no hand {request.hand} that is over."
        return msg.Reply(
            id=request.id, error=error_for("no_such_hand", sentence, found=request.hand)
        )
    started = next(event for event in finished.events if isinstance(event, ev.HandStarted))
    viewer = history_viewer(started, account.account)
    result = msg.HandView(
        hand=finished.hand,
        table=finished.table,
        ended_at=finished.ended_at,
        you=viewer.hand_seat,
        events=encode_events(project_all(finished.events, viewer)),
    )
    return msg.Reply(id=request.id, ok=True, result=result)
