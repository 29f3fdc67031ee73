"""
A table as a viewer sees it: the snapshot that a server sends.

:func:`view_table` builds it from a table's state, :func:`~showdown.rules.following.follow` from the
events that travel. Both give the same view; a law in the tests says so.
"""

from msgspec import Struct
from msgspec.structs import replace

from showdown.rules import seen
from showdown.rules.cards import Card
from showdown.rules.events import SeatBank, TurnKind
from showdown.rules.hand import HandState
from showdown.rules.phases import Phase
from showdown.rules.ruleset import Chips, DrawMode, HandId, Ruleset, Seat
from showdown.rules.seating import Occupant
from showdown.rules.table import TableState
from showdown.rules.view import Viewer


class SeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player at the table."""

    seat: Seat
    name: str
    stack: Chips
    bet: Chips = 0
    """In front of him in this round."""
    dealt_in: bool = False
    folded: bool = False
    sitting_out: bool = False
    leaving: bool = False
    owes_bb: bool = False
    owes_sb: bool = False
    asks_to_post: bool = False
    """He pays what entering costs as soon as he may, and does not wait."""
    carried: Chips = 0
    """His part of the carry between two hands."""
    count: int = 0
    """How many cards he holds."""
    cards: tuple[Card, ...] | None = None
    """Which, if the viewer may see them."""
    drew: int | None = None
    """How many cards he drew in this hand; None before he chose."""

    @property
    def in_hand(self) -> bool:
        """Dealt in and not folded."""
        return self.dealt_in and not self.folded

    @property
    def all_in(self) -> bool:
        """In the hand without chips."""
        return self.in_hand and not self.stack


class TableView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table at one moment, for one viewer."""

    ruleset: Ruleset
    seats: tuple[SeatView, ...] = ()
    you: Seat | None = None
    """Where the viewer sits."""
    hand: HandId | None = None
    """The hand that runs, or the last one."""
    running: bool = False
    street: int = 0
    button: Seat | None = None
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    pot: Chips = 0
    """All chips in the middle, bets of this round included."""
    carry: Chips = 0
    """What passed-out deals have left for the next one; in the pot while that is played."""
    bet: Chips = 0
    """What a seat must have in to stay in this round."""
    turn: seen.Turn | None = None
    """Who is asked, if somebody is."""
    paused: bool = False
    """The host lets no hand begin."""

    def at(self, seat: Seat | None) -> SeatView | None:
        """Who sits there."""
        return next((each for each in self.seats if each.seat == seat), None)

    @property
    def own(self) -> SeatView | None:
        """The viewer's own seat."""
        return self.at(self.you)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that are asked now."""
        turn = self.turn
        return () if turn is None else (turn.seat, *(each.seat for each in turn.others))


# From the state: what a server sends.


def view_table(table: TableState, viewer: Viewer) -> TableView:
    """A table as a viewer sees it."""
    hand, last = table.hand, table.seating.last
    return TableView(
        ruleset=table.ruleset,
        seats=tuple(_seat(table, each, viewer) for each in table.seating.occupants),
        you=viewer.seat,
        hand=hand.hand if hand else None,
        running=table.running is not None,
        street=hand.street if hand else 0,
        button=last.button if last else None,
        small_blind=last.small_blind if last and not last.dead_small else None,
        big_blind=last.big_blind if last else None,
        pot=hand.pot if hand else 0,
        carry=table.seating.carry.total,
        bet=hand.round.bet if hand and not hand.ended else 0,
        turn=turn_view(table.running),
        paused=table.seating.paused,
    )


def turn_view(hand: HandState | None) -> seen.Turn | None:
    """Who is asked now, with the clock as it was when the turn began; None if nobody is."""
    if hand is None or not hand.asked:
        return None
    drawing = hand.phase is Phase.DRAWING
    together = drawing and hand.ruleset.draw_mode is DrawMode.SIMULTANEOUS
    # Who has chosen already is nobody's business: all are asked until all have.
    asked = hand.in_hand if together else hand.asked
    return seen.Turn(
        seat=hand.seats[asked[0]],
        turn=hand.turn,
        kind=TurnKind.DRAW if drawing else TurnKind.BET,
        base_ms=hand.draw_ms if drawing else hand.act_ms,
        bank_ms=hand.banks[asked[0]],
        others=_others(hand, asked) if len(asked) > 1 else (),
    )


def _others(hand: HandState, asked: tuple[int, ...]) -> tuple[SeatBank, ...]:
    """Who is asked together with the first."""
    return tuple(
        [SeatBank(seat=hand.seats[place], bank_ms=hand.banks[place]) for place in asked[1:]]
    )


def _seat(table: TableState, occupant: Occupant, viewer: Viewer) -> SeatView:
    hand, place = table.hand, table.place_in_hand(occupant)
    seat = SeatView(
        seat=occupant.seat,
        name=occupant.name,
        stack=occupant.stack,
        sitting_out=occupant.sitting_out,
        leaving=occupant.leaving,
        owes_bb=occupant.owes_bb,
        owes_sb=occupant.owes_sb,
        asks_to_post=occupant.asks_to_post,
        carried=table.seating.carry.shares.get(occupant.seat, 0),
    )
    if hand is None or place is None:
        return seat
    visible = occupant.seat == viewer.hand_seat or hand.shown[place]
    folded = not hand.live[place]
    return replace(
        seat,
        stack=occupant.stack if hand.ended else hand.stacks[place],
        bet=hand.bets[place],
        dealt_in=True,
        folded=folded,
        count=len(hand.cards[place]),
        cards=hand.cards[place] if visible and hand.cards[place] else None,
        drew=hand.drawn[place],
    )
