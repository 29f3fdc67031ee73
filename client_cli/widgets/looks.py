"""
What there is to see of a seat, in words and cards, before it has a place on the screen.
"""

from collections.abc import Iterator
from typing import NamedTuple

from client_cli.desk.table import TableDesk
from client_cli.presenter import words
from client_cli.presenter.picture import standing
from showdown.rules.cards import Card
from showdown.rules.ruleset import Seat
from showdown.rules.table_view import SeatView, TableView


class Look(NamedTuple):
    """A seat; without a name nobody sits there."""

    seat: Seat
    name: str = ""
    stack: str = ""
    bet: str = ""
    button: bool = False
    turn: bool = False
    """Whether he is asked now."""
    folded: bool = False
    notes: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    """Those that may be seen."""
    backs: int = 0
    """How many lie face down."""
    won: str = ""
    decides: tuple[Card, ...] = ()
    """By which of his cards he won."""


def looks(desk: TableDesk) -> tuple[Look, ...]:
    """All seats clockwise, yours first; where you only look on, the lowest first."""
    view = desk.view
    if view is None:
        return ()
    most = view.ruleset.max_seats
    first = view.you or 1
    order = (first + further for further in range(most))
    return tuple(_look(desk, view, (seat - 1) % most + 1) for seat in order)


def _look(desk: TableDesk, view: TableView, seat: Seat) -> Look:
    player = view.at(seat)
    if player is None:
        return Look(seat, button=seat == view.button)
    chips, result = desk.figures.chips, desk.result
    won = ""
    if result is not None and seat in result.won:
        won = words.WON.format(amount=chips(result.won[seat]))
        if result.net.get(seat):
            won = f"{won} ({desk.figures.net(result.net[seat])})"
    cards = player.cards or ()
    return Look(
        seat=seat,
        name=desk.presenter.name(view, seat),
        stack=chips(player.stack),
        bet=words.BET.format(amount=chips(player.bet)) if player.bet else "",
        button=seat == view.button,
        turn=seat in view.asked,
        folded=player.folded and view.running,
        notes=tuple(_notes(desk, view, player)),
        cards=cards,
        backs=player.count if view.running and not cards and player.in_hand else 0,
        won=won,
        decides=() if result is None else tuple(result.decides.get(seat, ())),
    )


def _notes(desk: TableDesk, view: TableView, player: SeatView) -> Iterator[str]:
    yield from standing(view, player, desk.figures, desk.away)
    if player.name.casefold() in desk.remarks:
        yield f"{words.HAS_REMARK} {desk.remarks[player.name.casefold()]}"


def pots(desk: TableDesk) -> Iterator[tuple[str, str]]:
    """The pot, and its parts where some are all in for less, each with its style."""
    view = desk.view
    if view is None or view.hand is None:
        return
    chips = desk.figures.chips
    yield words.POT_LABEL.format(amount=chips(view.pot)), "chips"
    parts = desk.pots()
    for number, part in enumerate(parts if len(parts) > 1 else ()):
        label = words.SIDE_POT_LABEL if number else words.MAIN_POT_LABEL
        yield label.format(amount=chips(part.amount)), ""
