import random

from server.ports import StoredEntry
from server.tables.recent import MOST_EVENTS, Recent
from showdown.protocol import messages as msg
from showdown.rules.events import HandStarted
from showdown.rules.ruleset import AccountId, HandId
from showdown.rules.seat_events import SatOut
from tests.server.tables.kit import NL, open_room


def entry(seq, hand=None, turn=None, account=None):
    events = (SatOut(seat=1),)
    return StoredEntry(seq=seq, events=events, hand=hand, turn=turn, account=account)


def entries(rng):
    """Hands as a table has them: acts, what happens by itself, and what happens between them."""
    seq = 0
    for hand in rng.sample(range(1, 99), 6):  # numbers of a table need not grow: it may move
        turns = [None, None, *sorted(rng.choices(range(1, 9), k=9)), None]
        for turn in turns:
            seq += 1
            account = None if turn is None else AccountId(rng.randrange(1, 5))
            yield entry(seq, HandId(hand), turn, account)
        seq += 1
        yield entry(seq)


def test_what_an_account_did_in_a_turn_is_found_if_it_did_something():
    kept = tuple(entries(random.Random(5)))
    recent = Recent(kept)
    for hand in {each.hand for each in kept if each.hand is not None}:
        for turn in range(10):
            for account in map(AccountId, range(1, 6)):
                done = [e for e in kept if (e.hand, e.turn, e.account) == (hand, turn, account)]
                found = recent.accepted(hand, turn, account)
                assert found in done if done else found is None


async def test_the_oldest_hands_are_forgotten_whole_and_the_one_that_runs_never():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        for hand in range(1, 50):
            await room.pass_time(NL.hand_pause)
            assert room.actor.state.running.hand == hand
            known = room.actor.recent.since(room.actor.seq - 1)
            assert HandStarted in map(type, known[0].events)
            await (await room.to_act(*players)).act(msg.Fold())
        kept = next(seq for seq in range(room.actor.seq) if room.actor.recent.since(seq))
        entries = room.actor.recent.since(kept)
        assert HandStarted in map(type, entries[0].events)
        events = sum(len(entry.events) for entry in entries)
        assert MOST_EVENTS - 20 < events <= MOST_EVENTS + 20
        assert entries[-1].last == room.actor.seq
