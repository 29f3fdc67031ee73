"""A NATS that cannot be used: one sentence that says what to do, and no password."""

import asyncio
import ssl

import pytest

from server.broker.access import Access
from server.broker.bus import NatsBus
from server.broker.connecting import Connection
from server.broker.leases import NatsLeases
from server.cluster.ports import BusError, NodeId
from tests.nats import nats_server
from tests.server.certificates import make_certificate

HERE = NodeId("here")

ACCOUNTS = """
accounts {
  ONE { jetstream: enabled, users: [
    { user: node, password: correct }
    { user: deaf, password: correct,
      permissions { publish: ["showdown.>"], subscribe: ["showdown.inbox.>"] } }
  ] }
  TWO { users: [{ user: poor, password: correct }] }
}
"""


@pytest.fixture(scope="module")
def accounts():
    with nats_server(ACCOUNTS) as server:
        yield server


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return make_certificate(tmp_path_factory.mktemp("nats"), "127.0.0.1")


@pytest.fixture(scope="module")
def encrypted(certificate):
    files = f'cert_file: "{certificate.chain}", key_file: "{certificate.key}"'
    with nats_server(f"tls {{ {files} }}") as server:
        yield server


async def refused(url, **access):
    """Why a node does not begin to speak, hear and live there."""
    with pytest.raises(BusError) as error:
        await begin(Connection(Access(servers=(url,), **access), HERE))
    assert "\n" not in str(error.value)
    assert "correct" not in str(error.value)
    return str(error.value).replace(url.partition("//")[2], "HERE")


async def begin(connection):
    try:
        await connection.open()
        await NatsBus(connection, HERE).open(lambda payload: None)
        await NatsLeases(connection, HERE).take(b"card")
    finally:
        await connection.close()


def trusting(certificate):
    return ssl.create_default_context(cafile=certificate.authority)


async def test_there_is_no_such_host():
    assert await refused("nats://nowhere.invalid:4222") == (
        "There is no host nowhere.invalid: check the address in setting nats."
    )


async def test_nobody_listens(own_nats):
    own_nats.stop()
    assert await refused(own_nats.url()) == (
        "Nobody listens at HERE: start NATS there, or say in setting nats where it is."
    )


async def test_what_listens_is_something_else():
    async def greet(reader, writer):
        writer.write(b"220 mail.example ESMTP\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1") as server:
        port = server.sockets[0].getsockname()[1]
        assert await refused(f"nats://127.0.0.1:{port}") == (
            "What listens at HERE is not NATS: check the address in setting nats."
        )


async def test_it_does_not_answer(own_nats):
    own_nats.freeze()
    assert await refused(own_nats.url()) == "NATS at HERE does not answer."
    own_nats.thaw()


async def test_it_wants_to_know_who_asks(accounts):
    assert await refused(accounts.url()) == (
        "NATS at HERE wants to know who asks: set nats_user and nats_password_file."
    )


async def test_the_password_is_wrong(accounts):
    assert await refused(accounts.url(), user="node", password="wrong") == (
        "NATS at HERE refuses node: check user and password."
    )


async def test_the_user_may_not_hear_what_nodes_say(accounts):
    assert await refused(accounts.url(), user="deaf", password="correct") == (
        "NATS does not let deaf hear showdown.node.here: "
        "let it subscribe to showdown.> and publish there."
    )


async def test_the_user_has_no_jetstream(accounts):
    assert await refused(accounts.url(), user="poor", password="correct") == NO_JETSTREAM


async def test_nats_runs_without_jetstream():
    with nats_server(jetstream=False) as server:
        assert await refused(server.url()) == NO_JETSTREAM


NO_JETSTREAM = (
    "NATS runs without JetStream, which keeps the leases: "
    "start it with jetstream in its configuration, or with -js."
)


async def test_the_certificate_is_signed_by_nobody_who_is_trusted(encrypted, tmp_path):
    stranger = make_certificate(tmp_path, "127.0.0.1")
    url = encrypted.url(scheme="tls")
    assert await refused(url, tls=trusting(stranger)) == (
        "NATS at HERE shows a certificate that is not trusted "
        "(unable to get local issuer certificate): set nats_ca."
    )


async def test_the_certificate_is_for_another_host(encrypted, certificate):
    url = encrypted.url(scheme="tls").replace("127.0.0.1", "localhost")
    assert "that is not trusted (Hostname mismatch, certificate is not valid for 'loc" in (
        await refused(url, tls=trusting(certificate))
    )


async def test_nats_does_not_speak_tls_and_hears_no_password(accounts, certificate):
    said = await refused(
        accounts.url(scheme="tls"), user="node", password="correct", tls=trusting(certificate)
    )
    assert said == (
        "NATS at HERE does not speak TLS: give it a certificate, or write nats:// and no nats_ca."
    )


async def test_nats_wants_a_certificate_of_the_node_too(certificate, tmp_path):
    files = f'cert_file: "{certificate.chain}", key_file: "{certificate.key}"'
    both = f'{files}, ca_file: "{certificate.authority}", verify: true'
    with nats_server(f"tls {{ {both} }}") as server:
        context = trusting(certificate)
        # TLS or the end of the connection says it, whichever is heard first.
        assert "nats_cert" in await refused(server.url(scheme="tls"), tls=context)
        context.load_cert_chain(certificate.chain, certificate.key)
        await begin(Connection(Access(servers=(server.url(),), tls=context), HERE))


async def test_a_bucket_is_there_already_that_keeps_leases_for_another_time(own_nats):
    import nats

    client = await nats.connect(own_nats.url())
    await client.jetstream().create_key_value(bucket="showdown-nodes", ttl=60)
    await client.close()
    assert await refused(own_nats.url()) == (
        "The bucket showdown-nodes of NATS is not one for leases of 3 s: "
        "delete it, or set another nats_prefix."
    )
