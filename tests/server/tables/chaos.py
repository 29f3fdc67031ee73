"""
Players whose lines fail by chance, storage that fails by chance, and a watch that knows the time.

The watch keeps the clocks of each turn by itself, from what happens at the table, and holds the
table to them: what an answer costs, when a turn is over, and that nothing else moves a clock.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from server.ports import StorageError, UnknownOutcome
from server.tables.presence import STEADY
from server.tables.turn_clock import EARLY, LONGEST_WAIT
from showdown.protocol import messages as msg
from showdown.rules import events as ev
from showdown.rules import table as rules
from showdown.rules.events import Move
from showdown.rules.legal import legal_actions
from showdown.rules.phases import Phase
from showdown.rules.ruleset import DrawMode
from showdown.rules.seat_events import GraceGiven, LeaveAsked, Left
from showdown.rules.table_view import view_table
from showdown.rules.view import table_viewer
from showdown.testing.generators import any_action
from tests.server.tables.kit import Player
from tests.server.tables.mortal import MOVES

GONE = StorageError("The database does not answer.")
LEAVING = Left | LeaveAsked
TIMED = ev.Acted | ev.Discarded | ev.DrawChosen
OUTAGE_BASE_MS = 15_000


@dataclass
class SeatClock:
    """What the watch knows of one seat that is asked."""

    started: float
    base_ms: int
    bank_ms: int
    waits: bool = False
    """For its request to be handed over."""
    graced_at: float | None = None

    def used_ms(self, arrived):
        elapsed = round((arrived - self.started) * 1000)
        return min(self.bank_ms, max(0, elapsed - self.base_ms))

    def spent_at(self, travel):
        """When base time and bank are gone."""
        return self.started + (self.base_ms + self.bank_ms) / 1000 + travel

    def deadline(self, travel, grace):
        if self.graced_at is not None:
            return self.graced_at + grace + travel
        return self.spent_at(travel)


@dataclass
class Watch:
    """Looks at each entry of a table as it becomes durable."""

    room: Any
    clocks: dict = field(default_factory=dict)
    turn: object = None
    arrived: dict = field(default_factory=dict)
    """When the answer of a seat came in that is on its way."""
    chosen_at: float = 0.0
    """When a seat chose last in a draw where others still choose."""
    happened: Counter = field(default_factory=Counter)
    failure: Exception | None = None

    def __post_init__(self):
        self.attach()

    def attach(self):
        """Look at the table's present actor."""
        actor = self.room.actor
        follow, follow_turn = actor.follow, actor.follow_turn

        def watched(entry, state, cause, **options):
            before = actor.state
            # The actor would take a claim that fails for a fault of its own, and go on.
            try:
                self.look(before, entry.events)
            except (AssertionError, LookupError) as failure:
                self.failure = self.failure or failure
            follow(entry, state, cause, **options)

        def again(*, after_outage=False):
            if after_outage:
                self.turn, self.clocks = None, {}
            follow_turn(after_outage=after_outage)
            if not actor.storing.outage.paused:
                self.begin(OUTAGE_BASE_MS if after_outage else 0)

        actor.follow, actor.follow_turn = watched, again

    @property
    def now(self):
        return self.room.clock.now()

    def begin(self, least_ms):
        """Clocks of a turn that is new; in one that goes on, those who have chosen are done."""
        hand = self.room.actor.state.running
        turn = None if hand is None or hand.to_act is None else (hand.hand, hand.turn)
        if turn != self.turn:
            self.turn, self.clocks, self.chosen_at = turn, {}, 0.0
            if turn is not None:
                drawing = hand.phase is Phase.DRAWING
                rules = hand.ruleset
                seconds = rules.draw_time if drawing else rules.act_time
                base_ms = max(least_ms, round(seconds * 1000))
                self.clocks = {
                    hand.seats[place]: SeatClock(self.now, base_ms, hand.banks[place])
                    for place in hand.asked
                }
        elif hand is not None:
            asked = {hand.seats[place] for place in hand.asked}
            if self.clocks.keys() - asked:
                self.chosen_at = self.now
            self.clocks = {seat: each for seat, each in self.clocks.items() if seat in asked}

    def asked_slowly(self, seat):
        """A request lies in the queue of a player who does not read."""
        clock = self.clocks.get(seat)
        if clock is not None and clock.started == self.now and not clock.waits:
            clock.waits, clock.started = True, self.now + LONGEST_WAIT

    def handed(self, seat):
        clock = self.clocks.get(seat)
        if clock is not None and clock.waits:
            clock.waits, clock.started = False, min(clock.started, self.now)

    def look(self, before, events):
        """What time makes of an entry, before it is told."""
        asked = set(self.clocks)
        if before.seating.paused:
            assert not any(isinstance(event, ev.HandStarted) for event in events)
            self.happened["went on while paused"] += before.running is not None
        for event in events:
            if isinstance(event, GraceGiven):
                clock = self.clocks[event.seat]
                assert clock.graced_at is None
                self.on_time(clock)
                clock.graced_at = self.now
                self.happened["given grace"] += 1
            elif isinstance(event, TIMED) and event.seat in asked:
                asked.remove(event.seat)  # who chooses last in a draw of all discards at once
                self.look_at_turn(before, event, events)

    def look_at_turn(self, before, event, events):
        spent = {e.seat: e.bank_ms for e in events if isinstance(e, ev.BankSpent)}
        if isinstance(event, ev.DrawChosen) and event.bank_ms is not None:
            spent[event.seat] = event.bank_ms  # hidden as the choice is
        clock = self.clocks[event.seat]
        if event.timed_out:
            self.happened["timed out"] += 1
            self.on_time(clock)
            assert spent.get(event.seat, clock.bank_ms) == 0 or clock.bank_ms == 0
            if isinstance(event, ev.Acted):
                legal = legal_actions(before.running, event.seat)
                assert event.move == (Move.CHECK if legal.check else Move.FOLD)
            return
        if before.seating.at(event.seat).leaving or any(isinstance(e, LEAVING) for e in events):
            return  # his seat is free: it was kept for him for too long
        arrived = self.arrived.pop(event.seat)
        used = clock.used_ms(arrived)
        self.happened["answered"] += 1
        self.happened["answered in overtime"] += used > 0
        self.happened["looked at late"] += clock.used_ms(self.now) != used
        assert spent.get(event.seat, clock.bank_ms) == clock.bank_ms - used

    def on_time(self, clock):
        """
        A turn is over when its time is, not sooner and not later.

        Where several choose at once it is over for nobody as long as another one has time.
        """
        rules, travel = self.room.actor.state.ruleset, self.room.travel
        others = [each.spent_at(travel) for each in self.clocks.values() if each is not clock]
        deadline = max(clock.deadline(travel, rules.disconnect_grace), self.chosen_at, *others)
        assert deadline - EARLY <= self.now <= deadline + EARLY, (clock, self.now, deadline)

    def clocks_left(self):
        clock = self.room.actor.turn_clock
        return {seat: clock.left_ms(seat) for seat in self.clocks}


class Someone(Player):
    """A player whose line may be slow: what he is asked then waits until he reads again."""

    watch: Any = None

    def tell(self, message, handed=None):
        if handed is not None and self.reads_slowly:
            self.watch.asked_slowly(message.request.seat)
        super().tell(message, handed)

    def read(self):
        """All that waited is handed over."""
        seat = self.room.actor.state.seating.of(self.account)
        for handed in self.unread:
            handed()
            if seat is not None:
                self.watch.handed(seat.seat)
        self.unread.clear()


class Chaos:
    """One table, everything that happens to it, and the laws that hold all the same."""

    def __init__(self, rng, room):
        self.rng, self.room, self.journal = rng, room, room.storage.journal
        self.watch = Watch(room)
        self.people = []
        self.here = set()
        self.changed = room.clock.now()
        self.chips = 0
        self.orders = 0
        self.happened: Counter[str] = Counter()

    async def open(self, names):
        for name in names:
            account, _ = await self.room.storage.accounts.add_guest(name, 10_000)
            person = Someone(self.room, account.account, name)
            person.watch = self.watch
            self.people.append(person)
            self.here.add(person)
            assert (await person.ask(msg.Sit, table=self.room.table)).ok
        self.chips = self.room.chips()

    async def step(self):
        ops = (
            (self.act, 10),
            (self.wait, 5),
            (self.drop, 2),
            (self.come_back, 3),
            (self.read_slowly, 1),
            (self.wish, 2),
            (self.host, 0.7),
            (self.fail, 0.5),
            (self.sleep, 0.3),
            (self.restart, 0.2),
        )
        op = self.rng.choices([each for each, _ in ops], [weight for _, weight in ops])[0]
        self.happened[op.__name__] += 1
        await op()
        await self.room.settle()
        self.check()

    # What happens.

    def asked(self):
        hand = self.room.actor.state.running
        if hand is None or self.room.actor.unavailable is not None:
            return []
        accounts = {hand.started.lineup[place].account for place in hand.asked}
        return [each for each in self.people if each in self.here and each.account in accounts]

    async def act(self):
        """Somebody answers; his answer may have waited for a while until it is looked at."""
        people = self.asked()
        if not people:
            await self.wait()
            return
        person = self.rng.choice(people)
        person.read()
        hand = self.room.actor.state.running
        seat = hand.seats[
            next(p for p, d in enumerate(hand.started.lineup) if d.account == person.account)
        ]
        action = any_action(self.rng, hand, folds=0.1)
        if action.seat != seat:
            return
        began = self.watch.clocks[seat].started
        arrived = max(began, self.room.clock.now() - self.rng.choice((0, 0, 0.4, 3)))
        self.watch.arrived[seat] = arrived
        reply = await person.act(MOVES[type(action)](action), arrived=arrived)
        if reply is None:
            return  # it is not known yet whether it happened
        assert reply.ok or self.room.actor.unavailable is not None
        self.watch.arrived.pop(seat, None)

    async def wait(self):
        await self.room.pass_time(self.rng.choice((0.1, 1, 3, 10, 19.9, 25, 60)))

    async def drop(self, person=None):
        """A line is gone; nobody's clock is moved by it."""
        if not self.here:
            return
        person = person or self.anyone()
        before = self.watch.clocks_left()
        self.room.actor.lost(person)
        seat = self.room.actor.state.seating.of(person.account)
        if seat is not None:
            self.watch.handed(seat.seat)
        person.unread.clear()
        self.here.remove(person)
        self.changed = self.room.clock.now()
        assert self.watch.clocks_left() == before

    def anyone(self):
        """One of those who are there."""
        return self.rng.choice([each for each in self.people if each in self.here])

    async def come_back(self):
        gone = [each for each in self.people if each not in self.here]
        if not gone or self.room.actor.parked:
            return
        person = self.rng.choice(gone)
        before = self.watch.clocks_left()
        watched = person.session.tables.get(self.room.table)
        person.reads_slowly = False
        if watched is not None and self.rng.random() < 0.6:
            reply = await person.ask(msg.Resume, table=self.room.table, last_seq=watched.seq)
        else:
            reply = await person.ask(msg.Watch, table=self.room.table)
        assert reply.ok
        self.here.add(person)
        self.changed = self.room.clock.now()
        assert self.watch.clocks_left() == before

    async def read_slowly(self):
        for person in self.people:
            if person in self.here and self.rng.random() < 0.5:
                person.reads_slowly = not person.reads_slowly
                if not person.reads_slowly:
                    person.read()

    async def wish(self):
        if not self.here:
            return
        person = self.anyone()
        occupant = self.room.actor.state.seating.of(person.account)
        if occupant is None:
            await person.ask(msg.Sit, table=self.room.table)
        elif not occupant.stack:
            await person.ask(msg.TopUp, table=self.room.table, to=occupant.stack + 1000)
            await person.ask(msg.SitIn, table=self.room.table)
        elif occupant.sitting_out:
            await person.ask(msg.SitIn, table=self.room.table)
        elif self.rng.random() < 0.3:
            await person.ask(msg.SitOut, table=self.room.table)
        else:
            await person.ask(msg.PostNow, table=self.room.table)

    async def host(self):
        """The host pauses the table, lets it go on, or sends somebody away."""
        if not self.here:
            return
        order = self.rng.choice((msg.Pause(), msg.Unpause(), msg.Unpause(), msg.Kick(player="")))
        whom = self.rng.choice(self.people)
        action = {
            msg.Pause: rules.Pause(),
            msg.Unpause: rules.GoOn(),
            msg.Kick: rules.Leave(account=whom.account),
        }[type(order)]
        actor = self.room.actor
        if isinstance(order, msg.Kick) and actor.state.seating.of(whom.account) is None:
            return
        self.orders += 1
        await self.room.desk.order(
            self.anyone(),
            msg.Host(id=f"o{self.orders}", table=self.room.table, do=order),
            lambda cause: actor.perform(action, cause),
        )
        self.happened[type(order).__name__] += 1

    async def fail(self):
        """The storage fails for a while, and perhaps nobody knows what it took."""
        if self.rng.random() < 0.3:
            self.journal.lose_next = UnknownOutcome("The connection was lost.")
            return
        setattr(self.journal, self.rng.choice(("full", "away")), GONE)
        for _ in range(self.rng.randint(1, 3)):
            await self.act() if self.rng.random() < 0.5 else await self.wait()
        self.journal.full = self.journal.away = None
        await self.room.pass_time(11)

    async def sleep(self):
        """The whole process stands still; nobody's clock runs meanwhile."""
        seconds = self.rng.choice((2, 30, 600))
        before = self.watch.clocks_left()
        self.room.clock.jump(seconds)
        self.room.actor.turn_clock.stood_still(seconds)
        now = self.room.clock.now()
        for clock in self.watch.clocks.values():
            clock.started = min(clock.started + seconds, max(clock.started, now))
            if clock.graced_at is not None:
                clock.graced_at += seconds
        assert self.watch.clocks_left() == before
        await self.room.pass_time(0)

    async def restart(self):
        """The server ends and begins again; nobody is connected then."""
        if self.room.actor.unavailable is not None:
            return
        for person in tuple(self.here):
            await self.drop(person)
        await self.room.restart(self.watch.attach)
        await self.room.settle()

    # What holds.

    def check(self):
        room, actor = self.room, self.room.actor
        if self.watch.failure is not None:
            raise self.watch.failure
        self.check_turn()
        assert room.chips() == self.chips
        assert not actor.broken
        assert actor.parked is None
        for person in self.here:
            if person not in actor.audience.listeners:
                continue  # he has left the table
            watched = person.session.tables[room.table]
            assert watched.seq == actor.seq
            # A server that was restarted between hands has forgotten the last one.
            if actor.state.hand is not None:
                viewer = table_viewer(actor.state, person.account)
                assert watched.view == view_table(actor.state, viewer)
        if actor.unavailable is None:
            self.check_clocks()
        if room.clock.now() > self.changed + STEADY:
            self.check_presence()

    def check_turn(self):
        """One turn is open at most, for one seat, or for several who draw together."""
        hand = self.room.actor.state.running
        if hand is not None and len(hand.asked) > 1:
            assert hand.phase is Phase.DRAWING
            assert hand.ruleset.draw_mode is DrawMode.SIMULTANEOUS

    def check_clocks(self):
        """The table's clocks are those of the watch."""
        now = self.room.clock.now()
        for seat, clock in self.watch.clocks.items():
            elapsed = max(0, round((now - clock.started) * 1000))
            expected = max(0, clock.base_ms - elapsed), clock.bank_ms - clock.used_ms(now)
            left = self.room.actor.turn_clock.left_ms(seat)
            assert left == expected, (seat, clock)

    def check_presence(self):
        seating = self.room.actor.state.seating
        here = {each.account for each in self.room.actor.audience.listeners}
        gone = {each.seat for each in seating.occupants if each.account not in here}
        for person in self.here:
            if person in self.room.actor.audience.listeners:
                assert person.session.tables[self.room.table].away == gone

    async def end(self):
        """Nothing is stuck: when all stay away the table is empty in the end."""
        while self.here:
            await self.drop()
        await self.room.pass_time(12 * 3600)
        self.check()
        assert self.room.actor.state.running is None
        assert self.room.actor.state.seating.occupants == ()
        assert self.room.clock.waiting == 0
