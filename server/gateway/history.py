"""
Stored hands as the asker may see them: a seat sees its own cards, everybody what was shown.
"""

from datetime import UTC, datetime

from msgspec import structs

from server.gateway.sight import Sight, started
from server.ports import Account, HandQuery, Hands, ImportedHand, Selection, Source, StoredHand
from server.tables.refusing import error_for
from showdown.history.retelling import retold
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules.hand_rank import Category
from showdown.rules.proofs import proof_of
from showdown.rules.view import history_viewer, project_all


async def answer_hands(
    hands: Hands, account: Account, request: msg.Hands, sight: Sight
) -> msg.Reply:
    """A page of hands; one more is looked for to know whether older ones follow."""
    selected = structs.asdict(_selected(account, request, sight))
    query = HandQuery(**selected, before=request.before, limit=request.limit + 1)
    found = await hands.find(query)
    late = sight.withheld()
    shown = (stored for stored in found[: request.limit] if stored.hand not in late)
    page = tuple(_summary(stored, account) for stored in shown)
    result = msg.HandList(hands=page, more=len(found) > request.limit)
    return msg.Reply(id=request.id, ok=True, result=result)


async def answer_stats(
    hands: Hands, account: Account, request: msg.Stats, sight: Sight
) -> msg.Reply:
    """The figures of a player, who need not be the asker: none of them says a card."""
    while True:
        selection = _selected(account, request, sight)
        figures = await hands.figures(selection)
        if sight.withheld() <= selection.withheld:  # else a hand has ended in between
            break
    return msg.Reply(id=request.id, ok=True, result=msg.StatsView(figures=figures))


def _selected(account: Account, request: msg.Selecting, sight: Sight) -> Selection:
    return Selection(
        asker=account.account,
        table=request.table,
        player=request.player,
        since=None if request.since is None else _moment(request.since),
        until=None if request.until is None else _moment(request.until),
        min_pot=request.min_pot,
        category=None if request.category is None else Category(request.category),
        outcome=request.result,
        withheld=sight.withheld(),
        private=sight.private,
    )


def _moment(moment: datetime) -> str:
    """A point in time as the storage has it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _summary(stored: StoredHand, account: Account) -> msg.HandSummary:
    return msg.HandSummary(
        hand=stored.hand,
        table=stored.table,
        ended_at=stored.ended_at,
        pot=stored.pot,
        players=tuple(each.name for each in stored.results),
        winners=tuple(each.name for each in stored.results if each.won),
        net=next((each.net for each in stored.results if each.account == account.account), None),
        category=stored.category,
        source=_source(stored.source),
    )


def _source(source: Source | None) -> msg.Source | None:
    if source is None:
        return None
    return msg.Source(
        site=source.site, number=source.number, currency=source.currency, scale=source.scale
    )


async def answer_hand(hands: Hands, account: Account, request: msg.Hand, sight: Sight) -> msg.Reply:
    """One hand, projected for the asker as he was dealt in, or not; imported ones are his alone."""
    finished = await hands.get(request.hand)
    if finished is None:
        imported = await hands.get_imported(request.hand, account.account)
        if imported is not None:
            return msg.Reply(id=request.id, ok=True, result=_imported_view(imported))
    if finished is None or not sight.may_look(finished, account.account):
        sentence = f"There is no hand {request.hand} that is over."
        return msg.Reply(
            id=request.id, error=error_for("no_such_hand", sentence, found=request.hand)
        )
    viewer = history_viewer(started(finished), account.account)
    result = msg.HandView(
        hand=finished.hand,
        table=finished.table,
        ended_at=finished.ended_at,
        you=viewer.hand_seat,
        events=encode_events(project_all(finished.events, viewer)),
        proof=proof_of(finished.events, viewer),
    )
    return msg.Reply(id=request.id, ok=True, result=result)


def _imported_view(imported: ImportedHand) -> msg.HandView:
    """A hand for who imported it: of a text that holds no cards of his he sees none."""
    record = imported.record
    viewer = history_viewer(record.started, imported.account)
    if record.claims is None:
        events = project_all(record.events, viewer)
    else:
        events = retold(record, () if viewer.hand_seat is None else (viewer.hand_seat,))
    return msg.HandView(
        hand=imported.hand,
        table=record.table,
        ended_at=imported.ended_at,
        you=viewer.hand_seat,
        events=encode_events(events),
        source=_source(imported.source),
    )
