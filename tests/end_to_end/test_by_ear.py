"""
A session on a terminal as somebody plays it who has it read aloud: `--plain --words`, line by line.
"""

import asyncio
import contextlib
import os
import re
import signal
import sys
from typing import NamedTuple

from tests.end_to_end.server_process import CHECKOUT, running

SMALL = """
[[tables]]
name = "small-{code}"
sb = 5
bb = 10
max_seats = 2
bots = ["caller"]
hand_pause = 3

[[tables]]
name = "elm-{code}"
sb = 1
bb = 2
"""
PATIENCE = 60.0
"""Seconds after which a line that never comes fails the test."""


class Said(NamedTuple):
    """What is heard and typed in one language."""

    sits: str
    turn: str
    draw: str
    raise_: str
    raised: str
    keep: str
    kept: str
    check: str
    over: str
    result: str
    rest: str
    rested: str
    tables: str
    listed: str
    hand: str
    go: str
    leave: str
    left: str
    cards: str
    """A pattern that any card as it is spoken fits."""


SAID = {
    "en": Said(
        "You sit in seat", "Your turn:", "Your draw:", "raise 40", "You raise to 40.",
        "p", "You stand pat.", "c", "is over:", " win", "out", "You sit out;",
        "tables", "elm-en: no-limit 1/2; 0 of 6 seats taken", "hand", "sit elm-en", "quit",
        "You leave the table with 200.", r"\w+ of (clubs|diamonds|hearts|spades)",
    ),
    "fr": Said(
        "Vous êtes à la place", "À vous\u00a0:", "Votre tirage\u00a0:", "relancer 40",
        "Vous relancez à 40.", "servi", "Vous dites servi.", "parole", "terminée\u00a0:",
        "gagne", "repos", "Vous laissez passer les mains\u00a0;", "tables",
        "elm-fr\u00a0: no-limit 1/2\u00a0; 0 places prises sur 6", "main", "rejoindre elm-fr",
        "quitter", "Vous quittez la table avec 200.", r"\w+ de (trèfle|carreau|cœur|pique)",
    ),
    "ru": Said(
        "Вы за столом small-ru", "Ваш ход:", "Ваш обмен:", "рейз 40", "Вы повышаете до 40.",
        "б", "Вы играете без обмена.", "ч", "окончена:", "выигрыва", "отдых",
        "Вы пропускаете раздачи;", "столы", "elm-ru: безлимит 1/2; занято мест 0 из 6", "раздача",
        "пересесть elm-ru", "выход", "Вы уходите из-за стола, у вас 200.",
        r"\w+ (треф|бубен|червей|пик)",
    ),
}  # fmt: skip


class Ear:
    """Hears what a terminal is told, and types."""

    def __init__(self, master):
        self._master = master
        self.heard = ""
        self._from = 0
        self._quiet = False
        self._changed = asyncio.Event()
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self):
        try:
            data = os.read(self._master, 65536)
        except OSError:  # nobody has the other end any more
            asyncio.get_running_loop().remove_reader(self._master)
            self._quiet = True
            self._changed.set()
            return
        self.heard += data.decode()
        self._changed.set()

    async def hears(self, *texts):
        """Wait for one of these behind what was waited for before; gives which it was."""
        async with asyncio.timeout(PATIENCE):
            while True:
                places = {self.heard.find(text, self._from): text for text in texts}
                places.pop(-1, None)
                if places:
                    first = min(places)
                    self._from = first + len(places[first])
                    return places[first]
                assert not self._quiet, f"it ended without {texts}:\n{self.heard}"
                self._changed.clear()
                await self._changed.wait()

    def type(self, line):
        os.write(self._master, f"{line}\n".encode())


@contextlib.asynccontextmanager
async def listening(url, code, folder):
    """Somebody who has the client read aloud, on a terminal of his own."""
    master, slave = os.openpty()
    environment = {
        **os.environ,
        "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
        "TERM": "xterm-256color", "NO_COLOR": "1", "SHOWDOWN_LANG": code, "LANG": "C.UTF-8",
    }  # fmt: skip
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "client_cli", "play", "--plain", "--words", "--url", url,
        "--table", f"small-{code}", "--name", f"Ada {code}",
        cwd=CHECKOUT, env=environment, stdin=slave, stdout=slave, stderr=slave,
    )  # fmt: skip
    os.close(slave)
    ear = Ear(master)
    try:
        yield ear
        async with asyncio.timeout(PATIENCE):
            assert await process.wait() == 0
    except TimeoutError:
        raise AssertionError(f"it was quiet after:\n{ear.heard}") from None
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
            await process.wait()
        asyncio.get_running_loop().remove_reader(master)
        os.close(master)


async def to_the_end(ear, said):
    """Check until the hand is over."""
    while await ear.hears(said.turn, said.over) == said.turn:
        ear.type(said.check)


async def played(url, code, folder):
    """A hand, a rest, a look around, and another table; gives all that was heard."""
    said = SAID[code]
    async with listening(url, code, folder) as ear:
        await ear.hears(said.sits)
        await ear.hears(said.turn)
        ear.type(said.raise_)
        await ear.hears(said.raised)
        await ear.hears(said.draw)
        ear.type(said.keep)
        await ear.hears(said.kept)
        await to_the_end(ear, said)
        ear.type(said.rest)
        await ear.hears(said.rested)
        ear.type(said.tables)
        await ear.hears(said.listed)
        number = re.findall(rf"(\d+) {said.over}", ear.heard)[-1]
        ear.type(f"{said.hand} {number}")
        await ear.hears(said.raised)
        ear.type(said.go)
        await ear.hears(f"elm-{code}")
        await ear.hears(" 200")
        ear.type(said.leave)
        await ear.hears(said.left)
    return ear.heard


async def test_a_whole_session_is_played_by_ear_in_each_language(tmp_path):
    tables = "".join(SMALL.format(code=code) for code in SAID)
    async with running(tmp_path, tables) as server:
        everything = await asyncio.gather(
            *(played(server.url, code, tmp_path / code) for code in SAID)
        )
    for said, heard in zip(SAID.values(), everything, strict=True):
        assert "\x1b" not in heard
        assert re.search(said.cards, heard)
        assert not re.search("[♣♦♥♠]", heard)
        assert said.result in heard
