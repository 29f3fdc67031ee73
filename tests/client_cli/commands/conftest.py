"""Commands run in this process, with a memory of their own and a scripted server next door."""

from typing import NamedTuple

import pytest

from client_cli.__main__ import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def own_memory(tmp_path, monkeypatch):
    """What commands keep goes into a folder of the test, and the environment says nothing."""
    folder = tmp_path / "data"
    monkeypatch.setattr("client_cli.memory.user_data_path", lambda *_, **__: folder)
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    monkeypatch.delenv("SHOWDOWN_URL", raising=False)
    monkeypatch.delenv("SHOWDOWN_TOKEN", raising=False)
    return folder


@pytest.fixture
def showdown(capsys):
    """Run `showdown` with these arguments."""

    def run(*arguments):
        capsys.readouterr()
        code = main([str(each) for each in arguments])
        return Ran(code, *capsys.readouterr())

    return run
