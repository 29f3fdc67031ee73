"""
Sentences about what happens between hands: debts, and what passed-out deals leave.
"""

from collections.abc import Callable, Iterator
from typing import Any

from client_cli.languages import Said
from client_cli.presenter import words
from client_cli.presenter.figures import Figures
from client_cli.presenter.scene import Scene
from showdown.rules import seen
from showdown.rules.ruleset import CarryEntry, Chips, Ruleset
from showdown.rules.table_view import SeatView

Teller = Callable[[Figures, Scene, Any], str]


def waiting(figures: Figures, scene: Scene, event: seen.HandStarted) -> Iterator[str]:
    """What opens this deal, what is in the pot from before, and why you are not dealt in."""
    if event.openers is not None:
        yield words.OPENS.format(rank=words.OPENERS_NEEDED[event.openers])
    carried = sum(share.amount for share in event.carried) + sum(event.forfeited)
    if carried:
        yield words.CARRIED_IN.format(amount=figures.chips(carried))
    own = scene.after.own
    if own is None or own.dealt_in or own.sitting_out or not own.stack:
        return
    if own.owes_bb or own.owes_sb:
        yield _waits_for_blind(figures, event.ruleset, own)
    elif carried:
        enters = event.ruleset.carry_entry is CarryEntry.MATCH and not own.asks_to_post
        yield str(words.WAIT_OR_MATCH) if enters else str(words.WAIT_FOR_POT)


def _waits_for_blind(figures: Figures, ruleset: Ruleset, own: SeatView) -> str:
    if own.asks_to_post:
        return str(words.WAIT_TO_POST)
    return words.WAIT_OR_POST.format(amount=figures.chips(_owed(ruleset, own)))


def _owed(ruleset: Ruleset, owing: SeatView | seen.DebtsChanged) -> Chips:
    return (ruleset.bb if owing.owes_bb else 0) + (ruleset.sb if owing.owes_sb else 0)


def _debts(figures: Figures, scene: Scene, event: seen.DebtsChanged) -> str:
    """Only what you come to owe is news: what is paid is told as it is posted."""
    owed = _owed(scene.after.ruleset, event)
    if not owed or not scene.is_you(event.seat):
        return ""
    return words.YOU_OWE.format(amount=figures.chips(owed))


def _carried_over(figures: Figures, scene: Scene, _: seen.CarriedOver) -> str:
    return words.CARRIED_OVER.format(amount=figures.chips(scene.after.carry))


def _carry(said: Said) -> Teller:
    def tell(figures: Figures, scene: Scene, event: Any) -> str:
        return scene.say(said, event.seat, amount=figures.chips(event.amount))

    return tell


BETWEEN: dict[type, Teller] = {
    seen.PostAsked: lambda _, scene, e: scene.say(words.POST_ASKED, e.seat),
    seen.DebtsChanged: _debts,
    seen.CarriedOver: _carried_over,
    seen.CarryMatched: _carry(words.CARRY_MATCHED),
    seen.CarryForfeited: _carry(words.CARRY_FORFEITED),
    seen.CarryPaid: _carry(words.CARRY_PAID),
    seen.Paused: lambda _f, _s, _e: str(words.PAUSED),
    seen.Resumed: lambda _f, _s, _e: str(words.RESUMED),
}
"""A carry that is restored goes with the stacks of a hand that is given up."""
