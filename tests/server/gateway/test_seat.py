"""A seat from sitting down to getting up, over real connections and with time in our hands."""

from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from showdown import Ruleset
from showdown.rules.events import Move
from showdown.rules.phases import Phase
from tests.server.gateway.kit import open_house
from tests.server.tables.kit import NOON, ManualClock

RULES = Ruleset(sb=5, bb=10)
PAUSE = RULES.hand_pause


class Evening:
    """A table, and the people who play there."""

    def __init__(self, house, wires):
        self.house, self.wires = house, wires

    @property
    def actor(self):
        return self.house.lobby.find("main").actor

    @property
    def hand(self):
        return self.actor.state.running

    def account(self, name):
        return self.wires[name].frames[0]["account"]

    def occupant(self, name):
        return self.actor.state.seating.of(self.account(name))

    def stack(self, name):
        return self.occupant(name).stack

    def chips(self, name):
        """What somebody has beside the table."""
        return self.house.storage.accounts.accounts[self.account(name)].chips

    async def ask(self, name, kind, **fields):
        return await self.wires[name].ask(kind, table="main", **fields)

    async def refusal(self, name, kind, **fields):
        reply = await self.ask(name, kind, **fields)
        assert not reply["ok"], reply
        return reply["error"]["code"]

    async def sit(self, *names, **fields):
        for name in names:
            reply = await self.ask(name, "sit", **fields)
            assert reply["ok"], reply

    async def deal(self):
        """The next hand begins, if one can."""
        await self.house.pass_time(PAUSE)
        return self.hand

    @property
    def asked(self):
        """Who is to act."""
        account = self.hand.started.lineup[self.hand.to_act].account
        return next(name for name in self.wires if self.account(name) == account)

    async def act(self, name, kind, **fields):
        hand = self.hand
        reply = await self.ask(
            name, "act", hand=hand.hand, turn=hand.turn, action={"type": kind, **fields}
        )
        assert reply["ok"], reply

    async def fold_round(self):
        """All fold to the last one, and stand pat where they are asked for cards."""
        while self.hand is not None:
            drawing = self.hand.phase is Phase.DRAWING
            await self.act(self.asked, "draw" if drawing else "fold")

    async def shove(self):
        """Everybody goes all-in, until the hand is over."""
        while self.hand is not None:
            name = self.asked
            request = self.actor.audience.request_of(self.account(name))
            amounts = request.legal.raise_ or request.legal.bet
            if request.legal.draw is not None:
                await self.act(name, "draw")
            elif amounts is not None:
                kind = "raise" if request.legal.raise_ else "bet"
                await self.act(name, kind, to=amounts.max)
            else:
                await self.act(name, "check" if request.legal.check else "call")


@asynccontextmanager
async def an_evening(*names, ruleset=RULES, **options):
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(
            open_house(tables=[("main", ruleset)], clock=ManualClock(NOON), **options)
        )
        wires = {name: await stack.enter_async_context(house.guest(name)) for name in names}
        yield Evening(house, wires)


# Sitting down.


async def test_a_player_sits_where_he_wants_with_what_he_wants():
    async with an_evening("Anna", "Boris") as evening:
        await evening.sit("Anna", seat=4, buy_in=700)
        await evening.sit("Boris")
        assert (evening.occupant("Anna").seat, evening.stack("Anna")) == (4, 700)
        assert (evening.occupant("Boris").seat, evening.stack("Boris")) == (1, RULES.usual_buy)
        assert (evening.chips("Anna"), evening.chips("Boris")) == (9_300, 9_000)


@pytest.mark.parametrize(
    ("fields", "code", "details"),
    [
        ({"seat": 4}, "seat_taken", {"found": 4, "wanted": 1}),
        ({"seat": 7}, "no_such_seat", {"found": 7, "wanted": 6}),
        ({"buy_in": 399}, "buy_in_too_small", {"found": 399, "wanted": 400}),
        ({"buy_in": 1001}, "buy_in_too_large", {"found": 1001, "wanted": 1000}),
    ],
)
async def test_a_seat_that_cannot_be_had_has_a_code_and_costs_nothing(fields, code, details):
    async with an_evening("Anna", "Boris") as evening:
        await evening.sit("Anna", seat=4)
        error = (await evening.ask("Boris", "sit", **fields))["error"]
        assert (error["code"], error["details"]) == (code, details)
        assert (evening.occupant("Boris"), evening.chips("Boris")) == (None, 10_000)


async def test_who_has_a_seat_gets_no_second_one():
    async with an_evening("Anna") as evening:
        await evening.sit("Anna")
        assert await evening.refusal("Anna", "sit", seat=2) == "already_seated"
        assert await evening.refusal("Anna", "wait") == "already_seated"
        assert len(evening.actor.state.seating.occupants) == 1


async def test_who_has_too_few_chips_for_the_table_is_told_how_many_it_wants():
    async with an_evening("Anna", guest_chips=399) as evening:
        error = (await evening.ask("Anna", "sit"))["error"]
        assert error["code"] == "insufficient_funds"
        assert "at least 400" in error["message"]


# Going and coming back (RULES 5.4).


async def test_who_left_rich_comes_back_rich_however_often_he_comes_and_goes():
    async with an_evening("Anna", "Boris") as evening:
        await evening.sit("Anna", "Boris")
        await evening.deal()
        await evening.shove()
        rich = max(evening.wires, key=evening.stack)
        assert evening.stack(rich) == 2_000
        for _ in range(2):
            assert (await evening.ask(rich, "leave"))["ok"]
            assert await evening.refusal(rich, "sit", buy_in=1_000) == "buy_in_too_small"
            await evening.sit(rich)
            assert evening.stack(rich) == 2_000


# Chips between hands (RULES 5.3 and 5.6).


async def test_a_top_up_in_a_hand_comes_after_it_and_one_between_hands_at_once():
    async with an_evening("Anna", "Boris") as evening:
        await evening.sit("Anna", "Boris", buy_in=500)
        assert (await evening.ask("Anna", "top_up", to=600))["ok"]
        assert evening.stack("Anna") == 600
        await evening.deal()
        assert (await evening.ask("Anna", "top_up", to=900))["ok"]
        assert evening.stack("Anna") == 600
        await evening.fold_round()
        assert evening.stack("Anna") == 900


@pytest.mark.parametrize("to", [1_001, 2**53 - 1])
async def test_a_top_up_above_the_maximum_is_refused(to):
    async with an_evening("Anna") as evening:
        await evening.sit("Anna", buy_in=500)
        assert await evening.refusal("Anna", "top_up", to=to) == "buy_in_too_large"
        assert evening.stack("Anna") == 500


async def test_a_top_up_takes_no_more_than_there_is_and_never_takes_chips_off_the_table():
    async with an_evening("Anna", guest_chips=600) as evening:
        await evening.sit("Anna", buy_in=500)
        assert (await evening.ask("Anna", "top_up", to=400))["ok"]
        assert evening.stack("Anna") == 500
        assert (await evening.ask("Anna", "top_up", to=900))["ok"]
        assert (evening.stack("Anna"), evening.chips("Anna")) == (600, 0)


async def test_who_has_lost_all_sits_out_is_not_dealt_in_and_plays_on_after_a_rebuy():
    async with an_evening("Anna", "Boris", "Clara") as evening:
        await evening.sit("Anna", "Boris", "Clara", buy_in=400)
        await evening.deal()
        await evening.shove()
        broke = [name for name in evening.wires if not evening.stack(name)]
        assert broke
        assert all(evening.occupant(name).sitting_out for name in broke)
        assert await evening.refusal(broke[0], "sit_in") == "no_chips"
        hand = await evening.deal()
        if hand is not None:
            seats = {evening.occupant(name).seat for name in broke}
            assert seats.isdisjoint(hand.seats)
            await evening.fold_round()
        assert (await evening.ask(broke[0], "top_up", to=400))["ok"]
        assert (await evening.ask(broke[0], "sit_in"))["ok"]
        assert evening.stack(broke[0]) == 400


# In and out of the game (RULES 7).


async def test_who_sits_out_is_not_dealt_in_and_the_button_goes_round_without_him():
    async with an_evening("Anna", "Boris", "Clara") as evening:
        await evening.sit("Anna", "Boris", "Clara")
        await evening.deal()
        assert (await evening.ask("Clara", "sit_out"))["ok"]
        await evening.fold_round()
        posted = []
        for _ in range(4):
            hand = await evening.deal()
            assert set(hand.seats) == {1, 2}
            posted.append(hand.started.big_blind)
            await evening.fold_round()
        assert posted in ([1, 2, 1, 2], [2, 1, 2, 1])
        assert (await evening.ask("Clara", "sit_in"))["ok"]
        assert (await evening.ask("Clara", "post"))["ok"]
        dealt = set()
        for _ in range(3):
            dealt |= set((await evening.deal()).seats)
            await evening.fold_round()
        assert dealt == {1, 2, 3}


async def test_who_sits_down_in_mid_hand_waits_for_the_next_ones():
    async with an_evening("Anna", "Boris", "Clara") as evening:
        await evening.sit("Anna", "Boris")
        hand = await evening.deal()
        await evening.sit("Clara")
        assert (evening.hand.hand, set(evening.hand.seats)) == (hand.hand, {1, 2})
        view = evening.wires["Clara"].frames[-1]["view"]
        assert (view["you"], view["running"]) == (3, True)
        await evening.fold_round()
        dealt = set()
        for _ in range(3):
            dealt |= set((await evening.deal()).seats)
            await evening.fold_round()
        assert 3 in dealt


# Leaving in mid-hand (RULES 7.8).


async def test_who_leaves_on_his_turn_folds_now_and_goes_after_the_hand():
    async with an_evening("Anna", "Boris", "Clara") as evening:
        await evening.sit("Anna", "Boris", "Clara")
        await evening.deal()
        leaver = evening.asked
        assert (await evening.ask(leaver, "leave"))["ok"]
        assert evening.occupant(leaver).leaving
        assert evening.asked != leaver
        assert not evening.hand.live[evening.hand.position(evening.occupant(leaver).seat)]
        await evening.fold_round()
        assert evening.occupant(leaver) is None
        assert evening.chips(leaver) == 10_000


async def test_who_leaves_off_his_turn_folds_when_it_comes_even_where_a_check_is_free():
    async with an_evening("Anna", "Boris", "Clara") as evening:
        await evening.sit("Anna", "Boris", "Clara")
        await evening.deal()
        big_blind = next(
            name
            for name in evening.wires
            if evening.occupant(name).seat == evening.hand.started.big_blind
        )
        assert (await evening.ask(big_blind, "leave"))["ok"]
        for _ in range(2):
            await evening.act(evening.asked, "call")
        folded = evening.hand.position(evening.occupant(big_blind).seat)
        assert not evening.hand.live[folded]
        await evening.fold_round()
        assert evening.occupant(big_blind) is None
        assert evening.chips(big_blind) == 10_000 - RULES.bb


async def test_who_leaves_twice_and_sits_in_again_meanwhile_goes_all_the_same():
    async with an_evening("Anna", "Boris") as evening:
        await evening.sit("Anna", "Boris")
        await evening.deal()
        other = next(name for name in evening.wires if name != evening.asked)
        for _ in range(2):
            assert (await evening.ask(other, "leave"))["ok"]
        assert (await evening.ask(other, "sit_in"))["ok"]
        assert await evening.refusal(other, "sit") == "already_seated"
        await evening.fold_round()
        assert evening.occupant(other) is None
        assert await evening.refusal(other, "leave") == "not_seated"


# Looking on (A71).


COMMANDS = {
    "leave": {},
    "sit_out": {},
    "sit_in": {},
    "post": {},
    "top_up": {"to": 500},
}


@pytest.mark.parametrize("kind", COMMANDS)
async def test_who_looks_on_is_told_of_each_command_that_he_has_no_seat(kind):
    async with an_evening("Anna", "Boris", "Clara") as evening:
        await evening.sit("Anna", "Boris")
        await evening.deal()
        assert (await evening.ask("Clara", "watch"))["ok"]
        before = evening.actor.seq
        assert await evening.refusal("Clara", kind, **COMMANDS[kind]) == "not_seated"
        assert evening.actor.seq == before


@pytest.mark.parametrize("action", [*(move.value for move in Move), "draw"])
async def test_who_looks_on_plays_no_turn_of_others(action):
    async with an_evening("Anna", "Boris", "Clara") as evening:
        await evening.sit("Anna", "Boris")
        hand = await evening.deal()
        assert (await evening.ask("Clara", "watch"))["ok"]
        fields = {"to": 20} if action in ("bet", "raise") else {}
        reply = await evening.ask(
            "Clara", "act", hand=hand.hand, turn=hand.turn, action={"type": action, **fields}
        )
        assert reply["error"]["code"] == "not_seated"
        assert reply["turn"]["turn"] == hand.turn


async def test_who_looks_on_shows_no_hand():
    async with an_evening("Anna", "Boris", "Clara") as evening:
        await evening.sit("Anna", "Boris")
        hand = (await evening.deal()).hand
        await evening.fold_round()
        assert await evening.refusal("Clara", "show", hand=hand) == "not_seated"
