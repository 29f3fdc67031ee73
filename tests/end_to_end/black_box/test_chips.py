"""
Rules and chips over the wire; that no chip is made or lost is checked after every test.
"""

import asyncio

import pytest


async def test_heads_up_the_button_posts_small_acts_first_before_the_draw_and_last_after(house):
    game = await house.table("quick-1", "Anna", "Boris")
    _, started = await game.next("hand_started")
    first = await game.turn()
    button = first.player.seats[game.name]
    assert started["button"] == started["small_blind"] == button
    await first.stay()
    await (await game.turn()).stay()
    drawing = await game.turn()
    assert (drawing.kind, drawing.player.seats[game.name] != button) == ("draw", True)
    await drawing.stay()
    await (await game.turn()).stay()
    after = await game.turn()
    assert (after.kind, after.player.seats[game.name] != button) == ("bet", True)


async def test_when_the_third_player_leaves_the_two_go_on_heads_up(house):
    game = await house.table("quick-1", "Anna", "Boris", "Cara")
    anna, boris, cara = game.players
    assert (await cara.ask("post", table=game.name))["ok"]
    turn = await game.hand_of(3)
    assert (await cara.ask("leave", table=game.name))["ok"]
    if turn.player is not cara:
        await turn.stay()
    await game.until("hand_ended", (anna, boris))
    _, started = await game.next("hand_started")
    assert {each["seat"] for each in started["players"]} == {
        anna.seats[game.name],
        boris.seats[game.name],
    }
    assert started["small_blind"] == started["button"] != started["big_blind"]


async def test_a_stack_below_the_blind_is_all_in_by_it_and_the_hand_runs_on(house):
    game = await house.table("short")
    for word in ("Anna", "Boris"):
        await game.seat(await house.guest(word), buy_in=3)
    ended = await game.until("hand_ended", game.players)
    assert sum(each["stack"] for each in ended["stacks"]) == 6


async def test_an_all_in_player_wins_from_each_no_more_than_he_put_in(house):
    game = await house.table("quick-1")
    for word, chips in (("Anna", 3000), ("Boris", 2000), ("Cara", 500)):
        await game.seat(await house.guest(word), buy_in=chips)
    cara = game.players[2]
    assert (await cara.ask("post", table=game.name))["ok"]
    turn = await game.hand_of(3)
    while turn is not None:
        raises = turn.legal.get("raise") or turn.legal.get("bet")
        if turn.player is cara and raises:
            kind = "raise" if "raise" in turn.legal else "bet"
            assert (await turn.act(kind, to=raises["max"]))["ok"]
        else:
            await turn.stay()
        turn = await game.turn_or_end()


async def test_a_shove_that_is_folded_to_comes_back(house):
    game = await house.table("quick-1", "Anna", "Boris")
    shove = await game.turn()
    assert (await shove.act("raise", to=shove.legal["raise"]["max"]))["ok"]
    fold = await game.turn()
    assert (await fold.act("fold"))["ok"]
    _, returned = await game.next("bet_returned")
    assert returned["seat"] == shove.player.seats[game.name]
    _, ended = await game.next("hand_ended")
    assert {each["seat"]: each["stack"] for each in ended["stacks"]} == {
        shove.player.seats[game.name]: 1010,
        fold.player.seats[game.name]: 990,
    }


async def test_the_least_raise_is_that_of_the_last_raise_however_short_the_other_is(house):
    game = await house.table("quick-1")
    await game.seat(await house.guest("Anna"), buy_in=5000)
    await game.seat(await house.guest("Boris"), buy_in=5000)
    turn = await game.turn()
    assert turn.legal["raise"]["min"] == 20
    assert (await turn.act("raise", to=70))["ok"]
    answer = await game.turn()
    assert answer.legal["raise"]["min"] == 130


async def test_eight_who_draw_five_each_never_hold_a_card_twice(house):
    game = await house.table("eight", *(f"Guest{n}" for n in range(8)))
    for player in game.players[2:]:
        assert (await player.ask("post", table=game.name))["ok"]
    turn = await game.hand_of(8)
    hands = {}
    while turn is not None:
        seat = turn.player.seats[game.name]
        if turn.kind == "draw":
            assert (await turn.act("draw", cards=turn.request["cards"]))["ok"]
        else:
            hands[seat] = turn.request["cards"]
            await turn.stay()
        turn = await game.turn_or_end()
    held = [card for cards in hands.values() for card in cards]
    assert len(held) == len(set(held)) == 40


async def test_who_lost_everything_is_not_dealt_in_until_he_has_chips_again(house):
    game = await house.table("quick-1")
    for word in ("Anna", "Boris"):
        await game.seat(await house.guest(word), buy_in=10)
    broke = game.at((await game.until("sat_out", game.players))["seat"])
    assert (await broke.ask("sit_in", table=game.name))["error"]["code"] == "no_chips"
    assert (await broke.ask("top_up", table=game.name, to=1000))["ok"]
    assert (await broke.ask("sit_in", table=game.name))["ok"]
    _, started = await game.next("hand_started")
    assert len(started["players"]) == 2


@pytest.mark.parametrize("turns", range(6))
async def test_who_sits_down_in_any_phase_waits_and_the_hand_goes_on(house, turns):
    game = await house.table("quick-1", "Anna", "Boris")
    _, started = await game.next("hand_started")
    for _ in range(turns):
        await (await game.turn()).stay()
    await game.seat(await house.guest("Cara"))
    while (turn := await game.turn_or_end()) is not None:
        await turn.stay()
    assert len(started["players"]) == 2


async def test_to_leave_on_turn_folds_now_and_takes_the_rest_home_after_the_hand(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    leaver = turn.player
    game.eyes = next(each for each in game.players if each is not leaver)
    since = len(leaver.wire.frames)
    assert (await leaver.ask("leave", table=game.name))["ok"]
    _, acted = await game.next("acted")
    assert (acted["seat"], acted["move"]) == (leaver.seats[game.name], "fold")
    await leaver.left(game.name, since)
    assert (await leaver.back())["chips"] == leaver.chips


async def test_to_leave_off_turn_folds_when_the_turn_comes(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    leaver = next(each for each in game.players if each is not turn.player)
    game.eyes = turn.player
    assert (await leaver.ask("leave", table=game.name))["ok"]
    await turn.stay()
    while True:
        _, acted = await game.next("acted")
        if acted["seat"] == leaver.seats[game.name]:
            break
    assert acted["move"] == "fold"


async def test_who_sits_out_in_mid_hand_is_neither_dealt_nor_charged_the_next(house):
    game = await house.table("quick-1", "Anna", "Boris", "Cara")
    cara = game.players[2]
    assert (await cara.ask("post", table=game.name))["ok"]
    turn = await game.hand_of(3)
    assert (await cara.ask("sit_out", table=game.name))["ok"]
    await turn.stay()
    await game.finish()
    for _ in range(2):
        _, started = await game.next("hand_started")
        assert cara.seats[game.name] not in {each["seat"] for each in started["players"]}
        await game.finish()


async def test_who_went_away_rich_comes_back_with_no_less(house):
    game = await house.table("quick-1")
    anna = await house.guest("Anna")
    await game.seat(anna, buy_in=2000)
    for _ in range(2):
        await anna.leave(game.name)
        poorer = await anna.ask("sit", table=game.name, buy_in=1000)
        assert poorer["error"]["code"] == "buy_in_too_small"
        await game.seat(anna, buy_in=2000)


async def test_the_button_goes_round_though_somebody_sits_out(house):
    game = await house.table("quick-1", "Anna", "Boris", "Cara")
    cara = game.players[2]
    assert (await cara.ask("post", table=game.name))["ok"]
    turn = await game.hand_of(3)
    assert (await cara.ask("sit_out", table=game.name))["ok"]
    await turn.stay()
    await game.finish()
    payers = []
    for _ in range(4):
        _, started = await game.next("hand_started")
        payers.append(started["big_blind"])
        await game.finish()
    assert payers[0] != payers[1]
    assert payers == [payers[0], payers[1]] * 2


async def test_one_account_has_one_seat_at_a_table_however_often_it_asks_at_once(house):
    game = await house.table("quick-1")
    anna = await house.guest("Anna")
    anna.seats[game.name] = 1
    ids = [await anna.wire.start("sit", table=game.name, seat=n) for n in (1, 2, 3, 1, 2, 3)]
    replies = [await anna.wire.reply(each) for each in ids]
    assert [reply["ok"] for reply in replies] == [True] + [False] * 5
    assert {reply["error"]["code"] for reply in replies[1:]} == {"already_seated"}


@pytest.mark.soak(slice=2)
async def test_buying_in_and_cashing_out_everywhere_at_once_loses_no_chip(house, rounds):
    tables = [f"quick-{number}" for number in range(1, 11)]
    guests = [await house.guest(word) for word in ("Anna", "Boris", "Cara")]
    came_with = [guest.chips for guest in guests]
    for rng in rounds:
        ids = {
            guest: [
                await guest.wire.start(kind, table=table)
                for table in rng.sample(tables, len(tables))
                for kind in ("sit", "sit_out", "leave")
            ]
            for guest in guests
        }
        for guest, asked in ids.items():
            await asyncio.gather(*(guest.wire.reply(each) for each in asked))
            guest.seats = dict.fromkeys(tables, 0)
    for guest in guests:
        await guest.get_up()
    for guest in guests:
        while "seats" in await guest.back():
            pass
        guest.seats = {}
    assert sum(guest.chips for guest in guests) == sum(came_with)
