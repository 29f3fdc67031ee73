"""
Guests of a server that somebody runs: they come, sit down, play, and leave their tables empty.
"""

import uuid
from contextlib import AsyncExitStack
from itertools import cycle

import pytest

from tests.end_to_end.black_box.books import check_books, check_numbers, check_replies, check_words
from tests.end_to_end.black_box.wire import dial


class House:
    """
    A server by its URL; at the end every guest leaves and what he got is checked.

    A server of several nodes has one for each, with blanks between them: each who connects takes
    the next.
    """

    def __init__(self, urls, *, own):
        self._urls = cycle(urls.split())
        self._own = own
        """Whether the suite started the server, which then has every table."""
        self._stack = AsyncExitStack()
        self.guests: list[Guest] = []

    @property
    def url(self):
        """Where the next one connects."""
        return next(self._urls)

    async def dial(self, **options):
        """A connection that has said nothing yet; it is closed at the end."""
        return await self._stack.enter_async_context(dial(self.url, **options))

    async def guest(self, word="Ada"):
        """Somebody new, signed in."""
        guest = Guest(self, f"{word}-{uuid.uuid4().hex[:6]}")
        self.guests.append(guest)
        await guest.connect(name=guest.name)
        return guest

    async def table(self, name, *words, empty=True):
        """A game at a table of the suite, with somebody seated for each word."""
        visitor = await self.guest("Visitor")
        assert (await visitor.ask("tables"))["ok"]
        lobby = await visitor.wire.see(lambda f: f["type"] == "lobby")
        await visitor.wire.close()
        found = next((each for each in lobby["tables"] if each["table"] == name), None)
        if found is None:
            assert not self._own, name
            pytest.skip(f"the server has no table {name}; see server.toml beside the suite")
        assert found["players"] == 0 or not empty, f"somebody sits at {name}"
        game = Game(self, name, found["ruleset"])
        for word in words:
            await game.seat(await self.guest(word))
        return game

    async def everybody_up(self):
        """Let all guests leave their tables."""
        for guest in self.guests:
            await guest.get_up()
        for guest in self.guests:
            await guest.gone()

    async def close(self):
        await self.everybody_up()
        await self._stack.aclose()
        for guest in self.guests:
            check_words(guest.wires)
            check_replies(guest.wires)
            check_numbers(guest.wires)
            check_books(guest.wires)


class Guest:
    """A person with a name and a token, on one connection after the other."""

    def __init__(self, house, name):
        self.house, self.name = house, name
        self.token = self.account = None
        self.chips = 0
        """Beside the tables, when he came in."""
        self.wires = []
        self.seats = {}
        """Where he sat down, by table."""
        self._getting_up = 0

    @property
    def wire(self):
        """His newest connection."""
        return self.wires[-1]

    async def connect(self, **hello):
        """Open a connection and say hello; gives the welcome."""
        self.wires.append(await self.house.dial())
        reply = await self.ask("hello", **hello)
        assert reply["ok"], reply
        welcome = await self.wire.see(lambda f: f["type"] == "welcome")
        self.token = welcome.get("token", self.token)
        self.account, self.chips = welcome["account"], welcome["chips"]
        return welcome

    async def back(self, *, resume=False):
        """Come back on a new connection, with his token."""
        return await self.connect(token=self.token, resume=resume)

    async def ask(self, kind, **fields):
        return await self.wire.ask(kind, **fields)

    async def sit(self, table, **how):
        """Take a seat; gives the snapshot of the table."""
        request_id = await self.wire.start("sit", table=table, **how)
        reply = await self.wire.reply(request_id)
        assert reply["ok"], reply
        snapshot = await self.wire.see(
            lambda f: f["type"] == "snapshot" and (f.get("reply") or {}).get("id") == request_id
        )
        self.seats[table] = snapshot["view"]["you"]
        return snapshot

    async def leave(self, table):
        """Leave a table and wait until he is up."""
        since = len(self.wire.frames)
        reply = await self.ask("leave", table=table)
        if reply["ok"]:
            await self.left(table, since)

    async def left(self, table, since=0):
        """Wait until he is up."""
        seat = self.seats[table]
        await self.wire.see(lambda f: has_event(f, table, "left", seat=seat), since)

    async def get_up(self):
        """Leave every table as soon as that can be; :meth:`gone` waits until it was."""
        if self.seats and self.wire.closed:
            await self.back()
        self._getting_up = len(self.wire.frames)
        for table in self.seats:
            await self.ask("leave", table=table)

    async def gone(self):
        """Wait until no table has a seat of his any more."""
        for table, seat in self.seats.items():
            since = self._getting_up
            while (await self.ask("leave", table=table))["ok"]:
                _, place = await self.wire.find(
                    lambda f, table=table, seat=seat: has_event(f, table, "left", seat=seat), since
                )
                since = place + 1
        self.seats = {}


class Turn:
    """A turn that is open, and who is asked."""

    def __init__(self, game, player, hand, request, others=()):
        self.game, self.player, self.hand, self.request = game, player, hand, request
        self.others = others
        """Seats that are asked at the same time."""
        self.number, self.kind, self.legal = request["turn"], request["kind"], request["legal"]

    def act_message(self, action, request_id):
        return {
            "type": "act",
            "id": request_id,
            "table": self.game.name,
            "hand": self.hand,
            "turn": self.number,
            "action": action,
        }

    async def act(self, kind, player=None, **fields):
        """Act in this turn; gives the reply."""
        return await (player or self.player).ask(
            "act",
            table=self.game.name,
            hand=self.hand,
            turn=self.number,
            action={"type": kind, **fields},
        )

    async def stay(self):
        """Check, call or stand pat."""
        done = await self.act(*self.staying)
        assert done["ok"], done

    @property
    def staying(self):
        if self.kind == "draw":
            return ("draw",)
        return ("check",) if self.legal.get("check") else ("call",)


class Game:
    """A table with the guests who sit there, seen through the eyes of the first of them."""

    def __init__(self, house, name, ruleset):
        self.house, self.name, self.ruleset = house, name, ruleset
        self.players: list[Guest] = []
        self.eyes = None
        """Who sees what happens: the first who sat down, unless a test says otherwise."""
        self.seen = 0
        """The number of the last event that was taken."""

    def at(self, seat):
        """Who of the guests sits there."""
        return next((each for each in self.players if each.seats[self.name] == seat), None)

    async def seat(self, guest, **how):
        """Let somebody sit down; gives the snapshot that he got."""
        snapshot = await guest.sit(self.name, **how)
        if self.eyes is None:
            self.eyes = guest
            self.seen = snapshot["seq"]
        self.players.append(guest)
        return snapshot

    async def next(self, *kinds):
        """The next event of one of these kinds: the hand, and the event."""
        wire = self.eyes.wire
        frame, offset = await self._next(wire, kinds)
        self.seen = frame["seq"] + offset
        return frame.get("hand"), frame["events"][offset]

    async def _next(self, wire, kinds):
        def first(frame):
            if frame["type"] != "update" or frame["table"] != self.name:
                return None
            return next(
                (
                    offset
                    for offset, event in enumerate(frame["events"])
                    if event.get("type") in kinds and frame["seq"] + offset > self.seen
                ),
                None,
            )

        frame = await wire.see(lambda f: first(f) is not None)
        return frame, first(frame)

    async def turn(self):
        """The next turn; hands that end meanwhile are passed over."""
        hand, event = await self.next("turn")
        return await self._asked(hand, event)

    async def asked(self, player, hand, number):
        """The turn of a player who is asked."""
        frame = await player.wire.see(
            lambda f: (
                (f.get("request") or {}).get("turn") == number
                and f["type"] != "reply"
                and f.get("table") == self.name
                and (f.get("hand") or f.get("view", {}).get("hand")) == hand
            )
        )
        return Turn(self, player, hand, frame["request"])

    async def turn_or_end(self):
        """The next turn, or None if the hand ends first."""
        hand, event = await self.next("turn", "hand_ended")
        if event["type"] == "hand_ended":
            return None
        return await self._asked(hand, event)

    async def _asked(self, hand, event):
        turn = await self.asked(self.at(event["seat"]), hand, event["turn"])
        turn.others = tuple(each["seat"] for each in event.get("others", ()))
        return turn

    async def until(self, kind, staying):
        """The next event of this kind; until then those who stay answer, and nobody else."""
        while True:
            hand, event = await self.next("turn", kind)
            if event["type"] == kind:
                return event
            if self.at(event["seat"]) in staying:
                await (await self._asked(hand, event)).stay()

    async def hand_of(self, number):
        """Play on until so many are dealt in; gives the first turn of that hand."""
        while True:
            _, event = await self.next("hand_started")
            if len(event["players"]) == number:
                return await self.turn()
            await self.finish()

    async def finish(self):
        """Play the hand to its end: everybody stays in for as little as he can."""
        while turn := await self.turn_or_end():
            await turn.stay()
            for seat in turn.others:
                await (await self.asked(self.at(seat), turn.hand, turn.number)).stay()


def has_event(frame, table, kind, **fields):
    """Whether a frame tells of such an event of a table."""
    return (
        frame["type"] == "update"
        and frame["table"] == table
        and any(
            event.get("type") == kind and fields.items() <= event.items()
            for event in frame["events"]
        )
    )
