"""What is kept between two runs."""

import os
import stat
import sys

import pytest

from client_cli.commands.files import write_file
from client_cli.errors import UsageError
from client_cli.languages import speaking
from client_cli.memory import Memory
from client_cli.remarks import Remarks
from client_cli.settings import SettingsFile

URL = "ws://127.0.0.1:8765"


@pytest.fixture
def memory(tmp_path):
    return Memory(tmp_path / "showdown")


def test_at_first_nothing_is_known(memory):
    servers = memory.read()
    assert servers.last is None
    assert servers.at(URL).last is None


def test_names_and_tokens_are_kept_for_each_server(memory):
    memory.used(URL)
    memory.keep(URL, "Ada", "secret")
    memory.keep("ws://other", "Bo", "else")
    memory.keep(URL, "Guest-1", "idle", aside=True)
    servers = memory.read()
    assert servers.last == URL
    assert servers.at(URL).last == "Ada"
    assert servers.at(URL).tokens == {"Ada": "secret", "Guest-1": "idle"}
    assert servers.at(URL).aside == ("Guest-1",)
    assert servers.at("ws://other").tokens == {"Bo": "else"}


def test_a_server_that_gives_no_new_token_leaves_the_old_one(memory):
    memory.keep(URL, "Ada", "secret")
    memory.keep(URL, "Ada", None)
    assert memory.read().at(URL).tokens == {"Ada": "secret"}


def test_a_forgotten_name_is_gone_from_everywhere(memory):
    memory.keep(URL, "Guest-1", "idle", aside=True)
    memory.keep(URL, "Ada", "secret")
    memory.forget(URL, "Ada")
    memory.forget(URL, "Guest-1")
    known = memory.read().at(URL)
    assert (known.last, known.tokens, known.aside) == (None, {}, ())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's folder to him")
def test_nobody_else_may_read_the_tokens(memory):
    memory.keep(URL, "Ada", "secret")
    modes = {
        name: stat.S_IMODE(path.stat().st_mode)
        for name, path in (("file", memory.folder / "servers.json"), ("folder", memory.folder))
    }
    assert modes == {"file": 0o600, "folder": 0o700}


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"servers": 3}', b"\xff"])
def test_a_file_that_cannot_be_read_is_left_alone(memory, content):
    memory.keep(URL, "Ada", "secret")
    file = memory.folder / "servers.json"
    file.write_bytes(content)
    for action in (memory.read, lambda: memory.keep(URL, "Bo", "else")):
        with pytest.raises(UsageError, match=r"servers\.json cannot be read .*; mend it"):
            action()
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")
    memory = Memory(tmp_path / "file" / "showdown")
    with pytest.raises(UsageError, match=r"servers\.json cannot be written .*, and your token"):
        memory.keep(URL, "Ada", "secret")


def test_why_a_file_cannot_be_written_is_said_in_the_language_that_is_spoken(tmp_path):
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / "file" / "showdown"
    for write in (
        lambda: Memory(folder).keep(URL, "Ada", "secret"),
        lambda: Remarks(folder).write(URL, "Bo", "bluffs"),
        lambda: SettingsFile(folder).change(bell=True),
        lambda: write_file(folder, "a page"),
    ):
        with speaking("fr"), pytest.raises(UsageError, match="ce n'est pas un dossier"):
            write()


def test_one_command_holds_a_name_at_a_time(memory):
    with memory.hold(URL, "Ada") as mine, memory.hold(URL, "Ada") as second:
        assert (mine, second) == (True, False)
        with memory.hold(URL, "Bo") as other, memory.hold("ws://other", "Ada") as elsewhere:
            assert (other, elsewhere) == (True, True)
    with memory.hold(URL, "Ada") as again:
        assert again


def test_where_nothing_can_be_kept_every_name_is_free(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with Memory(tmp_path / "file" / "showdown").hold(URL, "Ada") as mine:
        assert mine


def test_nothing_is_left_of_a_write_but_the_file(memory):
    memory.keep(URL, "Ada", "secret")
    assert {path.name for path in memory.folder.iterdir()} == {"servers.json", "servers.lock"}
    assert not (memory.folder / f"servers.{os.getpid()}").exists()


def test_the_code_of_a_private_table_is_kept_beside_the_address_and_forgotten(memory):
    memory.keep(URL, "Ada", "secret")
    memory.invited(URL, "k7qp-2m4x-9tzc-h3nd")
    memory.forget(URL, "Ada")
    assert memory.read().at(URL).invite == "k7qp-2m4x-9tzc-h3nd"
    memory.invited(URL, None)
    assert memory.read().at(URL).invite is None
