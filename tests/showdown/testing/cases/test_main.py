"""
``python -m showdown.testing.cases`` as a user meets it.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from showdown.testing.cases.__main__ import main

GOOD = "**R1. Twos**\nNo wild cards: `2c2d3h4s5c > AcKdQhJs9c`.\n"
BAD = "**R2. Twos**\nNo wild cards: `AcKdQhJs9c > 2c2d3h4s5c`.\n"
LATER = "**L1. Low**\n2-7 low: `7c5d4h3s2c > 7c6d4h3s2c`.\n"


@pytest.fixture
def page(tmp_path):
    def write(text: str, name: str = "cases.md") -> str:
        path: Path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_when_all_that_can_be_played_holds_the_exit_code_is_0(page, capsys):
    assert main([page(GOOD + LATER)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "R1 ok",
        "L1 unsupported: heading 2-7 low",
        "2 cases: 1 ok, 0 failed, 1 unsupported",
    ]


def test_when_a_case_fails_the_exit_code_is_1(page, capsys):
    assert main([page(GOOD + BAD)]) == 1
    out = capsys.readouterr().out
    assert "R2 FAILED (line 3)\n    wanted `AcKdQhJs9c > 2c2d3h4s5c`; found high card, ace" in out
    assert out.endswith("2 cases: 1 ok, 1 failed, 0 unsupported\n")


def test_several_files_are_named_and_counted_together(page, capsys):
    first, second = page(GOOD, "one.md"), page(LATER, "two.md")
    assert main([first, second]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{first}: R1 ok",
        f"{second}: L1 unsupported: heading 2-7 low",
        "2 cases: 1 ok, 0 failed, 1 unsupported",
    ]


def test_json_is_one_object_a_case(page, capsys):
    path = page(BAD)
    assert main(["--json", path]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert (told["file"], told["name"], told["title"], told["line"], told["verdict"]) == (
        path, "R2", "Twos", 1, "failed",
    )  # fmt: skip
    assert len(told["reasons"]) == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read: no such file or directory."),
        (b"# Nothing here\n", "holds no case; one begins with a line **P1. Title**."),
        (b"**R1. \xff**\n", "cannot be read: byte 6 is not UTF-8."),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence_and_exit_code_2(
    tmp_path, capsys, content, sentence
):
    path = tmp_path / "cases.md"
    if content is not None:
        path.write_bytes(content)
    assert main([str(path)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"{path} {sentence}\n")


def test_a_folder_is_no_file(tmp_path, capsys):
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path} cannot be read: is a directory.\n"


def test_without_a_file_the_usage_is_told(capsys):
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert "the following arguments are required: FILE" in capsys.readouterr().err


def test_the_module_runs_and_imports_no_test_framework(page):
    script = (
        "import runpy, sys\n"
        "sys.argv[1:] = [sys.argv[1]]\n"
        "try:\n"
        "    runpy.run_module('showdown.testing.cases', run_name='__main__')\n"
        "finally:\n"
        "    print({'pytest', 'hypothesis'} & set(sys.modules))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, page(GOOD)], capture_output=True, text=True, check=False
    )
    assert ran.stdout.splitlines() == ["R1 ok", "1 cases: 1 ok, 0 failed, 0 unsupported", "set()"]
    assert ran.returncode == 0
