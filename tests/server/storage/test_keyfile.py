"""The key file: made once, for its owner alone, and never guessed."""

import stat
import sys

import pytest

from server.ports import StorageError
from server.storage.keyfile import key_file, make_keys, read_keys, replace_keys
from server.storage.keys import FIRST_KEY, WANTED

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


@pytest.fixture
def path(database):
    return key_file(database)


def test_a_new_key_has_32_random_bytes_and_is_read_again(path):
    keys = make_keys(path)
    assert {number: len(master) for number, master in keys.items()} == {FIRST_KEY: 32}
    assert read_keys(path) == keys
    assert make_keys(path.with_name("other.key")) != keys


def test_the_key_stands_beside_its_database(database, path):
    assert path == database.parent / "showdown.db.key"


@posix
def test_a_database_by_another_name_has_the_same_key(database, path, tmp_path):
    other = tmp_path / "other.db"
    other.symlink_to(database)
    assert key_file(other) == path


@posix
def test_a_new_key_is_its_owners_alone(path):
    make_keys(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@posix
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o606, 0o660])
def test_a_key_that_others_can_read_is_refused(path, mode):
    make_keys(path)
    path.chmod(mode)
    with pytest.raises(StorageError) as refused:
        read_keys(path)
    assert str(refused.value) == (
        f"The key file {path} is open to others (mode {mode:04o}); run: chmod 600 {path}"
    )


@pytest.mark.parametrize("content", [b"\0" * 35, b"\0" * 37, b"secret", b"1:c2hvcnQ="])
def test_what_is_no_key_is_refused_and_not_shown(path, content):
    make_keys(path)
    path.write_bytes(content)
    with pytest.raises(StorageError) as refused:
        read_keys(path)
    assert str(refused.value) == f"The key file {path} is not a key; {WANTED}."


def test_an_empty_key_file_is_said_to_be_empty(path):
    make_keys(path)
    path.write_bytes(b"\n")
    with pytest.raises(StorageError, match=r"showdown\.db\.key is empty; a key is NUMBER:BASE64"):
        read_keys(path)


def test_the_key_file_of_the_first_release_is_read(path):
    master = bytes(range(32))
    path.touch(0o600)
    path.write_bytes((1).to_bytes(4, "big") + master)
    assert read_keys(path) == {1: master}


def test_a_file_holds_several_keys_and_is_old_or_new(path):
    first = make_keys(path)
    both = {**first, 7: bytes(32)}
    replace_keys(path, both)
    assert read_keys(path) == both
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_of_two_servers_that_make_the_first_key_the_later_takes_what_is_there(path):
    first = make_keys(path)
    assert make_keys(path) == first == read_keys(path)
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_first_key_is_made_on_a_disk_without_links(path, monkeypatch):
    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("server.storage.files.os.link", refuse)
    first = make_keys(path)
    assert make_keys(path) == first == read_keys(path)
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@posix
def test_keys_that_cannot_be_put_into_place_leave_nothing_behind(path):
    path.mkdir()
    with pytest.raises(StorageError, match=r"cannot be written: Is a directory\.$"):
        replace_keys(path, {1: bytes(32)})
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_key_file_that_is_a_folder_cannot_be_read(path):
    path.mkdir()
    with pytest.raises(StorageError, match=r"cannot be read: Is a directory\.$"):
        read_keys(path)


def test_a_key_cannot_be_made_where_there_is_no_folder(tmp_path):
    with pytest.raises(StorageError, match=r"cannot be written: No such file or directory\.$"):
        make_keys(key_file(tmp_path / "nowhere" / "showdown.db"))
