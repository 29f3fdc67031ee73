"""
What somebody might try who does not play by the rules. Nothing of it has an effect; each of it is
answered, or ends with a close code that the protocol names, and nothing is put right in silence.
"""

import asyncio
import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.end_to_end.black_box.wire import dial

LARGEST = 2**53 - 1
TABLES = {
    "no limit": "quick-1",
    "pot limit": "pot-limit",
    "fixed limit": "fixed",
    "spread limit": "spread",
    "chips of 25": "units",
}


# Amounts.


@pytest.mark.soak(slice=1)
@pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))
async def test_amounts_that_are_not_legal_are_refused_and_never_put_right(house, table, rounds):
    for rng in rounds:
        game = await house.table(table, "Anna", "Boris")
        unit = game.ruleset.get("unit", 1)
        for _ in range(12):
            turn = await game.turn()
            before = await look(turn.player, game)
            await refuse_amounts(turn, unit)
            assert await look(turn.player, game) == before
            await go_on(turn, "min" if rng.random() < 0.3 else None)
        while not await go_on(await game.turn(), "max"):
            pass
        await house.everybody_up()


async def go_on(turn, limit):
    """Bet or raise what the limit allows, if that may be; else stay in."""
    for kind in ("bet", "raise"):
        if limit and kind in turn.legal:
            assert (await turn.act(kind, to=turn.legal[kind][limit]))["ok"]
            return True
    await turn.stay()
    return False


async def refuse_amounts(turn, unit):
    for kind in ("bet", "raise"):
        limits = turn.legal.get(kind)
        wrong = [0, 1, LARGEST]
        if limits:
            wrong = [limits["max"] + unit, limits["min"] - unit, 0, LARGEST // unit * unit]
            wrong += [limits["min"] + 1, limits["max"] - 1] if unit > 1 else []
        for to in wrong:
            reply = await turn.act(kind, to=to)
            assert not reply["ok"], (kind, to, turn.legal)
            assert reply["request"]["legal"] == turn.legal
            assert reply["turn"]["turn"] == turn.number


AMOUNTS = ("-1", "1.5", "20.0", "1e400", "NaN", "Infinity", '"20"', "null", "[20]", "true", "1e2",
           str(2**53), str(2**63), str(2**64), "9" * 400, "-0.0", "{}")  # fmt: skip


@pytest.mark.parametrize("amount", AMOUNTS, ids=[each[:12] for each in AMOUNTS])
async def test_an_amount_that_is_no_whole_number_of_chips_is_refused(house, amount):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    before = await look(turn.player, game)
    message = json.dumps(turn.act_message({"type": "raise", "to": "HERE"}, "odd"))
    wire = turn.player.wire
    await wire.send(message.replace('"HERE"', amount), odd="odd")
    await wire.pong()
    refused = [f for f in wire.frames if f.get("error")]
    assert [f["error"]["code"] for f in refused] in (["bad_message"], ["bad_json"])
    assert await look(turn.player, game) == before
    await turn.stay()


async def look(player, game):
    """Stacks, bets and pot as they stand."""
    request_id = await player.wire.start("resume", table=game.name)
    frame = await player.wire.see(lambda f: (f.get("reply") or {}).get("id") == request_id)
    return frame["seq"], frame["view"]


# The draw.


async def until_the_draw(game):
    for _ in range(2):
        await (await game.turn()).stay()
    turn = await game.turn()
    assert turn.kind == "draw"
    return turn


def not_of(cards):
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return [card for card in deck if card not in cards]


async def test_every_way_to_cheat_at_the_draw_is_refused(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await until_the_draw(game)
    own = turn.request["cards"]
    other = next(each for each in game.players if each is not turn.player)
    cheats = {
        "duplicate_discard": [[card] * 2 for card in own] + [[*own[:4], own[0]]],
        "card_not_held": [[card] for card in not_of(own)] + [[*own[:4], not_of(own)[0]]],
    }
    for code, discards in cheats.items():
        for cards in discards:
            reply = await turn.act("draw", cards=cards)
            assert reply["error"]["code"] == code, cards
            assert reply["request"]["cards"] == own
    for cards in (["X1"], ["X2"], [*own, "X1"], [*own, not_of(own)[0]]):
        assert not (await turn.act("draw", cards=cards))["ok"], cards
    for kind in ("fold", "check", "call"):
        assert (await turn.act(kind))["error"]["code"] == "wrong_phase"
    assert (await turn.act("raise", to=20))["error"]["code"] == "wrong_phase"
    assert not (await turn.act("draw", player=other, cards=[]))["ok"]
    assert (await turn.act("draw", cards=own[:1]))["ok"]
    for cards in (own[:1], own[1:2], []):
        assert not (await turn.act("draw", cards=cards))["ok"], "a second draw"


async def test_what_is_not_a_card_cannot_be_thrown(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await until_the_draw(game)
    odd: tuple = (
        "",
        "A",
        "1h",
        "AH",
        "ah",
        "10h",
        " Ah",
        "Ah ",
        "A♥",
        "X3",
        "XX",
        "Ahh",
        0,
        None,
        {},
        [],
    )
    for card in odd:
        reply = await turn.act("draw", cards=[card])
        assert reply["error"]["code"] == "bad_message", card
    await turn.player.back()  # a connection may send only so much that cannot be read
    for cards in ("Ah", {"0": "Ah"}, [turn.request["cards"]], turn.request["cards"] * 2):
        assert (await turn.act("draw", cards=cards))["error"]["code"] == "bad_message", cards
    await turn.stay()


async def test_with_three_to_draw_more_may_go_only_as_the_table_says(house):
    game = await house.table("three", "Anna", "Boris")
    turn = await game.turn()
    while turn.kind != "draw":
        await turn.stay()
        turn = await game.turn()
    cards = turn.request["cards"]
    keeps_ace = any(card.startswith("A") for card in cards)
    assert turn.legal["draw"] == (4 if keeps_ace else 3)
    assert (await turn.act("draw", cards=cards))["error"]["code"] == "too_many_discards"
    for kept in cards:
        if not kept.startswith("A"):
            four = [card for card in cards if card != kept]
            assert (await turn.act("draw", cards=four))["error"]["code"] == "too_many_discards"
    await turn.stay()


async def test_who_folded_neither_draws_nor_bets(house):
    game = await house.table("quick-1", "Anna", "Boris", "Cara")
    assert (await game.players[2].ask("post", table=game.name))["ok"]
    turn = await game.hand_of(3)
    out, own = turn.player, turn.request["cards"]
    assert (await turn.act("fold"))["ok"]
    while (turn := await game.turn_or_end()) is not None:
        for kind, fields in (("draw", {"cards": own[:2]}), ("call", {}), ("raise", {"to": 40})):
            reply = await turn.act(kind, player=out, **fields)
            assert reply["error"]["code"] in ("not_in_hand", "not_your_turn", "wrong_phase")
        await turn.stay()


# Somebody else's seat.


async def test_nobody_acts_for_another_seat_or_at_another_table(house):
    game = await house.table("quick-1", "Anna", "Boris")
    elsewhere = await house.table("quick-2", "Cara", "Dora")
    turn = await game.turn()
    asked_elsewhere = await elsewhere.turn()
    stranger = await house.guest("Mallory")
    for intruder in (stranger, *elsewhere.players):
        assert (await turn.act("fold", player=intruder))["error"]["code"] == "not_seated"
    other = next(each for each in game.players if each is not turn.player)
    assert (await turn.act("fold", player=other))["error"]["code"] == "not_your_turn"
    message = turn.act_message({"type": "fold"}, "seat") | {"seat": turn.player.seats[game.name]}
    await other.wire.send(message)
    assert (await other.wire.reply("seat"))["error"]["code"] == "bad_message"
    message = turn.act_message({"type": "fold", "seat": 1}, "seat 2")
    await other.wire.send(message)
    assert (await other.wire.reply("seat 2"))["error"]["code"] == "bad_message"
    await turn.stay()
    await asked_elsewhere.stay()


async def test_a_spectator_can_do_nothing_of_what_a_seat_can(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    looker = await house.guest("Watcher")
    assert (await looker.ask("watch", table=game.name))["ok"]
    moves: tuple = (
        ("fold", {}),
        ("check", {}),
        ("call", {}),
        ("bet", {"to": 20}),
        ("raise", {"to": 20}),
        ("draw", {"cards": turn.request["cards"]}),
    )
    for kind, fields in moves:
        reply = await turn.act(kind, player=looker, **fields)
        assert reply["error"]["code"] == "not_seated"
        assert "request" not in reply
    for kind, fields in (
        ("leave", {}),
        ("sit_out", {}),
        ("sit_in", {}),
        ("post", {}),
        ("top_up", {"to": 1000}),
        ("show", {"hand": turn.hand}),
    ):
        reply = await looker.ask(kind, table=game.name, **fields)
        assert not reply["ok"], kind
        assert reply["error"]["code"] in ("not_seated", "stale_turn")
    await turn.stay()


async def test_a_hand_that_was_not_finished_cannot_be_shown(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    assert not (await turn.player.ask("show", table=game.name, hand=turn.hand))["ok"]
    await turn.stay()


# Doors.


async def test_who_says_nothing_is_sent_away(house):
    wire = await house.dial()
    assert await wire.cut_off() == 4001
    assert wire.frames == []


@pytest.mark.parametrize("size", [8_193, 100_000])
async def test_a_giant_frame_ends_the_connection_and_nothing_else(house, size):
    guest = await house.guest()
    await guest.wire.send(json.dumps({"type": "tables", "id": "x" * size}))
    assert await guest.wire.cut_off() == 1009
    await guest.back()


async def test_a_message_in_endless_pieces_ends_the_connection(house):
    guest = await house.guest()

    async def pieces():
        while True:
            yield "[" * 100
            await asyncio.sleep(0)  # so that this side hears the other

    with pytest.raises(ConnectionClosed):
        await guest.wire.socket.send(pieces())
    assert await guest.wire.cut_off() == 1009
    await guest.back()


async def test_compression_is_not_agreed_to(house):
    async with dial(house.url) as wire:
        assert wire.socket.protocol.extensions == []
        assert wire.socket.subprotocol == "showdown.v1"


async def test_a_web_page_cannot_use_a_players_browser(house):
    with pytest.raises(InvalidStatus) as refused:
        async with dial(house.url, origin="https://evil.example"):
            pass
    assert refused.value.response.status_code == 403


async def test_a_token_is_taken_from_the_first_message_or_the_handshake_and_not_from_the_url(house):
    guest = await house.guest()
    url = f"{house.url}/?token={guest.token}"
    async with dial(url) as wire:
        assert (await wire.ask("hello"))["error"]["code"] == "no_name"
    async with dial(house.url, additional_headers={"Authorization": f"Bearer {guest.token}"}) as w:
        assert (await w.ask("hello"))["ok"]
        assert (await w.see(lambda f: f["type"] == "welcome"))["account"] == guest.account
    assert await guest.wire.cut_off() == 4003


@pytest.mark.parametrize("token", ["x", "0" * 43, "' OR 1=1 --", "é" * 10])
async def test_a_token_that_was_never_given_opens_nothing(house, token):
    wire = await house.dial()
    assert (await wire.ask("hello", token=token))["error"]["code"] == "bad_token"
    assert (await wire.ask("tables"))["error"]["code"] == "hello_first"


async def test_a_wrong_password_an_unknown_name_and_a_guests_name_are_answered_alike(house):
    guest = await house.guest("Guest")
    owner = await house.guest("Owner")
    assert (await owner.ask("register", password="correct horse"))["ok"]
    answers = []
    for name in (owner.name, guest.name, f"{guest.name}x"):
        wire = await house.dial()
        reply = await wire.ask("hello", name=name, password="wrong horse")
        answers.append(json.dumps(reply["error"]).replace(name, "NAME"))
    assert len(set(answers)) == 1, answers


async def test_control_characters_in_names_are_refused(house):
    wire = await house.dial()
    for name in ("\x1b[31mred", "a\nb", "a\u202eb", "a\u200bb", "\u0000", " ", "a\tb", "\ud800"):
        text = json.dumps({"type": "hello", "id": "n", "name": name})
        await wire.send(text, odd="n")
        await wire.pong()
        assert wire.frames[-2]["error"], name
    assert not any(frame["type"] == "welcome" for frame in wire.frames)
