"""
The house: what is packed, what is pinned, what the tree may not hold, and what `make` says.
"""

import json
import os
import re
import stat
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())

# Folders of one machine, and where packages come from: neither belongs in anybody's checkout.
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:work|farm|root|home|Users)/\w")
INDEX_ADDRESS = re.compile(r"https?://[\w.-]+/(?:simple|packages)\b")


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


# ---- what is packed and pinned ------------------------------------------------------------------


def test_the_wheel_holds_the_library_and_the_client_and_nothing_else(tmp_path):
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("showdown_poker-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    version = PYPROJECT["project"]["version"]
    assert tops == {"showdown", "client_cli", f"showdown_poker-{version}.dist-info"}
    strategies = {f"showdown/bots/strong/{game}.bin" for game in ("fixed", "no_limit")}
    assert {"showdown/py.typed", *strategies} <= set(names)
    assert {f"client_cli/html/page.{end}" for end in ("html", "css", "js")} <= set(names)
    translated = {f"client_cli/languages/{code}/LC_MESSAGES/showdown.mo" for code in ("fr", "ru")}
    assert translated == {name for name in names if "LC_MESSAGES" in name}


def test_the_constraints_pin_every_dependency_and_hold_no_address():
    text = (ROOT / "constraints.txt").read_text()
    assert "://" not in text
    assert "--hash" not in text
    pinned = {
        match[1]: match[2]
        for line in text.splitlines()
        if (match := re.fullmatch(r"([a-z0-9-]+)==([^ ;]+)(?: ; .+)?", line))
    }
    project = PYPROJECT["project"]
    wanted = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    names = {canonicalize_name(Requirement(line).name) for line in wanted}
    assert names - pinned.keys() == set()


@pytest.mark.parametrize("module", ["asyncio", "numpy", "socket", "sqlite3", "websockets"])
def test_importing_showdown_does_not_import(module):
    imported = run(
        sys.executable, "-c", "import json, sys, showdown; print(json.dumps(list(sys.modules)))"
    )
    assert imported.returncode == 0, imported.stderr
    modules = json.loads(imported.stdout)
    assert "showdown" in modules
    assert module not in modules


# ---- what the tree may not hold -----------------------------------------------------------------


def tracked_texts() -> list[tuple[str, str]]:
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    if listed.returncode:
        pytest.skip("not a git checkout")
    texts = []
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.is_file() and b"\0" not in (raw := path.read_bytes()):
            texts.append((name, raw.decode("utf-8")))
    return texts


@pytest.mark.parametrize("pattern", [MACHINE_PATH, INDEX_ADDRESS], ids=["machine", "index"])
def test_no_file_names_a_folder_of_one_machine_or_a_package_index(pattern):
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in tracked_texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


# ---- what make says -----------------------------------------------------------------------------


def interpreter(folder: Path, name: str, version: str, *, ensurepip: bool = True) -> None:
    """Write a stand-in for a Python of this version, as far as the bootstrap asks it."""
    newer = tuple(map(int, version.split("."))) >= (3, 11)
    path = folder / name
    path.write_text(
        "#!/bin/sh\n"
        f'case "$2" in\n'
        f"*print*) echo {version} ;;\n"
        f"*exit*) exit {0 if newer else 1} ;;\n"
        f"*ensurepip*) exit {0 if ensurepip else 1} ;;\n"
        f"esac\n"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def bootstrap(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("/bin/sh", "tools/bootstrap.sh", *arguments, PATH=str(folder))


def test_without_python_the_bootstrap_says_what_to_install(tmp_path):
    refused = bootstrap(tmp_path)
    assert refused.returncode == 1
    assert refused.stderr == (
        "Showdown needs Python 3.11 or newer, but python3 does not run:"
        " install it, or name one with make PYTHON=/path/to/python3.\n"
    )


def test_an_old_python_is_named_with_its_version(tmp_path):
    interpreter(tmp_path, "python3", "3.9.2")
    refused = bootstrap(tmp_path)
    assert refused.returncode == 1
    assert refused.stderr == (
        "Showdown needs Python 3.11 or newer, but python3 is 3.9.2:"
        " install a newer one, or name it with make PYTHON=/path/to/python3.\n"
    )


def test_a_python_without_venv_is_told_which_package_brings_it(tmp_path):
    interpreter(tmp_path, "python3", "3.11.2", ensurepip=False)
    refused = bootstrap(tmp_path)
    assert refused.returncode == 1
    assert refused.stderr == (
        "python3 (3.11.2) has no venv module: install it"
        " (on Debian and Ubuntu: apt install python3-venv),"
        " or name another with make PYTHON=/path/to/python3.\n"
    )


def test_the_python_that_was_asked_for_is_the_only_one_tried(tmp_path):
    interpreter(tmp_path, "python3", "3.13.0")
    interpreter(tmp_path, "mine", "3.8.1")
    refused = bootstrap(tmp_path, "mine")
    assert refused.returncode == 1
    assert "but mine is 3.8.1:" in refused.stderr


def test_make_alone_lists_the_targets_and_installs_nothing():
    listed = run("make", "--no-print-directory")
    assert listed.returncode == 0, listed.stderr
    targets = [line.split()[1] for line in listed.stdout.splitlines()]
    assert targets == ["help", "play", "serve", "test", "check", "bench", "soak", "lock", "clean"]
