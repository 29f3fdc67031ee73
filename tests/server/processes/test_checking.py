"""Whether a server can be several processes, each obstacle with one sentence."""

import sys
from typing import Any

import pytest

from server.config import ConfigError, load_settings
from server.processes.checking import base_of

CLUSTER: dict[str, Any] = {
    "processes": 4,
    "nats": "nats://bus:4222",
    "database": "postgresql://showdown@db/showdown",
    "node": "cards",
}


def settings(**others):
    return load_settings(**(CLUSTER | others))


def test_processes_have_the_name_of_the_node_in_front_of_their_numbers():
    assert base_of(settings()) == "cards"
    assert base_of(settings(node=None, port=9000)).endswith("-9000")


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"nats": None}, "shares its tables by NATS and PostgreSQL: set nats and database"),
        ({"websockets": "library"}, "websockets of our own"),
        ({"node": "n" * 63}, "64 signs at most"),
        ({"metrics_port": 65_533}, "65536 is above 65535"),
        ({"metrics_port": 8763}, "ports 8763 to 8766 for metrics, and 8765 is where players"),
    ],
)
def test_what_keeps_a_server_from_being_several_processes_is_said(others, sentence):
    with pytest.raises(ConfigError, match=sentence):
        base_of(settings(**others))


def test_processes_may_have_metrics_at_any_free_ports_or_beside_the_one_for_players():
    assert base_of(settings(metrics_port=0)) == base_of(settings(metrics_port=8766)) == "cards"


def test_on_windows_there_is_one(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(ConfigError, match="On Windows"):
        base_of(settings())
