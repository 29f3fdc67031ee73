"""Openings of a deal that is proven: when they are waited for, and what a restart makes of them."""

from hashlib import sha256

import pytest

from server.ports import StorageError
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode
from showdown.protocol.session import ClientSession
from showdown.rules import seen
from showdown.rules.phases import Phase
from tests.server.tables.kit import Player, open_room

RULES = Ruleset(sb=5, bb=10, hand_pause=3)


class Contributor(Player):
    """A player whose client opens, as soon as the test lets it."""

    def __init__(self, room, account, name):
        super().__init__(room, account, name)
        self.secrets = 0
        self.session = ClientSession(self.new_secret)
        self.to_send = []

    def new_secret(self):
        self.secrets += 1
        return sha256(f"{self.name} {self.secrets}".encode()).digest()

    def tell(self, message, handed=None):
        if handed is not None:
            handed()
        received = self.session.receive(encode(message))
        self.told.append(message)
        self.to_send += [each for each in received.answers if not isinstance(each, msg.Ping)]

    async def send(self):
        """All that the client wants to say by itself."""
        while self.to_send:
            message = self.to_send.pop(0)
            if isinstance(message, msg.Open):
                self.room.desk.open(self.account, message)
                await self.room.settle()
            else:
                await self.ask(lambda message=message, **_: message)

    async def drop_and_come_back(self, room):
        """The same client at a server that was started anew."""
        self.room = room
        seat = room.actor.state.seating.of(self.account).seat
        welcome = msg.Welcome(
            version="0",
            account=self.account,
            name=self.name,
            chips=0,
            limits=msg.Limits(max_frame=1, heartbeat_s=1),
            seats=(msg.SeatTaken(table=room.table, seat=seat),),
        )
        self.session.receive(encode(welcome))
        (resume,) = self.session.resumptions(welcome)
        await self.ask(lambda **_: resume)


async def contributors(room, *names):
    found = []
    for name in names:
        account, _ = await room.storage.accounts.add_guest(name, 10_000)
        player = Contributor(room, account.account, name)
        reply = await player.ask(msg.Sit, table=room.table)
        assert reply.ok, reply.error
        await player.send()
        found.append(player)
    return found


def phase(room):
    return room.actor.state.running and room.actor.state.running.phase


def told(player, kind):
    return [event for event in player.events if isinstance(event, kind)]


async def test_the_hand_is_told_half_a_second_early_and_dealt_when_the_pause_is_over():
    async with open_room(RULES) as room:
        anna, boris = await contributors(room, "Anna", "Boris")
        await room.pass_time(2.4)
        assert phase(room) is None
        await room.pass_time(0.1)
        assert phase(room) is Phase.DEALING
        await anna.send()
        await boris.send()
        assert phase(room) is Phase.DEALING
        await room.pass_time(0.5)
        assert phase(room) is Phase.BETTING
        (opened,) = told(anna, seen.EntropyOpened)
        assert (len(opened.openings), opened.missed) == (2, ())


async def test_who_is_silent_delays_nobody_and_has_missed():
    async with open_room(RULES) as room:
        anna, boris = await contributors(room, "Anna", "Boris")
        await room.pass_time(2.5)
        await anna.send()
        await room.pass_time(0.5)
        assert phase(room) is Phase.BETTING
        (opened,) = told(anna, seen.EntropyOpened)
        seat = room.actor.state.seating.of(boris.account).seat
        assert opened.missed == (seat,)
        assert len(opened.openings) == 1


@pytest.mark.parametrize("pause", [0.5, 0.7, 3])
@pytest.mark.parametrize("speak", [(), (0,), (0, 1)], ids=["silent", "one", "both"])
async def test_with_a_pause_of_half_a_second_no_hand_is_dealt_later_than_without_proofs(
    pause, speak
):
    times = [await dealt_at(pause, speak, proof=proof) for proof in (True, False)]
    assert times[0] == times[1]
    assert len(times[0]) == 4


async def dealt_at(pause, speak, *, proof):
    """When the cards of four hands were there, where all fold at once."""
    rules = Ruleset(sb=5, bb=10, hand_pause=pause, proof=proof)
    async with open_room(rules) as room:
        players = await contributors(room, "Anna", "Boris")
        times: list[float] = []
        while len(times) < 4:
            for player in (players[number] for number in speak):
                await player.send()
            if phase(room) is Phase.BETTING:
                times.append(round(room.clock.now(), 3))
                await (await room.to_act(*players)).act(msg.Fold())
            await room.pass_time(0.05)
        return times


async def test_with_nobody_who_opens_a_hand_begins_after_the_pause_as_ever():
    async with open_room(RULES) as room:
        await room.seated("Anna", "Boris")
        await room.pass_time(2.9)
        assert phase(room) is None
        await room.pass_time(0.1)
        assert phase(room) is Phase.BETTING


async def test_without_a_pause_a_hand_waits_for_openings_and_no_longer():
    async with open_room(Ruleset(sb=5, bb=10, hand_pause=0)) as room:
        anna, boris = await contributors(room, "Anna", "Boris")
        await room.pass_time(0)
        await room.pass_time(0.2)
        first = [phase(room)]
        await anna.send()
        await boris.send()
        assert first == [Phase.DEALING] or told(anna, seen.EntropyOpened)
        assert phase(room) is Phase.BETTING


async def test_an_opening_that_was_not_committed_to_is_dropped():
    async with open_room(RULES) as room:
        anna, boris = await contributors(room, "Anna", "Boris")
        await room.pass_time(2.5)
        (mine,) = anna.to_send
        room.desk.open(boris.account, mine)
        room.desk.open(
            anna.account, msg.Open(table=mine.table, hand=mine.hand, part=1, value=mine.value)
        )
        await room.settle()
        await anna.send()
        await boris.send()
        await room.pass_time(0.5)
        (opened,) = told(anna, seen.EntropyOpened)
        assert (len(opened.openings), opened.missed) == (2, ())


async def test_a_value_is_taken_once_and_whoever_misses_begins_another_chain():
    async with open_room(RULES) as room:
        anna, boris = await contributors(room, "Anna", "Boris")
        await room.pass_time(2.5)
        await anna.send()
        boris.to_send.clear()  # his line is dead for a moment
        await room.pass_time(0.5)
        assert boris.secrets == 2
        assert [type(each) for each in boris.to_send] == [msg.Anchor]


async def test_after_a_restart_in_the_window_the_same_hand_asks_for_the_same_values():
    storage = None
    async with open_room(RULES) as room:
        anna, boris = await contributors(room, "Anna", "Boris")
        storage = room.storage
        await room.pass_time(2.5)
        sealed = told(anna, seen.DealSealed)
        await anna.send()
        assert phase(room) is Phase.DEALING
    async with open_room(RULES, storage, clock=room.clock) as again:
        assert phase(again) is Phase.DEALING
        for player in (anna, boris):
            await player.drop_and_come_back(again)
        await again.pass_time(10)
        assert phase(again) is Phase.DEALING
        await anna.send()
        await boris.send()
        assert phase(again) is Phase.BETTING
        assert told(anna, seen.DealSealed) == sealed
        (opened,) = told(boris, seen.EntropyOpened)
        assert (len(opened.openings), opened.missed) == (2, ())


async def test_after_a_restart_the_window_does_not_wait_for_ever():
    async with open_room(RULES) as room:
        await contributors(room, "Anna", "Boris")
        await room.pass_time(2.5)
        storage = room.storage
    async with open_room(RULES, storage, clock=room.clock) as again:
        await again.pass_time(14.9)
        assert phase(again) is Phase.DEALING
        await again.pass_time(0.1)
        assert phase(again) is Phase.BETTING


async def test_what_is_opened_during_an_outage_counts_when_it_is_over():
    async with open_room(RULES) as room:
        anna, boris = await contributors(room, "Anna", "Boris")
        await room.pass_time(2.5)
        await anna.send()
        room.storage.journal.full = StorageError("The disk is full.")
        assert not (await anna.ask(msg.SitOut, table=room.table)).ok
        assert room.actor.storing.outage.paused
        await boris.send()
        await room.pass_time(2)
        room.storage.journal.full = None
        await room.pass_time(2)
        assert not room.actor.storing.outage.paused
        (opened,) = told(boris, seen.EntropyOpened)
        assert (len(opened.openings), opened.missed) == (2, ())
