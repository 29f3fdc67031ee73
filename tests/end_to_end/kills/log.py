"""
The one log of a table, kept by a test over all restarts, and what everybody saw of it.

It is read from the journal again and again. What was read once must be there unchanged, what is new
must go on where it ended, and whatever a player was told is held against it: the same event at the
same number, projected for him, and nothing that is not there.
"""

import json
from bisect import bisect_left
from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace

from showdown.protocol.codec import encode, encode_event
from showdown.rules import events as ev
from showdown.rules.seating import Seating
from showdown.rules.table import TableState, replay
from showdown.rules.table_view import view_table
from showdown.rules.view import project, table_viewer
from tests.end_to_end.kills.kept import events_of

OF_A_MOVE = {
    "fold": ev.Move.FOLD,
    "check": ev.Move.CHECK,
    "call": ev.Move.CALL,
    "bet": ev.Move.BET,
    "raise": ev.Move.RAISE,
}


def _json(value):
    return json.loads(encode(value))


class Step(NamedTuple):
    """What one row did."""

    first: int
    events: tuple
    state: TableState
    """The table after it."""

    @property
    def last(self):
        return self.first + len(self.events) - 1


class TableLog:
    """All that ever happened at a table, as far as it was read."""

    def __init__(self, table, ruleset):
        self.table = table
        self.hands = {}
        """The events of each hand, those that show it later included."""
        self.actions: Counter[tuple[int, str]] = Counter()
        """How often each action of each account is there."""
        self.deals: Counter[int] = Counter()
        self.timed_out = []
        """What the clock did for players."""
        self.epoch = 0
        self._rows = {}
        self._refused: set[tuple[int, str]] = set()
        self._steps = [Step(1, (), TableState(seating=Seating(ruleset=ruleset)))]
        """As far back as somebody may still tell of them."""

    @property
    def state(self):
        return self._steps[-1].state

    @property
    def seq(self):
        return self._steps[-1].last

    def read(self, kept, vault, players):
        """
        Go on with what a database holds, and check what these players saw meanwhile.

        Args:
            players: with the last event that each knew for sure before the database was read.
        """
        for row in kept.journal:
            if row.table == self.table:
                self._read_row(row, vault, players)
        seq, seating = kept.checkpoints[self.table]
        assert seq <= self.seq
        if seq == self.seq:
            assert seating == self.state.seating
        for player, known in players.items():
            assert known <= self.seq, f"{player.name} saw what is not there"
            self._saw(player)
        needed = min(player.last or 0 for player in players)
        self._steps = [each for each in self._steps if each.last >= min(needed, self.seq)]

    def _read_row(self, row, vault, players):
        if row.seq <= self.seq:
            assert self._rows.get(row.seq) == row, f"{row} was another row before"
            return
        assert row.seq == self.seq + 1, f"{self.table} has a gap after event {self.seq}"
        assert row.epoch >= self.epoch, f"{row} comes from a server that was gone"
        self.epoch = row.epoch
        self._rows[row.seq] = row
        events = events_of(row, vault)
        self._steps.append(Step(row.seq, events, replay(self.state, events)))
        self._note_hands(events)
        self.timed_out += [event for event in events if getattr(event, "timed_out", False)]
        if row.account is not None:
            self._note_action(row.account, row.action_id)
            _is_what_was_asked(row, events, players)

    def _note_action(self, account, action_id):
        self.actions[account, action_id] += 1
        assert self.actions[account, action_id] == 1, f"{action_id} took effect twice"
        assert (account, action_id) not in self._refused, f"{action_id} was refused before"

    def _note_hands(self, events):
        told = ev.hand_events(events)
        if told:
            hand = self.state.hand.hand
            self.hands.setdefault(hand, []).extend(told)
            self.deals[hand] += sum(isinstance(event, ev.CardsDealt) for event in told)
            assert self.deals[hand] <= 1, f"hand {hand} was dealt twice"

    # What a player saw is that.

    def _saw(self, player):
        for number in [each for each in player.seen if each <= self.seq]:
            if number < self._steps[0].first:
                del player.seen[number]  # he knew it, and it was told once more after a break
                continue
            step = self._step_of(number)
            event = project(step.events[number - step.first], _viewer(step, player))
            assert player.seen.pop(number) == json.loads(bytes(encode_event(event))), player.name
        for seq, view in _taken(player.views, self.seq):
            assert view in _views(self._step_to(seq), player), (player.name, seq)
        for seq, hand, request in _taken(player.requests, self.seq):
            _was_asked(self._step_to(seq).state.running, player, hand, request)

    def _step_of(self, number):
        """The step with this event."""
        return self._steps[bisect_left(self._steps, number, key=lambda step: step.last)]

    def _step_to(self, number):
        """The step that ends with this event: nobody is shown the middle of one."""
        step = self._step_of(number)
        assert step.last == number
        return step

    def began_as(self, other):
        """How much of another log this one has inherited; nothing in it may be different."""
        same = [row for seq, row in self._rows.items() if other._rows.get(seq) == row]
        assert all(row.epoch <= other.epoch for row in same)
        assert all(row.epoch > other.epoch for row in self._rows.values() if row not in same)
        return max((row.seq + row.length - 1 for row in same), default=0)

    def keeps_its_word(self, account, request, reply):
        """What was answered is in the journal, and what was refused is not."""
        times = self.actions[account, request["id"]]
        if reply.get("ok"):
            told = request["type"] not in ("act", "sit") or times == 1
            assert told, f"{request} was answered and is lost"
        elif reply["error"]["code"] != "unavailable":
            assert not times, f"{request} was refused with {reply['error']} and took effect"
            self._refused.add((account, request["id"]))


def _viewer(step, player):
    return table_viewer(step.state, player.account)


def _views(step, player):
    """The table as a player may see it; after a restart no more of a hand that was over."""
    states = [step.state]
    if step.state.running is None:
        states.append(replace(step.state, hand=None))
    return [_json(view_table(state, _viewer(step, player))) for state in states]


def _was_asked(running, player, hand, request):
    assert running.hand == hand
    assert running.turn == request["turn"]
    place = running.position(request["seat"])
    assert running.started.lineup[place].account == player.account
    assert place in running.asked
    assert _json(running.cards[place]) == request["cards"], "other cards than those dealt"


def _is_what_was_asked(row, events, players):
    """An action in the journal is the one that was sent under its id."""
    player = next(each for each in players if each.account == row.account)
    request = player.sent.get(row.action_id)
    if request is None and player.came_back:
        return
    if request["type"] != "act":
        return
    assert (request["hand"], request["turn"]) == (row.hand, row.turn)
    answer = next(each for each in events if not isinstance(each, ev.BankSpent))
    action = request["action"]
    if action["type"] == "draw":
        assert sorted(_json(answer.cards)) == sorted(action["cards"])
    else:
        assert answer.move == OF_A_MOVE[action["type"]]
        assert answer.to == action.get("to", answer.to)


def _taken(noted, seq):
    """Take out what was noted with a number up to this one."""
    found = [each for each in noted if each[0] <= seq]
    noted[:] = [each for each in noted if each[0] > seq]
    return found


def chips_of(seating_or_state):
    """All chips at a table."""
    table = seating_or_state
    hand = table.running
    if hand is None:
        return sum(each.stack for each in table.seating.occupants) + table.seating.carry.total
    dealt = {each.account for each in hand.started.lineup}
    beside = sum(each.stack for each in table.seating.occupants if each.account not in dealt)
    return beside + sum(hand.stacks) + hand.pot + sum(hand.raked)


def all_chips(kept, logs):
    """What accounts and tables have together; only with logs that have read ``kept``."""
    return sum(kept.chips.values()) + sum(chips_of(log.state) for log in logs)
