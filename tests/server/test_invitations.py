"""What an operator reads of his private tables."""

from typing import cast

import pytest
from structlog.testing import capture_logs

from server.bootstrap import PrivateTable, Running
from server.config import load_settings
from server.hosting import Codes
from server.invitations import tell_links
from server.lobby import Lobby
from showdown.rules.ruleset import TableId

CODES = Codes(invite="k7qp-2m4x", host="host-n3kg")


@pytest.fixture
def server():
    """A server with one private table."""
    return Running(
        port=8765,
        certificate=None,
        address="ws://192.168.1.23:8765",
        lobby=cast("Lobby", None),
        private=(PrivateTable(TableId("friday"), CODES),),
    )


def test_the_links_of_guests_and_host_are_printed_apart(server, capsys):
    tell_links(server, load_settings(host="0.0.0.0"))
    assert capsys.readouterr().out.splitlines() == [
        "Table friday is private. Friends sit down with this link:",
        "  showdown play --url ws://192.168.1.23:8765/#k7qp-2m4x",
        "Who comes with this one is its host; keep it to yourself:",
        "  showdown play --url ws://192.168.1.23:8765/#host-n3kg",
        "That is this machine's address in its network; for friends elsewhere see docs/hosting.md.",
    ]


@pytest.mark.parametrize(("settings", "said"), [({}, 1), ({"public_url": "wss://a.example"}, 0)])
def test_who_listens_to_himself_alone_is_told_so_unless_he_knows_better(
    server, capsys, settings, said
):
    tell_links(server, load_settings(**settings))
    assert capsys.readouterr().out.count("Only this machine can reach it so far") == said


def test_a_server_for_whom_nobody_reads_serves_all_the_same(server, monkeypatch):
    class Gone:
        def write(self, _):
            raise BrokenPipeError("nobody reads")

        flush = write

    for stdout in (Gone(), None):
        monkeypatch.setattr("sys.stdout", stdout)
        with capture_logs() as logged:
            tell_links(server, load_settings())
        assert [each["event"] for each in logged] == (
            ["links could not be printed"] if stdout else []
        )
