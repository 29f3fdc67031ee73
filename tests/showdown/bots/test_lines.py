"""Programs that are really started, and what is left of them."""

import logging
import os
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from showdown.bots import lines
from showdown.bots.lines import Program, ProgramEnded

LONG = 60.0


@pytest.fixture(autouse=True)
def quick_goodbyes(monkeypatch):
    """Who does not end when stdin does is waited for no longer than a moment."""
    monkeypatch.setattr(lines, "GOODBYE_SECONDS", 0.1)


@contextmanager
def program(folder, code):
    """A program in Python with this code."""
    file = Path(folder, "my program.py")
    file.write_text(code)
    started = Program(f"'{sys.executable}' '{file}'")
    try:
        yield started
    finally:
        started.close()


def runs(pid):
    """Whether a process is there; one that nobody has waited for counts as gone."""
    status = Path("/proc", str(pid), "status")
    return status.exists() and "State:\tZ" not in status.read_text()


def test_lines_go_to_its_stdin_and_come_from_its_stdout(tmp_path):
    echo = "import sys\nfor line in sys.stdin: print('heard', line, end='', flush=True)"
    with program(tmp_path, echo) as started:
        started.write(b"one\ntwo\n")
        assert [started.read(LONG), started.read(LONG)] == [b"heard one\n", b"heard two\n"]


def test_who_says_nothing_is_waited_for_no_longer_than_asked(tmp_path):
    with program(tmp_path, "input()") as started, pytest.raises(TimeoutError):
        started.read(0.01)


def test_a_program_that_ends_says_how(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "GOODBYE_SECONDS", LONG)
    with program(tmp_path, "raise SystemExit(3)") as started:
        for _ in range(2):
            with pytest.raises(ProgramEnded, match="ended with exit code 3"):
                started.read(LONG)
        with pytest.raises(ProgramEnded, match="ended with exit code 3"):
            started.write(b"anybody there?\n")


def test_what_it_writes_to_stderr_is_shown_without_signs_that_move_a_cursor(tmp_path, caplog):
    code = "import sys\nprint('two\\x1b[2J pair', file=sys.stderr)\nprint('done')"
    with program(tmp_path, code) as started:
        assert started.read(LONG) == b"done\n"
        with pytest.raises(ProgramEnded):
            started.read(LONG)
        started.close()
        started.stderr_told.wait(LONG)
    assert "two" in caplog.text
    assert "\x1b" not in caplog.text
    assert caplog.records[0].levelno == logging.WARNING


def test_a_program_that_does_not_stop_is_killed_with_what_it_has_started(tmp_path):
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    with program(tmp_path, code) as started:
        child = int(started.read(LONG))
        assert runs(child)
    os_waits_for(child)
    assert not runs(child)


def os_waits_for(pid):
    """Until a killed process is taken away, which takes the system a moment."""
    while runs(pid):
        os.sched_yield()


def test_a_program_that_writes_without_end_waits_for_us_and_can_be_ended(tmp_path):
    with program(tmp_path, "while True: print('again')") as started:
        assert started.read(LONG) == b"again\n"


@pytest.mark.skipif(os.name == "nt", reason="a pipe of Windows can only be waited for")
def test_who_never_reads_his_stdin_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "TAKE_SECONDS", 0.01)
    with (
        program(tmp_path, "import time\ntime.sleep(600)") as started,
        pytest.raises(TimeoutError, match=r"has not read its stdin for 0\.01 s, and is ended"),
    ):
        started.write(b"anybody there?\n" * 2**16)


def test_more_than_a_pipe_holds_comes_whole_to_who_reads_it(tmp_path):
    code = "import sys\nprint(len(sys.stdin.buffer.read(2**20)))"
    with program(tmp_path, code) as started:
        started.write(b"x" * (2**20 - 1) + b"\n")
        assert started.read(LONG) == b"1048576\n"


@pytest.mark.parametrize("command", ["no-such-program --x", "", "'unfinished"])
def test_what_cannot_be_started_is_said_in_a_sentence(command):
    with pytest.raises(ProgramEnded, match="cannot be started: "):
        Program(command)
