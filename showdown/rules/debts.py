"""
Who gets cards, who pays for having been away, and who will have to (RULES 7.1 to 7.5).

Only games with blinds know debts. A player who owes some is dealt in when the big blind comes to
him, or before that by posting what he owes.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from showdown.rules.events import Post
from showdown.rules.positions import Positions, Sitter, is_between, is_new_game, next_positions
from showdown.rules.ruleset import ButtonRule, Ruleset, Seat
from showdown.rules.start import deal_order


class Debt(Struct, frozen=True, kw_only=True):
    """Which blinds a seat owes."""

    seat: Seat
    bb: bool = False
    sb: bool = False


class Placement(Struct, frozen=True, kw_only=True):
    """How a hand begins: where the blinds are, and what that means for everybody."""

    positions: Positions
    dealt_in: tuple[Seat, ...]
    """Who gets cards, in the order of the deal."""
    posts: tuple[Post, ...] = ()
    """What is posted besides the blinds, clockwise from the left of the button."""
    waits: tuple[Seat, ...] = ()
    """Who is ready but gets no cards yet."""
    owes: tuple[Debt, ...] = ()
    """What seats that sit out owe from now on and did not owe before."""
    clears: tuple[Seat, ...] = ()
    """Whose debts are paid or forgiven."""
    missed: tuple[Seat, ...] = ()
    """Which seats that sit out the big blind has passed."""


def place_blinds(
    ruleset: Ruleset,
    sitters: Iterable[Sitter],
    last: Positions | None,
    drawn: Seat,
    again: Positions | None = None,
) -> Placement:
    """
    Say where button and blinds of the next hand are, who plays, who posts and who comes to owe.

    A newcomer in seat 2 sits between button and big blind and waits; the one in seat 6 is the big
    blind and pays his entry by that:

    >>> rules, last = Ruleset(sb=5, bb=10), Positions(button=1, small_blind=3, big_blind=5)
    >>> clean = [Sitter(seat=seat) for seat in (1, 3, 5)]
    >>> new = [Sitter(seat=seat, owes_bb=True) for seat in (2, 6)]
    >>> placed = place_blinds(rules, clean + new, last, drawn=1)
    >>> placed.positions, placed.dealt_in, placed.waits
    (Positions(button=3, small_blind=5, big_blind=6), (5, 6, 1, 3), (2,))

    Args:
        sitters: everybody at the table, at least two of them ready.
        last: where they were in the last hand; None at a table's first.
        drawn: the seat that has the button where it is drawn.
        again: where they were in a hand that was given up; they are there again if they can be.

    Source: docs/rules.md, "Button and forced bets" and "Entering, sitting out, leaving".
    """
    present = sorted(sitters, key=lambda each: each.seat)
    table = _forgiven(present) if is_new_game(ruleset, present, last) else present
    if again is not None and _still_hold(ruleset, again, table):
        positions = replace(again, dead_small=_is_dead(again, table), big_left=False)
    else:
        positions = next_positions(ruleset, present, last, drawn)
    dealt = [each for each in table if _gets_cards(ruleset, each, positions)]
    order = deal_order([each.seat for each in dealt], positions.button)
    in_debt = {each.seat for each in present if each.owes_bb or each.owes_sb}
    return Placement(
        positions=positions,
        dealt_in=order,
        posts=tuple(_posts(ruleset, dealt, positions, order)),
        waits=tuple(each.seat for each in table if each.ready and each.seat not in order),
        owes=tuple(_new_debts(ruleset, table, positions)),
        clears=tuple(seat for seat in order if seat in in_debt),
        missed=tuple(s.seat for s in table if not s.ready and _is_passed(s.seat, positions)),
    )


def _forgiven(table: Sequence[Sitter]) -> list[Sitter]:
    """A new game: who is ready owes nothing (RULES 7.4)."""
    return [replace(s, owes_bb=False, owes_sb=False) if s.ready else s for s in table]


def _still_hold(ruleset: Ruleset, positions: Positions, table: Sequence[Sitter]) -> bool:
    """Whether those who had the positions of a hand that was given up can have them again."""
    ready = {each.seat for each in table if each.ready}
    clean = {each.seat for each in table if each.clean}
    if not ruleset.has_blinds:
        return positions.button in ready
    if positions.big_blind not in ready or positions.big_left:
        return False
    players = clean | {positions.big_blind}
    if positions.heads_up:
        return players == {positions.button, positions.big_blind}
    moving = ruleset.button_rule is ButtonRule.MOVING
    return len(players) > 2 and (not moving or {positions.button, positions.small_blind} <= clean)


def _is_dead(positions: Positions, table: Sequence[Sitter]) -> bool:
    small = positions.small_blind
    return small is not None and not any(each.clean and each.seat == small for each in table)


def _gets_cards(ruleset: Ruleset, sitter: Sitter, positions: Positions) -> bool:
    """Whether a player is dealt in (RULES 7.3)."""
    if not sitter.ready:
        return False
    if sitter.clean or not ruleset.has_blinds or sitter.seat == positions.big_blind:
        return True
    return sitter.asks_to_post and _may_post(sitter.seat, positions)


def _may_post(seat: Seat, positions: Positions) -> bool:
    """Not heads-up, and nowhere from the button to the big blind."""
    button, big = positions.button, positions.big_blind
    assert big is not None
    return not positions.heads_up and seat != button and not is_between(seat, button, big)


def _posts(
    ruleset: Ruleset, dealt: Sequence[Sitter], positions: Positions, order: Sequence[Seat]
) -> Iterator[Post]:
    """A big blind is posted live, a small blind dead (RULES 7.3)."""
    for sitter in sorted(dealt, key=lambda each: order.index(each.seat)):
        debtor = ruleset.has_blinds and not sitter.clean
        if debtor and sitter.seat != positions.big_blind:
            yield Post(
                seat=sitter.seat,
                live=ruleset.bb if sitter.owes_bb else 0,
                dead=ruleset.sb if sitter.owes_sb else 0,
            )


def _is_passed(seat: Seat, positions: Positions) -> bool:
    """Whether the big blind went past this seat."""
    small, big = positions.small_blind, positions.big_blind
    return small is not None and big is not None and is_between(seat, small, big)


def _new_debts(ruleset: Ruleset, table: Sequence[Sitter], positions: Positions) -> Iterator[Debt]:
    """What it costs to sit out while the blinds are placed (RULES 7.2)."""
    for sitter in table:
        if sitter.ready:
            continue
        both = _is_passed(sitter.seat, positions)
        bb = both and not sitter.owes_bb
        small = both or _misses_small(sitter.seat, positions)
        sb = small and bool(ruleset.sb) and not sitter.owes_sb
        if bb or sb:
            yield Debt(seat=sitter.seat, bb=bb, sb=sb)


def _misses_small(seat: Seat, positions: Positions) -> bool:
    small = positions.small_blind
    if small is None:
        return False
    unposted = positions.dead_small and seat == small
    return unposted or is_between(seat, positions.button, small)
