"""
What a client keeps of deals that are proven: seals it opened for, and evidence against a server.

A seal is written before the value is sent that it is opened with: that is the only proof of the
order of things, and `showdown verify` looks here.
"""

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import msgspec

from client_cli.replacing import replace_json
from showdown.protocol.contributing import DealRefused, Sealed
from showdown.rules.fairness.record import Proof

LARGEST = 4 * 1024 * 1024
"""Bytes after which the file is begun anew; the one before is kept beside it."""

_LINE = msgspec.json.Decoder(Sealed)


class Seals:
    """The file of seals in the user's data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "seals.jsonl"

    def note(self, sealed: Sealed) -> None:
        """
        Keep a seal; it is on disk when this returns.

        Raises:
            OSError: it cannot be kept.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        if self._file.exists() and self._file.stat().st_size > LARGEST:
            self._file.replace(self._older)
        descriptor = os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, msgspec.json.encode(sealed) + b"\n")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def of(self, proof: Proof) -> tuple[Sealed, ...]:
        """What was noted of a hand."""
        return tuple(self._noted.get((proof.table, proof.hand), ()))

    @cached_property
    def _noted(self) -> dict[tuple[str, str], list[Sealed]]:
        """All that was noted, by table and hand; read once for however many hands."""
        found: dict[tuple[str, str], list[Sealed]] = {}
        for each in self._all():
            found.setdefault((each.table, str(each.hand)), []).append(each)
        return found

    @property
    def _older(self) -> Path:
        return self._file.with_suffix(".old.jsonl")

    def _all(self) -> Iterator[Sealed]:
        for file in (self._older, self._file):
            if file.exists():
                for line in file.read_bytes().splitlines():
                    try:
                        yield _LINE.decode(line)
                    except msgspec.MsgspecError:  # the last line of a run that was cut off
                        continue


def keep_evidence(folder: Path, refused: DealRefused) -> Path | None:
    """Write down what was wrong with a deal, and where; None if nothing was told of it."""
    proof = refused.proof
    if proof is None:
        return None
    place = folder / "evidence"
    place.mkdir(parents=True, exist_ok=True)
    safe = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in proof.table)
    file = place / f"{safe}-{proof.hand}.json"
    replace_json(file, {"why": refused.sentence, "proof": proof})
    return file
