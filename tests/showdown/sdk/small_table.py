"""
A table for one guest of a scripted server: the rules, no clock, no database.

The test says what happens there and sends what it gets; account 7 is the guest of the tests.
"""

from collections.abc import Iterator
from itertools import count

from showdown.bots.asking import decision_for
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules import events as ev
from showdown.rules import table as rules
from showdown.rules.ranking import rank
from showdown.rules.ruleset import AccountId, HandId, Ruleset, TableId
from showdown.rules.seating import Seating
from showdown.rules.table_view import view_table
from showdown.rules.view import project_all, table_viewer

BLUE = TableId("blue")
GUEST, OTHER = AccountId(7), AccountId(8)
RULES = Ruleset(sb=5, bb=10, proof=False)


class SmallTable:
    """Where the guest and somebody else play; each step gives the guest's message."""

    def __init__(self, ruleset: Ruleset = RULES, name: TableId = BLUE) -> None:
        self.name = name
        self.state = rules.TableState(seating=Seating(ruleset=ruleset))
        self.seq = 0
        self.hands = 0
        self.history: list[ev.HandEvent] = []
        self.do(rules.Sit(account=OTHER, name="Bo", buy_in=1000, seat=2))

    @property
    def summary(self) -> msg.TableSummary:
        seating = self.state.seating
        return msg.TableSummary(
            table=self.name,
            ruleset=seating.ruleset,
            players=len(seating.occupants),
            free=seating.free_seats,
            hand=None,
        )

    def do(self, *actions: rules.TableAction, answers: msg.Numbered | None = None) -> msg.Update:
        """What the guest hears of these actions and of what the dealer does after them."""
        first = self.seq + 1
        events: list[rules.TableEvent] = []
        for action in actions:
            step: rules.TableAction | None = action
            while step is not None:
                played = rules.advance(self.state, step)
                self.state = played.state
                events += played.events
                step = rules.dealer_action(self.state)
        for event in events:
            self._note(event)
        self.seq += len(events)
        hand = self.state.hand.hand if self.state.hand else None
        viewer = table_viewer(self.state, GUEST)
        return msg.Update(
            table=self.name,
            seq=first,
            events=encode_events(project_all(events, viewer)),
            hand=hand,
            request=self.request,
            reply=msg.Answer(id=answers.id, ok=True) if answers else None,
        )

    def _note(self, event: rules.TableEvent) -> None:
        if isinstance(event, ev.HandStarted):
            self.history = [event]
        elif isinstance(event, ev.HandEvent):
            self.history.append(event)

    @property
    def request(self) -> msg.ActionRequest | None:
        """What the guest is asked, if it is his turn."""
        running = self.state.running
        view = decision_for(running, self.history) if running else None
        own = self.state.seating.of(GUEST)
        return view.request if view and own and view.seat == own.seat else None

    def snapshot(self, answers: msg.Numbered | None = None) -> msg.Snapshot:
        return msg.Snapshot(
            table=self.name,
            seq=self.seq,
            view=view_table(self.state, table_viewer(self.state, GUEST)),
            request=self.request,
            reply=msg.Answer(id=answers.id, ok=True) if answers else None,
        )

    def sit(self, asked: msg.Sit) -> msg.Snapshot:
        """The guest sits down in seat 1."""
        self.do(rules.Sit(account=GUEST, name="Ada", buy_in=asked.buy_in or 1000, seat=1))
        return self.snapshot(asked)

    def deal(self) -> msg.Update:
        """A hand begins; in the first one the guest has the button, acts first, and would lose."""
        self.hands += 1
        return self.do(next(start for start in self._starts() if self._suits(start)))

    def _starts(self) -> Iterator[rules.StartHand]:
        for number in count(1):
            yield rules.StartHand(hand=HandId(self.hands), hand_key=number.to_bytes(32, "big"))

    def _suits(self, start: rules.StartHand) -> bool:
        """Whether a key gives the first hand that the tests want; any does for the others."""
        if self.hands > 1:
            return True
        started = rules.advance(self.state, start).state
        deal = rules.dealer_action(started)
        assert deal is not None
        dealt = rules.advance(started, deal).state.running
        assert dealt is not None
        other, guest = dealt.cards  # the button is dealt last
        return dealt.seats == (2, 1) and rank(guest) < rank(other)

    def play(self, move: msg.Move, seat: int, answers: msg.Numbered | None = None) -> msg.Update:
        return self.do(rules.Play(action=move.by(seat)), answers=answers)

    def leave(self, asked: msg.Leave) -> msg.Update:
        """The guest gets up."""
        return self.do(rules.Leave(account=GUEST), answers=asked)

    def resumed(self, asked: msg.Resume) -> msg.Update:
        """Nothing has happened since the guest was lost; what he is asked is asked again."""
        assert asked.last_seq == self.seq
        return msg.Update(
            table=self.name,
            seq=self.seq + 1,
            events=(),
            hand=self.state.hand.hand if self.state.hand else None,
            request=self.request,
            reply=msg.Answer(id=asked.id, ok=True),
        )

    def take(self, act: msg.Act) -> msg.Update:
        """The guest's move is taken."""
        return self.play(act.action, 1, answers=act)

    def stored(self) -> msg.HandView:
        """The last hand as the guest may see it."""
        return msg.HandView(
            hand=HandId(self.hands),
            table=self.name,
            ended_at="2026-11-30T12:00:00Z",
            you=1,
            events=encode_events(project_all(self.history, table_viewer(self.state, GUEST))),
        )
