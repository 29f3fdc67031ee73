"""Passwords are encoded with argon2id and take about as long for nobody as for somebody."""

import asyncio
import threading

import pytest
from argon2 import PasswordHasher

from server.passwords import BadPassword, Passwords

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
OTHER = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)


@pytest.fixture
def passwords():
    return Passwords(QUICK)


async def test_what_is_stored_is_argon2id_with_a_salt_and_not_the_password(passwords):
    one, other = [await passwords.encode("correct horse") for _ in range(2)]
    assert one != other
    assert one.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert "correct" not in one


async def test_by_default_the_parameters_are_those_that_rfc_9106_recommends():
    assert (await Passwords().encode("correct horse")).startswith("$argon2id$v=19$m=65536,t=3,p=4$")


async def test_only_the_right_password_matches(passwords):
    stored = await passwords.encode("correct horse")
    assert await passwords.match("correct horse", stored) == (True, None)
    assert await passwords.match("correct house", stored) == (False, None)
    assert await passwords.match("correct horse", None) == (False, None)
    assert await passwords.match("correct horse", "not argon2 at all") == (False, None)


async def test_a_password_is_the_same_however_a_keyboard_composes_it(passwords):
    stored = await passwords.encode("Zoés Passwort")
    assert (await passwords.match("Zoe\N{COMBINING ACUTE ACCENT}s Passwort", stored)).right


async def test_a_password_that_was_encoded_in_another_way_comes_back_as_today(passwords):
    old = await Passwords(OTHER).encode("correct horse")
    match = await passwords.match("correct horse", old)
    assert match.right
    assert match.fresh is not None
    assert await passwords.match("correct horse", match.fresh) == (True, None)
    assert await passwords.match("wrong horse", old) == (False, None)


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("", "The password has 0 signs; it needs 8 or more."),
        ("1234567", "The password has 7 signs; it needs 8 or more."),
        ("x" * 257, "The password has 257 signs; the most are 256."),
    ],
)
async def test_a_password_that_nobody_may_have_says_why(passwords, wanted, sentence):
    with pytest.raises(BadPassword) as refused:
        await passwords.encode(wanted)
    assert str(refused.value) == sentence


class Counting(PasswordHasher):
    """Notes what it works out."""

    def __init__(self):
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.done = []

    def hash(self, password, *, salt=None):
        self.done.append("hash")
        return super().hash(password, salt=salt)

    def verify(self, hash, password):
        self.done.append(hash[:27])
        return super().verify(hash, password)


async def test_nobody_and_a_wrong_password_are_compared_by_the_same_work():
    stored = await Passwords(QUICK).encode("correct horse")
    work = []
    for compared_with in (stored, None):
        hasher = Counting()
        passwords = Passwords(hasher)
        assert hasher.done == []
        for _ in range(2):
            await passwords.match("guess", compared_with)
        work.append(hasher.done)
    verified = "$argon2id$v=19$m=8,t=1,p=1$"
    assert work == [["hash", verified, verified]] * 2


async def test_the_loop_goes_on_while_passwords_are_worked_out():
    began, went_on = threading.Event(), threading.Event()

    class Slow(PasswordHasher):
        def hash(self, password, **options):
            began.set()
            assert went_on.wait(60), "the loop stood still"
            return super().hash(password, **options)

    work = asyncio.create_task(Passwords(Slow()).encode("correct horse"))
    while not began.is_set():
        await asyncio.sleep(0)
    went_on.set()
    assert (await work).startswith("$argon2id$")
