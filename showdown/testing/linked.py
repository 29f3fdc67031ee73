"""
A table in this process at which bots play by way of the whole SDK: its protocol, without a socket.

It has the rules, the messages and the views of a server, and neither clock nor database: nobody is
timed out, and chips are bought without end. Lines can be cut, which is what it is best for.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from itertools import count, repeat
from typing import Any

from msgspec.structs import replace

from showdown.bots.contract import Bot
from showdown.errors import IllegalAction
from showdown.protocol import messages as msg
from showdown.protocol.asking import action_request
from showdown.protocol.codec import decode_request, encode, encode_events
from showdown.rules import events as ev
from showdown.rules import table as rules
from showdown.rules.arriving import pending_top_ups
from showdown.rules.ruleset import AccountId, HandId, Ruleset, Seat, TableId
from showdown.rules.seating import Seating
from showdown.rules.starting import can_start
from showdown.rules.table_view import view_table
from showdown.rules.view import project_all, table_viewer
from showdown.sdk.opening import DOORS
from showdown.sdk.runner import Outcome, play
from showdown.testing.link import Line

FUNDS = 10**9
"""What everybody has beside the table."""
RULES = Ruleset(sb=5, bb=10)
TABLE = TableId("linked")
_LIMITS = msg.Limits(max_frame=8192, heartbeat_s=15)
_NUMBERS = count(1)


class LinkedTable:
    """
    A table for some bots and so many hands.

    >>> from showdown.bots import load
    >>> table = LinkedTable(hands=20, seed=1)
    >>> outcomes = table.run(load("caller"), load("tight"))
    >>> [outcome.hands for outcome in outcomes], sum(outcome.net for outcome in outcomes)
    ([20, 20], 0)

    Args:
        hands: after so many nobody is dealt in any more, and all get up.
        seed: from which the cards are, and what bots leave to chance.
    """

    def __init__(self, *, hands: int, seed: int = 1, ruleset: Ruleset = RULES) -> None:
        self.state = rules.TableState(seating=Seating(ruleset=replace(ruleset, proof=False)))
        """The table as it stands."""
        self.hands: list[list[ev.HandEvent]] = []
        """All hands, each with all that happened in it."""
        self.cuts = 0
        """How many lines were cut."""
        self.on_turn: Callable[[Seat], None] | None = None
        """Is told whose turn begins, before he is: the place to cut his line."""
        self._url = f"memory://{next(_NUMBERS)}"
        self._wanted, self._seed = hands, seed
        self._chance = random.Random(seed)
        self._expected = self._seq = 0
        self._lines: dict[Seat, Line] = {}
        self._talks: set[asyncio.Task[None]] = set()

    def run(self, *bots: Bot) -> list[Outcome]:
        """Let these bots play, the first in seat 1; it is :meth:`play` with a loop around it."""
        return asyncio.run(self.play(*bots))

    async def play(self, *bots: Bot) -> list[Outcome]:
        """
        Let these bots play all hands by way of the SDK, the first in seat 1.

        A line that is cut is made anew at once.
        """
        self._expected = len(bots)
        DOORS[self._url] = self._open
        playing = []
        for seat, bot in enumerate(bots, 1):
            bot.reseed(self._seed * 100 + seat)
            one = play(
                bot,
                self._url,
                token=str(seat),
                table=TABLE,
                hands=self._wanted,
                delays=lambda: repeat(0.0),
            )
            playing.append(asyncio.create_task(one))
        try:
            return await asyncio.gather(*playing)
        finally:
            del DOORS[self._url]
            for task in (*playing, *self._talks):
                task.cancel()

    def cut(self, seat: Seat) -> None:
        """Cut the line of whoever sits there, without a word to him, if he has one just now."""
        line = self._lines.pop(seat, None)
        if line is not None:
            line.end()
            self.cuts += 1

    # Lines.

    async def _open(self) -> Line:
        line = Line()
        talk = asyncio.create_task(self._talk(line))
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)
        return line

    async def _talk(self, line: Line) -> None:
        """Answer what comes on a line until it ends."""
        seat = Seat(0)
        while (frame := await line.heard()) is not None:
            message = decode_request(frame)
            if isinstance(message, msg.Hello):
                seat = Seat(int(message.token or 0))
                self._greet(seat, line, message)
            elif isinstance(message, msg.Numbered):
                self._answer(seat, line, message)

    def _greet(self, seat: Seat, line: Line, hello: msg.Hello) -> None:
        self._lines[seat] = line
        taken = (msg.SeatTaken(table=TABLE, seat=seat),) if self._sits(seat) else ()
        welcome = msg.Welcome(
            version="linked",
            account=AccountId(seat),
            name=_name(seat),
            chips=FUNDS,
            limits=_LIMITS,
            seats=taken,
        )
        line.say(encode(welcome))
        line.say(encode(msg.Reply(id=hello.id, ok=True)))

    def _answer(self, seat: Seat, line: Line, asked: msg.Numbered) -> None:
        try:
            self._do_what_is_asked(seat, line, asked)
        except IllegalAction as error:
            refusal = msg.Error(code=error.code, message=str(error))
            line.say(encode(msg.Reply(id=asked.id, error=refusal)))

    def _do_what_is_asked(self, seat: Seat, line: Line, asked: msg.Numbered) -> None:
        account = AccountId(seat)
        match asked:
            case msg.Sit():
                buy_in = asked.buy_in or self.state.seating.ruleset.usual_buy
                sit = rules.Sit(account=account, name=_name(seat), buy_in=buy_in, seat=seat)
                self._do(sit)
                line.say(encode(self._snapshot(seat, asked)))
                self._go_on()
            case msg.Resume():
                line.say(encode(self._snapshot(seat, asked)))
            case msg.Act():
                self._act(seat, line, asked)
            case msg.Leave():
                self._do(rules.Leave(account=account), asker=seat, asked=asked)
            case msg.TopUp():
                self._do(rules.TopUp(account=account, to=asked.to), asker=seat, asked=asked)
            case msg.SitIn():
                self._do(rules.SitIn(account=account), asker=seat, asked=asked)
            case msg.Hand():
                line.say(encode(msg.Reply(id=asked.id, ok=True, result=self._stored(seat, asked))))
            case _:
                error = msg.Error(code="not_here", message="This table does not do that.")
                line.say(encode(msg.Reply(id=asked.id, error=error)))

    def _act(self, seat: Seat, line: Line, asked: msg.Act) -> None:
        request, hand = self._request(seat), self.state.hand
        if request is None or hand is None or (hand.hand, request.turn) != (asked.hand, asked.turn):
            error = msg.Error(code="stale_turn", message="This turn is over.")
            line.say(encode(msg.Reply(id=asked.id, error=error)))
            return
        self._do(rules.Play(action=asked.action.by(seat)), asker=seat, asked=asked)

    # The table.

    def _sits(self, seat: Seat) -> bool:
        return self.state.seating.of(AccountId(seat)) is not None

    def _do(
        self,
        action: rules.TableAction,
        asker: Seat | None = None,
        asked: msg.Numbered | None = None,
    ) -> None:
        """Do this and what the dealer does after it, tell everybody, and go on."""
        before = self._listeners()
        events: list[rules.TableEvent] = []
        step: rules.TableAction | None = action
        while step is not None:
            played = rules.advance(self.state, step)
            self.state = played.state
            events += played.events
            step = rules.dealer_action(self.state)
        for event in events:
            self._keep(event)
        first = self._seq + 1
        self._seq += len(events)
        self._tell(first, events, before | self._listeners(), asker, asked)
        if not isinstance(action, rules.Sit):
            self._go_on()

    def _listeners(self) -> set[Seat]:
        return {each.seat for each in self.state.seating.occupants}

    def _keep(self, event: rules.TableEvent) -> None:
        if isinstance(event, ev.HandStarted):
            self.hands.append([event])
        elif ev.is_of_a_hand(event):
            self.hands[-1].append(event)

    def _tell(
        self,
        first: int,
        events: Sequence[rules.TableEvent],
        seats: set[Seat],
        asker: Seat | None,
        asked: msg.Numbered | None,
    ) -> None:
        for seat in sorted(seats):
            request = self._request(seat)
            if request is not None and self.on_turn is not None:
                self.on_turn(seat)
            if seat not in self._lines:
                continue
            update = msg.Update(
                table=TABLE,
                seq=first,
                events=encode_events(project_all(events, self._viewer(seat))),
                hand=self._hand(),
                request=request,
                reply=msg.Answer(id=asked.id, ok=True) if asked and seat == asker else None,
            )
            self._lines[seat].say(encode(update))

    def _go_on(self) -> None:
        """What the dealer does by himself: chips that were asked for, and the next hand."""
        for waiting in pending_top_ups(self.state):
            self._do(rules.ApplyTopUp(seat=waiting.seat, funds=FUNDS))
            return
        everybody = len(self.state.seating.occupants) == self._expected
        ready = everybody and self.state.running is None and can_start(self.state)
        if ready and len(self.hands) < self._wanted:
            key = self._chance.randbytes(32)
            self._do(rules.StartHand(hand=HandId(len(self.hands) + 1), hand_key=key))

    def _hand(self) -> HandId | None:
        return self.state.hand.hand if self.state.hand else None

    def _viewer(self, seat: Seat) -> Any:
        return table_viewer(self.state, AccountId(seat))

    def _request(self, seat: Seat) -> msg.ActionRequest | None:
        running = self.state.running
        if running is None or seat not in running.seats:
            return None
        return action_request(running, self.hands[-1], seat=seat)

    def _snapshot(self, seat: Seat, asked: msg.Numbered) -> msg.Snapshot:
        return msg.Snapshot(
            table=TABLE,
            seq=self._seq,
            view=view_table(self.state, self._viewer(seat)),
            request=self._request(seat),
            reply=msg.Answer(id=asked.id, ok=True),
        )

    def _stored(self, seat: Seat, asked: msg.Hand) -> msg.HandView:
        events = self.hands[asked.hand - 1]
        return msg.HandView(
            hand=HandId(asked.hand),
            table=TABLE,
            ended_at="2026-01-01T00:00:00Z",
            you=seat,
            events=encode_events(project_all(events, self._viewer(seat))),
        )


def _name(seat: Seat) -> str:
    return f"Bot {seat}"
