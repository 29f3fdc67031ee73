"""
A table and its dealer: what holds whatever is asked.
"""

from decimal import Decimal
from random import Random
from typing import Any

import pytest

from showdown import BetTo, Call, Check, Draw, Fold, IllegalAction, RaiseTo, Ruleset, Timeout
from showdown.rules import events as ev
from showdown.rules.actions import Action
from showdown.rules.ruleset import ButtonRule, CarryEntry, HandId, Openers, Passout
from showdown.rules.seat_events import Left, Seated
from showdown.rules.table import (
    AbortHand,
    ApplyTopUp,
    Leave,
    Play,
    PostNow,
    ShowHand,
    SitIn,
    SitOut,
    StartHand,
    TableAction,
    TableEvent,
    TableState,
    TopUp,
    can_start,
    evolve,
    pending_top_ups,
    replay,
)
from tests.showdown.rules.room import ADA, BLINDS, BOB, CYD, DAN, Room

JACKPOTS: dict[str, Any] = {"ante": 10, "min_bet": 10}
TABLES = [
    BLINDS,
    Ruleset(sb=5, bb=10, rake=Decimal("0.05"), button_rule=ButtonRule.DEAD, auto_muck=False),
    Ruleset(ante=5, min_bet=10),
    Ruleset(jacks=Openers.JACKS, **JACKPOTS),
    Ruleset(jacks=Openers.ACES, carry_entry=CarryEntry.MATCH, passout_limit=2, **JACKPOTS),
    Ruleset(jacks=Openers.ACES, passout=Passout.REDEAL, progressive=True, **JACKPOTS),
    Ruleset(jacks=Openers.QUEENS, passout=Passout.RETURN, **JACKPOTS),
]


def wishes(room: Room, rng: Random) -> list[TableAction]:
    account = rng.choice([ADA, BOB, CYD, DAN])
    actions: list[TableAction] = [
        room.sit(account, rng.choice((400, 1000))),
        Leave(account=account),
        SitOut(account=account),
        SitIn(account=account),
        TopUp(account=account, to=rng.randint(300, 1000)),
        PostNow(account=account),
        ShowHand(account=account),
    ]
    actions += [
        ApplyTopUp(seat=waiting.seat, funds=rng.randint(0, 1000))
        for waiting in pending_top_ups(room.state)
    ]
    if can_start(room.state):
        room.hands += 1
        actions += [StartHand(hand=HandId(room.hands), hand_key=rng.randbytes(32))] * 6
    hand = room.state.running
    if hand is not None and (seat := hand.seat_to_act) is not None:
        held = hand.cards[hand.seats.index(seat)]
        plays: list[Action] = [
            Fold(seat),
            Check(seat),
            Call(seat),
            Draw(seat, held[: rng.randint(0, 5)]),
        ]
        plays += [BetTo(seat, rng.randint(10, 1000)), RaiseTo(seat, rng.randint(20, 1000))]
        actions += [Play(action=play) for play in plays] * 2
        actions += [Play(action=Check(seat))] * 6
        actions += [Play(action=Timeout(seat)), AbortHand(reason="a test wants it")]
    return actions


@pytest.mark.soak(slice=70)
def test_whatever_is_asked_chips_only_come_and_go_with_players(rounds):
    """Chips at the table change by buy-ins, top-ups, departures and rake, and by nothing else."""
    for rng in rounds:
        room = Room(ADA, BOB, ruleset=rng.choice(TABLES))
        for _ in range(80):
            room.now_s += rng.choice((1, 60, 7200))
            before = len(room.events)
            chips = on_the_table(room.state)
            action = rng.choice(wishes(room, rng))
            try:
                room.do(action)
            except IllegalAction:
                assert len(room.events) == before
                continue
            changed = sum(bought(event, room) for event in room.events[before:])
            topped_up = 0
            if isinstance(action, ApplyTopUp):
                topped_up = on_the_table(room.state) - chips - changed
                assert 0 <= topped_up <= action.funds
            assert on_the_table(room.state) == chips + changed + topped_up
        assert replay(room.empty, room.events) == room.state
        check_replaying(room)


def check_replaying(room: Room) -> None:
    """One event after the other leads to the same table, and whatever it was before stays so."""
    table = room.empty
    for event in room.events:
        table = evolve(table, event)
    assert table == room.state
    half = len(room.events) // 2
    early, same = (replay(room.empty, room.events[:half]) for _ in range(2))
    assert replay(early, room.events[half:]) == room.state
    assert early == same


def on_the_table(state: TableState) -> int:
    """All chips: stacks, what of a running hand is in the middle, and a carry between hands."""
    dealt_in = state.running.seats if state.running else ()
    outside = sum(each.stack for each in state.seating.occupants if each.seat not in dealt_in)
    inside = sum(state.running.stacks) + state.running.pot if state.running else 0
    return outside + inside + state.seating.carry.total


def bought(event: TableEvent, room: Room) -> int:
    match event:
        case Seated():
            return event.stack
        case Left():
            return -event.stack
        case ev.HandEnded():
            return -event.rake
    return 0
