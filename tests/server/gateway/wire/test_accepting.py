"""Those who knock are taken a few at a time, so that nobody else waits for all of them."""

import asyncio
import errno
import socket

import pytest
from structlog.testing import capture_logs

from server.gateway.wire import accepting
from server.gateway.wire.accepting import (
    AT_ONCE,
    Accepting,
    bound_sockets,
    listen_by,
    listening_sockets,
)


class Knocked:
    """Who has been taken, counted each turn of the loop."""

    def __init__(self):
        self.connections, self.by_turn = [], []

    async def attend(self, connection):
        self.connections.append(connection)

    def close(self):
        for each in self.connections:
            each.close()


async def turns_until(knocked, number):
    while len(knocked.connections) < number:
        before = len(knocked.connections)
        await asyncio.sleep(0)
        knocked.by_turn.append(len(knocked.connections) - before)


async def test_of_many_who_knock_at_once_a_few_are_taken_in_each_turn():
    sockets = await listening_sockets("127.0.0.1", 0)
    many = [socket.create_connection(sockets[0].getsockname()) for _ in range(50)]
    knocked = Knocked()
    door = Accepting(sockets, knocked.attend)
    door.start()
    await turns_until(knocked, 50)
    assert max(knocked.by_turn) == AT_ONCE
    door.stop()
    knocked.close()
    for each in many:
        each.close()


async def test_between_the_turns_of_many_who_knock_the_loop_has_nothing_to_do(monkeypatch):
    monkeypatch.setattr(accepting, "APART", 3_600)
    sockets = await listening_sockets("127.0.0.1", 0)
    many = [socket.create_connection(sockets[0].getsockname()) for _ in range(AT_ONCE + 1)]
    knocked = Knocked()
    door = Accepting(sockets, knocked.attend)
    door.start()
    await turns_until(knocked, AT_ONCE)
    for _ in range(10):
        await asyncio.sleep(0)
    assert len(knocked.connections) == AT_ONCE
    door.stop()
    knocked.close()
    for each in many:
        each.close()


async def test_when_there_are_no_more_files_they_wait_until_there_are(monkeypatch):
    monkeypatch.setattr(accepting, "PAUSE", 0.01)
    (listener,) = await listening_sockets("127.0.0.1", 0)

    class Scarce:
        """A listener to whom the system gives nothing at first."""

        left = 2

        def fileno(self):
            return listener.fileno()

        def accept(self):
            if self.left:
                self.left -= 1
                raise OSError(errno.EMFILE, "Too many open files")
            return listener.accept()

        def close(self):
            listener.close()

    knocked = Knocked()
    door = Accepting([Scarce()], knocked.attend)  # type: ignore[list-item]
    door.start()
    with socket.create_connection(listener.getsockname()):
        await turns_until(knocked, 1)
    door.stop()
    knocked.close()


async def test_who_breaks_off_before_he_is_attended_to_harms_nobody():
    sockets = await listening_sockets("127.0.0.1", 0)
    knocked = Knocked()
    attend = knocked.attend

    async def attend_or_fail(connection):
        await attend(connection)
        if len(knocked.connections) == 1:
            raise ConnectionResetError("no TLS")

    door = Accepting(sockets, attend_or_fail)
    door.start()
    for _ in range(2):
        with socket.create_connection(sockets[0].getsockname()):
            await turns_until(knocked, len(knocked.connections) + 1)
    door.stop()
    assert len(knocked.connections) == 2
    assert knocked.connections[0].fileno() == -1
    knocked.close()


async def test_an_address_that_is_taken_is_left_as_it_is():
    (taken,) = await listening_sockets("127.0.0.1", 0)
    with pytest.raises(OSError, match="Address already in use"):
        await listening_sockets("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(OSError, match="assign requested address"):
        await listening_sockets("203.0.113.1", 0)
    taken.close()


async def test_who_gives_way_takes_whom_nobody_else_has_taken_meanwhile():
    sockets = await listening_sockets("127.0.0.1", 0)
    asked = []

    def gives_way():
        asked.append(len(knocked.connections))
        return 0.01

    knocked = Knocked()
    door = Accepting(sockets, knocked.attend, gives_way)
    door.start()
    with socket.create_connection(sockets[0].getsockname()):
        await turns_until(knocked, 1)
        assert asked == [0]
        other = sockets[0].dup()
        with socket.create_connection(sockets[0].getsockname()):
            while len(asked) < 2:
                await asyncio.sleep(0)
            other.accept()[0].close()
            with socket.create_connection(sockets[0].getsockname()):
                await turns_until(knocked, 2)
    assert len(knocked.connections) == 2
    other.close()
    door.stop()
    knocked.close()


async def test_bound_sockets_take_nobody_until_they_listen():
    (bound,) = await bound_sockets("127.0.0.1", 0)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(bound.getsockname())
    listen_by([bound])
    socket.create_connection(bound.getsockname()).close()
    bound.close()


async def test_where_another_has_begun_to_listen_all_sockets_are_closed():
    (first,) = await bound_sockets("127.0.0.1", 0)
    (second,) = await bound_sockets("127.0.0.1", first.getsockname()[1])
    listen_by([first])
    with pytest.raises(OSError, match="Address already in use"):
        listen_by([second])
    assert second.fileno() == -1
    first.close()


class Broken:
    """A listener to whom the system gives nobody."""

    def __init__(self, listener):
        self.fileno, self.close = listener.fileno, listener.close

    def accept(self):
        raise OSError(errno.EMFILE, "Too many open files")


async def test_who_has_stopped_while_two_addresses_give_nobody_begins_no_more(monkeypatch):
    monkeypatch.setattr(accepting, "PAUSE", 0.01)
    loop, faults = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _, context: faults.append(context))
    listeners = [each for _ in range(2) for each in await listening_sockets("127.0.0.1", 0)]
    broken = [Broken(each) for each in listeners]
    door = Accepting(broken, Knocked().attend, lambda: 0.001)  # type: ignore[arg-type]
    with capture_logs() as logged, socket.create_connection(listeners[0].getsockname()):
        door.start()
        while len(logged) < len(listeners):
            await asyncio.sleep(0)
        door.stop()
    over = asyncio.Event()
    loop.call_later(2 * accepting.PAUSE, over.set)  # behind all that it has put there
    await over.wait()
    assert not faults
