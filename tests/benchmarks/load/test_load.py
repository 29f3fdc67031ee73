"""The load generator plays legally, and counts what it says that it counts."""

import subprocess
import sys
from collections import deque
from random import Random

import pytest
from msgspec import Raw

from benchmarks.__main__ import main
from benchmarks.load import command, crowd
from benchmarks.load.figures import beside, lines, together
from benchmarks.load.floor import Floor
from benchmarks.load.frames import PONG, Frames, frame
from benchmarks.load.messages import Amounts, Legal, Reply, Request, Told, move
from benchmarks.load.players import AGAIN, Gone, Line, Measured, Plan, Players
from benchmarks.load.tables import Heard, Pace, Refused, Table


@pytest.mark.parametrize("size", [0, 125, 126, 400])
def test_a_frame_is_read_in_whatever_pieces_it_comes(size):
    sent = frame(b"x" * size, PONG)
    # A server's frame has no mask.
    told = sent[:1] + bytes([sent[1] & 0x7F]) + sent[2:].replace(bytes(4), b"", 1)
    for pieces in ([told * 3], [bytes([byte]) for byte in told * 3]):
        frames = Frames()
        heard = [each for piece in pieces for each in frames.feed(piece)]
        assert heard == [(PONG, b"x" * size)] * 3


CARDS = ("As", "Kd", "2c", "3h", "9s")


@pytest.mark.parametrize(
    ("legal", "kinds"),
    [
        (Legal(check=True, bet=Amounts(min=10, max=20)), {"check", "bet"}),
        (Legal(call=10, raise_=Amounts(min=20, max=40)), {"call", "raise", "fold"}),
        (Legal(call=10), {"call", "fold"}),
        (Legal(draw=5), {"draw"}),
    ],
)
def test_players_do_all_that_they_may_and_nothing_else(legal, kinds):
    chance, request = Random(1), Request(turn=1, legal=legal, cards=CARDS)
    moves = [move(request, chance) for _ in range(300)]
    assert {each["type"] for each in moves} == kinds
    for each in moves:
        match each["type"]:
            case "bet" | "raise":
                more = legal.bet or legal.raise_
                assert more is not None
                assert each["to"] == more.min
            case "draw":
                assert all(card in CARDS for card in each["cards"])  # type: ignore[attr-defined]


def update(seq, *, request=None, reply=None):
    return Told(type="update", seq=seq, hand=7, request=request, reply=reply)


CHECK = Request(turn=3, legal=Legal(check=True), cards=CARDS)


def test_an_action_is_timed_until_the_last_seat_has_heard_of_it():
    heard, sent = Heard(), list[bytes]()
    table = Table("t1", 3, 1, heard, Random(1))
    table.hears(update(5, request=CHECK), sent.append, seated=True)
    assert b'"hand":7,"turn":3,"action":{"type":"check"}' in sent[0]
    done = Reply(id="a1", ok=True)
    table.hears(update(9), sent.append, seated=True)
    table.hears(update(9, reply=done), sent.append, seated=True)
    assert (heard.actions, heard.seats) == (1, [])
    table.hears(update(9), sent.append, seated=False)
    assert (len(heard.seats), len(heard.watchers)) == (0, 1)
    table.hears(update(9), sent.append, seated=True)
    assert len(heard.seats) == 1


def test_an_action_counts_whose_answer_is_read_after_the_next_has_acted():
    heard, sent = Heard(), list[bytes]()
    table = Table("t1", 2, 0, heard, Random(1))
    table.hears(update(5, request=CHECK), sent.append, seated=True)
    asked_next = Request(turn=4, legal=Legal(check=True), cards=CARDS)
    table.hears(update(9, request=asked_next), sent.append, seated=True)
    assert len(sent) == 2
    table.hears(update(9, reply=Reply(id="a1", ok=True)), sent.append, seated=True)
    assert (heard.actions, len(heard.seats)) == (1, 1)
    table.hears(update(11, reply=Reply(id="a2", ok=True)), sent.append, seated=True)
    table.hears(update(11), sent.append, seated=True)
    assert (heard.actions, len(heard.seats)) == (2, 2)


def test_watchers_who_have_all_heard_before_the_seat_that_acted_are_timed_by_its_frame():
    heard = Heard()
    table = Table("t1", 1, 2, heard, Random(1))
    table.hears(update(5, request=CHECK), lambda _: None, seated=True)
    for _ in range(2):
        table.hears(update(9), lambda _: None, seated=False)
    table.hears(update(9, reply=Reply(id="a1", ok=True)), lambda _: None, seated=True)
    assert (len(heard.seats), len(heard.watchers)) == (1, 1)


def test_what_the_server_does_not_take_is_no_figure_but_an_end():
    table = Table("t1", 2, 0, Heard(), Random(1))
    table.hears(update(5, request=CHECK), lambda _: None, seated=True)
    refused = Reply(id="a1", error=Raw(b'{"code":"not_your_turn"}'))
    with pytest.raises(Refused, match="not_your_turn"):
        table.hears(update(6, reply=refused), lambda _: None, seated=True)


def test_a_pace_lets_whoever_was_asked_first_act_first_and_counts_who_is_missing(monkeypatch):
    from benchmarks.load import tables

    time = 100.0
    monkeypatch.setattr(tables, "now", lambda: time)
    heard, acted = Heard(), []
    pace = Pace(10, heard, deque())

    class Asked:
        def __init__(self, name):
            self.name = name

        def act(self):
            acted.append(self.name)

    for name in "abc":
        pace.asked(Asked(name))  # type: ignore[arg-type]
    assert pace.let_act() == pytest.approx(0.1)
    assert acted == ["a"]
    time = 100.35
    assert pace.let_act() == pytest.approx(0.05)
    assert (acted, heard.late) == (["a", "b", "c"], 1)


def test_nobody_acts_before_all_are_there_and_then_at_any_rate_that_is_given(monkeypatch):
    players = Players(Plan(ports=(), servers=(), tables=("t1", "t2"), seats=0))
    acted = []
    monkeypatch.setattr(Table, "act", lambda table: acted.append(table.name))
    one, two = players._tables
    one.on_asked(one)
    assert acted == []
    players.pace(0)
    assert acted == ["t1"]
    two.on_asked(two)
    assert acted == ["t1", "t2"]
    players.pace(5)
    one.on_asked(one)
    assert acted == ["t1", "t2"]
    players.pace(0)
    assert acted == ["t1", "t2", "t1"]


class Sent(Line):
    def __init__(self):
        self.sent = []

    def send(self, payload):
        self.sent.append(payload)


def refusal(number, code):
    return Told(type="reply", id=number, error=Raw(b'{"code":"%s"}' % code.encode()))


def test_who_comes_while_the_database_is_busy_says_it_all_again():
    players, line = Players(Plan(ports=(), servers=(), tables=(), seats=0)), Sent()
    players._on_their_way = 1
    hears = players._hearing(line, None, {"hello": b"hello", "sit": b"sit"}, seated=True)
    hears(refusal("hello", "unavailable"))
    hears(refusal("sit", "hello_first"))
    assert line.sent == [b"hello", b"sit"]
    hears(Told(type="reply", id="hello", ok=True))
    assert players._on_their_way == 1
    hears(Told(type="reply", id="sit", ok=True))
    assert players._on_their_way == 0


def test_who_is_refused_for_good_is_gone():
    players, line = Players(Plan(ports=(), servers=(), tables=(), seats=0)), Sent()
    hears = players._hearing(line, None, {"hello": b"hello"}, seated=True)
    with pytest.raises(Gone, match=r"hello was refused: .*name_taken"):
        hears(refusal("hello", "name_taken"))
    hears = players._hearing(line, None, {"hello": b"hello"}, seated=True)
    for _ in range(AGAIN - 1):
        hears(refusal("hello", "unavailable"))
    with pytest.raises(Gone, match="unavailable"):
        hears(refusal("hello", "unavailable"))
    assert len(line.sent) == AGAIN - 1


ONE = Measured(
    seconds=2, actions=1000, frames=6000, bytes=600_000, late=0, server_cpu=0.5, own_cpu=0.1,
    seats=(0.001, 0.002), watchers=(),
)  # fmt: skip


def test_figures_are_ratios_to_the_floor_of_the_same_frames():
    told = "\n".join(lines(together([ONE, ONE])))
    assert "1000 actions/s, 6000 frames/s (6.0 an action, 100 bytes each)" in told
    assert "250 us of CPU an action" in told
    least = Floor(actions=4000, seconds=2, server_cpu=0.1, p50=0.0001, p99=0.0002, p999=0.0003)
    assert "ratio: 25.0% of the floor's actions/s, 20.0 times its CPU" in "\n".join(
        beside(ONE, least)
    )


def test_without_a_compiler_it_says_so_in_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr("shutil.which", lambda _: None)
    asked = command._parser().parse_args([])
    command._print_floor(asked, ONE)
    said = "There is no C compiler here, so the kernel's floor is not measured.\n"
    assert capsys.readouterr().out == said


def test_more_processes_than_tables_are_wrong_use(capsys):
    assert main(["load", "--tables", "1", "--processes", "2"]) == 2
    assert capsys.readouterr().err == "2 processes cannot share 1 tables.\n"


def test_a_setting_without_a_value_is_wrong_use(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["load", "--set", "websockets"])
    assert ended.value.code == 2
    assert "'websockets' should be NAME=VALUE" in capsys.readouterr().err


def test_players_who_end_too_soon_have_no_figures():
    silent = [sys.executable, "-c", ""]
    with (
        subprocess.Popen(silent, stdout=subprocess.PIPE) as process,
        pytest.raises(SystemExit, match="The players have ended without figures"),
    ):
        crowd._measured(process)


@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_players_play_on_a_server_of_their_own(capfd):
    words = ["--tables", "2", "--seats", "3", "--watchers", "1", "--idle", "2", "--no-floor"]
    assert main(["load", *words, "--seconds", "0.3", "--warm-up", "0.1", "--rate", "100"]) == 0
    told = capfd.readouterr().out
    for line in ("10 connections:", "actions/s", "to the last watcher's: p50", "us of CPU"):
        assert line in told
