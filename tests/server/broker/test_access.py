"""How a node gets to NATS, as the settings say it."""

import re
import socket

import pytest

from server.broker.access import access_of, node_of
from server.config import ConfigError, load_settings
from tests.server.certificates import make_certificate

DATABASE = "postgresql://anna@db/showdown"


def settings(**given):
    return load_settings(database=DATABASE, **{"nats": "nats://one:4222"} | given)


def test_without_more_it_is_in_clear_and_as_nobody():
    access = access_of(settings())
    assert (access.servers, access.prefix) == (("nats://one:4222",), "showdown")
    assert (access.user, access.password, access.tls) == (None, None, None)


def test_a_password_stands_in_a_file_and_is_not_shown(tmp_path):
    (tmp_path / "secret").write_text("correct-horse\n")
    access = access_of(settings(nats_user="node", nats_password_file=tmp_path / "secret"))
    assert (access.user, access.password) == ("node", "correct-horse")
    assert "correct-horse" not in repr(access)


@pytest.mark.parametrize("asked", [{"nats": "tls://one:4222"}, {"nats_ca": None}])
def test_tls_is_spoken_where_the_address_says_it_or_an_authority_is_named(tmp_path, asked):
    files = make_certificate(tmp_path, "one")
    given = {name: value or files.authority for name, value in asked.items()}
    assert access_of(settings(**given)).tls is not None


def test_a_node_shows_its_certificate(tmp_path):
    files = make_certificate(tmp_path, "node")
    assert access_of(settings(nats_cert=files.chain, nats_key=files.key)).tls is not None


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"nats_ca": "nowhere"}, "Setting nats_ca: {folder}/nowhere cannot be used: No such file"),
        ({"nats_ca": "text"}, "Setting nats_ca: {folder}/text is not what it should be"),
        ({"nats_cert": "text", "nats_key": "text"}, "Settings nats_cert and nats_key: {folder}"),
        ({"nats_user": None, "nats_password_file": "nowhere"}, "Cannot read nats_password_file"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path, wrong, sentence):
    (tmp_path / "text").write_text("This is not a certificate.\n")
    given = {name: "node" if value is None else tmp_path / value for name, value in wrong.items()}
    with pytest.raises(ConfigError, match=re.escape(sentence.format(folder=tmp_path))):
        access_of(settings(**given))


def test_a_key_with_a_password_is_refused_and_nobody_is_asked_for_it(tmp_path):
    files = make_certificate(tmp_path, "node", password=b"secret")
    with pytest.raises(ConfigError, match="the key is locked with a password"):
        access_of(settings(nats_cert=files.chain, nats_key=files.key))


def test_a_node_has_the_name_that_was_said_or_one_of_its_own(monkeypatch):
    assert node_of(settings(node="anna")) == "anna"
    monkeypatch.setattr(socket, "gethostname", lambda: "poker.example.org")
    assert node_of(settings(port=8765)) == "poker-example-org-8765"
    assert node_of(settings(port=0)).startswith("poker-example-org-process-")
