"""What a list of hands shows of a hand, worked out from its events when it ends."""

from server.ports import FinishedHand, PlayerResult, StoredHand
from showdown.rules import events as ev
from showdown.rules.hand_rank import Category
from showdown.rules.view import shown_rank


def stored_hand(record: FinishedHand) -> StoredHand:
    """A finished hand as a list shows it."""
    return StoredHand(
        hand=record.hand,
        table=record.table,
        ended_at=record.ended_at,
        pot=_pot(record),
        category=winning_category(record),
        results=_results(record),
    )


def winning_category(record: FinishedHand) -> Category | None:
    """The best hand that was shown and won a pot; None if no winner showed."""
    winners = {event.seat for event in record.events if type(event) is ev.PotAwarded}
    shown = [
        shown_rank(event).category
        for event in record.events
        if type(event) is ev.HandShown and event.seat in winners
    ]
    return max(shown, default=None)


def _pot(record: FinishedHand) -> int:
    end = _end(record)
    return sum(pot.amount for pot in end.pots) if isinstance(end, ev.HandEnded) else 0


def _results(record: FinishedHand) -> tuple[PlayerResult, ...]:
    after = {each.seat: each.stack for each in _end(record).stacks}
    won = dict.fromkeys(after, 0)
    for event in record.events:
        if type(event) is ev.PotAwarded:
            won[event.seat] += event.amount
    return tuple(
        PlayerResult(
            seat=dealt.seat,
            account=dealt.account,
            name=dealt.name,
            net=after[dealt.seat] - dealt.stack,
            won=won[dealt.seat],
        )
        for dealt in _start(record).lineup
    )


# To ask of each event whether it is an instance of its class takes five times as long.


def _start(record: FinishedHand) -> ev.HandStarted:
    return next(event for event in record.events if type(event) is ev.HandStarted)


def _end(record: FinishedHand) -> ev.HandEnded | ev.HandAborted:
    return next(
        event
        for event in reversed(record.events)
        if type(event) is ev.HandEnded or type(event) is ev.HandAborted
    )
