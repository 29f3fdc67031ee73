"""
The whole thing: a real server, a real database, five clients over real sockets, 300 hands.

Whatever happens, chips are conserved after every event, nobody receives a card that he may not see,
and every stored hand replays to the stacks with which it ended.
"""

import asyncio
import json
import re

import pytest

from server.ports import HandQuery
from server.storage import open_storage
from showdown import Ruleset
from showdown.bots.registry import load
from showdown.protocol.session import ClientSession
from showdown.rules import events as ev
from showdown.rules.hand import evolve
from showdown.rules.ruleset import TableId
from showdown.rules.seating import Seating
from showdown.rules.table import TableState
from showdown.rules.table import replay as replay_table
from showdown.sdk.runner import play
from tests.end_to_end.scripted import ScriptedPlayer
from tests.end_to_end.server_process import running

HANDS = 100
GRANTED = 1_000_000
BOTS = ("caller", "random", "tight", "random")
UNPROVEN = "proof = false"
TABLES = {
    "no-limit": 'game = "NL"\nsb = 5\nbb = 10',
    "pot-limit": 'game = "PL"\nsb = 5\nbb = 10\nante = 1\nrake = "0.05"\nrake_cap = 30\n'
    + UNPROVEN,
    "fixed-limit": 'game = "FL"\nsb = 5\nbb = 10\nmin_buy = 100\nmax_buy = 1000\n' + UNPROVEN,
}
CONFIG = f"guest_chips = {GRANTED}\n" + "".join(
    f'[[tables]]\nname = "{name}"\nhand_pause = 0\n{options}\n' for name, options in TABLES.items()
)
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


@pytest.fixture
def frames_of(monkeypatch):
    """What each session of the SDK received, as text, by account."""
    received: dict[int, list[dict]] = {}
    receive = ClientSession.receive

    def recording(session, frame, now=None):
        brought = receive(session, frame, now)
        received.setdefault(session.account, []).append(json.loads(frame))
        return brought

    monkeypatch.setattr(ClientSession, "receive", recording)
    return received


async def test_three_hundred_hands_are_played_seen_and_stored_as_they_should(tmp_path, frames_of):
    async with running(tmp_path, CONFIG) as server:
        scripted = [ScriptedPlayer(server.url, f"Scripted {table}") for table in TABLES]
        await asyncio.gather(
            *(
                play_at(server.url, table, player)
                for table, player in zip(TABLES, scripted, strict=True)
            )
        )
    for player in scripted:
        frames_of[player.account] = player.frames
        assert {"illegal_action", "duplicate_discard", "wrong_phase"} <= player.refusals
    async with open_storage(tmp_path / "showdown.db") as storage:
        records = await all_hands(storage)
        for record in records:
            conserves_chips_and_ends_as_stored(record.events)
        assert {str(record.table) for record in records} == set(TABLES)
        assert len(records) >= 3 * HANDS
        await no_chip_is_lost(storage, clients=5 * len(TABLES))
    secrets = {record.hand: cards_by_account(record.events) for record in records}
    assert len(frames_of) == 5 * len(TABLES)
    for account, frames in frames_of.items():
        sees_only_what_he_may(account, frames, secrets)


async def play_at(url, table, scripted):
    """Four bots and a scripted player, until he has played his hands."""
    bots = [
        asyncio.create_task(
            play(load(kind, seed=number), url, name=f"{kind} {table[:5]} {number}", table=table)
        )
        for number, kind in enumerate(BOTS)
    ]
    await scripted.play(table, HANDS)
    for bot in bots:
        bot.cancel()
    for ended in await asyncio.gather(*bots, return_exceptions=True):
        assert isinstance(ended, asyncio.CancelledError), ended


async def all_hands(storage):
    found, before = [], None
    while page := await storage.hands.find(HandQuery(before=before, limit=100)):
        found += [await storage.hands.get(stored.hand) for stored in page]
        before = page[-1].hand
    return found


def conserves_chips_and_ends_as_stored(events):
    chips = sum(dealt.stack for dealt in events[0].lineup)
    state = None
    for event in events:
        state = evolve(state, event)
        assert sum(state.stacks) + state.pot + sum(state.raked) == chips
    ended = events[-1]
    assert isinstance(ended, ev.HandEnded)
    assert {s.seat: s.stack for s in ended.stacks} == dict(
        zip(state.seats, state.stacks, strict=True)
    )
    # The pots were really paid: what was awarded and raked is what they held.
    paid = sum(e.amount for e in events if isinstance(e, ev.PotAwarded | ev.Raked))
    assert paid == sum(pot.amount for pot in ended.pots)


async def no_chip_is_lost(storage, clients):
    accounts = [await storage.accounts.get(number) for number in range(1, clients + 2)]
    at_tables = 0
    for table in TABLES:
        stored = await storage.journal.open_table(
            TableId(table), Seating(ruleset=Ruleset(ante=1, min_bet=1))
        )
        state = replay_table(TableState(seating=stored.seating), stored.events)
        assert state.running is None
        at_tables += sum(each.stack for each in state.seating.occupants)
    assert sum(account.chips for account in accounts) + at_tables == clients * GRANTED
    assert accounts[0].chips > 0, "the house took rake at one of the tables"


def cards_by_account(events):
    """Each account's own cards: dealt and drawn."""
    accounts = {dealt.seat: dealt.account for dealt in events[0].lineup}
    own: dict[int, set[str]] = {account: set() for account in accounts.values()}
    for event in events:
        if isinstance(event, ev.CardsDealt):
            for hand in event.hands:
                own[accounts[hand.seat]] |= {str(card) for card in hand.cards}
        if isinstance(event, ev.CardsDrawn):
            own[accounts[event.seat]] |= {str(card) for card in event.cards}
    return own


def sees_only_what_he_may(account, frames, secrets):
    """Search every card in what he received: it was his own, or had been shown."""
    revealed: dict[int, set[str]] = {}
    looked_at = 0
    for frame in frames:
        hand = frame.get("hand") or frame.get("view", {}).get("hand")
        if hand is None or hand not in secrets:
            continue
        shown = revealed.setdefault(hand, set())
        for event in frame.get("events", ()):
            if event.get("type") == "hand_shown":
                shown |= set(event["cards"])
        if frame["type"] == "snapshot":
            continue_with_shown(frame, account, shown)
        found = set(CARD.findall(json.dumps(frame)))
        looked_at += len(found)
        assert found <= secrets[hand].get(account, set()) | shown, (hand, frame)
    assert looked_at > 100


def continue_with_shown(frame, account, shown):
    """Who comes after a hand sees what was shown in it, but not while it runs."""
    if frame["view"].get("running"):
        return
    for seat in frame["view"].get("seats", ()):
        shown |= set(seat.get("cards") or ())
