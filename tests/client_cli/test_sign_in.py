"""Who a command is at a server, without a question asked."""

import contextlib
import getpass

import pytest

from client_cli.errors import UsageError
from client_cli.memory import Memory
from client_cli.sign_in import Doorway, Place, Role, user_name
from showdown.sdk import ConnectionFailed, Refused
from tests.client_cli.scripted import House, open_house


@pytest.fixture
async def house():
    async with open_house(House()) as house:
        yield house


@pytest.fixture
def memory(tmp_path):
    return Memory(tmp_path)


class Door:
    """Signs in at a house, as a command would."""

    def __init__(self, house, memory):
        self.house, self.memory = house, memory
        self.notes, self.questions = [], []
        self.answers = None
        """What is typed when a password is asked for; without them there is nobody to ask."""

    async def ask(self, question):
        self.questions.append(question)
        return self.answers.pop(0)

    @contextlib.asynccontextmanager
    async def enter(self, role=Role.PLAY, *, usual="ada", name=None, token=None):
        place = Place(self.house.url, name, token)
        ask = self.ask if self.answers is not None else None
        doorway = Doorway(place, role, self.memory, self.notes.append, usual, ask)
        async with doorway.enter() as entry:
            yield entry

    async def name(self, role=Role.PLAY, **options):
        async with self.enter(role, **options) as entry:
            return entry.connection.session.name


@pytest.fixture
def door(house, memory):
    return Door(house, memory)


async def test_a_newcomer_plays_under_his_user_name(door):
    assert await door.name(usual="ada") == "ada"


async def test_without_a_user_name_he_is_a_guest(door):
    name = await door.name(usual=None)
    assert name.startswith("Guest-")
    assert len(name) == len("Guest-1234")


async def test_who_comes_back_is_the_same_by_his_token(door, memory):
    await door.name(name="Ada")
    assert await door.name() == "Ada"
    assert door.house.requests[-1].token == "token-of-Ada"
    assert memory.read().last == door.house.url


async def test_a_name_is_found_again_however_it_is_spelled(door):
    await door.name(name="Ada")
    await door.name(name="Bo")
    assert await door.name(name="ada") == "Ada"


async def test_a_taken_user_name_makes_way_for_a_guests(door):
    door.house.names["ada"] = 77
    assert (await door.name(usual="ada")).startswith("Guest-")
    assert door.notes == ["The name ada is taken here; trying another one."]


async def test_a_user_name_that_nobody_may_have_makes_way_for_a_guests(door):
    door.house.refusals.append(("bad_name", "The name is written in Cyrillic and Latin."))
    assert (await door.name(usual="Аda")).startswith("Guest-")
    assert door.notes == ["The name is written in Cyrillic and Latin."]


async def test_a_taken_name_that_was_given_is_refused(door):
    door.house.names["Ada"] = 77
    with pytest.raises(Refused, match="The name Ada is taken"):
        await door.name(name="Ada")


async def test_a_server_that_began_anew_gets_a_new_guest_of_the_same_name(door, memory):
    await door.name(name="Ada")
    door.house.names.clear()
    door.house.tokens.clear()
    assert await door.name() == "Ada"
    assert memory.read().at(door.house.url).tokens == {"Ada": "token-of-Ada"}


async def test_a_second_player_on_this_machine_is_somebody_else(door):
    async with door.enter(name="Ada"), door.enter(usual=None) as second:
        assert second.connection.session.name.startswith("Guest-")


async def test_who_looks_is_the_player_himself_also_while_he_plays(door, memory):
    async with door.enter(name="Ada"), door.enter(Role.LOOK, usual=None) as looking:
        assert looking.connection.session.name == "Ada"
        assert door.house.requests[-1].look
    assert memory.read().at(door.house.url).last == "Ada"


async def test_a_token_that_is_given_only_looks_too(door):
    await door.name(name="Ada")
    await door.name(Role.LOOK, token="token-of-Ada")
    assert door.house.requests[-1].look
    await door.name(token="token-of-Ada")
    assert not door.house.requests[-1].look


async def test_who_looks_before_he_has_ever_played_is_the_same_guest_each_time(door, memory):
    onlooker = await door.name(Role.LOOK, usual=None)
    assert onlooker.startswith("Guest-")
    assert await door.name(Role.LOOK, usual=None) == onlooker
    assert await door.name() == "ada"
    assert await door.name(Role.LOOK, usual=None) == "ada"


async def test_a_guest_who_never_heard_of_himself_comes_again_with_the_same_nonce(door, memory):
    memory.nonce_for(door.house.url, "Ada", "made up before the line was cut")
    await door.name(name="Ada")
    assert door.house.requests[-1].nonce == "made up before the line was cut"
    assert memory.read().at(door.house.url).nonces == {}


async def test_a_guest_without_a_name_of_his_own_comes_again_as_the_one_he_may_be(door, memory):
    memory.nonce_for(door.house.url, "Guest-7", "made up before the line was cut")
    assert await door.name(usual=None) == "Guest-7"
    assert door.house.requests[-1].nonce == "made up before the line was cut"


async def test_where_nobody_answers_nothing_is_kept(memory):
    doorway = Doorway(Place("ws://127.0.0.1:1"), Role.PLAY, memory, print)
    with pytest.raises(ConnectionFailed):
        async with doorway.enter():
            pytest.fail("there is nobody")
    assert memory.read().at("ws://127.0.0.1:1").nonces == {}


async def test_what_a_new_guest_made_up_is_forgotten_when_he_has_a_token_or_no_name(door, memory):
    door.house.names["ada"] = 77
    await door.name(usual="ada")
    assert memory.read().at(door.house.url).nonces == {}
    async with door.enter(name="Ada"):
        assert len(door.house.requests[-1].nonce) == 32
    assert memory.read().at(door.house.url).nonces == {}


async def test_bots_are_called_by_their_class_and_come_back(door):
    async with door.enter(Role.BOT, usual="Caller") as first:
        assert first.connection.session.name == "Caller"
        async with door.enter(Role.BOT, usual="Caller") as second:
            assert second.connection.session.name.startswith("Caller-")
    assert await door.name(Role.BOT, usual="Caller") == "Caller"


async def test_a_token_that_was_given_says_who_it_is(door, memory):
    await door.name(name="Ada")
    assert await door.name(token="token-of-Ada", name="Bo") == "Ada"
    assert memory.read().at(door.house.url).last == "Ada"


async def test_a_token_that_is_nobodys_is_a_sentence(door):
    with pytest.raises(UsageError, match="The token that was given is nobody's at ws://"):
        await door.name(token="wrong")


async def test_another_refusal_is_told_as_it_is(door):
    door.house.refusals.append(("unavailable", "The server takes nobody in now."))
    with pytest.raises(Refused, match="takes nobody in"):
        await door.name()


async def test_a_server_where_all_names_are_taken_is_given_up(door):
    door.house.refusals += [("name_taken", "Taken.")] * 100
    with pytest.raises(Refused, match="Taken"):
        await door.name()


async def test_no_server_is_a_sentence(memory):
    doorway = Doorway(Place("ws://127.0.0.1:1"), Role.PLAY, memory, print)
    with pytest.raises(ConnectionFailed, match=r"Nobody answers at ws://127\.0\.0\.1:1;"):
        async with doorway.enter():
            pytest.fail("there is nobody")


async def test_a_game_does_not_fail_because_nothing_can_be_kept(house, tmp_path):
    (tmp_path / "file").write_text("in the way")
    door = Door(house, Memory(tmp_path / "file" / "showdown"))
    assert await door.name(name="Ada") == "Ada"
    assert all("cannot be written" in note for note in door.notes)
    assert door.notes


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("ada", "ada"),
        ("ada.lovelace@x", "adalovelacex"),
        ("root", None),
        ("$%&", None),
        ("a" * 40, "a" * 20),
    ],
)
def test_the_user_name_is_cleaned(monkeypatch, login, name):
    monkeypatch.setattr(getpass, "getuser", lambda: login)
    assert user_name() == name


def test_an_account_without_a_name_has_none(monkeypatch):
    def nobody():
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert user_name() is None


# Passwords.


@pytest.fixture
def anna(door):
    """A house that knows Anna, and a person at the keyboard."""
    door.house.passwords["Anna"] = "correct horse"
    door.answers = []
    return door


async def test_a_password_is_asked_for_only_when_the_name_has_one(anna, memory):
    assert await anna.name(name="Boris") == "Boris"
    assert anna.questions == []
    anna.answers = ["correct horse"]
    assert await anna.name(name="Anna") == "Anna"
    assert anna.questions == ["Password of Anna: "]


async def test_the_token_that_comes_for_a_password_spares_it_the_next_time(anna):
    anna.answers = ["correct horse"]
    await anna.name(name="Anna")
    assert await anna.name(name="Anna") == "Anna"
    assert len(anna.questions) == 1


async def test_a_wrong_password_is_told_and_not_asked_for_again(anna):
    anna.answers = ["correct house"]
    with pytest.raises(Refused, match="Anna with this password is nobody here"):
        await anna.name(name="Anna")


@pytest.mark.parametrize("answers", [[None], [""], None])
async def test_who_says_none_or_cannot_be_asked_hears_what_is_missing(anna, answers):
    anna.answers = answers
    with pytest.raises(Refused, match="The name Anna has a password"):
        await anna.name(name="Anna")


async def test_a_user_name_that_has_somebodys_password_makes_way_for_a_guests(anna):
    assert (await anna.name(usual="Anna")).startswith("Guest-")
    assert anna.questions == []


async def test_who_was_signed_out_is_asked_for_his_own_password(anna):
    anna.answers = ["correct horse", "correct horse"]
    await anna.name(name="Anna")
    anna.house.tokens.clear()
    assert await anna.name() == "Anna"
    assert len(anna.questions) == 2


async def test_who_was_signed_out_and_does_not_know_it_now_is_asked_again_next_time(anna):
    anna.answers = ["correct horse", None, "correct horse"]
    await anna.name(name="Anna")
    anna.house.tokens.clear()
    with pytest.raises(Refused, match="The name Anna has a password"):
        await anna.name()
    assert await anna.name() == "Anna"
