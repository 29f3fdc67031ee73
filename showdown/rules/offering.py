"""
What a player may do of his own accord: pay to enter sooner, or show a hand that is over.
"""

from collections.abc import Iterator

from showdown.errors import Refusal
from showdown.rules import events as ev
from showdown.rules import seat_events as se
from showdown.rules.carry import can_match, match_price
from showdown.rules.hand import HandState
from showdown.rules.ruleset import CarryEntry
from showdown.rules.seating import Occupant
from showdown.rules.table_actions import PostNow, SetAnchor, ShowHand
from showdown.rules.table_state import TableEvent, TableState, occupant_of, refuse


def post_now(table: TableState, action: PostNow, _: int) -> Iterator[TableEvent]:
    """Ask to pay what is owed, or what the others have in the carry."""
    occupant = occupant_of(table, action.account)
    if occupant.asks_to_post:
        return
    if occupant.sitting_out:
        raise refuse(
            Refusal.ILLEGAL_ACTION,
            "You sit out; sit in first, then post.",
            found="post",
            wanted="sit_in",
        )
    if not occupant.is_in_debt and not _may_enter_carry(table, occupant):
        raise refuse(Refusal.NOTHING_OWED, "You owe no blind and there is no carry to enter.")
    yield se.PostAsked(seat=occupant.seat)


def _may_enter_carry(table: TableState, occupant: Occupant) -> bool:
    """
    Whether there is a carry that this player can enter, or may be after the hand that runs.

    Raises:
        IllegalAction: there is, and he has too few chips.
    """
    rules, seating = table.ruleset, table.seating
    if table.running is not None:
        return rules.carry_entry is CarryEntry.MATCH and not table.is_dealt_in(occupant.seat)
    price = match_price(rules, seating.carry)
    outside = seating.carry.shares and occupant.seat not in seating.carry.shares
    if rules.carry_entry is CarryEntry.MATCH and outside and occupant.stack < price:
        raise refuse(
            Refusal.NO_CHIPS,
            f"Entering the carry costs {price}, all antes so far, and you have {occupant.stack}.",
            found=occupant.stack,
            wanted=price,
        )
    return can_match(seating, occupant)


def show_hand(table: TableState, action: ShowHand, _: int) -> Iterator[TableEvent]:
    """Show the five cards of a hand that nobody had to see; it has no other effect."""
    occupant = occupant_of(table, action.account)
    hand = table.hand
    if hand is None or not hand.ended or table.seating.aborted:
        raise refuse(
            Refusal.WRONG_PHASE,
            "There is no hand now that is over and could be shown.",
            found="show",
            wanted="nothing",
        )
    place = table.place_in_hand(occupant)
    if place is None or not hand.live[place]:
        reason = "were not dealt in" if place is None else "have folded"
        wanted = "dealt_in" if place is None else "not_folded"
        raise refuse(
            Refusal.NOT_IN_HAND,
            f"You {reason} and have no hand to show.",
            found=occupant.seat,
            wanted=wanted,
        )
    _check_showable(hand, place)
    cards = hand.cards[place]
    yield ev.HandShown(seat=occupant.seat, cards=cards, rank=int(hand.ruleset.rank(cards)))


def _check_showable(hand: HandState, place: int) -> None:
    """Whether a winner without showdown, or where cards are kept a beaten player, asks (12.9)."""
    if hand.shown[place]:
        raise refuse(
            Refusal.ILLEGAL_ACTION, "Your hand is shown already.", found="show", wanted="unseen"
        )
    alone = len(hand.in_hand) == 1
    if not alone and not any(hand.shown):
        raise refuse(
            Refusal.ILLEGAL_ACTION,
            "Nobody has won this deal; the hands stay unseen.",
            found="show",
            wanted="won",
        )
    if not alone and hand.ruleset.auto_muck:
        raise refuse(
            Refusal.ILLEGAL_ACTION,
            "Beaten hands are mucked for good at this table.",
            found="show",
            wanted="unmucked",
        )


def set_anchor(table: TableState, action: SetAnchor, _: int) -> Iterator[TableEvent]:
    """Take the beginning of a chain of openings; it counts from the next hand on."""
    yield se.AnchorSet(seat=occupant_of(table, action.account).seat, anchor=action.anchor)
