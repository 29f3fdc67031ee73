"""Bots that are other programs: what they are told, and what comes of what they say."""

import copy
import itertools
import json

import pytest

from showdown import Ruleset
from showdown.bots import external as programs
from showdown.bots.asking import decision_for
from showdown.bots.contract import PlayedHand
from showdown.bots.external import AheadOfUs, BadAnswer, ExternalBot
from showdown.bots.lines import ProgramEnded
from showdown.errors import IllegalAction
from showdown.protocol import messages as msg
from showdown.rules.ruleset import HandId
from showdown.testing.watched import WatchedHand

READY = {"type": "ready"}


class Scripted:
    """The other program: says these lines, one for each time that it is read."""

    def __init__(self, *says):
        self.says, self.told, self.closed = list(says), [], False

    def write(self, lines):
        self.told += [json.loads(line) for line in lines.splitlines()]

    def read(self, seconds):
        self.waited = seconds
        line = self.says.pop(0)
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n"

    def close(self):
        self.closed = True


def act(number, action=None):
    return {"type": "act", "id": number, "action": action or {"type": "call"}}


def bot_of(*programs, limit=None):
    started = list(programs)
    return ExternalBot("cmd:bot", lambda: started.pop(0), limit)


@pytest.fixture
def view():
    """The first turn of a hand, in which one may call."""
    hand = WatchedHand(Ruleset(sb=5, bb=10), {1: 1000, 2: 1000}, button=1)
    return decision_for(hand.state, hand.events)


def test_a_program_is_greeted_told_the_seed_of_the_hand_and_asked(view):
    program = Scripted(READY, act(1), act(2, {"type": "raise", "to": 40}))
    bot = bot_of(program)
    bot.reseed(77)
    assert bot.decide(view) == msg.Call()
    assert bot.decide(view) == msg.Raise(to=40)
    hello, hand, first, second = program.told
    assert hello == {"type": "hello", "protocol": "showdown.bot.v1"}
    assert hand == {"type": "hand", "seed": 77}
    assert (first["type"], first["id"], second["id"]) == ("request", 1, 2)
    assert first["budget_ms"] == view.seconds_left * 1000


def test_a_request_is_the_one_of_the_wire(view):
    program = Scripted(READY, act(1))
    bot_of(program).decide(view)
    asked = program.told[-1]["request"]
    assert asked["cards"] == [str(card) for card in view.cards]
    assert {"ruleset", "seat", "turn", "legal", "pots", "stacks", "history"} <= set(asked)


def test_a_program_has_as_long_as_the_bot_but_no_longer_than_its_limit(view):
    program = Scripted(READY, act(1))
    bot_of(program, limit=7).decide(view)
    assert view.seconds_left > 7
    assert program.told[-1]["budget_ms"] == 7_000
    assert 0 < program.waited <= 7


def test_an_answer_that_comes_too_late_is_no_answer_to_what_is_asked_now(view):
    bot = bot_of(Scripted(READY, b"oops\n", act(1, {"type": "fold"}), act(2)))
    with pytest.raises(BadAnswer):
        bot.decide(view)
    assert bot.decide(view) == msg.Call()


def test_an_answer_that_comes_twice_counts_once(view):
    bot = bot_of(Scripted(READY, act(1), act(1, {"type": "fold"}), act(2)))
    assert bot.decide(view) == msg.Call()
    assert bot.decide(view) == msg.Call()


def test_old_answers_without_end_do_not_buy_time(view, monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr(programs, "monotonic", lambda: next(clock))
    program = Scripted(READY, *[act(0)] * 10, act(1))
    with pytest.raises(TimeoutError, match="has not answered within 5 s"):
        bot_of(program, limit=5).decide(view)
    assert program.closed


def test_who_answers_what_he_was_not_asked_yet_is_ended(view):
    program = Scripted(READY, act(2))
    with pytest.raises(AheadOfUs, match="answered question 2, and 1 is the last"):
        bot_of(program).decide(view)
    assert program.closed


def test_who_writes_for_people_to_stdout_is_told_where_that_belongs(view):
    bot = bot_of(Scripted(READY, b"I have two pair!\n"))
    with pytest.raises(BadAnswer, match=r"wrote 'I have two pair!' .* belongs to stderr"):
        bot.decide(view)


@pytest.mark.parametrize("action", [{"type": "shout"}, {"type": "bet"}, 7, None, ["fold"]])
def test_what_is_no_move_is_refused_like_any_bots_nonsense(view, action):
    move = bot_of(Scripted(READY, {"type": "act", "id": 1, "action": action})).decide(view)
    with pytest.raises(IllegalAction, match="is not a move"):
        view.checked(move)


def test_a_program_that_hangs_is_ended_and_started_anew_with_the_next_question(view, caplog):
    hangs, other = Scripted(READY, TimeoutError()), Scripted(READY, act(2))
    bot = bot_of(hangs, other, limit=2)
    with pytest.raises(TimeoutError, match="has not answered within 2 s"):
        bot.decide(view)
    assert hangs.closed
    assert bot.decide(view) == msg.Call()
    assert bot.starts == 2
    assert "cmd:bot is started anew" in caplog.text


def test_a_program_that_ends_again_and_again_is_let_lie(view):
    bot = bot_of(*(Scripted(READY, ProgramEnded("gone")) for _ in range(programs.MOST_STARTS)))
    for _ in range(programs.MOST_STARTS):
        with pytest.raises(ProgramEnded, match="gone"):
            bot.decide(view)
    with pytest.raises(ProgramEnded, match="'cmd:bot' was started 5 times and is let lie"):
        bot.decide(view)


NESTED = b'{"type":"ready","why":' + b"[" * 5000 + b"]" * 5000 + b"}\n"


@pytest.mark.parametrize("says", [b"Welcome!\n", NESTED, TimeoutError(), ProgramEnded("gone")])
def test_who_is_never_ready_is_ended(says):
    program = Scripted(says)
    with pytest.raises((BadAnswer, TimeoutError, ProgramEnded)):
        bot_of(program).start()
    assert program.closed


@pytest.mark.parametrize("hears", [True, False])
def test_only_who_asks_for_it_hears_how_hands_end(view, hears):
    program = Scripted(READY | {"hears": hears})
    bot = bot_of(program)
    bot.start()
    bot.on_hand(PlayedHand(hand=HandId(4), seat=1, net=-10, events=()))
    over = {"type": "hand_over", "hand": 4, "seat": 1, "net": -10, "events": []}
    assert program.told[1:] == [over] * hears


def test_who_does_not_read_how_hands_end_is_ended_and_started_anew(view, monkeypatch):
    deaf, other = Scripted(READY | {"hears": True}), Scripted(READY, act(1))
    bot = bot_of(deaf, other)
    bot.start()
    monkeypatch.setattr(deaf, "write", raising(TimeoutError("full")))
    with pytest.raises(TimeoutError, match="full"):
        bot.on_hand(PlayedHand(hand=HandId(4), seat=1, net=-10, events=()))
    assert deaf.closed
    assert bot.decide(view) == msg.Call()


def raising(error):
    def write(lines):
        raise error

    return write


def test_a_copy_has_a_program_of_its_own(view):
    first, second = Scripted(READY, act(1)), Scripted(READY, act(1))
    bot = bot_of(first, second)
    bot.start()
    twin = copy.deepcopy(bot)
    assert bot.decide(view) == twin.decide(view) == msg.Call()
    assert len(first.told) == len(second.told) == 2
