"""
Records by chance: hands of any ruleset with all that a record may hold beside its play.
"""

from datetime import UTC, datetime, timedelta
from random import Random

from msgspec.structs import replace

from showdown.history.record import HandRecord
from showdown.history.replaying import deck_of, later_show
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules import start
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.hand import replay
from showdown.rules.play import perform
from showdown.rules.ruleset import AccountId, HandId, TableId
from showdown.testing.generators import any_action, any_hand, play_out, shuffled

LIMITS = (
    "is in two places",
    "no hand loses",
    "cannot come from one deck",
    "dead small blind beside no small blind",
)
"""What errors say of hands of which a text shows too little to find cards for the rest."""

NAMES = (
    "P1",
    "Ann: (a)",
    "[x] ~",
    "Иван",
    "a\tb",
    'say "so"',
    "'",
    "\\n",
    "שלום",
    "é\u007f",
    "#1",
    "",
)


def any_record(rng: Random, ruleset=None) -> HandRecord:
    """A hand with names, accounts, clocks and timeouts, sometimes given up in the middle."""
    dealt = any_hand(rng, ruleset)
    (cards,) = (event for event in dealt.events if isinstance(event, ev.CardsDealt))
    events = _played(rng, _named(rng, dealt.started), deck_of(cards))
    if rng.random() < 0.1:
        events = _given_up(rng, events)
    if isinstance(events[-1], ev.HandEnded) and rng.random() < 0.2:
        state = replay(events)
        shows = [later_show(state, seat) for seat in rng.sample(state.seats, 1)]
        events += [shown for shown in shows if shown is not None]
    scale = rng.choice((1, 100))
    return HandRecord(
        table=TableId(rng.choice(("t", "the 'blue' table", '"', "42"))),
        played=_any_time(rng),
        scale=scale,
        currency=rng.choice(("USD", "EUR")) if scale == 100 else "chips",
        events=tuple(events),
    )


def played_record(rng: Random, ruleset=None) -> HandRecord:
    """A hand that was played to its end, with a name for every seat."""
    hand = any_hand(rng, ruleset)
    play_out(rng, hand)
    return record_of_hand(hand.events)


def record_of_hand(events) -> HandRecord:
    """A record of these events, each player called P and his seat."""
    started, *rest = events
    lineup = tuple(replace(dealt, name=f"P{dealt.seat}") for dealt in started.lineup)
    return HandRecord(
        table=TableId("t"),
        played=datetime(2026, 3, 1, 20, 15, tzinfo=UTC),
        events=(replace(started, lineup=lineup), *rest),
    )


def _any_time(rng: Random) -> datetime | None:
    moment = datetime(2009, 1, 1, tzinfo=UTC) + timedelta(seconds=rng.randrange(10**9))
    return rng.choice((None, moment, moment + timedelta(microseconds=250)))


def _named(rng: Random, started: ev.HandStarted) -> ev.HandStarted:
    signed_in = rng.random() < 0.5
    return replace(
        started,
        hand=HandId(rng.randrange(2**53)),
        hand_key=rng.randbytes(32) if rng.random() < 0.5 else b"",
        lineup=tuple(
            replace(
                dealt,
                name=rng.choice(NAMES),
                account=AccountId(rng.randrange(1, 10**6) if signed_in else 0),
                bank_ms=rng.choice((0, 0, 5_000, 60_000)),
            )
            for dealt in started.lineup
        ),
    )


def _played(rng: Random, started: ev.HandStarted, deck) -> list[ev.HandEvent]:
    begun = start.begin(started)
    events, state = list(begun.events), begun.state
    events += perform(state, act.Deal(deck))
    while not state.ended:
        eligible = needed_reshuffle(state)
        if eligible is not None:
            events += perform(state, act.Reshuffle(shuffled(rng, eligible)))
            continue
        action: act.Action = any_action(rng, state)
        if rng.random() < 0.1:
            action = act.Timeout(action.seat)
        events += perform(state, action, rng.choice((0, 0, 0, 1, 700, 70_000)))
    return events


def _given_up(rng: Random, events: list[ev.HandEvent]) -> list[ev.HandEvent]:
    """The hand breaks off where somebody is asked."""
    turns = [place for place, event in enumerate(events, 1) if isinstance(event, ev.Turn)]
    started = events[0]
    assert isinstance(started, ev.HandStarted)
    before = tuple(ev.SeatStack(seat=d.seat, stack=d.stack) for d in started.lineup)
    aborted = ev.HandAborted(stacks=before, reason="The server was restored from a backup.")
    return [*events[: rng.choice(turns)], aborted] if turns else events
