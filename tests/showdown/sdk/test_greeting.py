"""Who a client says that it is, on its first connection and on those that follow."""

import asyncio

import pytest

from showdown.protocol import messages as msg
from showdown.protocol.closing import CloseCode
from showdown.protocol.session import ClientSession
from showdown.sdk import Connection, ConnectionLost, Refused
from showdown.sdk.greeting import make_nonce
from tests.showdown.sdk.scripted import scripted, welcome


def opening(server, **who):
    return asyncio.create_task(Connection.open(server.url, **who))


async def knocks(server):
    """The next client, and the hello that it says."""
    peer = await server.accept()
    return peer, await peer.receive(msg.Hello)


async def lets_in(peer, hello, message):
    await peer.send(message, msg.Reply(id=hello.id, ok=True))


async def test_a_new_guest_whose_welcome_was_lost_says_the_same_nonce_again():
    async with scripted() as server:
        connecting = opening(server, name="Ada")
        peer, first = await knocks(server)
        peer.abort()
        peer, again = await knocks(server)
        assert again.nonce == first.nonce != make_nonce()
        await lets_in(peer, again, welcome(token="secret"))
        async with await connecting as connection:
            assert connection.session.token == "secret"


async def test_a_guest_who_is_cut_off_twice_is_told_so():
    async with scripted() as server:
        connecting = opening(server, name="Ada")
        for _ in range(2):
            peer, _hello = await knocks(server)
            peer.abort()
        with pytest.raises(ConnectionLost):
            await connecting


@pytest.mark.parametrize("who", [{"token": "secret"}, {"name": "Ada", "password": "correct"}])
async def test_who_is_no_new_guest_says_no_nonce_and_tries_again_by_himself(who):
    async with scripted() as server:
        connecting = opening(server, **who)
        peer, hello = await knocks(server)
        assert hello.nonce is None
        peer.abort()
        with pytest.raises(ConnectionLost):
            await connecting


async def test_to_look_is_said_in_the_hello():
    async with scripted() as server:
        connecting = opening(server, token="secret", look=True)
        peer, hello = await knocks(server)
        assert hello.look
        await lets_in(peer, hello, welcome())
        await (await connecting).close()


async def test_a_session_goes_on_by_the_resume_token_of_the_last_welcome():
    session = ClientSession()
    said = []
    async with scripted() as server:
        for token in ("s.1", "s.2", None, "s.3"):
            connecting = opening(server, token="secret", session=session)
            peer, hello = await knocks(server)
            said.append(hello.resume_token)
            await lets_in(peer, hello, welcome(resume_token=token))
            await (await connecting).close()
    assert said == [None, "s.1", "s.2", "s.2"]
    assert session.resume_token == "s.3"


async def test_a_session_that_is_over_because_a_token_was_copied_is_begun_anew_by_the_token(caplog):
    session = ClientSession()
    session.resume_token = "s.1"
    async with scripted() as server:
        connecting = opening(server, token="secret", session=session)
        peer, hello = await knocks(server)
        error = msg.Error(code="token_reused", message="This resume token is an old one.")
        await peer.send(msg.Reply(id=hello.id, error=error))
        await peer.close(CloseCode.AUTH)
        peer, hello = await knocks(server)
        assert (hello.token, hello.resume_token) == ("secret", None)
        await lets_in(peer, hello, welcome(resume_token="t.1"))
        await (await connecting).close()
    assert session.resume_token == "t.1"
    assert "signing in anew: This resume token is an old one." in caplog.text


async def test_who_has_nothing_but_a_resume_token_hears_that_it_is_over():
    session = ClientSession()
    session.resume_token = "s.1"
    async with scripted() as server:
        connecting = opening(server, session=session)
        peer, hello = await knocks(server)
        error = msg.Error(code="session_over", message="This session is over.")
        await peer.send(msg.Reply(id=hello.id, error=error))
        with pytest.raises(Refused, match="This session is over"):
            await connecting
    assert session.resume_token is None
