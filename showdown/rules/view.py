"""
The one projection: what a viewer may see of what happened.

It *builds* the view from what is public, field by field, so a new secret starts out hidden. The
same function serves live updates, spectators, replays, history and exports.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from showdown.rules import events as ev
from showdown.rules import seat_events as se
from showdown.rules import seen
from showdown.rules.hand_rank import HandRank
from showdown.rules.ranking import rank
from showdown.rules.ruleset import AccountId, Seat
from showdown.rules.table import TableEvent, TableState


class Viewer(Struct, frozen=True, kw_only=True):
    """
    Who looks, as far as it matters.

    The seat in a hand is where the account was dealt in, so that a new occupant of a seat sees
    nothing of his predecessor. Without seats it is a spectator.
    """

    hand_seat: Seat | None = None
    """Where he was dealt in."""
    seat: Seat | None = None
    """Where he sits now."""
    sees_mucked: bool = False
    """Whether he looks at the past, at a table whose history shows mucked hands."""


SPECTATOR = Viewer()
"""Sees what is public and nothing else."""


def hand_viewer(started: ev.HandStarted | None, account: AccountId | None) -> Viewer:
    """Somebody who looks at a hand, played or past."""
    lineup = started.lineup if started is not None and account is not None else ()
    return Viewer(
        hand_seat=next((dealt.seat for dealt in lineup if dealt.account == account), None)
    )


def history_viewer(started: ev.HandStarted, account: AccountId | None) -> Viewer:
    """Somebody who looks at a hand that is over."""
    viewer = hand_viewer(started, account)
    dealt_in = viewer.hand_seat is not None
    return replace(viewer, sees_mucked=dealt_in and started.ruleset.history_shows_mucked)


def table_viewer(table: TableState, account: AccountId | None) -> Viewer:
    """Somebody who looks at a table."""
    started = table.hand.started if table.hand is not None else None
    occupant = None if account is None else table.seating.of(account)
    return Viewer(
        hand_seat=hand_viewer(started, account).hand_seat,
        seat=occupant.seat if occupant is not None else None,
    )


def table_viewers(table: TableState) -> dict[AccountId, Viewer]:
    """Everybody who sees a table otherwise than all: who was dealt in, and who has a seat."""
    lineup = () if table.hand is None else table.hand.started.lineup
    dealt_in = {each.account: each.seat for each in lineup}
    seats = {each.account: each.seat for each in table.seating.occupants}
    return {
        account: Viewer(hand_seat=dealt_in.get(account), seat=seats.get(account))
        for account in seats | dealt_in
    }


def project(event: TableEvent, viewer: Viewer) -> seen.SeenEvent | seen.Hidden:
    """
    An event as a viewer sees it.

    >>> from showdown import parse_cards
    >>> drawn = ev.CardsDrawn(seat=3, cards=parse_cards("AhKd"))
    >>> project(drawn, Viewer(hand_seat=3)).cards
    (Ah, Kd)
    >>> project(drawn, SPECTATOR).cards is None, project(drawn, SPECTATOR).count
    (True, 2)
    """
    shown: seen.SeenEvent | seen.Hidden = _PROJECTIONS[type(event)](event, viewer)
    return shown


_HOLDERS: dict[type[ev.Event], Callable[[Any, Viewer], bool]] = {
    ev.CardsDealt: lambda _, viewer: viewer.hand_seat is not None,
    ev.DrawChosen: lambda e, viewer: e.seat == viewer.hand_seat,
    ev.Discarded: lambda e, viewer: e.seat == viewer.hand_seat,
    ev.CardsDrawn: lambda e, viewer: e.seat == viewer.hand_seat,
    se.TopUpAsked: lambda e, viewer: e.seat == viewer.seat,
}
PERSONAL = frozenset(_HOLDERS)
"""Events that their holder sees otherwise than everybody else, while a hand is played."""


def is_seen_apart(event: TableEvent, viewer: Viewer) -> bool:
    """
    Whether a viewer of a hand that is played sees an event otherwise than everybody else.

    >>> from showdown import parse_cards
    >>> drawn = ev.CardsDrawn(seat=3, cards=parse_cards("AhKd"))
    >>> is_seen_apart(drawn, Viewer(hand_seat=3)), is_seen_apart(drawn, Viewer(hand_seat=4))
    (True, False)
    """
    holds = _HOLDERS.get(type(event))
    return holds is not None and holds(event, viewer)


def project_all(
    events: Iterable[TableEvent], viewer: Viewer
) -> tuple[seen.SeenEvent | seen.Hidden, ...]:
    """Several events as a viewer sees them, as many as there were."""
    return tuple([_PROJECTIONS[type(event)](event, viewer) for event in events])


def _hand_started(event: ev.HandStarted, _: Viewer) -> seen.HandStarted:
    return seen.HandStarted(
        hand=event.hand,
        ruleset=event.ruleset,
        button=event.button,
        players=tuple(
            seen.Player(seat=dealt.seat, name=dealt.name, stack=dealt.stack)
            for dealt in event.lineup
        ),
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        posts=event.posts,
        carried=event.carried,
        forfeited=event.forfeited,
        openers=event.openers,
        takes_ante=event.takes_ante,
    )


def _cards_dealt(event: ev.CardsDealt, viewer: Viewer) -> seen.CardsDealt:
    return seen.CardsDealt(
        hands=tuple(
            [
                seen.HandDealt(
                    seat=dealt.seat,
                    count=len(dealt.cards),
                    cards=dealt.cards if dealt.seat == viewer.hand_seat else None,
                )
                for dealt in event.hands
            ]
        )
    )


def _draw_chosen(event: ev.DrawChosen, viewer: Viewer) -> seen.DrawChosen | seen.Hidden:
    if event.seat != viewer.hand_seat:
        return seen.Hidden()
    return seen.DrawChosen(
        seat=event.seat, cards=event.cards, timed_out=event.timed_out, bank_ms=event.bank_ms
    )


def _discarded(event: ev.Discarded, viewer: Viewer) -> seen.Discarded:
    return seen.Discarded(
        seat=event.seat,
        count=len(event.cards),
        cards=event.cards if event.seat == viewer.hand_seat else None,
        timed_out=event.timed_out,
    )


def _cards_drawn(event: ev.CardsDrawn, viewer: Viewer) -> seen.CardsDrawn:
    return seen.CardsDrawn(
        seat=event.seat,
        count=len(event.cards),
        cards=event.cards if event.seat == viewer.hand_seat else None,
    )


def shown_rank(event: ev.HandShown) -> HandRank:
    """What a hand that is shown is worth; hands stored before it was noted had no wild cards."""
    return HandRank(event.rank) if event.rank else rank(event.cards)


def _hand_shown(event: ev.HandShown, _: Viewer) -> seen.HandShown:
    value = shown_rank(event)
    return seen.HandShown(
        seat=event.seat, cards=event.cards, category=value.category, name=str(value)
    )


def _hand_mucked(event: ev.HandMucked, viewer: Viewer) -> seen.HandMucked:
    return seen.HandMucked(seat=event.seat, cards=event.cards if viewer.sees_mucked else None)


def _top_up_asked(event: se.TopUpAsked, viewer: Viewer) -> seen.TopUpAsked | seen.Hidden:
    if event.seat != viewer.seat:
        return seen.Hidden()
    return seen.TopUpAsked(seat=event.seat, to=event.to)


_PROJECTIONS: dict[type[ev.Event], Callable[[Any, Viewer], Any]] = {
    ev.HandStarted: _hand_started,
    ev.DealSealed: lambda e, _: seen.DealSealed(
        table=e.table, previous=e.previous, root=e.root, contributors=e.contributors
    ),
    ev.AntePosted: lambda e, _: seen.AntePosted(seat=e.seat, amount=e.amount),
    ev.BlindPosted: lambda e, _: seen.BlindPosted(
        seat=e.seat, kind=e.kind, amount=e.amount, dead=e.dead
    ),
    ev.EntropyOpened: lambda e, _: seen.EntropyOpened(
        part=e.part, openings=e.openings, missed=e.missed
    ),
    ev.CardsDealt: _cards_dealt,
    ev.Turn: lambda e, _: seen.Turn(
        seat=e.seat,
        turn=e.turn,
        kind=e.kind,
        base_ms=e.base_ms,
        bank_ms=e.bank_ms,
        others=e.others,
    ),
    ev.BankSpent: lambda e, _: seen.BankSpent(seat=e.seat, bank_ms=e.bank_ms),
    ev.Acted: lambda e, _: seen.Acted(
        seat=e.seat,
        move=e.move,
        amount=e.amount,
        to=e.to,
        all_in=e.all_in,
        timed_out=e.timed_out,
    ),
    ev.BetReturned: lambda e, _: seen.BetReturned(seat=e.seat, amount=e.amount, ante=e.ante),
    ev.DrawChosen: _draw_chosen,
    ev.Discarded: _discarded,
    ev.PoolSealed: lambda e, _: seen.PoolSealed(
        part=e.part,
        seat=e.seat,
        size=e.size,
        pool_hash=e.pool_hash,
        arrangements=e.arrangements,
    ),
    ev.PoolUnused: lambda e, _: seen.PoolUnused(part=e.part, openings=e.openings, missed=e.missed),
    ev.Reshuffled: lambda e, _: seen.Reshuffled(size=len(e.order)),
    ev.CardsDrawn: _cards_drawn,
    ev.HandShown: _hand_shown,
    ev.HandMucked: _hand_mucked,
    ev.OpenersShown: lambda e, _: seen.OpenersShown(seat=e.seat, cards=e.cards),
    ev.CarriedOver: lambda e, _: seen.CarriedOver(shares=e.shares, forfeited=e.forfeited),
    ev.Raked: lambda e, _: seen.Raked(pot=e.pot, amount=e.amount),
    ev.PotAwarded: lambda e, _: seen.PotAwarded(seat=e.seat, pot=e.pot, amount=e.amount),
    ev.HandEnded: lambda e, _: seen.HandEnded(
        stacks=e.stacks, pots=e.pots, rake=e.rake, passed_out=e.passed_out
    ),
    ev.HandAborted: lambda e, _: seen.HandAborted(stacks=e.stacks, reason=e.reason),
    se.Seated: lambda e, _: seen.Seated(seat=e.seat, name=e.name, stack=e.stack),
    se.Left: lambda e, _: seen.Left(seat=e.seat, stack=e.stack),
    se.LeaveAsked: lambda e, _: seen.LeaveAsked(seat=e.seat),
    se.TopUpAsked: _top_up_asked,
    se.StackChanged: lambda e, _: seen.StackChanged(seat=e.seat, stack=e.stack),
    se.SatOut: lambda e, _: seen.SatOut(seat=e.seat),
    se.SatIn: lambda e, _: seen.SatIn(seat=e.seat),
    # Everybody learns it when the next hand starts.
    se.AnchorSet: lambda _, __: seen.Hidden(),
    se.PostAsked: lambda e, _: seen.PostAsked(seat=e.seat),
    se.ButtonMoved: lambda e, _: seen.ButtonMoved(
        button=e.button,
        small_blind=None if e.dead_small else e.small_blind,
        big_blind=e.big_blind,
    ),
    se.GraceGiven: lambda e, _: seen.GraceGiven(seat=e.seat, grace_ms=e.grace_ms),
    se.DebtsChanged: lambda e, _: seen.DebtsChanged(
        seat=e.seat, owes_bb=e.owes_bb, owes_sb=e.owes_sb
    ),
    se.CarryMatched: lambda e, _: seen.CarryMatched(seat=e.seat, amount=e.amount),
    se.CarryForfeited: lambda e, _: seen.CarryForfeited(seat=e.seat, amount=e.amount),
    se.CarryPaid: lambda e, _: seen.CarryPaid(seat=e.seat, amount=e.amount),
    se.Paused: lambda _e, _v: seen.Paused(),
    se.Resumed: lambda _e, _v: seen.Resumed(),
    se.CarryRestored: lambda e, _: seen.CarryRestored(shares=e.shares, forfeited=e.forfeited),
}
