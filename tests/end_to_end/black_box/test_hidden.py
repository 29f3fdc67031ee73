"""
What nobody may learn: the frames of everybody else are searched for a player's cards.
"""

import json
import re

from tests.end_to_end.black_box.house import has_event

CARD = re.compile(r'"((?:[2-9TJQKA][cdhs])|X[12])"')


def cards_in(text):
    return set(CARD.findall(text))


def texts(player):
    return [text for wire in player.wires for text in wire.texts]


async def watcher(house, game):
    guest = await house.guest("Watcher")
    assert (await guest.ask("watch", table=game.name))["ok"]
    return guest


async def test_a_win_without_a_contest_shows_nothing_to_anybody(house):
    game = await house.table("quick-1", "Anna", "Boris")
    looker = await watcher(house, game)
    turn = await game.turn()
    cards = set(turn.request["cards"])
    assert (await turn.act("raise", to=turn.legal["raise"]["min"]))["ok"]
    folds = await game.turn()
    own = set(folds.request["cards"])
    assert (await folds.act("fold"))["ok"]
    await game.next("hand_ended")
    for player in (*game.players, looker):
        for kind in ("hand", "hands"):
            assert (await player.ask(kind, **({"hand": turn.hand} if kind == "hand" else {})))["ok"]
    await looker.wire.pong()
    of_the_hand = [t for t in texts(looker) if f'"hand":{turn.hand}' in t]
    assert not any(cards_in(text) & (cards | own) for text in of_the_hand)
    of_the_hand = [t for t in texts(folds.player) if f'"hand":{turn.hand}' in t]
    assert of_the_hand
    assert not any(cards_in(text) & cards for text in of_the_hand)


async def test_a_winner_whom_nobody_called_may_show_what_he_had(house):
    game = await house.table("pauses", "Anna", "Boris")
    looker = await watcher(house, game)
    folds = await game.turn()
    assert (await folds.act("fold"))["ok"]
    await game.next("hand_ended")
    winner = next(each for each in game.players if each is not folds.player)
    assert (await winner.ask("show", table=game.name, hand=folds.hand))["ok"]
    shown = await looker.wire.see(lambda f: has_event(f, game.name, "hand_shown"))
    assert shown["events"][0]["seat"] == winner.seats[game.name]
    assert len(shown["events"][0]["cards"]) == 5


async def test_no_payload_holds_more_cards_than_a_viewer_may_see(house):
    """No deck, no stub, no key: not in what joining, resuming and looking back bring."""
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    looker = await watcher(house, game)
    for player in game.players:
        await player.back()
        assert (await player.ask("resume", table=game.name, last_seq=game.seen - 1))["ok"]
        assert (await player.ask("resume", table=game.name))["ok"]
    mine = set(turn.request["cards"])
    for text in texts(turn.player):
        assert cards_in(text) <= mine
    other = next(each for each in game.players if each is not turn.player)
    for text in texts(other):
        assert len(cards_in(text)) <= 5
        assert not cards_in(text) & mine
    assert not any(cards_in(text) for text in texts(looker))
    everything = " ".join(text for each in (*game.players, looker) for text in texts(each))
    assert not re.search(r'"(?:stub|deck|order|secret|hand_key|key|seed)"', everything)


async def test_hidden_cards_cannot_be_told_apart(house):
    game = await house.table("quick-1", "Anna", "Boris", "Cara")
    looker = await watcher(house, game)
    assert (await game.players[2].ask("post", table=game.name))["ok"]
    await game.hand_of(3)
    await looker.wire.pong()
    dealt = [
        event for _, event in looker.wire.events(game.name) if event.get("type") == "cards_dealt"
    ]
    for event in dealt:
        assert [set(hand) for hand in event["hands"]] == [{"seat", "count"}] * len(event["hands"])


async def test_what_others_draw_looks_the_same_whatever_they_draw(house):
    game = await house.table("quick-1", "Anna", "Boris")
    looker = await watcher(house, game)
    while (turn := await game.turn_or_end()) is not None:
        if turn.kind == "draw":
            assert (await turn.act("draw", cards=turn.request["cards"][:2]))["ok"]
        else:
            await turn.stay()
    await looker.wire.pong()
    drawn = [
        {key: value for key, value in event.items() if key != "seat"}
        for _, event in looker.wire.events(game.name)
        if event.get("type") in ("discarded", "cards_drawn")
    ]
    assert drawn == [{"type": "discarded", "count": 2}, {"type": "cards_drawn", "count": 2}] * 2


async def test_in_a_simultaneous_draw_nobody_learns_what_another_chose_before_all_have(house):
    game = await house.table("together", "Anna", "Boris")
    looker = await watcher(house, game)
    for _ in range(2):
        await (await game.turn()).stay()
    turn = await game.turn()
    assert turn.others
    first, second = turn.player, game.at(turn.others[0])
    thrown = turn.request["cards"][:3]
    assert (await turn.act("draw", cards=thrown))["ok"]
    for player in (second, looker):
        await player.wire.pong()
        newest = player.wire.frames[-2]
        assert newest["events"] == [{}]
        assert not cards_in(json.dumps(newest)) & set(thrown)
    chose = [e for _, e in first.wire.events(game.name) if e.get("type") == "draw_chosen"]
    assert [event["cards"] for event in chose] == [thrown]
    await (await game.asked(second, turn.hand, turn.number)).stay()


async def test_a_mucked_hand_stays_hidden_live_and_in_history_but_where_the_table_says_so(house):
    for name, told in (("quick-1", False), ("mucked", True)):
        game = await house.table(name, "Anna", "Boris")
        looker = await watcher(house, game)
        while True:
            hand, started = await game.next("hand_started")
            mucked = None
            while True:
                _, event = await game.next("turn", "hand_mucked", "hand_ended")
                if event["type"] == "hand_ended":
                    break
                if event["type"] == "hand_mucked":
                    mucked = event
                    assert "cards" not in event
                    continue
                await (await game.asked(game.at(event["seat"]), hand, event["turn"])).stay()
            if mucked:
                break
        loser = game.at(mucked["seat"])
        winner = next(each for each in game.players if each is not loser)
        assert started["hand"] == hand
        for player, sees in ((winner, told), (loser, told), (looker, False)):
            reply = await player.ask("hand", hand=hand)
            again = [e for e in reply["result"]["events"] if e.get("type") == "hand_mucked"]
            assert [("cards" in event) for event in again] == [sees], (name, player.name)


async def test_a_new_occupant_of_a_seat_sees_nothing_of_his_predecessor(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    leaver = turn.player
    stayer = next(each for each in game.players if each is not leaver)
    cards, seat = set(turn.request["cards"]), leaver.seats[game.name]
    before = game.seen - 5
    since = len(leaver.wire.frames)
    assert (await leaver.ask("leave", table=game.name))["ok"]
    await leaver.left(game.name, since)
    heir = await house.guest("Heir")
    game.eyes = stayer
    await heir.sit(game.name, seat=seat)
    assert (await heir.ask("resume", table=game.name, last_seq=before))["ok"]
    assert (await heir.ask("hand", hand=turn.hand))["ok"]
    of_the_hand = [text for text in texts(heir) if f'"hand":{turn.hand}' in text]
    assert of_the_hand
    assert not any(cards_in(text) & cards for text in of_the_hand)


async def test_every_stored_hand_shows_a_stranger_only_what_was_shown(house):
    """All ids, also those of hands that run or never were."""
    game = await house.table("quick-1", "Anna", "Boris")
    first = await game.turn()
    await first.stay()
    await game.finish()
    running = await game.turn()
    stranger = await house.guest("Mallory")
    for hand in (0, running.hand, running.hand + 1, 2**53 - 1):
        assert (await stranger.ask("hand", hand=hand))["error"]["code"] == "no_such_hand"
    for hand in range(max(1, first.hand - 20), running.hand):
        reply = await stranger.ask("hand", hand=hand)
        if not reply["ok"]:
            continue
        shown = {
            card
            for event in reply["result"]["events"]
            if event.get("type") in ("hand_shown", "openers_shown")
            for card in event["cards"]
        }
        assert cards_in(json.dumps(reply)) == shown
        assert reply["result"]["you"] is None
