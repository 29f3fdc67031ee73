"""What a client is told when the server's own storage fails: one sentence, and nothing of ours."""

import pytest

from server.ports import MissingKey, StorageError, UnknownOutcome
from showdown.errors import CorruptHistory
from tests.server.gateway.kit import open_house

SECRET_PLACE = "/srv/secret/showdown.db"
SENTENCE = "The server cannot read or store this just now; try again in a moment."
FAULTS = [kind(f"The disk of {SECRET_PLACE} is full.") for kind in (StorageError, UnknownOutcome)]
ASKED = [
    ("accounts", "add_guest", "hello", {"name": "Boris"}),
    ("accounts", "by_token", "hello", {"token": "token-1"}),
    ("accounts", "add_person", "register", {"name": "Boris", "password": "correct horse"}),
    ("accounts", "credentials", "hello", {"name": "Boris", "password": "correct horse"}),
]
ASKED_INSIDE = [
    ("accounts", "give_password", "register", {"password": "correct horse"}),
    ("accounts", "get", "sit", {"table": "main"}),
    ("hands", "get", "hand", {"hand": 1}),
    ("hands", "find", "hands", {}),
]


@pytest.fixture
def fails(monkeypatch):
    """Let one call of a port fail."""

    def fail(port, call, error):
        async def failing(*_, **__):
            raise error

        monkeypatch.setattr(port, call, failing)

    return fail


async def error_of(wire, request, fields):
    reply = await wire.ask(request, **fields)
    assert not reply["ok"]
    assert "srv" not in str(wire.frames)
    return reply["error"]["code"], reply["error"]["message"]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize(("port", "call", "request_", "fields"), ASKED)
async def test_nobody_who_knocks_learns_where_the_database_is(
    fails, capsys, fault, port, call, request_, fields
):
    async with open_house() as house, house.client() as wire:
        fails(getattr(house.storage, port), call, fault)
        assert await error_of(wire, request_, fields) == ("unavailable", SENTENCE)
    assert SECRET_PLACE in capsys.readouterr().out


@pytest.mark.parametrize("fault", FAULTS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize(("port", "call", "request_", "fields"), ASKED_INSIDE)
async def test_nobody_who_is_in_learns_it_either(
    fails, capsys, fault, port, call, request_, fields
):
    async with open_house() as house, house.guest("Anna") as wire:
        fails(getattr(house.storage, port), call, fault)
        assert await error_of(wire, request_, fields) == ("unavailable", SENTENCE)
        assert (await wire.ask("tables"))["ok"]
    assert SECRET_PLACE in capsys.readouterr().out


@pytest.mark.parametrize(
    "fault",
    [
        CorruptHistory("The stored cards of hand 1 do not open."),
        MissingKey("The cards of hand 1 need key 1, but there is only key 2."),
    ],
    ids=lambda each: type(each).__name__,
)
async def test_a_hand_that_cannot_be_read_ends_no_connection(fails, capsys, fault):
    async with open_house() as house, house.guest("Anna") as wire:
        fails(house.storage.hands, "get", fault)
        code, sentence = await error_of(wire, "hand", {"hand": 1})
        assert code == "unavailable"
        assert "key" not in sentence
        assert (await wire.ask("tables"))["ok"]
    assert str(fault) in capsys.readouterr().out


async def test_a_password_that_cannot_be_looked_up_was_not_wrong(fails, monkeypatch):
    async with open_house() as house:
        async with house.client() as wire:
            assert (await wire.ask("register", name="Anna", password="correct horse"))["ok"]
        asked = {"name": "Anna", "password": "correct horse"}
        fails(house.storage.accounts, "credentials", StorageError("It is away."))
        async with house.client() as wire:
            for _ in range(8):
                assert (await error_of(wire, "hello", asked))[0] == "unavailable"
            monkeypatch.undo()
            assert (await wire.ask("hello", **asked))["ok"]


async def test_a_new_guest_has_his_token_though_the_chips_of_the_day_have_to_wait(fails):
    async with open_house(guest_chips=0) as house, house.client() as wire:
        fails(house.storage.accounts, "grant_daily", StorageError("It is away."))
        assert (await wire.ask("hello", name="Anna"))["ok"]
        assert (wire.frames[0]["token"], wire.frames[0]["chips"]) == ("token-2", 0)
