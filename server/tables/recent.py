"""
The last entries of a table, for who comes back and for actions that are sent again.

Hands are kept whole, so that it is known of each event who was dealt in, and the hand that runs or
was last is always there. What is older is in the journal, for as long as that keeps it.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from server.ports import StoredEntry
from server.tables.proving import Proving
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules.events import HandShown, HandStarted, is_of_a_hand
from showdown.rules.fairness.openings import Openings, both
from showdown.rules.ruleset import AccountId, HandId, TableId
from showdown.rules.seen import Hidden, SeenEvent
from showdown.rules.view import Viewer, hand_viewer, project_all

MOST_EVENTS = 400
"""So many are kept beyond the hand that runs."""

MOST_MISSED = 500
"""Who has missed more gets a snapshot instead."""

FRAME_EVENTS = 64
"""How many events a frame has at most, unless one action caused more."""


class Recent:
    """Entries without a gap, the newest last."""

    def __init__(self, entries: Iterable[StoredEntry] = ()) -> None:
        self._entries: list[StoredEntry] = []
        self._events = 0
        self._starts: deque[int] = deque()
        """The places of entries with which a hand starts, counted from the first there ever was."""
        self._gone = 0
        """How many entries are forgotten."""
        for entry in entries:
            self.add(entry)

    def add(self, entry: StoredEntry) -> None:
        """The next entry; the oldest hands go when there is too much."""
        starts = _starts(entry)
        if starts:
            self._starts.append(self._gone + len(self._entries))
        self._entries.append(entry)
        self._events += len(entry.events)
        if starts and self._events > MOST_EVENTS:
            self._forget_hands()

    def _forget_hands(self) -> None:
        while self._starts and self._events > MOST_EVENTS:
            cut = self._starts.popleft() - self._gone
            self._events -= sum([len(entry.events) for entry in self._entries[:cut]])
            self._entries = self._entries[cut:]
            self._gone += cut

    def since(self, seq: int) -> tuple[StoredEntry, ...]:
        """The entries that hold what came after an event, hands whole; none if some are gone."""
        kept = self._entries
        if not kept or kept[0].seq > seq + 1:
            return ()
        first = next((place for place, entry in enumerate(kept) if entry.last > seq), len(kept))
        while first and first < len(kept) and not _starts(kept[first]):
            first -= 1
        return tuple(kept[first:])

    def accepted(self, hand: HandId, turn: int, account: AccountId) -> StoredEntry | None:
        """What an account did in a turn."""
        inside = False
        for each in reversed(self._entries):
            if each.hand != hand:
                if inside and each.hand is not None:
                    break
                continue
            inside = True
            if each.turn == turn and each.account == account:
                return each
            if each.turn is not None and each.turn < turn:
                break  # turns count up, and so it is not among those before
        return None


def are_whole(entries: Iterable[StoredEntry]) -> bool:
    """Whether it is known of each event who was dealt in: hands begin where they began."""
    events = (event for entry in entries for event in entry.events)
    first = next(filter(is_of_a_hand, events), None)
    return first is None or isinstance(first, HandStarted | HandShown)


def _starts(entry: StoredEntry) -> bool:
    return HandStarted in map(type, entry.events)


def missed_updates(
    table: TableId, entries: Iterable[StoredEntry], seq: int, account: AccountId | None
) -> list[msg.Update]:
    """
    What an account missed after an event, in frames of bounded size.

    Args:
        entries: those that hold it, each hand from its start.
    """
    frames: list[msg.Update] = []
    for first, hand, events, opened in _missed(entries, seq, account):
        last = frames[-1] if frames else None
        texts = encode_events(events)
        if last and last.hand == hand and len(last.events) + len(texts) <= FRAME_EVENTS:
            texts, opened = last.events + texts, both(last.openings, opened)
            first = frames.pop().seq
        frames.append(msg.Update(table=table, seq=first, hand=hand, events=texts, openings=opened))
    return frames


class _Missed(NamedTuple):
    """What was missed of an entry."""

    first: int
    """The number of the first event that was missed."""
    hand: HandId | None
    events: tuple[SeenEvent | Hidden, ...]
    openings: Openings | None


def _missed(
    entries: Iterable[StoredEntry], seq: int, account: AccountId | None
) -> Iterator[_Missed]:
    """What was missed of each entry, as it may be seen."""
    started: HandStarted | None = None
    proving = Proving()
    for entry in entries:
        started = next((e for e in entry.events if isinstance(e, HandStarted)), started)
        known = max(0, seq + 1 - entry.seq)
        viewer = _viewer(entry, started, account)
        proving.follow(entry.events)
        opened = proving.news(viewer)  # also of what he knows, so that it is not news again
        if known >= len(entry.events):
            continue
        of_a_hand = any(map(is_of_a_hand, entry.events))
        events = project_all(entry.events[known:], viewer)
        yield _Missed(entry.seq + known, entry.hand if of_a_hand else None, events, opened)


def _viewer(entry: StoredEntry, started: HandStarted | None, account: AccountId | None) -> Viewer:
    """
    Who looked when this happened: by where the account was dealt in, not by where it sits now.

    What is told to one seat alone between hands is told to the account that asked for it.
    """
    hand_seat = hand_viewer(started, account).hand_seat
    asked = account is not None and entry.account == account
    seats = [seat for event in entry.events if (seat := getattr(event, "seat", None)) is not None]
    return Viewer(hand_seat=hand_seat, seat=seats[0] if asked and seats else None)
