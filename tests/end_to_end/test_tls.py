"""A server that speaks TLS itself, with a certificate of an authority that nobody else knows."""

import asyncio
import signal
import sys

import pytest

from server.health import is_alive
from showdown.sdk import Connection, ConnectionFailed
from tests.end_to_end.friends import at_a_terminal
from tests.end_to_end.server_process import start_server
from tests.server.certificates import make_certificate


def with_tls(files):
    return ("--private", "--tls-cert", str(files.chain), "--tls-key", str(files.key))


async def printed_links(server):
    lines = [(await server.process.stdout.readline()).decode() for _ in range(4)]
    return [line.split()[-1] for line in lines[1::2]]


async def test_a_friend_who_trusts_the_authority_comes_by_wss_and_nobody_else(tmp_path):
    files = make_certificate(tmp_path, "localhost", "127.0.0.1")
    server = await start_server(tmp_path, options=with_tls(files), stdout=asyncio.subprocess.PIPE)
    try:
        guests, _ = await printed_links(server)
        assert guests.startswith(f"wss://localhost:{server.port}/#")
        trusting = {"SSL_CERT_FILE": str(files.authority)}
        async with at_a_terminal(
            tmp_path, "Anna", "play", "--plain", "--url", guests, environment=trusting
        ) as anna:
            await anna.sees("of friends")
        async with at_a_terminal(tmp_path, "Boris", "play", "--plain", "--url", guests) as boris:
            assert await boris.ends() == 2
        address = guests.partition("/#")[0]
        assert boris.lines[-1].startswith(
            f"showdown: The certificate of {address} is not to be trusted: "
        )
        with pytest.raises(ConnectionFailed, match="ended the connection before it answered"):
            await Connection.open(address.replace("wss", "ws"), name="Carla")
        assert await asyncio.to_thread(is_alive, server.port, secure=True)
    finally:
        assert await server.stop() == 0
    assert not [line for line in server.log if "Traceback" in line], "".join(server.log)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
async def test_a_certificate_that_was_renewed_is_taken_at_a_hangup(tmp_path, monkeypatch):
    files = make_certificate(tmp_path, "localhost")
    server = await start_server(tmp_path, options=with_tls(files), stdout=asyncio.subprocess.PIPE)
    try:
        url = f"wss://localhost:{server.port}"
        monkeypatch.setenv("SSL_CERT_FILE", str(files.authority))
        async with await Connection.open(url, name="Anna"):
            renewed = make_certificate(tmp_path, "localhost")  # by another authority's key
            server.process.send_signal(signal.SIGHUP)
            await server.logs("certificate read again")
            monkeypatch.setenv("SSL_CERT_FILE", str(renewed.authority))
            async with await Connection.open(url, name="Boris"):
                pass
            renewed.key.write_text("not a key")
            server.process.send_signal(signal.SIGHUP)
            await server.logs("certificate stays as it was")
            async with await Connection.open(url, name="Carla"):
                pass
    finally:
        assert await server.stop() == 0
