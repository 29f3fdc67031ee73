"""What an operator types about accounts; each thing is done, said, and noted."""

import asyncio
import getpass
import json
import sqlite3
from contextlib import asynccontextmanager, closing

import pytest

from server.passwords import Passwords
from server.ports import UnknownOutcome
from server.storage import open_storage

SECRET = "correct horse\n"


def ask(database, question, *values):
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(question, values).fetchall()


def listed(command, name):
    code, out, err = command("account", "list", name, "--json")
    assert (code, err) == (0, "")
    (account,) = json.loads(out)
    return account


def opened_by(database, token):
    async def look():
        async with open_storage(database) as storage:
            return await storage.accounts.by_token(token)

    account = asyncio.run(look())
    return None if account is None else account.name


def test_an_account_is_made_and_found_in_the_list(command):
    code, out, err = command("account", "add", "Eve", "--chips", "1500")
    assert (code, err) == (0, "")
    assert out == (
        "Account 6 (Eve) has 1,500 chips; `account passwd Eve` or `account token Eve` opens it.\n"
    )
    code, out, _ = command("account", "list")
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["account", "name", "kind", "chips", "since", "opened", "by"]
    assert lines[1][:4] == ["1", "House", "house", "34"]
    assert lines[6][:4] == ["6", "Eve", "guest", "1,500"]
    assert lines[6][5:] == ["nobody"]


def test_a_password_is_read_from_stdin_and_only_its_hash_is_stored(command, released):
    assert command("account", "add", "Eve", "--password", stdin=SECRET)[0] == 0
    ((stored,),) = ask(released, "SELECT password FROM accounts WHERE name = 'Eve'")
    assert asyncio.run(Passwords().match("correct horse", stored)).right
    assert listed(command, "eve")["has_password"] is True
    assert b"correct horse" not in released.read_bytes()


def test_on_a_terminal_it_is_asked_for_twice(command, monkeypatch):
    answers = ["correct horse", "correct house"]
    monkeypatch.setattr("server.commands.account._is_terminal", lambda: True)
    monkeypatch.setattr(getpass, "getpass", lambda question: answers.pop(0))
    code, out, err = command("account", "passwd", "Anna")
    assert (code, out) == (2, "")
    assert err == "showdown: The two passwords differ; nothing was changed.\n"
    assert answers == []
    assert listed(command, "Anna")["has_password"] is False


def test_a_token_is_shown_once_and_opens_the_account_until_it_is_taken_back(command, released):
    code, out, err = command("account", "token", "anna", "--label", "my bot")
    assert code == 0
    assert err == "It is anna's; keep it, it is not shown again.\n"
    token = out.strip()
    assert opened_by(released, token) == "Anna"
    assert token.encode() not in released.read_bytes()
    (one,) = [each for each in listed(command, "Anna")["tokens"] if each["kind"] == "api"]
    assert one["label"] == "my bot"
    assert command("account", "token", "Anna", "--revoke", one["id"]) == (
        0,
        f"Token {one['id']} of Anna opens nothing any more.\n",
        "",
    )
    assert opened_by(released, token) is None
    assert one not in listed(command, "Anna")["tokens"]


def test_another_password_signs_clients_out_and_leaves_programs_alone(command, released):
    program = command("account", "token", "Anna")[1].strip()
    assert command("account", "passwd", "Anna", stdin=SECRET) == (
        0,
        "Anna has another password, and signs in anew with it.\n",
        "",
    )
    assert opened_by(released, program) == "Anna"
    assert [each["kind"] for each in listed(command, "Anna")["tokens"]] == ["api"]


def test_granted_chips_stand_in_the_ledger(command, released):
    assert command("account", "grant", "anna", "250") == (
        0,
        "Anna has 9,250 chips beside the tables now.\n",
        "",
    )
    (row,) = ask(released, "SELECT debit, credit, amount FROM ledger WHERE key LIKE 'grant:oper%'")
    assert row == ("issue", "account:3", 250)
    assert command("audit")[0] == 0


def test_who_is_disabled_is_opened_by_nobody_until_that_is_undone(command):
    assert command("account", "disable", "Anna")[:2] == (0, "Anna may not sign in any more.\n")
    assert listed(command, "Anna")["disabled_at"] is not None
    assert "nobody (disabled" in command("account", "list")[1]
    assert command("account", "disable", "Anna", "--undo")[:2] == (
        0,
        "Anna may sign in again.\n",
    )
    assert listed(command, "Anna")["disabled_at"] is None


def test_all_that_is_done_is_noted_with_who_did_it_and_no_secret(command, released, monkeypatch):
    monkeypatch.setenv("LOGNAME", "olga")
    token = command("account", "token", "Anna")[1].strip()
    one = next(t for t in listed(command, "Anna")["tokens"] if t["kind"] == "api")["id"]
    command("account", "add", "Eve", "--password", stdin=SECRET)
    command("account", "grant", "Anna", "250")
    command("account", "passwd", "Anna", stdin=SECRET)
    command("account", "token", "Anna", "--revoke", one)
    command("account", "disable", "Anna")
    command("account", "disable", "Anna", "--undo")
    rows = ask(released, "SELECT who, action, account, details FROM audit ORDER BY id")
    assert {who for who, *_ in rows} == {"olga"}
    assert [(action, account) for _, action, account, _ in rows] == [
        ("account token", 3),
        ("account add", 6),
        ("account grant", 3),
        ("account passwd", 3),
        ("account token --revoke", 3),
        ("account disable", 3),
        ("account disable --undo", 3),
    ]
    details = "".join(each for *_, each in rows)
    assert '"chips":250' in details
    assert one in details
    for secret in (token, "correct horse", "argon2"):
        assert secret not in details


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (("grant", "Nobody", "5"), "There is no account 'Nobody'; see account list."),
        (("passwd", "House"), "House is no person, so it has no password."),
        (("disable", "House"), "House is the house, which nobody can sign in to."),
        (("add", "ANNA"), "The name ANNA is taken; choose another one."),
        (
            ("add", "a\x1b[31m"),
            "The name has the sign '\\x1b'; letters, digits, blanks and _ - . may be in it.",
        ),
        (("add", "Eve", "--password"), "The password has 0 signs; it needs 8 or more."),
        (
            ("token", "Anna", "--revoke", "zz"),
            "Of Anna no token begins with 'zz'; see account list.",
        ),
        (
            ("grant", "Anna", "9007199254740991"),
            "Anna would have more than 9007199254740991 chips.",
        ),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(command, released, line, sentence):
    stdin = SECRET if line[0] == "passwd" else ""
    code, out, err = command("account", *line, stdin=stdin)
    assert (code, out, err) == (2, "", f"showdown: {sentence}\n")
    assert ask(released, "SELECT count(*) FROM audit") == [(0,)]


@pytest.mark.parametrize("line", [("list",), ("grant", "Anna", "5"), ("token", "Anna")])
def test_without_a_database_it_says_so_and_makes_none(command, released, line):
    released.unlink()
    code, out, err = command("account", *line)
    assert (code, out) == (2, "")
    assert err.startswith(f"showdown: There is no database {released};")
    assert not released.exists()


def test_what_may_have_been_done_is_not_said_to_have_failed(command, monkeypatch):
    """Whoever grants chips again that have arrived has granted them twice."""

    class Away:
        async def write(self, unit):
            raise UnknownOutcome("The database does not answer.")

    @asynccontextmanager
    async def away(*_):
        yield Away()

    monkeypatch.setattr("server.commands.account.existing_store", away)
    assert command("account", "grant", "Anna", "5") == (
        2,
        "",
        "showdown: The database does not answer. "
        "It may have been done all the same: look before you repeat it.\n",
    )
