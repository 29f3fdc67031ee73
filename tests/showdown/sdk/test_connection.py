"""A connection over real sockets: what comes, in which order, and how it ends."""

import asyncio
import contextlib
import socket

import pytest

from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.protocol.closing import CLOSE_SENTENCES, CloseCode, with_hint
from showdown.rules.ruleset import TableId
from showdown.rules.table_view import TableView
from showdown.sdk import Connection, ConnectionFailed, ConnectionLost, Refused
from showdown.sdk.connection import QUEUE
from tests.ports import own_port
from tests.showdown.sdk.scripted import scripted, welcome

TABLE = TableId("blue")
RULES = Ruleset(sb=5, bb=10)


@contextlib.asynccontextmanager
async def both_ends(**options):
    """A connection that was welcomed, and the server's end of it."""
    async with scripted() as server:
        opening = asyncio.create_task(Connection.open(server.url, name="Ada", **options))
        peer = await server.accept()
        await peer.greet(welcome(token="secret"))
        async with await opening as connection:
            yield connection, peer


def tables(id):
    return msg.Tables(id=id)


def watch(id):
    return msg.Watch(id=id, table=TABLE)


def notice(number):
    return msg.Notice(code="news", message=f"number {number}")


async def messages_of(connection):
    return [received.message async for received in connection]


# Hello.


async def test_a_guest_says_his_name_and_is_welcomed_with_a_token():
    async with both_ends() as (connection, _):
        assert connection.welcome.name == "Ada"
        assert connection.session.token == "secret"
        assert connection.session.account == 7


async def test_who_has_a_token_says_it_and_no_name():
    async with scripted() as server:
        opening = asyncio.create_task(Connection.open(server.url, token="secret"))
        peer = await server.accept()
        hello = await peer.greet()
        assert (hello.token, hello.name) == ("secret", None)
        await (await opening).close()


async def test_the_code_of_a_link_is_said_in_hello_and_stands_in_no_request_of_http():
    async with scripted() as server:
        opening = asyncio.create_task(Connection.open(f"{server.url}/#k7qp-2m4x", name="Ada"))
        peer = await server.accept()
        assert peer.socket.request.path == "/"
        assert (await peer.greet()).invite == "k7qp-2m4x"
        async with await opening as connection:
            assert connection.invite == "k7qp-2m4x"


async def test_an_address_that_nobody_answers_is_named_without_its_code():
    with own_port() as port, pytest.raises(ConnectionFailed) as failed:
        await Connection.open(f"ws://127.0.0.1:{port}/#k7qp-2m4x", name="Ada")
    assert f"ws://127.0.0.1:{port}" in str(failed.value)
    assert "k7qp" not in str(failed.value)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"", "ended before it was secure; if the server speaks no TLS, try ws://."),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "does not speak TLS; try ws:// instead of wss://."),
    ],
)
async def test_who_wants_tls_where_there_is_none_is_told_so(answer, sentence):
    async def plain(reader, writer):
        await reader.read(1)
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(plain, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(ConnectionFailed) as failed:
            await Connection.open(f"wss://127.0.0.1:{port}", name="Ada")
    assert str(failed.value).endswith(f"wss://127.0.0.1:{port} {sentence}")


async def test_a_refused_hello_is_the_servers_sentence_even_if_it_hangs_up_at_once():
    async with scripted() as server:
        opening = asyncio.create_task(Connection.open(server.url, name="Ada"))
        peer = await server.accept()
        await peer.refuse(msg.Hello, "name_taken", "The name Ada is taken.", found="Ada")
        await peer.close(CloseCode.AUTH)
        with pytest.raises(Refused, match="The name Ada is taken") as refused:
            await opening
        assert (refused.value.code, refused.value.found) == ("name_taken", "Ada")


async def test_a_server_that_hangs_up_before_it_welcomes_says_why():
    async with scripted() as server:
        opening = asyncio.create_task(Connection.open(server.url, name="Ada"))
        peer = await server.accept()
        await peer.close(CloseCode.OVERLOAD)
        with pytest.raises(ConnectionFailed, match="too much to do"):
            await opening


async def test_a_wrong_port_is_one_sentence():
    with own_port() as port:
        url = f"ws://127.0.0.1:{port}"
        with pytest.raises(ConnectionFailed, match=f"^Nobody answers at {url}; ") as failed:
            await Connection.open(url, name="Ada")
    assert failed.value.code == "unreachable"


@pytest.mark.parametrize("url", ["127.0.0.1:8765", "http://127.0.0.1:8765", "ws://h:port", "ws://"])
async def test_what_is_no_address_is_said_to_be_none(url):
    with pytest.raises(ConnectionFailed, match="is not the address of a server") as failed:
        await Connection.open(url, name="Ada")
    assert failed.value.code == "bad_url"


async def test_a_host_without_a_name_in_the_world_cannot_be_found(monkeypatch):
    async def nowhere(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", nowhere)
    with pytest.raises(ConnectionFailed, match="cannot be found"):
        await Connection.open("ws://no.such.host:8765", name="Ada")


@contextlib.asynccontextmanager
async def raw_server(answer):
    """Something that listens but speaks no websocket."""
    over = asyncio.Event()

    async def serve(reader, writer):
        await reader.readline()
        if answer is None:
            await reader.read()  # until the client gives up
        else:
            writer.write(answer)
            await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        over.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        await over.wait()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"HTTP/1.1 404 Not Found\r\n\r\n", r"is not a Showdown server \(HTTP 404\)"),
        (b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", r"takes nobody in now \(HTTP 503\)"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "is not a Showdown server"),
        (b"", "ended the connection before it answered"),
    ],
)
async def test_something_else_on_that_port_is_no_showdown_server(answer, sentence):
    async with raw_server(answer) as url:
        with pytest.raises(ConnectionFailed, match=sentence):
            await Connection.open(url, name="Ada")


async def test_who_is_silent_is_given_up_in_time():
    async with raw_server(None) as url:
        with pytest.raises(ConnectionFailed, match=r"does not answer within 0\.05 seconds"):
            await Connection.open(url, name="Ada", timeout=0.05)


async def test_a_websocket_server_of_another_kind_is_no_showdown_server():
    async with scripted(subprotocols=()) as server:
        with pytest.raises(ConnectionFailed, match="is not a Showdown server"):
            await Connection.open(server.url, name="Ada")


# Requests.


async def test_each_request_gets_the_reply_with_its_id():
    async with both_ends() as (connection, peer):
        first = asyncio.create_task(connection.request(tables))
        second = asyncio.create_task(connection.request(watch))
        asked = [await peer.receive(msg.Tables), await peer.receive(msg.Watch)]
        await peer.send(*(msg.Reply(id=each.id, ok=True) for each in reversed(asked)))
        assert [(await first).id, (await second).id] == [each.id for each in asked]


async def test_a_reply_inside_another_message_counts():
    async with both_ends() as (connection, peer):
        watching = asyncio.create_task(connection.request(watch))
        asked = await peer.receive(msg.Watch)
        answer = msg.Answer(id=asked.id, ok=True)
        view = TableView(ruleset=RULES)
        await peer.send(msg.Snapshot(table=TABLE, seq=12, view=view, reply=answer))
        assert (await watching).ok
        assert connection.session.tables[TABLE].seq == 12


async def test_a_refused_request_raises_the_servers_sentence_and_the_line_stays():
    async with both_ends() as (connection, peer):
        watching = asyncio.create_task(connection.request(watch))
        await peer.refuse(msg.Watch, "no_such_table", "There is no table blue.", found="blue")
        with pytest.raises(Refused, match="There is no table blue"):
            await watching
        assert connection.is_open


async def test_the_tables_are_those_of_the_lobby_before_the_reply():
    async with both_ends() as (connection, peer):
        listing = asyncio.create_task(connection.tables())
        asked = await peer.receive(msg.Tables)
        blue = msg.TableSummary(table=TABLE, ruleset=RULES, players=2, free=(3, 4), hand=None)
        await peer.send(msg.Lobby(tables=(blue,)), msg.Reply(id=asked.id, ok=True))
        assert await listing == (blue,)


async def test_a_request_may_bring_an_id_of_its_own():
    async with both_ends() as (connection, peer):
        again = asyncio.create_task(connection.request(lambda _: msg.Tables(id="again")))
        assert (await peer.answer(msg.Tables)).id == "again"
        assert (await again).id == "again"


async def test_a_request_that_was_given_up_leaves_no_trace():
    async with both_ends() as (connection, peer):
        given_up = asyncio.create_task(connection.request(tables))
        asked = await peer.receive(msg.Tables)
        given_up.cancel()
        await asyncio.wait({given_up})
        await peer.send(msg.Reply(id=asked.id, ok=True))
        again = asyncio.create_task(connection.request(tables))
        await peer.answer(msg.Tables)
        assert (await again).ok


# What comes.


async def test_messages_come_in_order_with_the_welcome_first_and_replies_among_them():
    async with both_ends() as (connection, peer):
        await peer.send(notice(1))
        watching = asyncio.create_task(connection.request(watch))
        await peer.answer(msg.Watch)
        await watching
        await peer.send(notice(2))
        await peer.close()
        kinds = [type(message).__name__ for message in await messages_of(connection)]
        assert kinds == ["Welcome", "Reply", "Notice", "Reply", "Notice"]


async def test_a_message_of_a_later_version_is_stepped_over():
    async with both_ends() as (connection, peer):
        await peer.socket.send('{"type":"jackpot","amount":5}')
        await peer.send(notice(1))
        await peer.close()
        assert (await messages_of(connection))[-1] == notice(1)


async def test_who_does_not_take_slows_the_server_and_loses_nothing():
    async with both_ends() as (connection, peer):
        sending = asyncio.create_task(peer.send(*(notice(n) for n in range(2 * QUEUE))))
        await connection._arrived.wait()
        taken = [await anext(connection) for _ in range(2 + 2 * QUEUE)]
        await sending
        news = [each.message for each in taken if isinstance(each.message, msg.Notice)]
        assert news == [notice(n) for n in range(2 * QUEUE)]


async def test_a_request_is_answered_though_nobody_takes_what_stands_before_the_reply():
    async with both_ends() as (connection, peer):
        await peer.send(*(notice(n) for n in range(QUEUE + 5)))
        asking = asyncio.create_task(connection.request(tables))
        await peer.answer(msg.Tables)
        assert (await asking).ok


async def test_an_iteration_that_was_given_up_loses_nothing():
    async with both_ends() as (connection, peer):
        for _ in range(2):
            await anext(connection)
        waiting = asyncio.create_task(anext(connection))
        await asyncio.wait({waiting}, timeout=0)
        waiting.cancel()
        await peer.send(notice(1))
        assert (await anext(connection)).message == notice(1)


# The end.


@pytest.mark.parametrize("code", [c for c in CLOSE_SENTENCES if c != CloseCode.LOST])
async def test_each_close_code_is_a_sentence(code):
    async with both_ends() as (connection, peer):
        assert connection.close_reason is None
        await peer.close(code)
        await messages_of(connection)
        assert connection.close_code == code
        assert connection.close_reason == CLOSE_SENTENCES[code]


async def test_a_line_that_was_cut_was_lost():
    async with both_ends() as (connection, peer):
        peer.abort()
        await messages_of(connection)
        assert connection.close_reason == "The connection was lost."


async def test_who_waits_for_a_reply_hears_of_the_end():
    async with both_ends() as (connection, peer):
        asking = asyncio.create_task(connection.request(tables))
        await peer.receive(msg.Tables)
        await peer.close(CloseCode.RESTART)
        with pytest.raises(ConnectionLost, match="The server is restarting"):
            await asking
        with pytest.raises(ConnectionLost, match="The server is restarting"):
            await connection.request(tables)


async def test_a_server_that_speaks_nonsense_is_left():
    async with both_ends() as (connection, peer):
        await peer.socket.send("nonsense")
        await messages_of(connection)
        assert connection.close_reason is not None
        assert connection.close_reason.startswith("The server sent what is not a message")
        await peer.socket.wait_closed()
        assert peer.socket.close_code == CloseCode.NOT_THE_PROTOCOL


async def test_an_event_that_is_missing_is_asked_for():
    async with both_ends() as (connection, peer):
        await peer.send(msg.Snapshot(table=TABLE, seq=3, view=TableView(ruleset=RULES)))
        await peer.send(msg.Update(table=TABLE, seq=6, events=()))
        resume = await peer.receive(msg.Resume)
        assert (resume.table, resume.last_seq) == (TABLE, 3)
        assert connection.is_open


async def test_closing_with_messages_that_nobody_took_ends_and_keeps_them():
    async with both_ends() as (connection, peer):
        sending = asyncio.create_task(peer.send(*(notice(n) for n in range(QUEUE))))
        await sending
        await connection.close()
        assert len(await messages_of(connection)) == 2 + QUEUE


async def test_closing_ends_the_iteration_and_can_be_done_twice():
    async with both_ends() as (connection, _):
        await connection.close()
        assert [type(each) for each in await messages_of(connection)] == [msg.Welcome, msg.Reply]
        assert connection.close_reason == "This client closed the connection."
        await connection.close()


# Going on where another connection ended.


def at_blue(seq):
    return msg.Snapshot(table=TABLE, seq=seq, view=TableView(ruleset=RULES))


@contextlib.asynccontextmanager
async def gone_on():
    """A connection that was lost, the new one being opened, and the server's end of that."""
    async with scripted() as server:
        opening = asyncio.create_task(Connection.open(server.url, name="Ada"))
        peer = await server.accept()
        await peer.greet(welcome(token="secret"))
        first = await opening
        await peer.send(at_blue(3))
        peer.abort()
        await messages_of(first)
        again = asyncio.create_task(
            Connection.open(server.url, token="secret", session=first.session)
        )
        peer = await server.accept()
        hello = await peer.greet()
        assert hello.resume
        yield first, again, peer


async def test_with_the_session_of_a_lost_connection_each_table_goes_on():
    async with gone_on() as (first, again, peer):
        resume = await peer.receive(msg.Resume)
        assert (resume.table, resume.last_seq) == (TABLE, 3)
        done = msg.Answer(id=resume.id, ok=True)
        await peer.send(msg.Update(table=TABLE, seq=4, events=(), reply=done))
        async with await again as connection:
            assert connection.session is first.session
            assert connection.is_open


async def test_what_came_before_the_line_was_lost_again_is_still_told():
    async with gone_on() as (_, again, peer):
        await peer.receive(msg.Resume)
        await peer.send(msg.Update(table=TABLE, seq=4, events=()))
        await peer.close(CloseCode.RESTART)
        connection = await again
        kinds = [type(message) for message in await messages_of(connection)]
        assert kinds == [msg.Welcome, msg.Reply, msg.Update]
        assert not connection.is_open


async def test_a_table_that_cannot_be_resumed_is_forgotten():
    async with gone_on() as (first, again, peer):
        await peer.refuse(msg.Resume, "no_such_table", "There is no table blue.")
        async with await again:
            assert first.session.tables == {}


async def test_a_server_that_takes_nobody_says_when_to_come_back():
    busy = b"HTTP/1.1 429 Too Many\r\nRetry-After: %s\r\nContent-Length: 0\r\n\r\n"
    for said, hint in ((b"5", 5.0), (b"Mon, 30 Nov 2026 08:00:00 GMT", None), (b"9" * 30, None)):
        async with raw_server(busy % said) as url:
            with pytest.raises(ConnectionFailed) as failed:
                await Connection.open(url, name="Ada")
            assert failed.value.retry_after == hint


async def test_a_connection_knows_when_to_come_back_if_the_server_has_said_so():
    async with scripted() as server:
        opening = asyncio.create_task(Connection.open(server.url, name="Ada"))
        peer = await server.accept()
        await peer.greet()
        async with await opening as connection:
            assert connection.retry_after is None
            await peer.close(CloseCode.RESTART, with_hint("restart", 7.2))
            async for _ in connection:
                pass
            assert connection.retry_after == 7.2


async def test_who_is_not_let_in_is_told_when_to_come_back():
    async with scripted() as server:
        opening = asyncio.create_task(Connection.open(server.url, name="Ada"))
        peer = await server.accept()
        await peer.receive(msg.Hello)
        await peer.close(CloseCode.OVERLOAD, with_hint("full", 30))
        with pytest.raises(ConnectionLost, match="too much to do") as lost:
            await opening
        assert lost.value.retry_after == 30.0
