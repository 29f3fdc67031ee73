"""Secrets: from the environment or the one line of a file, and never shown."""

import pytest
from pydantic import SecretStr

from server.secret_files import BadSecret, secret_of


def test_without_either_there_is_none():
    assert secret_of("nats_password", None, None) is None


def test_a_secret_is_what_the_environment_says():
    assert secret_of("nats_password", SecretStr(" as it is "), None) == " as it is "


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_secret_is_the_line_of_a_file_without_its_end(tmp_path, end):
    file = tmp_path / "secret"
    file.write_bytes(f"correct horse{end}".encode())
    assert secret_of("nats_password", None, file) == "correct horse"


@pytest.mark.parametrize(
    ("stands", "sentence"),
    [
        (b"", "stands not one line with the secret"),
        (b"\n", "stands not one line with the secret"),
        (b"correct\nhorse\n", "stands not one line with the secret"),
        (b"\xff\xfe", "is not a text"),
        (None, "No such file or directory"),
    ],
)
def test_a_file_that_holds_no_secret_is_named(tmp_path, stands, sentence):
    file = tmp_path / "secret"
    if stands is not None:
        file.write_bytes(stands)
    with pytest.raises(BadSecret, match=sentence) as refused:
        secret_of("nats_password", None, file)
    assert f"nats_password_file {file}" in str(refused.value)
    assert "correct" not in str(refused.value)
