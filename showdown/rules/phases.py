"""
The course of a hand as a table (RULES 8).

Which event may follow in which phase is said here and nowhere else; :func:`diagram` draws the
picture in docs/rules.md from it. A hand *rests* in a phase when it waits for somebody: for the
dealer in ``dealing`` and ``serving``, for a seat in ``betting`` and ``drawing``.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from showdown.errors import CorruptHistory
from showdown.rules import events as ev


class Phase(StrEnum):
    """Where a hand stands."""

    DEALING = "dealing"
    """Forced bets are in; the deck is not yet there."""
    BETTING = "betting"
    DRAWING = "drawing"
    SERVING = "serving"
    """A seat has discarded and waits for its cards, perhaps for a reshuffle first."""
    SETTLING = "settling"
    """Hands are shown and pots paid; never rests here."""
    ENDED = "ended"


# Looking a member up through its class takes 110 ns on Python 3.11, as long as making an event;
# what every action asks for is bound once, here and in the modules that ask.
DEALING, BETTING, DRAWING, SERVING, SETTLING, ENDED = Phase

Trigger = type[ev.Event] | ev.TurnKind
"""A turn says by its kind where the hand goes; every other event by its class."""

_ABORT: dict[Trigger, Phase] = {ev.HandAborted: Phase.ENDED}
_SETTLE: dict[Trigger, Phase] = {
    ev.HandShown: Phase.SETTLING,
    ev.OpenersShown: Phase.SETTLING,
    ev.Raked: Phase.SETTLING,
    ev.PotAwarded: Phase.SETTLING,
}
_AFTER_DRAW: dict[Trigger, Phase] = {
    ev.TurnKind.DRAW: Phase.DRAWING,
    ev.TurnKind.BET: Phase.BETTING,
    ev.BankSpent: Phase.DRAWING,
    **_SETTLE,
    **_ABORT,
}

TRANSITIONS: Mapping[Phase, Mapping[Trigger, Phase]] = MappingProxyType(
    {
        Phase.DEALING: {
            ev.DealSealed: Phase.DEALING,
            ev.AntePosted: Phase.DEALING,
            ev.BlindPosted: Phase.DEALING,
            ev.EntropyOpened: Phase.DEALING,
            ev.CardsDealt: Phase.BETTING,
            **_ABORT,
        },
        Phase.BETTING: {
            ev.TurnKind.BET: Phase.BETTING,
            ev.BankSpent: Phase.BETTING,
            ev.Acted: Phase.BETTING,
            ev.BetReturned: Phase.BETTING,
            ev.PoolSealed: Phase.BETTING,
            ev.TurnKind.DRAW: Phase.DRAWING,
            **_SETTLE,
            ev.CarriedOver: Phase.SETTLING,
            # Nothing to settle: without a small blind all fold, and the big blind comes back.
            ev.HandEnded: Phase.ENDED,
            **_ABORT,
        },
        Phase.DRAWING: {
            ev.DrawChosen: Phase.DRAWING,
            ev.PoolSealed: Phase.DRAWING,
            ev.Discarded: Phase.SERVING,
            **_AFTER_DRAW,
        },
        Phase.SERVING: {
            **_AFTER_DRAW,
            # In a simultaneous draw one choice is served after the other.
            ev.Discarded: Phase.SERVING,
            ev.PoolSealed: Phase.SERVING,
            ev.EntropyOpened: Phase.SERVING,
            ev.PoolUnused: Phase.SERVING,
            ev.Reshuffled: Phase.SERVING,
            ev.CardsDrawn: Phase.DRAWING,
        },
        Phase.SETTLING: {
            **_SETTLE,
            ev.HandMucked: Phase.SETTLING,
            ev.HandEnded: Phase.ENDED,
            **_ABORT,
        },
        # Who has won without a showdown may show afterwards, until the next hand starts.
        Phase.ENDED: {ev.HandShown: Phase.ENDED},
    }
)


def impossible(phase: Phase, event: ev.HandEvent) -> CorruptHistory:
    """What is wrong with an event that no transition of this phase knows."""
    return CorruptHistory(
        f"{type(event).__name__} cannot happen while the hand is {phase}.",
        found=type(event).__name__,
        wanted=", ".join(sorted(_label(each) for each in TRANSITIONS[phase])),
    )


def _label(trigger: Trigger) -> str:
    return f"turn to {trigger}" if isinstance(trigger, ev.TurnKind) else trigger.__name__


def diagram() -> str:
    """The table as a Mermaid state diagram; aborts, possible everywhere, are left out."""
    lines = ["stateDiagram-v2", "    [*] --> dealing: HandStarted"]
    for phase, row in TRANSITIONS.items():
        for following in Phase:
            labels = [
                _label(trigger)
                for trigger, target in row.items()
                if target is following and trigger is not ev.HandAborted
            ]
            if labels:
                lines.append(f"    {phase} --> {following}: {', '.join(labels)}")
    return "\n".join([*lines, "    ended --> [*]"])
