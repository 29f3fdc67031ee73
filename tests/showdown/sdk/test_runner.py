"""A bot from hello to the last hand, at a table whose server is the test."""

import asyncio
import contextlib
import logging
from itertools import repeat

import pytest
from msgspec.structs import replace

from showdown.bots.contract import Bot
from showdown.protocol import messages as msg
from showdown.protocol.closing import CloseCode, with_hint
from showdown.rules import table as rules
from showdown.rules.ruleset import Ruleset, TableId
from showdown.sdk import ConnectionFailed, ConnectionLost, NoSeat, Refused, choosing, play, run
from tests.showdown.sdk.scripted import Peer, scripted, welcome
from tests.showdown.sdk.small_table import BLUE, GUEST, OTHER, SmallTable

RED = TableId("red")
AT_BLUE = (msg.SeatTaken(table=BLUE, seat=1),)


class Folder(Bot):
    """Folds whenever it can, and remembers what it was told."""

    def __init__(self):
        self.asked, self.events, self.hands = [], [], []

    def decide(self, view):
        self.asked.append(view)
        return view.stand_pat() if view.is_draw else self.move(view)

    def move(self, view):
        return view.fold()

    def on_event(self, event):
        self.events.append(event)

    def on_hand(self, hand):
        self.hands.append(hand)


class Caller(Folder):
    def move(self, view):
        return view.check_or_call()


@contextlib.asynccontextmanager
async def playing(bot, *, delays=lambda: repeat(0.0), **wishes):
    """The server and the task in which a bot plays there."""
    async with scripted() as server:
        task = asyncio.create_task(
            play(bot, server.url, **{"name": "Ada", **wishes}, delays=delays)
        )
        try:
            yield server, task
        finally:
            server.hang_up()
            task.cancel()
            await asyncio.wait({task})


async def arrive(server, token: str | None = "secret", seats=()) -> Peer:
    peer: Peer = await server.accept()
    await peer.greet(welcome(token=token, seats=seats))
    return peer


async def take_seat(server, table) -> Peer:
    peer = await arrive(server)
    asked = await peer.receive(msg.Sit)
    await peer.send(table.sit(asked))
    return peer


async def test_a_bot_with_an_invitation_sits_down_where_it_leads():
    async with scripted() as server:
        playing = asyncio.create_task(play(Caller(), f"{server.url}/#code", name="Ada"))
        peer = await server.accept()
        await peer.greet(replace(welcome(), invited=TableId("friends")))
        assert (await peer.receive(msg.Sit)).table == "friends"
        playing.cancel()
        await asyncio.wait({playing})


async def test_a_bot_whose_invitation_opens_nothing_does_not_sit_down_elsewhere():
    async with scripted() as server:
        playing = asyncio.create_task(play(Caller(), f"{server.url}/#code", name="Ada"))
        await (await server.accept()).greet()
        with pytest.raises(NoSeat, match="This invitation opens no table"):
            await playing


async def resume(peer, table, *missed):
    """The server tells what was missed, and that there is no more."""
    asked = await peer.receive(msg.Resume)
    assert asked.last_seq == (missed[0].seq - 1 if missed else table.seq)
    done = msg.Answer(id=asked.id, ok=True)
    await peer.send(
        *(replace(update, reply=None) for update in missed),
        msg.Update(
            table=BLUE,
            seq=table.seq + 1,
            events=(),
            hand=table.state.hand.hand,
            request=table.request,
            reply=done,
        ),
    )


async def let_go(peer, table):
    leaving = await peer.receive(msg.Leave)
    await peer.send(table.do(rules.Leave(account=GUEST), answers=leaving))


async def test_a_bot_that_sits_already_where_it_was_not_told_so_goes_on_there():
    table, bot = SmallTable(), Caller()
    async with playing(bot, table=BLUE) as (server, _):
        peer = await arrive(server)
        table.do(rules.Sit(account=GUEST, name="Ada", buy_in=1000, seat=1))
        await peer.refuse(msg.Sit, "already_seated", "You have a seat already.", found=1)
        await peer.send(table.snapshot(await peer.receive(msg.Resume)), table.deal())
        assert (await peer.receive(msg.Act)).table == BLUE


# From hello to goodbye.


async def test_a_bot_plays_its_hands_and_gets_up():
    bot, table = Folder(), SmallTable()
    async with playing(bot, table="blue", hands=2) as (server, task):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        act = await peer.receive(msg.Act)
        assert (act.id, act.hand, act.turn) == ("1.1", 1, 1)
        assert act.action == msg.Fold()
        await peer.send(table.take(act))
        await peer.send(table.deal())
        assert table.request is None  # the other one has the button now
        await peer.send(table.play(msg.Fold(), 2))
        await let_go(peer, table)
        assert await task == (2, 0)
    assert [hand.net for hand in bot.hands] == [-5, 5]
    assert [type(event).__name__ for event in bot.hands[0].events] == [
        "HandStarted", "BlindPosted", "BlindPosted", "CardsDealt", "Turn",
        "Acted", "BetReturned", "PotAwarded", "HandEnded",
    ]  # fmt: skip


async def test_a_bot_without_a_table_takes_the_first_with_a_free_seat():
    table = SmallTable()
    full = msg.TableSummary(table=RED, ruleset=table.state.ruleset, players=6, free=(), hand=None)
    async with playing(Folder()) as (server, _):
        peer = await arrive(server)
        asked = await peer.receive(msg.Tables)
        await peer.send(msg.Lobby(tables=(full, table.summary)), msg.Reply(id=asked.id, ok=True))
        assert (await peer.receive(msg.Sit)).table == BLUE


async def test_a_seat_that_somebody_else_took_just_now_is_looked_for_elsewhere():
    table = SmallTable()
    red = msg.TableSummary(table=RED, ruleset=table.state.ruleset, players=5, free=(3,), hand=None)
    async with playing(Folder()) as (server, _):
        peer = await arrive(server)
        asked = await peer.receive(msg.Tables)
        await peer.send(msg.Lobby(tables=(red, table.summary)), msg.Reply(id=asked.id, ok=True))
        refused = await peer.refuse(msg.Sit, "table_full", "The table is full.")
        assert refused.table == RED
        assert (await peer.receive(msg.Sit)).table == BLUE


async def test_without_a_free_seat_anywhere_it_says_so():
    async with playing(Folder()) as (server, task):
        peer = await arrive(server)
        asked = await peer.receive(msg.Tables)
        await peer.send(msg.Lobby(tables=()), msg.Reply(id=asked.id, ok=True))
        with pytest.raises(NoSeat, match="No table has a free seat"):
            await task


async def test_a_table_that_is_not_there_is_named_with_those_that_are():
    async with playing(Folder(), table="green") as (server, task):
        peer = await arrive(server)
        await peer.refuse(msg.Sit, "no_such_table", "There is no table green.")
        asked = await peer.receive(msg.Tables)
        await peer.send(msg.Lobby(tables=(SmallTable().summary,)), msg.Reply(id=asked.id, ok=True))
        with pytest.raises(NoSeat, match="There is no table 'green'; the tables are: blue"):
            await task


async def test_a_buy_in_that_the_table_refuses_is_the_servers_sentence():
    async with playing(Folder(), table="blue", buy_in=5) as (server, task):
        peer = await arrive(server)
        asked = await peer.refuse(msg.Sit, "buy_in_too_small", "A buy-in of 5 is too small.")
        assert asked.buy_in == 5
        with pytest.raises(Refused, match="A buy-in of 5 is too small"):
            await task


async def test_who_sits_already_does_not_sit_again():
    bot, table = Folder(), SmallTable()
    table.sit(msg.Sit(id="earlier", table=BLUE))
    table.deal()
    async with playing(bot, token="mine", name=None) as (server, _):
        peer = await arrive(server, token=None, seats=AT_BLUE)
        await peer.send(table.snapshot())
        assert (await peer.receive(msg.Act)).action == msg.Fold()


@pytest.mark.parametrize("code", ["name_taken", "password_wanted"])
async def test_a_bot_without_a_name_is_called_like_its_class_or_nearly(code):
    async with playing(Folder(), name=None) as (server, _):
        peer = await server.accept()
        taken = await peer.refuse(msg.Hello, code, "The name Folder is taken.")
        assert taken.name == "Folder"
        peer = await server.accept()
        assert (await peer.greet()).name.startswith("Folder-")


async def test_a_name_that_was_given_and_is_taken_is_not_changed():
    async with playing(Folder()) as (server, task):
        peer = await server.accept()
        await peer.refuse(msg.Hello, "name_taken", "The name Ada is taken.")
        with pytest.raises(Refused, match="The name Ada is taken"):
            await task


async def test_the_token_of_a_new_guest_is_told():
    told: list[str] = []
    async with playing(Folder(), on_token=told.append) as (server, _):
        peer = await arrive(server)
        await peer.receive(msg.Tables)
        assert told == ["secret"]


async def test_a_bot_that_is_stopped_gets_up_first():
    table = SmallTable()
    async with playing(Folder(), table="blue") as (server, task):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        await peer.receive(msg.Act)
        task.cancel()
        await let_go(peer, table)
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_a_bot_hears_what_is_said_at_its_table_and_goes_on_whatever_that_does_to_it(caplog):
    class Listener(Folder):
        def on_chat(self, said):
            self.events.append((said.name, said.seat, said.text))
            raise ValueError("what?")

    table, bot = SmallTable(), Listener()
    async with playing(bot, table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(msg.Said(table=RED, name="Eve", text="not here"))
        await peer.send(msg.Said(table=BLUE, name="Bo", text="hello", seat=2))
        await peer.send(table.deal())
        await peer.receive(msg.Act)
    assert bot.events[0] == ("Bo", 2, "hello")
    assert "failed in on_chat: what?" in caplog.text


# Bad bots.


class Raises(Folder):
    def move(self, view):
        raise ZeroDivisionError("no odds")


class Nonsense(Folder):
    def move(self, view):
        return "call"


class TooLittle(Folder):
    def move(self, view):
        return view.raise_to(11)


class ByHand(Folder):
    def move(self, view):
        return msg.Raise(to=11)


class Slow(Folder):
    async def decide(self, view):
        await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("bot", "sentence", "with_traceback"),
    [
        (Raises(), "Raises failed to decide and made the safe move: no odds", True),
        (Nonsense(), "Nonsense chose what is not allowed and made the safe move: 'call'", False),
        (TooLittle(), "TooLittle failed to decide and made the safe move: A raise to 11 is", True),
        (ByHand(), "ByHand chose what is not allowed and made the safe move: A raise to 11", False),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Bot) else None,
)
async def test_a_bot_that_fails_is_logged_once_and_plays_safe(
    caplog, bot, sentence, with_traceback
):
    table = SmallTable()
    async with playing(bot, table="blue") as (server, _):
        peer = await take_seat(server, table)
        for _ in range(2):
            await peer.send(table.deal())
            act = await peer.receive(msg.Act)
            assert act.action == msg.Fold()
            await peer.send(table.take(act), table.deal(), table.play(msg.Fold(), 2))
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(errors) == 1
    assert errors[0].getMessage().startswith(sentence)
    assert bool(errors[0].exc_info) is with_traceback
    assert f"{type(bot).__name__} " in caplog.records[-1].getMessage()
    assert "2 times in all" in caplog.records[-1].getMessage()


async def test_a_bot_that_thinks_too_long_plays_safe(caplog, monkeypatch):
    monkeypatch.setattr(choosing, "MARGIN", 0.01)
    table = SmallTable(Ruleset(sb=5, bb=10, act_time=0, time_bank=0, proof=False))
    async with playing(Slow(), table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        assert (await peer.receive(msg.Act)).action == msg.Fold()
    assert "Slow took too long and made the safe move" in caplog.text


async def test_a_coroutine_may_decide():
    class Thinker(Folder):
        async def decide(self, view):
            return await asyncio.to_thread(view.call)

    table = SmallTable()
    async with playing(Thinker(), table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        assert (await peer.receive(msg.Act)).action == msg.Call()


async def test_a_decision_says_how_long_the_bot_may_think_from_now_on():
    bot, table = Folder(), SmallTable(Ruleset(sb=5, bb=10, act_time=7, time_bank=0, proof=False))
    async with playing(bot, table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        await peer.receive(msg.Act)
    (view,) = bot.asked
    assert view.seconds_left == 7
    assert 0 <= view.latency < 7
    assert choosing.MARGIN <= view.budget <= 7 - choosing.MARGIN - view.latency


async def test_a_hook_that_fails_is_logged_and_the_bot_plays_on(caplog):
    class Forgetful(Folder):
        def on_event(self, event):
            raise KeyError("history")

    table = SmallTable()
    async with playing(Forgetful(), table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        assert (await peer.receive(msg.Act)).action == msg.Fold()
    assert caplog.text.count("Forgetful failed in on_event: 'history'") == 1


async def test_what_the_server_refuses_is_followed_by_the_safe_move(caplog):
    table = SmallTable()
    async with playing(Caller(), table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        call = await peer.refuse(msg.Act, "illegal_action", "Not today.")
        safe = await peer.receive(msg.Act)
        assert (call.action, safe.action) == (msg.Call(), msg.Fold())
        assert (call.id, safe.id) == ("1.1", "1.1s")
    assert "Caller chose what the server refused: Not today." in caplog.text


# Once a turn, whatever happens.


async def test_a_turn_that_is_told_twice_is_answered_once():
    bot, table = Caller(), SmallTable()
    async with playing(bot, table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        again = table.snapshot()
        act = await peer.receive(msg.Act)
        await peer.send(msg.Reply(id=act.id, ok=True), again)
        await peer.send(table.play(act.action, 1), table.play(msg.Check(), 2))
        await peer.send(table.play(msg.Draw(), 2))
        draw = await peer.receive(msg.Act)
        assert (draw.id, draw.action) == ("1.4", msg.Draw())
    assert [view.request.turn for view in bot.asked] == [1, 4]


async def test_a_turn_that_was_over_is_let_go():
    bot, table = Caller(), SmallTable()
    async with playing(bot, table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        await peer.refuse(msg.Act, "stale_turn", "Turn 1 is not the present turn.")
        await peer.send(table.play(msg.Fold(), 1), table.deal(), table.play(msg.Call(), 2))
        assert (await peer.receive(msg.Act)).hand == 2


@pytest.mark.parametrize("code", ["unavailable", "slow_down"])
async def test_what_could_not_be_done_now_is_sent_again_with_its_id(code):
    table = SmallTable()
    async with playing(Caller(), table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        first = await peer.refuse(msg.Act, code, "Not now.")
        assert await peer.receive(msg.Act) == first


async def test_after_a_lost_connection_the_same_move_is_sent_with_the_same_id():
    bot, table = Caller(), SmallTable()
    async with playing(bot, table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        lost = await peer.receive(msg.Act)
        peer.abort()
        peer = await server.accept()
        hello = await peer.greet(welcome(seats=AT_BLUE))
        assert (hello.token, hello.name) == ("secret", None)
        assert hello.resume
        await resume(peer, table)
        again = await peer.answer(msg.Act)
        assert again == lost
    assert len(bot.asked) == 1


async def test_a_move_that_was_taken_though_the_reply_was_lost_is_not_sent_again():
    bot, table = Caller(), SmallTable()
    async with playing(bot, table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        lost = await peer.receive(msg.Act)
        missed = table.take(lost)
        peer.abort()
        peer = await arrive(server, token=None, seats=AT_BLUE)
        await resume(peer, table, missed)
        assert await peer.answer(msg.Act) == lost
        await peer.send(table.play(msg.Check(), 2), table.play(msg.Draw(), 2))
        assert (await peer.receive(msg.Act)).turn == 4
    assert [view.request.turn for view in bot.asked] == [1, 4]


# Connections come and go.


async def test_a_hand_that_ended_while_the_connection_was_lost_is_learned_from_what_was_missed():
    bot, table = Folder(), SmallTable()
    async with playing(bot, table="blue", hands=1) as (server, task):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        missed = table.take(await peer.receive(msg.Act))
        peer.abort()
        peer = await arrive(server, token=None, seats=AT_BLUE)
        await resume(peer, table, missed)
        await peer.answer(msg.Act)
        await let_go(peer, table)
        assert await task == (1, -5)
    assert len(bot.hands[0].events) == 9


async def test_a_hand_that_was_torn_since_events_were_gone_is_asked_for_whole():
    bot, table = Folder(), SmallTable()
    async with playing(bot, table="blue", hands=1) as (server, task):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        table.take(await peer.receive(msg.Act))
        peer.abort()
        peer = await arrive(server, token=None, seats=AT_BLUE)
        await peer.send(table.snapshot(await peer.receive(msg.Resume)))
        await peer.answer(msg.Act)
        asked = await peer.receive(msg.Hand)
        assert asked.hand == 1
        await peer.send(msg.Reply(id=asked.id, ok=True, result=table.stored()))
        await let_go(peer, table)
        assert await task == (1, -5)
    assert len(bot.hands[0].events) == 9


async def test_a_hand_that_goes_on_after_a_lost_connection_is_learned_whole():
    bot, table = Folder(), SmallTable()
    async with playing(bot, table="blue", hands=1) as (server, task):
        peer = await take_seat(server, table)
        await peer.send(table.deal())
        await peer.receive(msg.Act)
        peer.abort()
        peer = await arrive(server, token=None, seats=AT_BLUE)
        await resume(peer, table)
        await peer.send(table.take(await peer.receive(msg.Act)))
        await peer.answer(msg.Act)
        await let_go(peer, table)
        assert await task == (1, -5)
    assert len(bot.hands[0].events) == 9


async def test_a_seat_that_is_gone_after_a_lost_connection_is_taken_again():
    table = SmallTable()
    async with playing(Folder(), table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.close(CloseCode.RESTART)
        peer = await arrive(server, token=None)
        assert (await peer.receive(msg.Sit)).table == BLUE


async def test_a_bot_comes_back_when_the_server_has_asked_it_to(monkeypatch):
    hints = []

    def patient(delay, hint):
        hints.append(hint)
        return delay

    monkeypatch.setattr("showdown.sdk.runner.patient", patient)
    async with playing(Folder(), table="blue") as (server, _):
        peer = await take_seat(server, SmallTable())
        await peer.close(CloseCode.RESTART, with_hint("restart", 7.2))
        peer = await server.accept()
        await peer.receive(msg.Hello)
        await peer.close(CloseCode.OVERLOAD, with_hint("full", 30))
        peer = await server.accept()
        await peer.receive(msg.Hello)
        peer.abort()
        peer = await arrive(server, token=None)
        assert hints == [7.2, 30.0, None]


async def test_who_was_superseded_does_not_come_back():
    async with playing(Folder(), table="blue") as (server, task):
        peer = await take_seat(server, SmallTable())
        await peer.close(CloseCode.SUPERSEDED)
        with pytest.raises(ConnectionLost, match="connected from somewhere else"):
            await task


async def test_when_the_tries_run_out_the_last_failure_is_raised():
    async with playing(Folder(), table="blue", delays=lambda: iter([0.0, 0.0])) as (server, task):
        peer = await take_seat(server, SmallTable())
        server.refuse_newcomers()
        peer.abort()
        with pytest.raises(ConnectionFailed, match="Nobody answers"):
            await task


# Chips.


class Shover(Folder):
    def move(self, view):
        return view.raise_to(view.amounts.max)


async def lose_everything(server, table):
    """The guest goes all-in and loses."""
    peer = await take_seat(server, table)
    await peer.send(table.deal())
    await peer.send(table.take(await peer.receive(msg.Act)))
    await peer.send(table.play(msg.Call(), 2), table.play(msg.Draw(), 2))
    await peer.send(table.take(await peer.receive(msg.Act)))
    assert table.state.seating.of(GUEST).stack == 0
    return peer


async def test_who_is_broke_buys_chips_and_sits_in_again():
    table = SmallTable()
    async with playing(Shover(), table="blue") as (server, _):
        peer = await lose_everything(server, table)
        asked = await peer.receive(msg.TopUp)
        assert asked.to == 1000
        await peer.send(table.do(rules.TopUp(account=GUEST, to=1000), answers=asked))
        await peer.send(table.do(rules.ApplyTopUp(seat=1, funds=5000)))
        asked = await peer.receive(msg.SitIn)
        await peer.send(table.do(rules.SitIn(account=GUEST), answers=asked))
        assert rules.can_start(table.state)


async def test_who_is_broke_and_wants_no_more_chips_gets_up():
    table = SmallTable()
    async with playing(Shover(), table="blue", rebuy=False) as (server, task):
        peer = await lose_everything(server, table)
        await let_go(peer, table)
        assert await task == (1, -1000)


async def test_who_cannot_buy_chips_any_more_gets_up():
    table = SmallTable()
    async with playing(Shover(), table="blue") as (server, task):
        peer = await lose_everything(server, table)
        await peer.answer(msg.TopUp)
        await peer.refuse(msg.SitIn, "no_chips", "You have no chips at this table.")
        await let_go(peer, table)
        assert await task == (1, -1000)


async def test_who_was_let_sit_out_sits_in_again():
    table = SmallTable()
    async with playing(Folder(), table="blue") as (server, _):
        peer = await take_seat(server, table)
        await peer.send(table.do(rules.SitOut(account=OTHER)))
        await peer.send(table.do(rules.SitOut(account=GUEST)))
        assert (await peer.receive(msg.SitIn)).table == BLUE


# From a script.


def test_a_script_ends_with_one_sentence_where_there_is_no_server(capsys):
    with pytest.raises(SystemExit) as ended:
        run(Folder(), "ws://127.0.0.1:1", name="Ada")
    assert ended.value.code == 2
    out = capsys.readouterr()
    assert out.err == (
        "showdown: Nobody answers at ws://127.0.0.1:1; is a server running there, "
        "and on that port?\n"
    )
