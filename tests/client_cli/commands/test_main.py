"""The command as a whole: help, wrong use, what is missing."""

import os
import subprocess
import sys

import pytest

from client_cli.__main__ import main

COMMANDS = [
    "play", "tables", "watch", "hands", "hand", "replay", "verify", "convert", "stats", "rank",
    "odds", "bot", "arena", "sign-out",
]  # fmt: skip


def python(code, *arguments, **options):
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        **options,
    )


@pytest.mark.parametrize(
    "line", [["--help"], *([each, "--help"] for each in COMMANDS), ["-h"], ["hands", "-h"]]
)
def test_every_command_answers_help(showdown, line):
    *command, option = line
    ran = showdown(*command, option)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: showdown {' '.join(command)}".rstrip())
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("lang", "usage", "options", "about"),
    [
        ("fr", "Usage\u00a0: showdown", "Options\u00a0:", "Montrer ce message et finir."),
        ("ru", "Запуск: showdown", "Параметры:", "Показать эту справку и выйти."),
    ],
)
@pytest.mark.parametrize("command", [(), *([each] for each in COMMANDS)])
def test_help_is_in_the_language_that_is_asked_for(showdown, lang, usage, options, about, command):
    ran = showdown("--lang", lang, *command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{usage} {' '.join(command)}".rstrip())
    assert options in ran.out.splitlines()
    assert about in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_what_stands_behind_an_option_is_in_the_language_too(showdown):
    assert "[par défaut\u00a0: 20; 1<=x<=100]" in showdown("hands", "--help", "--lang=fr").out
    assert "[обязательно]" in showdown("rank", "--help", "--lang=ru").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--lang=fr", "play", "--nonsense"), "Option inconnue\u00a0: --nonsense"),
        (("--lang=ru", "play", "--buy-in", "0"), "Неверное значение для '--buy-in': нужно 1 или"),
        (("--lang=fr", "rank", "Zz"), "Zz n'est pas une carte"),
        (("--lang=ru", "replay", "nowhere.phh"), "Файла nowhere.phh нет."),
    ],
)
def test_wrong_use_is_told_in_the_language(showdown, arguments, sentence):
    ran = showdown(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"showdown: {sentence}")


def test_the_environment_may_ask_for_a_language(showdown, monkeypatch):
    monkeypatch.setenv("SHOWDOWN_LANG", "fr")
    assert showdown("--help").out.startswith("Usage\u00a0:")
    monkeypatch.setenv("SHOWDOWN_LANG", "")
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert showdown("--help").out.startswith("Запуск:")


def test_help_names_every_command(showdown):
    ran = showdown("--help")
    assert [
        line.split()[0] for line in ran.out.split("Commands:\n")[1].splitlines() if line[2:3] != " "
    ] == COMMANDS


def test_without_a_command_help_comes(showdown):
    assert showdown() == showdown("--help")


def test_the_version_is_that_of_the_distribution(showdown):
    ran = showdown("--version")
    assert ran.code == 0
    assert ran.out.strip().count(".") == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "--nonsense"), "No such option: --nonsense"),
        (("nonsense",), "No such command 'nonsense'"),
        (("play", "--buy-in", "x"), "Invalid value for '--buy-in'"),
        (("play", "--buy-in", "0"), "Invalid value for '--buy-in'"),
        (("play", "--name", "x" * 40), "The name has 40 signs; the most are 32."),
        (("--lang", "de", "play"), "There is no language 'de'; there are en, fr, ru."),
        (("play", "--lang"), "--lang needs a language, one of en, fr, ru."),
        (("bot", "nobody"), "There is no bot 'nobody': name caller, random, tight"),
        (("bot", "no.module:Bot"), "The module no.module cannot be imported"),
        (("bot", "tight", "--table", "main", "--tables", "2"), "Say --table for one table or"),
        (("bot", "tight", "--tables", "0"), "Invalid value for '--tables'"),
    ],
)
def test_wrong_use_is_one_sentence_and_code_2(showdown, arguments, sentence):
    ran = showdown(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"showdown: {sentence}")
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("missing", ["typer", "rich", "platformdirs"])
def test_without_its_extra_the_command_says_what_to_install(missing):
    ran = python(
        f"import sys; sys.modules['{missing}'] = None\n"
        "from client_cli.__main__ import main; sys.exit(main(['tables']))"
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "showdown: This command needs its extra: pip install 'showdown-poker[cli]'.\n"
    )


def test_another_missing_module_is_a_bug_and_traces():
    ran = python(
        "import sys; sys.modules['msgspec'] = None\n"
        "from client_cli.__main__ import main; sys.exit(main(['tables']))"
    )
    assert "ModuleNotFoundError" in ran.stderr


def test_a_reader_who_has_read_enough_is_no_error():
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(
        [sys.executable, "-m", "client_cli", "--help"],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_other_faults_of_the_system_are_not_hidden(monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("client_cli.__main__._run", full)
    with pytest.raises(OSError, match="No space left"):
        main(["tables"])


def test_letters_are_used_where_suits_cannot_be_written(tmp_path):
    from tests.client_cli.texts import POKERSTARS

    (tmp_path / "hand.txt").write_text(POKERSTARS, "utf-8")
    ran = python(
        "import sys; sys.stdout.reconfigure(encoding='latin-1')\n"
        "from client_cli.__main__ import main; sys.exit(main(['replay', sys.argv[1]]))",
        str(tmp_path / "hand.txt"),
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Hero is dealt 6s Jh 7d 2h 3s: high card, jack." in ran.stdout
