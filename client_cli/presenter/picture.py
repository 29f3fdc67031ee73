"""
A table as a few lines of text.
"""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from client_cli.presenter import words
from client_cli.presenter.figures import Figures
from client_cli.presenter.people import who
from showdown.protocol.messages import TimeLeft
from showdown.rules.events import TurnKind
from showdown.rules.ruleset import Ruleset, Seat
from showdown.rules.table_view import SeatView, TableView

WIDEST_NAME = 20
"""Longer names are cut in the picture; sentences have them whole."""


def stakes(ruleset: Ruleset, figures: Figures) -> str:
    """
    What is played, as in ``no-limit 5/10``.

    >>> stakes(Ruleset(sb=5, bb=10, ante=1), Figures())
    'no-limit 5/10, ante 1'
    """
    parts = {
        "game": words.GAMES[ruleset.game],
        "sb": figures.chips(ruleset.sb),
        "bb": figures.chips(ruleset.bb),
        "ante": figures.chips(ruleset.ante),
    }
    if not ruleset.has_blinds:
        return words.ANTE_ONLY.format(**parts)
    return (words.STAKES_ANTE if ruleset.ante else words.STAKES).format(**parts)


class Moment(NamedTuple):
    """What is true of a table now and stands in no view of it."""

    live: bool
    """Whether one could sit down there, so that free seats are worth a line."""
    away: Collection[Seat] = ()
    clock: Mapping[Seat, TimeLeft] = MappingProxyType({})


def picture(table: str, view: TableView, figures: Figures, moment: Moment) -> Iterator[str]:
    """A title, then a line for each player: seat, name, stack, bet, what to know, cards."""
    yield words.TITLE.format(
        table=table, stakes=stakes(view.ruleset, figures), moment=_moment(view, figures)
    )
    yield from (_heard if figures.aloud else _rows)(view, figures, moment)
    taken = {each.seat for each in view.seats}
    free = [str(seat) for seat in range(1, view.ruleset.max_seats + 1) if seat not in taken]
    if moment.live and free:
        yield words.FREE.format(seats=", ".join(free))


def _rows(view: TableView, figures: Figures, moment: Moment) -> Iterator[str]:
    names = [who(view, each.seat) for each in view.seats]
    stacks = [figures.chips(each.stack) for each in view.seats]
    bets = [_bet(each, figures) for each in view.seats]
    name_width = min(max(map(cell_len, names), default=0), WIDEST_NAME)
    stack_width, bet_width = (max(map(len, each), default=0) for each in (stacks, bets))
    for player, name, stack, bet in zip(view.seats, names, stacks, bets, strict=True):
        mark = ">" if view.turn is not None and view.turn.seat == player.seat else " "
        columns = (
            set_cell_size(name, name_width),
            stack.rjust(stack_width),
            *([bet.ljust(bet_width)] if bet_width else ()),
            *_notes(view, player, figures, moment),
        )
        yield f"{mark} {player.seat}  {'  '.join(columns)}".rstrip()


def _heard(view: TableView, figures: Figures, moment: Moment) -> Iterator[str]:
    """The same as sentences, for who hears them."""
    for player in view.seats:
        bet = _bet(player, figures)
        parts = (
            figures.chips(player.stack),
            *((bet,) if bet else ()),
            *_notes(view, player, figures, moment),
        )
        yield words.HEARD_SEAT.format(
            seat=player.seat, who=who(view, player.seat), parts=", ".join(parts)
        )


def _bet(player: SeatView, figures: Figures) -> str:
    return words.BET.format(amount=figures.chips(player.bet)) if player.bet else ""


def moment_of(view: TableView) -> str:
    """At which point of which hand we are, without its pot."""
    if view.hand is None or not view.running:
        return _moment_of_hand(view, Figures())
    if view.street == 0:
        sentence = words.AT_BEFORE_DRAW
    else:
        drawing = view.turn is not None and view.turn.kind is TurnKind.DRAW
        sentence = words.AT_THE_DRAW if drawing else words.AT_AFTER_DRAW
    return sentence.format(hand=view.hand)


def _moment(view: TableView, figures: Figures) -> str:
    moment = _moment_of_hand(view, figures)
    return words.IS_PAUSED.format(moment=moment) if view.paused else moment


def _moment_of_hand(view: TableView, figures: Figures) -> str:
    if view.hand is None:
        return str(words.NO_HAND)
    if not view.running:
        return words.AFTER_HAND.format(hand=view.hand)
    if view.street == 0:
        sentence = words.BEFORE_DRAW
    else:
        drawing = view.turn is not None and view.turn.kind is TurnKind.DRAW
        sentence = words.AT_DRAW if drawing else words.AFTER_DRAW
    return sentence.format(hand=view.hand, pot=figures.chips(view.pot))


def _notes(view: TableView, player: SeatView, figures: Figures, moment: Moment) -> Iterator[str]:
    """What there is to know about a player, most of it only while a hand runs."""
    if player.seat == view.button:
        yield str(words.BUTTON)
    if view.turn is not None and view.turn.seat == player.seat:
        yield str(words.TO_ACT)
    if player.seat in moment.clock:
        yield _time(moment.clock[player.seat])
    yield from standing(view, player, figures, moment.away)
    if player.cards and not player.folded:
        yield figures.cards(player.cards)


def standing(
    view: TableView, player: SeatView, figures: Figures, away: Collection[Seat]
) -> Iterator[str]:
    """How a player stands in the hand and at the table, beside his cards and chips."""
    if view.running:
        yield from _in_hand(player)
    if player.sitting_out:
        yield str(words.OUT)
    elif player.owes_bb or player.owes_sb:
        yield str(words.POSTS) if player.asks_to_post else str(words.WAITS)
    if player.seat in away:
        yield str(words.IS_AWAY)
    if player.leaving:
        yield str(words.LEAVING)
    if player.carried:
        yield words.CARRIES.format(amount=figures.chips(player.carried))


def _in_hand(player: SeatView) -> Iterator[str]:
    if player.folded:
        yield str(words.FOLDED)
        return
    if player.all_in:
        yield str(words.ALL_IN)
    if player.drew is not None:
        yield words.DREW_NOTE.format(count=player.drew) if player.drew else str(words.STOOD_PAT)


def _time(left: TimeLeft) -> str:
    """What is left to a player: of the time of this turn, and of his bank if he has one."""
    base, bank = round(left.base_ms / 1000), round(left.bank_ms / 1000)
    if left.grace_ms:
        return words.GRACE_LEFT.format(seconds=round(left.grace_ms / 1000))
    if base and bank:
        return words.TIME_LEFT_AND_BANK.format(seconds=base, bank=bank)
    return (words.BANK_LEFT if bank else words.TIME_LEFT).format(seconds=bank or base)
