"""
Time as a client can see it: what a clock does when it runs out, and what it never does.

Just before and just after the end of a turn's time are looked at with a clock of the test's own, in
`tests/server/tables/test_absence.py`.
"""

import pytest

PHASES = {"the first bets": 0, "the draw": 2, "the second bets": 4}
"""After how many turns of two players that phase is there."""


async def test_a_timeout_checks_where_that_is_free_and_stands_pat_at_the_draw(house):
    game = await house.table("hasty", "Anna", "Boris")
    turn = await game.turn()
    await turn.stay()
    checks = await game.turn()
    assert checks.legal["check"]
    _, acted = await game.next("acted")
    assert acted["seat"] == checks.player.seats[game.name]
    assert (acted["move"], acted["timed_out"]) == ("check", True)
    _, discarded = await game.next("discarded")
    assert (discarded["count"], discarded["timed_out"]) == (0, True)


async def test_a_timeout_folds_where_staying_in_costs_something(house):
    game = await house.table("hasty", "Anna", "Boris")
    turn = await game.turn()
    assert turn.legal["call"]
    _, acted = await game.next("acted")
    assert (acted["move"], acted["timed_out"]) == ("fold", True)


@pytest.mark.parametrize("turns", PHASES.values(), ids=list(PHASES))
async def test_who_drops_in_any_phase_is_played_for_and_keeps_his_seat(house, turns):
    game = await house.table("hasty", "Anna", "Boris")
    anna, boris = game.players
    seat = boris.seats[game.name]
    for _ in range(turns):
        await (await game.turn()).stay()
    await boris.wire.drop()
    await game.until("hand_ended", [anna])
    welcome = await boris.back()
    assert welcome["seats"] == [{"table": game.name, "seat": seat}]


async def test_who_sits_out_is_asked_nothing(house):
    game = await house.table("quick-1", "Anna", "Boris", "Cara")
    turn = await game.turn()
    cara = game.players[2]
    assert (await cara.ask("sit_out", table=game.name))["ok"]
    await turn.stay()
    await game.finish()
    since = len(cara.wire.frames)
    for _ in range(3):
        await game.finish()
    await cara.wire.pong()
    assert not [f for f in cara.wire.frames[since:] if "request" in f]


async def test_to_be_away_while_others_think_costs_nothing(house):
    game = await house.table("calm", "Anna", "Boris")
    turn = await game.turn()
    other = next(each for each in game.players if each is not turn.player)
    game.eyes = turn.player
    await other.wire.drop()
    await other.back()
    await turn.stay()
    answered = await game.turn()
    assert answered.player is other
    assert answered.request["bank_ms"] == turn.request["bank_ms"]
    await answered.stay()


async def test_who_timed_out_until_he_sat_out_sits_in_again_and_is_dealt_in(house):
    game = await house.table("hasty", "Anna", "Boris")
    anna, boris = game.players
    out = await game.until("sat_out", [anna])
    assert out["seat"] == boris.seats[game.name]
    assert (await boris.ask("sit_in", table=game.name))["ok"]
    started = await game.until("hand_started", game.players)
    assert boris.seats[game.name] in {each["seat"] for each in started["players"]}


async def test_a_burst_of_changed_minds_has_one_effect_and_the_table_goes_on(house):
    game = await house.table("quick-1", "Anna", "Boris")
    turn = await game.turn()
    moves = [("call",), ("raise", 20), ("fold",), ("call",), ("raise", 40)] * 4
    for number, (kind, *to) in enumerate(moves):
        action = {"type": kind} | ({"to": to[0]} if to else {})
        await turn.player.wire.send(turn.act_message(action, f"burst {number}"))
    replies = [await turn.player.wire.reply(f"burst {n}") for n in range(len(moves))]
    assert [reply["ok"] for reply in replies] == [True] + [False] * (len(moves) - 1)
    assert {reply["error"]["code"] for reply in replies[1:]} == {"stale_turn"}
    await game.finish()
