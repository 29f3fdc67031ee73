"""The key file: made once, for its owner alone, and never guessed."""

import stat
import sys

import pytest

from server.ports import StorageError
from server.storage.keyfile import FIRST_KEY, key_file, make_keys, read_keys

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


@pytest.fixture
def path(database):
    return key_file(database)


def test_a_new_key_has_32_random_bytes_and_is_read_again(path):
    keys = make_keys(path)
    assert {number: len(master) for number, master in keys.items()} == {FIRST_KEY: 32}
    assert read_keys(path) == keys
    assert make_keys(path) != keys


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


@pytest.mark.parametrize("size", [0, 32, 35, 37])
def test_a_key_of_another_size_is_refused(path, size):
    make_keys(path)
    path.write_bytes(bytes(size))
    with pytest.raises(StorageError, match=rf"has {size} bytes; a key has 36\.$"):
        read_keys(path)


def test_a_key_file_that_is_a_folder_cannot_be_read(path):
    path.mkdir()
    with pytest.raises(StorageError, match=r"cannot be read: Is a directory\.$"):
        read_keys(path)


def test_a_key_cannot_be_made_where_there_is_no_folder(tmp_path):
    with pytest.raises(StorageError, match=r"cannot be written: No such file or directory\.$"):
        make_keys(key_file(tmp_path / "nowhere" / "showdown.db"))
