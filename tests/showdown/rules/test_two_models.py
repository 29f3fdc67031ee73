"""
Button, blinds and debts of tables where people come and go, against a naive model of the same.
"""

from collections.abc import Callable
from itertools import count

import pytest

from showdown import Fold, Ruleset
from showdown.rules import events as ev
from showdown.rules.deal import first_button
from showdown.rules.rejoining import buy_in_limits
from showdown.rules.ruleset import AccountId, ButtonRule, HandId, Seat
from showdown.rules.seating import Seating
from showdown.rules.table import (
    AbortHand,
    Leave,
    Play,
    PostNow,
    Sit,
    SitIn,
    SitOut,
    StartHand,
    TableState,
    advance,
    can_start,
    dealer_action,
)
from tests.showdown.rules.naive_table import NaiveTable

ACTIONS_IN_A_ROUND = 100


class TwoTables:
    """The same happens at a table and at a naive one."""

    def __init__(self, rng):
        self.rng = rng
        self.size = rng.randint(2, 8)
        rule = rng.choice(list(ButtonRule))
        blinds = rng.choice([{"sb": 1, "bb": 2}] * 6 + [{"bb": 2}, {"ante": 1, "min_bet": 2}])
        self.rules = Ruleset(max_seats=self.size, button_rule=rule, **blinds)
        self.table = TableState(seating=Seating(ruleset=self.rules))
        self.naive = NaiveTable(self.size, str(rule), blinds.keys() & {"sb", "bb"})
        self.accounts = count(1)
        self.hands = count(1)

    def do(self, action):
        played = advance(self.table, action)
        self.table = played.state
        return played.events

    @property
    def occupants(self):
        return self.table.seating.occupants

    def happen(self):
        """One more thing, of chance."""
        self.rng.choice((self.hand, self.come_and_go))()

    def come_and_go(self):
        options: list[Callable[[], None]] = []
        if self.table.seating.free_seats:
            options += [self.sit] * (4 if len(self.occupants) < 3 else 1)
        if self.occupants:
            options += [self.leave, self.sit_out, self.sit_in, self.sit_in, self.post]
        self.rng.choice(options)()

    def sit(self, seat: Seat | None = None) -> None:
        seat = seat or self.rng.choice(self.table.seating.free_seats)
        account = AccountId(next(self.accounts))
        least, most = buy_in_limits(self.rules, (), account, 0)
        self.do(Sit(account=account, name="", buy_in=self.rng.randint(least, most), seat=seat))
        self.naive.sit(seat)
        if self.rng.random() < 0.3:
            self.post_for(self.table.seating.of(account))

    def leave(self) -> None:
        who = self.rng.choice(self.occupants)
        self.do(Leave(account=who.account))
        self.naive.leave(who.seat)
        if self.rng.random() < 0.5:
            self.sit(who.seat)  # at once somebody else, in the same chair

    def sit_out(self) -> None:
        who = self.rng.choice(self.occupants)
        self.do(SitOut(account=who.account))
        self.naive.chairs[who.seat].sits_out = True
        self.naive.chairs[who.seat].asked = False

    def sit_in(self) -> None:
        who = self.rng.choice(self.occupants)
        self.do(SitIn(account=who.account))
        self.naive.chairs[who.seat].sits_out = False

    def post(self) -> None:
        self.post_for(self.rng.choice(self.occupants))

    def post_for(self, who):
        if who.is_in_debt and not who.sitting_out:
            self.do(PostNow(account=who.account))
            self.naive.chairs[who.seat].asked = True

    def hand(self):
        if not can_start(self.table):
            assert len(self.naive.all_who(lambda person: not person.sits_out)) < 2
            return
        self.start()
        while self.rng.random() < 0.1:
            self.give_up()
            for _ in range(self.rng.choice((0, 0, 1, 2, 3))):
                self.come_and_go()
            if not can_start(self.table):
                return
            self.start()
        self.finish()

    def start(self):
        key = self.rng.randbytes(32)
        drawn = first_button(key, [each.seat for each in self.table.seating.ready])
        told = self.do(StartHand(hand=HandId(next(self.hands)), hand_key=key))
        started = next(event for event in told if isinstance(event, ev.HandStarted))
        self.agree(started, self.naive.deal(drawn))

    def agree(self, started, deal):
        last = self.table.seating.last
        assert (last.button, last.small_blind, last.big_blind) == (
            deal.button, deal.small, deal.big,
        )  # fmt: skip
        assert last.dead_small == deal.nobody_posts_small
        assert {dealt.seat for dealt in started.lineup} == deal.cards
        amounts = {"bb": self.rules.bb, "sb": self.rules.sb}
        assert {post.seat: (post.live, post.dead) for post in started.posts} == {
            chair: tuple(amounts[name] * (name in owed) for name in ("bb", "sb"))
            for chair, owed in deal.posts.items()
        }
        self.agree_on_debts()

    def agree_on_debts(self):
        assert {
            each.seat: (each.owes_bb, each.owes_sb, each.missed, each.sitting_out)
            for each in self.occupants
        } == {
            chair: ("bb" in each.owes, "sb" in each.owes, each.missed, each.sits_out)
            for chair, each in self.naive.chairs.items()
        }

    def give_up(self):
        self.do(AbortHand(reason="a test wants it"))
        self.naive.give_up()
        self.agree_on_debts()

    def finish(self):
        """Everybody folds; then who has missed three big blinds or is short of chips goes."""
        while (hand := self.table.running) is not None:
            dealer = dealer_action(self.table)
            self.do(dealer or Play(action=Fold(hand.seats[hand.asked[0]])))
        for chair in self.naive.all_who(lambda person: person.sits_out and person.missed >= 3):
            self.naive.leave(chair)
        assert {each.seat for each in self.occupants} == self.naive.chairs.keys()
        for who in self.occupants:
            if who.stack < 20:
                self.do(Leave(account=who.account))
                self.naive.leave(who.seat)


@pytest.mark.soak(slice=50)
def test_button_blinds_and_debts_are_those_of_a_naive_model(rounds):
    """Each round is a table with a hundred arrivals, departures, sit-outs, posts and hands."""
    for rng in rounds:
        tables = TwoTables(rng)
        for _ in range(ACTIONS_IN_A_ROUND):
            tables.happen()
