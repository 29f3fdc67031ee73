"""
Where button and blinds go (RULES 6.1 to 6.5, 7.4 and 7.5).

A seat that is not ready has a part in this only as a place that is passed over. Who is dealt in
besides those who hold a position, and who owes what, is said in :mod:`showdown.rules.debts`.
"""

from collections.abc import Sequence

from msgspec import Struct

from showdown.rules.ruleset import ButtonRule, Ruleset, Seat
from showdown.rules.start import deal_order, usual_blinds


class Positions(Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """Button and blinds of a hand; without blinds only the button."""

    button: Seat
    """It may be empty where ``button_rule`` is dead."""
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    dead_small: bool = False
    """Nobody posts the small blind: the player whose turn it was is not there."""
    big_left: bool = False
    """The player who was big blind has left since: whoever has his seat now is another."""

    @property
    def heads_up(self) -> bool:
        """Whether two play: then, and only then, the button is the small blind (RULES 6.4)."""
        return self.button == self.small_blind


class Sitter(Struct, frozen=True, kw_only=True):
    """A player in a seat, as far as blinds are concerned."""

    seat: Seat
    ready: bool = True
    """With chips, neither sitting out nor leaving (RULES 0.5)."""
    owes_bb: bool = False
    owes_sb: bool = False
    asks_to_post: bool = False
    """He wants to pay what he owes as soon as he may, and not wait for the big blind."""

    @property
    def clean(self) -> bool:
        """Ready and owing nothing (RULES 7.1)."""
        return self.ready and not self.owes_bb and not self.owes_sb


def is_between(seat: Seat, start: Seat, end: Seat) -> bool:
    """
    Whether a seat lies strictly between two others, going clockwise from the first.

    >>> is_between(1, 5, 3), is_between(4, 5, 3), is_between(5, 5, 3), is_between(4, 3, 3)
    (True, False, False, False)
    """
    if start < end:
        return start < seat < end
    return start > end and (seat > start or seat < end)


def left_of(seats: Sequence[Seat], seat: Seat) -> Seat:
    """
    The next of these seats clockwise.

    >>> left_of([1, 3, 4], 1), left_of([1, 3, 4], 5)
    (3, 1)
    """
    return deal_order(seats, seat)[0]


def next_positions(
    ruleset: Ruleset, sitters: Sequence[Sitter], last: Positions | None, drawn: Seat
) -> Positions:
    """
    Button and blinds of the next hand.

    >>> rules, last = Ruleset(sb=5, bb=10), Positions(button=1, small_blind=2, big_blind=3)
    >>> next_positions(rules, [Sitter(seat=seat) for seat in (1, 3, 4)], last, drawn=1)
    Positions(button=3, small_blind=4, big_blind=1)

    Args:
        sitters: the players at the table, at least two of them ready.
        last: those of the last hand; None at a table's first.
        drawn: the seat that has the button where it is drawn.
    """
    ready = [each.seat for each in sitters if each.ready]
    if not ruleset.has_blinds:
        return Positions(button=drawn if last is None else left_of(ready, last.button))
    if last is None or is_new_game(ruleset, sitters, last):
        return _new_game(ready, last, drawn)
    clean = [each.seat for each in sitters if each.clean]
    move = _dead if ruleset.button_rule is ButtonRule.DEAD else _moving
    return move(clean, ready, last)


def is_new_game(ruleset: Ruleset, sitters: Sequence[Sitter], last: Positions | None) -> bool:
    """Whether a table begins, or too few are clean and all who are ready begin anew (RULES 7.4)."""
    return ruleset.has_blinds and (last is None or sum(each.clean for each in sitters) < 2)


def _new_game(ready: Sequence[Seat], last: Positions | None, drawn: Seat) -> Positions:
    """The last big blind has the button, or it is drawn (RULES 7.4)."""
    stays = last is not None and last.big_blind in ready and not last.big_left
    button = last.big_blind if last is not None and stays else drawn
    assert button is not None
    blinds = usual_blinds(deal_order(ready, button))
    return Positions(button=button, small_blind=blinds.small, big_blind=blinds.big)


def _moving(clean: Sequence[Seat], ready: Sequence[Seat], last: Positions) -> Positions:
    """The button goes to the next clean player, the big blind to the next of any kind (6.2)."""
    button = left_of(clean, last.button)
    small = left_of(clean, button)
    big = left_of(ready, small)
    if big != button:
        return Positions(button=button, small_blind=small, big_blind=big)
    # Two clean players and no debtor on the way: the last big blind has the button (7.5).
    if last.big_blind == small:
        button, small = small, button
        big = left_of(ready, small)
    if big != button:
        return Positions(button=button, small_blind=small, big_blind=big)
    return _two(button, small)


def _dead(clean: Sequence[Seat], ready: Sequence[Seat], last: Positions) -> Positions:
    """The big blind goes to the next player, small blind and button follow it (6.3)."""
    assert last.big_blind is not None
    big = left_of(ready, last.big_blind)
    others = [seat for seat in clean if seat != big]
    if len(others) == 1:
        return _two(others[0], big)
    if last.small_blind is None or last.small_blind == big:  # it would be on the big blind
        return _moving(clean, ready, last)
    return Positions(
        button=last.small_blind,
        small_blind=last.big_blind,
        big_blind=big,
        dead_small=last.big_blind not in clean,
    )


def _two(button: Seat, big: Seat) -> Positions:
    return Positions(button=button, small_blind=button, big_blind=big)
