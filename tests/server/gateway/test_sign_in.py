"""By which ways one comes in, and who is not let in: over the wire."""

import pytest
from websockets.exceptions import ConnectionClosed

from server.ports import StorageError
from showdown.rules.ruleset import AccountId
from tests.server.gateway.kit import QUICK_HASHER, open_house

SECRET, WRONG = "correct horse", "correct house"
NOBODY = "Anna with this password is nobody here."


async def registered(house, name="Anna", password=SECRET):
    """Somebody with a password, who has gone again; his token."""
    async with house.client() as wire:
        assert (await wire.ask("register", name=name, password=password))["ok"]
        return wire.frames[0]["token"]


async def refused(house, **hello):
    async with house.client() as wire:
        reply = await wire.ask("hello", **hello)
        assert not reply["ok"]
        return reply["error"]["code"], reply["error"]["message"]


async def welcome(house, **hello):
    async with house.client() as wire:
        assert (await wire.ask("hello", **hello))["ok"], wire.frames
        return wire.frames[0]


async def close_code(wire):
    try:
        while True:
            await wire.read()
    except ConnectionClosed as end:
        return end.rcvd.code


# Names and passwords.


async def test_who_registers_is_in_at_once_and_comes_back_with_name_and_password():
    async with open_house() as house:
        async with house.client() as wire:
            assert (await wire.ask("register", name="Anna", password=SECRET))["ok"]
            first = wire.frames[0]
            assert (first["type"], first["name"], first["chips"]) == ("welcome", "Anna", 10_000)
            assert (await wire.ask("tables"))["ok"]
        again = await welcome(house, name="anna", password=SECRET)
        assert (again["account"], again["name"]) == (first["account"], "Anna")
        assert (await welcome(house, token=again["token"]))["account"] == first["account"]


async def test_a_guest_who_registers_keeps_name_chips_and_token():
    async with open_house() as house:
        async with house.guest("Anna") as wire:
            guest = wire.frames[0]
            assert (await wire.ask("register", password=SECRET))["ok"]
        again = await welcome(house, name="Anna", password=SECRET)
        assert (again["account"], again["chips"]) == (guest["account"], guest["chips"])
        assert (await welcome(house, token=guest["token"]))["account"] == guest["account"]


async def test_a_name_with_a_password_is_had_by_nobody_without_it():
    async with open_house() as house:
        await registered(house)
        assert await refused(house, name="anna") == (
            "password_wanted",
            "The name anna has a password; say it, or choose another name.",
        )


async def test_a_wrong_password_an_unknown_name_and_a_guests_name_sound_alike():
    async with open_house() as house, house.guest("Clara"):
        await registered(house)
        answers = {
            name: await refused(house, name=name, password=WRONG)
            for name in ("Anna", "Boris", "Clara", "\u001b[31m")
        }
        assert answers == {
            name: ("wrong_password", f"{name} with this password is nobody here.")
            for name in answers
        }


async def test_after_several_wrong_passwords_the_right_one_has_to_wait_too():
    async with open_house() as house:
        await registered(house)
        await registered(house, "Boris")
        async with house.client() as wire:
            for _ in range(5):
                reply = await wire.ask("hello", name="Anna", password=WRONG)
                assert reply["error"]["code"] == "wrong_password"
            reply = await wire.ask("hello", name=" ANNA", password=SECRET)
            assert reply["error"]["code"] == "too_many_attempts"
            assert reply["error"]["message"] == (
                "Too many wrong passwords for  ANNA; try again in 30 seconds."
            )
            assert (await wire.ask("hello", name="Boris", password=SECRET))["ok"]


async def test_a_name_that_many_guess_at_is_slowed_but_not_where_its_owner_was_before():
    async with open_house() as house:
        await registered(house)
        await registered(house, "Boris")
        await welcome(house, name="Anna", password=SECRET)
        guesses = house.gateway._services.reception.attempts
        for name in ("anna", "boris"):
            for number in range(20):
                guesses.failed((name, f"198.51.100.{number}"))
        await welcome(house, name="Anna", password=SECRET)
        code, _ = await refused(house, name="Boris", password=SECRET)
        assert code == "too_many_attempts"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"name": "Anna", "password": "short"}, "bad_password"),
        ({"name": "\u001b[31m", "password": SECRET}, "bad_name"),
        ({"name": "clara", "password": SECRET}, "name_taken"),
        ({"password": SECRET}, "no_name"),
    ],
)
async def test_a_registration_that_fails_says_why_and_makes_no_account(request_, code):
    async with open_house() as house, house.guest("Clara"), house.client() as wire:
        before = set(house.storage.accounts.accounts)
        reply = await wire.ask("register", **request_)
        assert reply["error"]["code"] == code
        assert reply["error"]["message"].endswith(".")
        assert set(house.storage.accounts.accounts) == before
        assert (await wire.ask("register", name="Anna", password=SECRET))["ok"]


async def test_one_who_is_in_cannot_become_another_or_have_two_passwords():
    async with open_house() as house, house.guest("Anna") as wire:
        other = await wire.ask("register", name="Boris", password=SECRET)
        assert other["error"]["code"] == "already_signed_in"
        assert (await wire.ask("register", name="Anna", password="short"))["error"]["code"] == (
            "bad_password"
        )
        assert (await wire.ask("register", name="Anna", password=SECRET))["ok"]
        twice = await wire.ask("register", password=SECRET)
        assert twice["error"] == {
            "code": "has_password",
            "message": "Anna has a password already; an operator changes it.",
            "details": {"found": "Anna"},
        }


async def test_a_password_without_a_name_is_nobodys():
    async with open_house() as house:
        assert (await refused(house, password=SECRET))[0] == "no_name"


async def test_no_password_and_no_token_is_ever_logged(capsys):
    async with open_house() as house:
        token = await registered(house)
        await refused(house, name="Anna", password=WRONG)
        await welcome(house, token=token)
    printed = capsys.readouterr()
    for secret in (SECRET, WRONG, token):
        assert secret not in printed.out + printed.err


# Tokens.


async def test_a_token_may_come_in_the_handshake_instead():
    async with open_house() as house:
        token = await registered(house)
        header = {"Authorization": f"Bearer {token}"}
        async with house.client(additional_headers=header) as wire:
            assert (await wire.ask("hello"))["ok"]
            assert wire.frames[0]["name"] == "Anna"


async def test_what_hello_says_wins_over_the_handshake():
    async with open_house() as house:
        token = await registered(house)
        await registered(house, "Boris")
        header = {"Authorization": f"Bearer {token}"}
        async with house.client(additional_headers=header) as wire:
            assert (await wire.ask("hello", name="Boris", password=SECRET))["ok"]
            assert wire.frames[0]["name"] == "Boris"


@pytest.mark.parametrize("header", ["Bearer nobodys", "bearer nobodys"])
async def test_a_wrong_token_in_the_handshake_is_refused_like_any(header):
    headers = {"Authorization": header}
    async with open_house() as house, house.client(additional_headers=headers) as wire:
        assert (await wire.ask("hello", name="Anna"))["error"]["code"] == "bad_token"


@pytest.mark.parametrize("header", ["Basic YTpi", "Bearer", "Bearer "])
async def test_another_authorization_is_none(header):
    headers = {"Authorization": header}
    async with open_house() as house, house.client(additional_headers=headers) as wire:
        assert (await wire.ask("hello", name="Anna"))["ok"]


async def test_a_password_that_is_changed_while_it_is_compared_opens_nothing(monkeypatch):
    async with open_house() as house:
        await registered(house)
        accounts = house.storage.accounts
        known = accounts.credentials

        async def outrun(name):
            found = await known(name)
            accounts.passwords[found.account.account] = QUICK_HASHER.hash("another one")
            return found

        monkeypatch.setattr(accounts, "credentials", outrun)
        assert await refused(house, name="Anna", password=SECRET) == ("wrong_password", NOBODY)


async def test_a_password_that_is_encoded_anew_while_it_is_compared_is_the_same(monkeypatch):
    async with open_house() as house:
        await registered(house)
        accounts = house.storage.accounts
        known = accounts.credentials

        async def outrun(name):
            found = await known(name)
            accounts.passwords[found.account.account] = QUICK_HASHER.hash(SECRET)
            monkeypatch.undo()
            return found

        monkeypatch.setattr(accounts, "credentials", outrun)
        assert (await welcome(house, name="Anna", password=SECRET))["name"] == "Anna"


# Disabled accounts.


async def test_who_is_signed_out_while_he_comes_in_does_not_stay(monkeypatch):
    async with open_house() as house:
        token = await registered(house)
        house.lose(token)
        accounts = house.storage.accounts
        granted = accounts.grant_daily

        async def outrun(account, chips, day):
            house.gateway.sign_out(account)
            return await granted(account, chips, day)

        monkeypatch.setattr(accounts, "grant_daily", outrun)
        async with house.client() as wire:
            await wire.send(f'{{"type": "hello", "id": "h", "token": "{token}"}}')
            assert await close_code(wire) == 4001
        monkeypatch.undo()
        assert (await welcome(house, token=token))["name"] == "Anna"


async def test_a_disabled_account_is_closed_within_a_moment_and_let_in_no_more():
    async with open_house() as house:
        async with house.client() as wire, house.guest("Boris") as boris:
            await wire.ask("register", name="Anna", password=SECRET)
            token, account = wire.frames[0]["token"], wire.frames[0]["account"]
            house.storage.accounts.disable(AccountId(account))
            assert await close_code(wire) == 4001
            assert (await boris.ask("tables"))["ok"]
        sentence = ("account_disabled", "The account Anna is disabled; ask the operator.")
        assert await refused(house, token=token) == sentence
        assert await refused(house, name="Anna", password=SECRET) == sentence
        assert (await refused(house, name="Anna", password=WRONG))[0] == "wrong_password"


@pytest.mark.parametrize(
    "fault", [StorageError("The database is away."), RuntimeError("A fault of ours.")], ids=repr
)
async def test_while_the_database_fails_nobody_is_signed_out_and_afterwards_they_are(
    monkeypatch, fault
):
    monkeypatch.setattr("server.gateway.signing_out.LOOK_EVERY", 0.01)
    async with open_house() as house, house.guest("Anna") as wire:
        accounts, looked = house.storage.accounts, []
        working = accounts.signed_out_since

        async def failing(mark):
            looked.append(mark)
            if len(looked) > 3:
                monkeypatch.setattr(accounts, "signed_out_since", working)
            raise fault

        monkeypatch.setattr(accounts, "signed_out_since", failing)
        accounts.disable(AccountId(wire.frames[0]["account"]))
        assert await close_code(wire) == 4001
        assert len(looked) == 4


# Chips for the day.


async def test_who_has_nothing_left_is_granted_chips_once_a_day_and_told_so():
    async with open_house(guest_chips=1_000) as house:
        token = await broke(house, "Anna")
        async with house.client() as wire:
            assert (await wire.ask("hello", token=token))["ok"]
            assert wire.frames[0]["chips"] == 500
            notice = await wire.until(lambda f: f["type"] == "notice")
            assert (notice["code"], notice["message"]) == (
                "daily_chips",
                "You had no chips left; here are 500 for today.",
            )
        house.lose(token)
        assert (await welcome(house, token=token))["chips"] == 0


async def test_the_next_day_there_are_chips_again():
    async with open_house(guest_chips=1_000) as house:
        token = await broke(house, "Anna")
        await welcome(house, token=token)
        storage = house.storage
        house.lose(token)
    async with open_house(storage=storage, today="2026-12-01") as house:
        assert (await welcome(house, token=token))["chips"] == 500


async def test_who_is_broke_while_he_is_connected_gets_them_when_he_wants_to_sit():
    async with open_house(guest_chips=1_000) as house, house.guest("Anna") as wire:
        house.lose(wire.frames[0]["token"])
        assert (await wire.ask("sit", table="main"))["ok"]
        assert [f["code"] for f in wire.frames if f["type"] == "notice"] == ["daily_chips"]


async def test_who_has_chips_at_a_table_gets_none():
    async with open_house(guest_chips=400) as house:
        async with house.guest("Anna") as wire:
            token = wire.frames[0]["token"]
            assert (await wire.ask("sit", table="main", buy_in=400))["ok"]
        assert (await welcome(house, token=token))["chips"] == 0


async def test_an_operator_may_grant_nothing():
    async with open_house(guest_chips=1_000, daily_chips=0) as house:
        assert (await welcome(house, token=await broke(house, "Anna")))["chips"] == 0


async def broke(house, name):
    """A guest who has lost all; his token."""
    async with house.guest(name) as wire:
        token = wire.frames[0]["token"]
    house.lose(token)
    return token
