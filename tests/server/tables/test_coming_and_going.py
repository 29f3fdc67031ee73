"""People and bots come and go at random, and whatever they do the same holds of every seat."""

import asyncio

import pytest

from server.ledger import ISSUE
from showdown import Ruleset
from showdown.protocol import messages as msg
from tests.server.tables.kit import Room
from tests.server.tables.test_house import call, seat_bots

RULES = Ruleset(sb=5, bb=10, max_seats=4, hand_pause=1, act_time=5, draw_time=5, time_bank=0)
NAMES = ("Anna", "Boris", "Clara", "Dora", "Emil", "Fanny", "Gleb")
BOTS = ("caller-1", "caller-2", "caller-3")
STEPS = 60


class Crowd:
    """A table with house bots, and more people than it has seats."""

    def __init__(self, random, room, players):
        self.random, self.room, self.players = random, room, players

    async def step(self):
        """Somebody does something, or time passes."""
        player = self.random.choice(self.players)
        deed = self.random.choice(DEEDS)
        await deed(self, player)
        await self.room.settle()
        self.check()

    async def sit(self, player):
        seat = self.random.choice((None, None, 1, 2, 3, 4))
        buy_in = self.random.choice((None, 400, 1_000))
        await player.ask(msg.Sit, table=self.room.table, seat=seat, buy_in=buy_in)

    async def leave(self, player):
        await player.ask(msg.Leave, table=self.room.table)

    async def wait(self, player):
        await player.ask(msg.Wait, table=self.room.table)

    async def unwait(self, player):
        await player.ask(msg.Unwait, table=self.room.table)

    async def sit_out(self, player):
        request = self.random.choice((msg.SitOut, msg.SitIn, msg.PostNow))
        await player.ask(request, table=self.room.table)

    async def drop(self, player):
        self.room.actor.lost(player)

    async def come_back(self, player):
        self.room.actor.waiting.come_back(player)
        await player.ask(msg.Watch, table=self.room.table)

    async def act(self, _):
        for _ in range(self.random.randrange(1, 8)):
            await self.room.pass_time(1)
            hand = self.room.actor.state.running
            if hand is None or hand.to_act is None:
                continue
            account = hand.started.lineup[hand.to_act].account
            for player in self.players:
                if player.account == account:
                    legal = self.room.actor.audience.request_of(account).legal
                    draws = legal.draw is not None
                    move = (
                        msg.Check() if legal.check else self.random.choice((msg.Call(), msg.Fold()))
                    )
                    await player.act(msg.Draw() if draws else move)

    async def time(self, _):
        await self.room.pass_time(self.random.choice((1, 5, 30, 61)))

    def check(self):
        """What holds after every step."""
        room, actor = self.room, self.room.actor
        seating, places = actor.state.seating, actor.waiting.places
        assert not actor.broken
        assert actor.unavailable is None
        granted = sum(each.amount for each in room.storage.accounts.ledger if each.debit == ISSUE)
        assert room.chips() == granted
        accounts = [each.account for each in seating.occupants]
        assert len(accounts) == len(set(accounts))
        kept = [each.seat for each in places if each.seat is not None]
        assert len(kept) == len(set(kept))
        assert set(kept) <= set(seating.free_seats)
        waiting = [each.account for each in places]
        assert len(waiting) == len(set(waiting))
        assert set(waiting).isdisjoint(accounts)
        unserved = [each for each in places if each.seat is None and each.listener is not None]
        if unserved:
            assert set(seating.free_seats) <= set(kept)
            bots = [each for each in seating.occupants if each.account in actor.house]
            assert all(actor.state.is_dealt_in(each.seat) for each in bots)


DEEDS = (
    Crowd.sit,
    Crowd.sit,
    Crowd.leave,
    Crowd.wait,
    Crowd.wait,
    Crowd.unwait,
    Crowd.sit_out,
    Crowd.drop,
    Crowd.come_back,
    Crowd.act,
    Crowd.act,
    Crowd.time,
)


@pytest.mark.soak(slice=15)
async def test_seats_are_kept_given_and_left_as_they_should_be_whatever_people_do(rounds):
    for random in rounds:
        room = Room(RULES)
        await room.actor.open()
        fill = random.choice((None, 2, 4))
        await seat_bots(room, call, *BOTS[: random.randrange(4)], fill=fill)
        task = asyncio.create_task(room.actor.run())
        crowd = Crowd(random, room, [await room.player(name) for name in NAMES])
        for _ in range(STEPS):
            await crowd.step()
        room.actor.stop()
        await task
