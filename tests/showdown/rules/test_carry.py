"""
Jackpots between deals: who plays for the carry, who enters, who forfeits, and who is paid.
"""

from copy import copy

import msgspec
import pytest

from showdown import BetTo, Check, Fold, Refusal, Ruleset, legal_actions
from showdown.rules import events as ev
from showdown.rules.carry import match_price
from showdown.rules.ruleset import CarryEntry, Openers, Passout
from showdown.rules.seat_events import (
    CarryForfeited,
    CarryMatched,
    CarryPaid,
    CarryRestored,
    Left,
    SatOut,
)
from showdown.rules.seating import Seating
from showdown.rules.start import NO_CARRY, Carry
from showdown.rules.table import (
    AbortHand,
    ApplyTopUp,
    Leave,
    PostNow,
    SitIn,
    SitOut,
    TableEvent,
    TopUp,
    can_start,
    pending_top_ups,
)
from tests.showdown.rules.room import ADA, BOB, CYD, DAN, EVE, Room

JACKS = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS)
"""Buy-in 80 to 200."""


class Jackpots(Room):
    """A table of jackpots."""

    def __init__(self, *accounts, buy_in=100, **options):
        ruleset = msgspec.structs.replace(JACKS, **options)
        super().__init__(*accounts, ruleset=ruleset, buy_in=buy_in)

    def sit(self, account, buy_in=100, seat=None):
        return super().sit(account, buy_in, seat)

    def pass_out(self, *meanwhile):
        """Begin a deal in which everybody checks."""
        self.start()
        for action in meanwhile:
            self.do(action)
        told: tuple[TableEvent, ...] = ()
        while self.state.running is not None:
            told = self.play(Check(self.asked))
        return told

    @property
    def carry(self) -> Carry:
        return self.state.seating.carry

    @property
    def antes(self) -> int:
        """How many antes the deal that runs has taken."""
        return sum(ante > 0 for ante in self.hand.antes)


# ---- what is left --------------------------------------------------------------------------------


def test_antes_of_a_passed_out_deal_are_in_the_next_pot():
    room = Jackpots(ADA, BOB, CYD)
    room.pass_out()
    assert room.carry == Carry(shares={1: 1, 2: 1, 3: 1}, passed_out=1)
    room.start()
    assert (room.hand.pot, room.carry.total) == (6, 0)


def test_after_three_passed_out_deals_no_further_ante_is_taken():
    room = Jackpots(ADA, BOB, CYD)
    for _ in range(3):
        room.pass_out()
    assert room.carry.total == 9
    room.start()
    assert (room.antes, room.hand.pot) == (0, 9)
    room.fold_to_one()
    assert room.carry == NO_CARRY
    assert sorted(each.stack for each in room.state.seating.occupants) == [97, 97, 106]
    room.start()
    assert room.antes == 3


def test_the_button_moves_after_a_passed_out_deal():
    room = Jackpots(ADA, BOB, CYD)
    room.start_with_button(1)
    room.play(*(Check(seat) for seat in room.hand.seats))
    room.start()
    assert room.hand.started.button == 2


def test_a_redeal_takes_no_new_ante():
    room = Jackpots(ADA, BOB, CYD, passout=Passout.REDEAL)
    room.pass_out()
    room.start()
    assert (room.antes, room.hand.pot) == (0, 3)


def test_antes_may_go_back_instead():
    room = Jackpots(ADA, BOB, CYD, passout=Passout.RETURN)
    room.pass_out()
    assert room.carry == Carry(passed_out=1)
    assert [each.stack for each in room.state.seating.occupants] == [100, 100, 100]
    room.do(room.sit(DAN))
    room.start()
    assert (room.antes, room.hand.pot) == (4, 4)


@pytest.mark.parametrize("passout", list(Passout))
def test_what_opens_rises_with_each_passed_out_deal_until_a_pot_is_won(passout):
    room = Jackpots(ADA, BOB, CYD, progressive=True, passout=passout)
    openers = []
    for _ in range(5):
        room.pass_out()
        openers.append(room.state.hand.started.openers)
    assert "".join(str(each) for each in openers) == "JQKAA"
    room.start()
    room.fold_to_one()
    room.start()
    assert room.hand.started.openers is Openers.JACKS


# ---- who plays for it ----------------------------------------------------------------------------


def test_only_those_who_are_in_the_carry_are_dealt_in_until_it_is_won():
    room = Jackpots(ADA, BOB, CYD)
    room.pass_out()
    room.do(room.sit(DAN))
    assert room.refuse(PostNow(account=DAN)) is Refusal.NOTHING_OWED
    room.start()
    assert room.dealt_in == [1, 2, 3]
    room.fold_to_one()
    room.start()
    assert room.dealt_in == [1, 2, 3, 4]


def test_who_folded_in_a_passed_out_deal_is_in_the_carry_all_the_same():
    room = Jackpots(ADA, BOB, CYD)
    room.start()
    folded, *others = room.hand.seats
    room.play(Fold(folded), *(Check(seat) for seat in others))
    assert folded in room.carry.shares
    room.start()
    assert folded in room.dealt_in


def test_others_may_enter_by_paying_all_antes_so_far():
    room = Jackpots(ADA, BOB, CYD, carry_entry=CarryEntry.MATCH)
    room.pass_out()
    room.pass_out()
    for account in (DAN, EVE):
        room.do(room.sit(account))
    room.do(PostNow(account=DAN))
    told = room.start()
    assert told[0] == CarryMatched(seat=4, amount=2)
    assert room.dealt_in == [1, 2, 3, 4]
    assert {s.seat: s.amount for s in room.hand.started.carried} == {1: 2, 2: 2, 3: 2, 4: 2}
    assert (room.antes, room.hand.pot) == (4, 12)


def test_who_has_asked_to_enter_during_a_deal_enters_the_next():
    room = Jackpots(ADA, BOB, CYD, carry_entry=CarryEntry.MATCH)
    room.pass_out(room.sit(DAN), PostNow(account=DAN))
    room.start()
    assert room.dealt_in == [1, 2, 3, 4]


def test_entering_takes_the_chips_for_it():
    room = Jackpots(ADA, BOB, CYD, carry_entry=CarryEntry.MATCH)
    room.pass_out()
    room.pass_out()
    room.do(room.sit(DAN))
    room.set_stack(DAN, 1)
    assert room.refuse(PostNow(account=DAN)) is Refusal.NO_CHIPS
    room.set_stack(DAN, 2)
    room.do(PostNow(account=DAN))
    room.start()  # all-in for what he has matched
    assert room.hand.stacks[room.hand.seats.index(4)] == 0


def test_nobody_enters_a_carry_that_has_been_won_meanwhile():
    room = Jackpots(ADA, BOB, CYD, carry_entry=CarryEntry.MATCH)
    room.start()
    room.do(room.sit(DAN))
    room.do(PostNow(account=DAN))
    room.fold_to_one()
    told = room.start()
    assert not any(isinstance(event, CarryMatched) for event in told)
    assert room.dealt_in == [1, 2, 3, 4]
    assert not room.sitting(4).asks_to_post


@pytest.mark.parametrize(
    ("passout", "prices"), [(Passout.CARRY, [0, 1, 2, 3, 3]), (Passout.REDEAL, [0, 1, 1, 1, 1])]
)
def test_the_price_of_entering_is_what_one_has_paid_who_paid_every_ante(passout, prices):
    rules = msgspec.structs.replace(JACKS, passout=passout)
    assert [match_price(rules, Carry(passed_out=deals)) for deals in range(5)] == prices


# ---- without chips -------------------------------------------------------------------------------


def without_chips(account) -> Jackpots:
    """A carry to which this player has given his last chip."""
    room = Jackpots(ADA, BOB, CYD)
    room.set_stack(account, 1)
    room.pass_out()
    return room


def test_who_is_out_of_chips_is_dealt_in_and_plays_for_what_he_has_matched():
    room = without_chips(BOB)
    assert (room.stack(BOB), room.sitting(2).sitting_out) == (0, False)
    assert can_start(room.state)
    room.start()
    assert (room.dealt_in, room.antes) == ([1, 2, 3], 2)
    place = room.hand.seats.index(2)
    assert (room.hand.stacks[place], room.hand.paid[place]) == (0, 1)


def test_when_the_carry_is_gone_he_sits_out():
    room = without_chips(BOB)
    told = room.do(Leave(account=ADA)) + room.do(Leave(account=CYD))
    assert CarryPaid(seat=2, amount=3) in told
    assert (room.stack(BOB), room.sitting(2).sitting_out) == (3, False)
    room = without_chips(BOB)
    for number in range(100):
        attempt = copy(room)
        attempt.start(bytes([number] * 32))
        opener = next((seat for seat in attempt.hand.seats if can_open(attempt, seat)), None)
        if opener is None or attempt.asked != opener:
            continue
        attempt.play(BetTo(opener, 2))
        attempt.play_out()
        if not attempt.stack(BOB):
            assert attempt.sitting(2).sitting_out
            return
    raise AssertionError("the player without chips has won every deal")


def can_open(room, seat) -> bool:
    legal = legal_actions(room.hand, seat)
    return legal is not None and legal.bet is not None


def test_he_may_buy_chips_and_stays_in_if_he_cannot_pay_them():
    room = Jackpots(ADA, BOB, CYD)
    room.set_stack(BOB, 1)
    room.pass_out()
    room.do(TopUp(account=BOB, to=100))
    (waiting,) = pending_top_ups(room.state)
    room.do(ApplyTopUp(seat=waiting.seat, funds=0))
    assert not room.sitting(2).sitting_out
    room.do(TopUp(account=BOB, to=100))
    room.do(ApplyTopUp(seat=2, funds=100))
    assert room.stack(BOB) == 100
    assert room.carry.shares[2] == 1


# ---- forfeits ------------------------------------------------------------------------------------


def test_who_leaves_forfeits_his_part_and_it_stays_in():
    room = Jackpots(ADA, BOB, CYD)
    room.pass_out()
    told = room.do(Leave(account=ADA))
    assert told == (CarryForfeited(seat=1, amount=1), Left(seat=1, account=ADA, stack=99))
    assert (room.carry.shares, room.carry.forfeited) == ({2: 1, 3: 1}, (1,))
    room.start()
    assert (room.dealt_in, room.hand.pot) == ([2, 3], 5)


def test_who_sits_out_forfeits_it_even_if_he_comes_back():
    room = Jackpots(ADA, BOB, CYD)
    room.pass_out()
    assert room.do(SitOut(account=BOB)) == (SatOut(seat=2), CarryForfeited(seat=2, amount=1))
    room.do(SitIn(account=BOB))
    room.start()
    assert room.dealt_in == [1, 3]


def test_sitting_out_during_a_deal_forfeits_after_it():
    room = Jackpots(ADA, BOB, CYD)
    told = room.pass_out(SitOut(account=BOB))
    assert told[-1] == CarryForfeited(seat=2, amount=1)


def test_the_last_one_left_is_paid_the_carry():
    room = Jackpots(ADA, BOB, CYD)
    room.pass_out()
    room.do(Leave(account=ADA))
    told = room.do(SitOut(account=BOB))
    assert told[-1] == CarryPaid(seat=3, amount=3)
    assert (room.stack(CYD), room.carry) == (102, NO_CARRY)
    room.do(SitIn(account=BOB))
    room.start()
    assert (room.dealt_in, room.hand.pot) == ([2, 3], 2)


def test_departures_are_taken_one_by_one():
    room = Jackpots(ADA, BOB, CYD)
    room.start()
    for seat in room.hand.seats[:2]:
        room.play(Check(seat))
        room.do(Leave(account=room.sitting(seat).account))
    stays = room.hand.seats[2]
    told = room.play(Check(stays))
    first, second = sorted({1, 2, 3} - {stays})
    assert [type(event) for event in told[-5:]] == [
        CarryForfeited, Left, CarryForfeited, CarryPaid, Left,
    ]  # fmt: skip
    assert [event.seat for event in told[-5:]] == [first, first, second, stays, second]
    assert room.sitting(stays).stack == 102


# ---- a deal that is given up ---------------------------------------------------------------------


def test_a_carry_is_as_before_when_a_deal_for_it_is_given_up():
    room = Jackpots(ADA, BOB, CYD, DAN)
    room.pass_out()
    room.do(Leave(account=DAN))
    before = room.state.seating
    room.start()
    told = room.do(AbortHand(reason="a failed invariant"))
    assert isinstance(told[1], CarryRestored)
    after = room.state.seating
    assert (after.carry, [e.stack for e in after.occupants]) == (
        before.carry, [e.stack for e in before.occupants],
    )  # fmt: skip
    room.start()
    assert room.hand.pot == 7


def test_who_leaves_a_deal_that_is_given_up_forfeits_what_he_had_before():
    room = Jackpots(ADA, BOB, CYD)
    room.pass_out()
    room.start()
    other = next(each for each in room.state.seating.occupants if each.seat != room.asked)
    room.do(Leave(account=other.account))
    told = room.do(AbortHand(reason="a failed invariant"))
    assert CarryForfeited(seat=other.seat, amount=1) in told


# ---- what is stored ------------------------------------------------------------------------------


def test_a_table_is_stored_with_its_carry_and_what_was_taken_away():
    room = Jackpots(ADA, BOB, CYD)
    room.pass_out()
    room.do(Leave(account=ADA))
    room.start()
    room.do(AbortHand(reason="a failed invariant"))
    seating = room.state.seating
    assert seating.carry.total
    assert seating.departures
    assert seating.before
    assert msgspec.json.decode(msgspec.json.encode(seating), type=Seating) == seating
    assert isinstance(room.events[-1], CarryRestored | ev.HandAborted)
