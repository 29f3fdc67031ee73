"""The table's actor: write, then tell; time; people who come, go and drop."""

import pytest

from server.ports import HOUSE, StorageError
from showdown import Game, Ruleset
from showdown.protocol import messages as msg
from showdown.rules import seen
from showdown.rules.events import HandEnded, Move
from tests.server.tables.kit import NL, open_room


async def play_on(room, players):
    """Check, call and stand pat until the hand is over."""
    while room.actor.state.running is not None:
        player = await room.to_act(*players)
        legal = player.request.legal
        free = msg.Draw() if legal.draw is not None else msg.Check()
        reply = await player.act(msg.Call() if legal.call else free)
        assert reply.ok, reply.error


async def test_two_players_sit_down_and_a_hand_begins_after_the_pause():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        assert room.actor.state.running is None
        await room.pass_time(NL.hand_pause)
        assert room.actor.state.running is not None
        dealt = [e for e in anna.events if isinstance(e, seen.CardsDealt)]
        assert [hand.cards is not None for hand in dealt[0].hands] == [False, True] or [
            hand.cards is not None for hand in dealt[0].hands
        ] == [True, False]
        assert boris.session.tables[room.table].view.own.cards is not None


async def test_a_hand_is_stored_with_its_record_and_chips_are_conserved():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        chips = room.chips()
        for _ in range(3):
            await room.pass_time(NL.hand_pause)
            await play_on(room, players)
            assert room.chips() == chips
        records = room.storage.hands.records
        assert len(records) == 3
        assert all(isinstance(r.events[-1], HandEnded) for r in records.values())


async def test_nothing_is_told_before_it_is_durable():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        told = [len(p.told) for p in players]
        hand = room.actor.state.running
        with room.storage.journal.held():
            request = msg.Act(
                id="x", table=room.table, hand=hand.hand, turn=hand.turn, action=msg.Fold()
            )
            import asyncio

            asking = asyncio.create_task(room.desk.ask(player, player.name, request, 0.0))
            for _ in range(5):
                await asyncio.sleep(0)
            assert [len(p.told) for p in players] == told
            assert room.actor.state.running is hand
        await asking
        await room.settle()
        assert player.reply_to("x").ok


async def test_what_cannot_be_stored_is_refused_and_nothing_changes():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        before = room.actor.state
        room.storage.journal.fail_next = StorageError("The disk is full.")
        reply = await player.act(msg.Fold())
        assert (reply.ok, reply.error.code) == (False, "unavailable")
        assert "cannot store what happens" in reply.error.message
        assert room.actor.state == before
        await room.pass_time(1)
        assert (await player.act(msg.Fold())).ok


async def test_the_dealer_tries_again_what_the_database_did_not_take():
    async with open_room() as room:
        await room.seated("Anna", "Boris")
        room.storage.journal.fail_next = StorageError("The disk is full.")
        await room.pass_time(NL.hand_pause)
        assert room.actor.state.running is None
        await room.pass_time(1)
        assert room.actor.state.running is not None


async def test_what_happens_between_hands_belongs_to_no_hand():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        await play_on(room, players)
        await players[0].ask(msg.SitOut, table=room.table)
        updates = [m for m in players[1].told if isinstance(m, msg.Update)]
        assert (updates[-2].hand, updates[-1].hand) == (1, None)


async def test_everyone_gets_one_frame_for_each_action():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        told = [len(p.told) for p in players]
        await player.act(msg.Call())
        assert [len(p.told) for p in players] == [count + 1 for count in told]


async def test_a_retry_of_an_accepted_action_has_its_reply_and_no_second_effect():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        hand = room.actor.state.running
        again = {"hand": hand.hand, "turn": hand.turn, "id": "a1"}
        assert (await player.act(msg.Call(), **again)).ok
        after = room.actor.state
        assert (await player.act(msg.Call(), **again)).ok
        assert room.actor.state == after
        reply = await player.act(msg.Fold(), **again)
        assert reply.error.code == "id_conflict"
        assert room.actor.state == after


async def test_a_refused_action_is_answered_with_the_present_turn_and_does_not_spend_its_id():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        reply = await player.act(msg.Raise(to=15), id="a1")
        assert reply.error.code == "amount_too_small"
        assert reply.error.message == "A raise to 15 is below the minimum of 20."
        assert reply.error.details == msg.Details(found=15, wanted=20)
        assert reply.turn.seat == room.actor.state.running.seat_to_act
        assert reply.request == player.request
        assert (await player.act(msg.Raise(to=20), id="a1")).ok


async def test_another_seat_and_an_old_turn_are_refused():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        other = next(p for p in players if p is not player)
        watcher = await room.player("Wanda")
        await watcher.ask(msg.Watch, table=room.table)
        turn = room.actor.state.running.turn
        assert (await other.act(msg.Fold())).error.code == "not_your_turn"
        assert (await watcher.act(msg.Fold())).error.code == "not_seated"
        assert (await player.act(msg.Call())).ok
        assert (await player.act(msg.Call(), turn=turn)).error.code == "stale_turn"
        assert (await player.act(msg.Call(), hand=99)).error.code == "stale_turn"


async def test_a_spectator_sees_the_game_and_no_cards_until_they_are_shown():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        watcher = room.spectator()
        await watcher.ask(msg.Watch, table=room.table)
        await room.pass_time(NL.hand_pause)
        await play_on(room, players)
        kinds = {type(event) for event in watcher.events}
        assert {seen.HandStarted, seen.CardsDealt, seen.HandShown, seen.HandEnded} <= kinds
        dealt = next(e for e in watcher.events if isinstance(e, seen.CardsDealt))
        assert all(hand.cards is None and hand.count == 5 for hand in dealt.hands)
        reply = await watcher.ask(msg.Sit, table=room.table)
        assert reply.error.code == "not_signed_in"


# Time (RULES 15).


async def test_who_says_nothing_for_base_time_and_bank_is_folded_when_there_is_a_bet():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        await room.pass_time(79.9)
        assert await room.to_act(*players) is player
        await room.pass_time(0.2)
        acted = [e for e in player.events if isinstance(e, seen.Acted)]
        assert (acted[-1].move, acted[-1].timed_out) == (Move.FOLD, True)
        spent = [e for e in player.events if isinstance(e, seen.BankSpent)]
        assert spent[-1].bank_ms == 0


async def test_a_timeout_never_ruins_a_free_check_and_stands_pat_at_the_draw():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        small = await room.to_act(*players)
        await small.act(msg.Call())
        big = await room.to_act(*players)
        assert big is not small
        await room.pass_time(80)
        acted = [e for e in big.events if isinstance(e, seen.Acted)]
        assert (acted[-1].move, acted[-1].timed_out) == (Move.CHECK, True)
        assert await room.to_act(*players) is big
        await room.pass_time(20)
        discarded = [e for e in big.events if isinstance(e, seen.Discarded)]
        assert (discarded[-1].count, discarded[-1].timed_out) == (0, True)


async def test_who_answers_in_his_bank_keeps_the_rest_of_it():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        await room.pass_time(25)
        assert room.actor.turn_clock.left_ms(player.session.tables[room.table].view.you) == (
            0,
            55_000,
        )
        await player.act(msg.Call())
        spent = [e for e in player.events if isinstance(e, seen.BankSpent)]
        assert [e.bank_ms for e in spent] == [55_000]


async def test_an_answer_counts_from_when_it_arrived_not_from_when_it_was_read():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        arrived = room.clock.now() + 19
        await room.pass_time(40)
        await player.act(msg.Call(), arrived=arrived)
        assert not [e for e in player.events if isinstance(e, seen.BankSpent)]


async def test_after_two_timeouts_in_a_row_a_player_sits_out():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        sleeper = await room.to_act(*players)
        other = next(p for p in players if p is not sleeper)
        await sleeper.act(msg.Call())
        await other.act(msg.Check())
        while room.actor.state.running is not None:
            player = await room.to_act(*players)
            if player is sleeper:
                await room.pass_time(80)
            elif player.request.legal.draw is not None:
                await player.act(msg.Draw())
            else:
                await player.act(msg.Check())
        assert room.actor.state.seating.of(sleeper.account).sitting_out
        assert (await sleeper.ask(msg.SitIn, table=room.table)).ok
        await room.pass_time(NL.hand_pause)
        assert room.actor.state.running is not None


async def test_a_player_cut_off_with_chips_in_the_pot_has_grace_once_and_then_sits_out():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        other = next(p for p in players if p is not player)
        room.actor.hide(player)
        await room.pass_time(80)
        assert await room.to_act(*players) is player
        await room.pass_time(29.9)
        assert await room.to_act(*players) is player
        await room.pass_time(0.2)
        assert room.actor.state.running is None
        assert room.actor.state.seating.of(player.account).sitting_out
        assert any(isinstance(e, seen.SatOut) for e in other.events)


async def test_a_drop_never_moves_another_players_clock():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        other = next(p for p in players if p is not player)
        await room.pass_time(10)
        room.actor.hide(other)
        room.actor.show(other)
        assert room.actor.turn_clock.left_ms(player.session.tables[room.table].view.you) == (
            10_000,
            60_000,
        )
        assert other.told[-1].view.turn.seat == room.actor.state.running.seat_to_act


# Seats and chips (RULES 5, 7.7, 7.8).


async def test_leaving_on_turn_folds_at_once_and_takes_the_chips_home_after_the_hand():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)
        leaver = await room.to_act(*players)
        assert (await leaver.ask(msg.Leave, table=room.table)).ok
        assert room.actor.state.seating.of(leaver.account) is None
        assert room.storage.accounts.accounts[leaver.account].chips == 9_995
        left = [e for e in leaver.events if isinstance(e, seen.Left)]
        assert [e.stack for e in left] == [995]


async def test_leaving_off_turn_folds_when_the_turn_comes():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        first = await room.to_act(*players)
        leaver = next(p for p in players if p is not first)
        await leaver.ask(msg.Leave, table=room.table)
        assert room.actor.state.seating.of(leaver.account) is not None
        others = [p for p in players if p is not leaver]
        await play_on(room, others)
        assert room.actor.state.seating.of(leaver.account) is None
        moves = [e.move for e in first.events if isinstance(e, seen.Acted)]
        assert Move.FOLD in moves


async def test_a_full_table_and_a_taken_seat_and_a_wrong_buy_in_are_refused_with_a_sentence():
    async with open_room(Ruleset(sb=5, bb=10, max_seats=2)) as room:
        anna, _ = await room.seated("Anna", "Boris")
        carl = await room.player("Carl")
        full = await carl.ask(msg.Sit, table=room.table)
        assert (full.error.code, full.error.message) == (
            "table_full",
            "The table is full: all 2 seats are taken.",
        )
        twice = await anna.ask(msg.Sit, table=room.table)
        assert twice.error.code == "already_seated"
    async with open_room() as room:
        await room.seated("Anna", seat=3)
        carl = await room.player("Carl", chips=900)
        for fields, code in (
            ({"seat": 3}, "seat_taken"),
            ({"seat": 7}, "no_such_seat"),
            ({"buy_in": 399}, "buy_in_too_small"),
            ({"buy_in": 901}, "insufficient_funds"),
        ):
            reply = await carl.ask(msg.Sit, table=room.table, **fields)
            assert reply.error.code == code
        assert (await carl.ask(msg.Sit, table=room.table)).ok
        assert room.actor.state.seating.of(carl.account).stack == 900


async def test_who_is_broke_sits_out_and_plays_on_after_a_top_up():
    rules = Ruleset(sb=5, bb=10, min_buy=10, max_buy=10)
    async with open_room(rules) as room:
        players = await room.seated("Anna", "Boris")
        chips = room.chips()
        while True:
            await room.pass_time(3)
            if room.actor.state.running is None:
                break
            await play_on(room, players)
        broke = next(o for o in room.actor.state.seating.occupants if not o.stack)
        assert broke.sitting_out
        loser = next(p for p in players if p.account == broke.account)
        refused = await loser.ask(msg.SitIn, table=room.table)
        assert refused.error.code == "no_chips"
        assert (await loser.ask(msg.TopUp, table=room.table, to=10)).ok
        assert (await loser.ask(msg.SitIn, table=room.table)).ok
        assert room.chips() == chips
        await room.pass_time(3)
        assert room.actor.state.running is not None


async def test_a_seat_is_kept_for_twenty_minutes_and_its_chips_go_home():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris")
        await anna.ask(msg.SitOut, table=room.table)
        await room.pass_time(20 * 60 - 1)
        assert room.actor.state.seating.of(anna.account) is not None
        await room.pass_time(2)
        assert room.actor.state.seating.of(anna.account) is None
        assert room.storage.accounts.accounts[anna.account].chips == 10_000
        assert room.actor.state.seating.of(boris.account) is not None


async def test_the_seat_of_a_player_without_chips_is_kept_for_two_minutes():
    async with open_room(Ruleset(sb=5, bb=10, min_buy=10, max_buy=10)) as room:
        players = await room.seated("Anna", "Boris")
        while len(room.actor.state.seating.ready) == 2:
            await room.pass_time(3)
            if room.actor.state.running is not None:
                await play_on(room, players)
        broke = next(o for o in room.actor.state.seating.occupants if not o.stack)
        await room.pass_time(119)
        assert room.actor.state.seating.of(broke.account) is not None
        await room.pass_time(2)
        assert room.actor.state.seating.of(broke.account) is None


async def test_who_comes_back_in_time_keeps_his_seat():
    async with open_room() as room:
        anna, _ = await room.seated("Anna", "Boris")
        await anna.ask(msg.SitOut, table=room.table)
        await room.pass_time(15 * 60)
        await anna.ask(msg.SitIn, table=room.table)
        await anna.ask(msg.SitOut, table=room.table)
        await room.pass_time(15 * 60)
        assert room.actor.state.seating.of(anna.account) is not None


async def test_a_top_up_asked_for_in_a_hand_comes_after_it_and_is_nobody_elses_business():
    async with open_room() as room:
        anna, boris = await room.seated("Anna", "Boris", buy_in=400)
        await room.pass_time(NL.hand_pause)
        assert (await anna.ask(msg.TopUp, table=room.table, to=1000)).ok
        assert any(isinstance(e, seen.TopUpAsked) for e in anna.events)
        assert any(isinstance(e, seen.Hidden) for e in boris.events)
        assert not any(isinstance(e, seen.TopUpAsked) for e in boris.events)
        await play_on(room, [anna, boris])
        stack = room.actor.state.seating.of(anna.account).stack
        assert stack == 1000
        assert room.storage.accounts.accounts[anna.account].chips < 10_000 - 400


async def test_rake_goes_to_the_house():
    from decimal import Decimal

    rules = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, rake=Decimal("0.1"))
    async with open_room(rules) as room:
        players = await room.seated("Anna", "Boris")
        chips = room.chips()
        await room.pass_time(3)
        await play_on(room, players)
        assert room.storage.accounts.accounts[HOUSE].chips == 2
        assert room.chips() == chips


# Faults of ours.


async def test_a_table_that_is_opened_again_goes_on_with_the_same_hand():
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        await room.pass_time(NL.hand_pause)
        player = await room.to_act(*players)
        await player.act(msg.Call())
        before = room.actor.state
    async with open_room(storage=room.storage) as again:
        assert again.actor.state == before
        assert again.actor.seq == room.actor.seq
        for each in players:
            each.room = again
            again.actor.show(each)
        await play_on(again, players)
        assert len(room.storage.hands.records) == 1


async def test_an_error_of_ours_rebuilds_the_table_and_play_goes_on(capsys):
    async with open_room() as room:
        players = await room.seated("Anna", "Boris")
        await room.pass_time(NL.hand_pause)

        async def broken():
            room.actor.state = None
            raise RuntimeError("a fault of ours")

        room.actor.post(broken)
        await room.settle()
        assert isinstance(players[0].told[-1], msg.Snapshot)
        await play_on(room, players)
        assert len(room.storage.hands.records) == 1
        assert "table failed and is rebuilt" in capsys.readouterr().out


@pytest.mark.parametrize("hands", [3])
async def test_sequence_numbers_have_no_holes(hands):
    async with open_room() as room:
        players = await room.seated("Anna", "Boris", "Clara")
        for _ in range(hands):
            await room.pass_time(NL.hand_pause)
            await play_on(room, players)
        updates = [m for m in players[0].told if isinstance(m, msg.Update)]
        following = {u.seq + len(u.events) for u in updates}
        assert all(u.seq in following for u in updates[1:])
        assert updates[-1].seq + len(updates[-1].events) - 1 == room.actor.seq
