"""Whatever an onlooker asks of a table that he sees later, nothing that he is told is newer."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from server.lobby.listing import table_summary
from server.tables.lateness import Lateness
from showdown.protocol import messages as msg
from tests.server.tables.kit import NL, ManualClock, Room
from tests.server.tables.test_house import call

LATE = 20
RULES = replace(NL, hand_pause=1, act_time=5, draw_time=5, time_bank=0, disconnect_grace=0)
STEPS = 80


class Evening:
    """A table over restarts and faults, and when all that is stored of it happened."""

    def __init__(self, random):
        self.random = random
        self.clock = ManualClock()
        self.room: Any = None
        self.task: Any = None
        self.reached = [(0.0, 0)]
        """When the table had come to which event."""
        self.over = {}
        """When each stored hand was over, or was shown after that."""

    async def open(self, storage=None):
        self.room = Room(RULES, storage, clock=self.clock)
        if storage is None:
            self._note_all(self.room.storage.journal)
        self.room.actor.late = Lateness(self.room.actor, LATE)
        await self.room.actor.open()
        await self.room.actor.late.look_back(self.room.storage.hands)
        self.task = asyncio.create_task(self.room.actor.run())
        await self.room.settle()

    def _note_all(self, journal):
        append = journal.append

        async def noted(entry):
            await append(entry)
            self.reached.append((self.clock.now(), entry.seq + len(entry.events) - 1))
            if entry.record is not None:
                self.over[entry.record.hand] = self.clock.now()

        journal.append = noted

    async def close(self):
        self.room.actor.stop()
        await self.task
        return self.room.storage

    def watch(self, onlooker):
        """Check all that somebody is told from now on."""
        tell = onlooker.tell

        def checked(message, handed=None):
            self.check_frame(message)
            tell(message, handed)

        onlooker.tell = checked

    @property
    def knowable(self):
        """The last event that is old enough for an onlooker."""
        return max(seq for when, seq in self.reached if when <= self.clock.now() - LATE or not seq)

    def check_frame(self, message):
        if isinstance(message, msg.Snapshot):
            assert message.seq <= self.knowable
            assert (message.clock, message.request) == ((), None)
        if isinstance(message, msg.Update):
            assert message.seq + len(message.events) - 1 <= self.knowable
            assert (message.clock, message.request) == ((), None)

    def check_history(self, account):
        withheld = self.room.actor.late.withheld_from(account)
        fresh = {hand for hand, over in self.over.items() if over > self.clock.now() - LATE}
        assert fresh <= withheld
        summary = table_summary(self.room.actor)
        late = self.room.actor.late
        assert summary.hand is None or late.state.hand.hand == summary.hand
        stacks = {each.name: each.stack for each in late.state.seating.occupants}
        if not late.is_dark:
            assert all(each.stack == stacks.get(each.name) for each in summary.seats)
        else:
            assert all(each.stack is None for each in summary.seats)


async def play(evening, players, _):
    for _ in range(evening.random.randrange(1, 6)):
        await evening.room.pass_time(1)
        hand = evening.room.actor.state.running
        if hand is None or hand.to_act is None:
            continue
        account = hand.started.lineup[hand.to_act].account
        for player in players:
            if player.account == account:
                await player.act(call(evening.room.actor.audience.request_of(account)))


async def ask(evening, _, onlooker):
    room, random = evening.room, evening.random
    last_seq = random.choice((None, 0, random.randrange(room.actor.seq + 2)))
    request = random.choice((msg.Watch, msg.Resume, msg.Unwatch))
    fields = {"last_seq": last_seq} if request is msg.Resume else {}
    await onlooker.ask(request, table=room.table, **fields)


async def wait(evening, _, __):
    await evening.room.pass_time(evening.random.randrange(LATE * 2))


async def fail(evening, _, __):
    async def fault():
        raise RuntimeError("a fault")

    evening.room.actor.post(fault)
    await evening.room.pass_time(1)


async def restart(evening, players, onlooker):
    await evening.open(await evening.close())
    for person in (*players, onlooker):
        person.room = evening.room
    for player in players:
        evening.room.actor.show(player)


DEEDS = (*5 * (play, ask), wait, fail, restart)


@pytest.mark.soak(slice=4)
async def test_nothing_that_an_onlooker_is_told_is_newer_than_it_may_be(rounds):
    for random in rounds:
        evening = Evening(random)
        await evening.open()
        players = [await evening.room.player(name) for name in ("Anna", "Boris", "Clara")]
        onlooker = await evening.room.player("Zoe")
        evening.watch(onlooker)
        for player in players:
            await player.ask(msg.Sit, table=evening.room.table)
        for _ in range(STEPS):
            await random.choice(DEEDS)(evening, players, onlooker)
            evening.check_history(onlooker.account)
        await evening.close()
