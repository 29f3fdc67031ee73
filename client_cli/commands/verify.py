"""
``showdown verify``: whether hands were dealt as the server had promised.
"""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import typer

from client_cli.commands.files import size_of
from client_cli.commands.hands import find_hand, number_meant
from client_cli.commands.options import Json, Token, Url, place_of, run
from client_cli.console import note
from client_cli.errors import UsageError
from client_cli.memory import Memory
from client_cli.presenter import words
from client_cli.presenter.refusing import told
from client_cli.seals import Seals
from showdown.errors import ShowdownError
from showdown.history import from_json
from showdown.rules.fairness.checking import Findings, ProofFailed, check
from showdown.rules.fairness.record import Proof
from showdown.rules.fairness.seals import seal_of
from showdown.rules.fairness.texts import to_text
from showdown.rules.proofs import proof_of
from showdown.rules.view import Viewer


class _Checked(NamedTuple):
    """What was found of one proof."""

    source: str
    proof: Proof
    findings: Findings | None
    problem: str | None


def verify(
    context: typer.Context,
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|ID...",
            help="Files with proofs of hands, or the number of a hand on the server.",
        ),
    ],
    json: Json = False,
    url: Url = None,
    token: Token = None,
) -> int:
    """
    Check that hands were dealt as promised, and say what was proven.

    A FILE is what `showdown hand ID --json` prints, hands in PHH, OHH or our JSON, or evidence
    that a client has kept. Of several records of one hand it says whether all players were told
    the same. The exit code is 1 if something does not hold.
    """
    memory = Memory()
    checked, unproven, seals = [], 0, Seals(memory.folder)
    for source, proof in _proofs(context, memory, sources, url, token):
        if proof is None:
            unproven += 1
            note(words.NOT_PROVEN.format(source=source))
        else:
            checked.append(_check(source, proof, seals))
    problems = list(_differences(checked))
    if json:
        print(msgspec.json.encode([*map(_as_json, checked), *problems]).decode())
    else:
        for each in checked:
            print(_sentences(each))
        for problem in problems:
            print(problem)
    return 1 if problems or unproven or any(each.problem for each in checked) else 0


def _proofs(
    context: typer.Context,
    memory: Memory,
    sources: Iterable[str],
    url: str | None,
    token: str | None,
) -> Iterator[tuple[str, Proof | None]]:
    for source in sources:
        number = number_meant(source)
        if number is None:
            size_of(Path(source))
            yield from ((source, proof) for proof in _in_file(Path(source)))
            continue
        place = place_of(context, memory, url, token)
        hand = run(find_hand(place, memory, number))
        if hand is not None:
            yield words.HAND_NUMBER.format(hand=source), hand.proof


def _in_file(path: Path) -> Iterator[Proof | None]:
    """The proofs in a file of any kind that has some: each hand gives at least one, or None."""
    text = path.read_bytes()
    values = list(_values(path, text))
    if not values:
        raise UsageError(words.EMPTY_FILE.format(path=path))
    for value in values:
        if not isinstance(value, dict):
            kind = type(value).__name__
            raise UsageError(words.HOLDS_NO_PROOFS.format(path=path, found=kind))
        found = list(_proofs_of(path, value))
        yield from found
        if not found:
            yield None


def _values(path: Path, text: bytes) -> Iterator[Any]:
    """One JSON value, or one a line, or the hands of a PHH file."""
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError:
        yield from _hands_of_phh(text) or _lines(path, text)
    else:
        yield from value if isinstance(value, list) else [value]


def _hands_of_phh(text: bytes) -> list[Any]:
    try:
        hand = tomllib.loads(text.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return []
    return [hand] if "variant" in hand else list(hand.values())


def _lines(path: Path, text: bytes) -> Iterator[Any]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield msgspec.json.decode(line)
            except msgspec.DecodeError as error:
                raise UsageError(
                    words.NOT_JSON.format(path=path, line=number, problem=error)
                ) from None


def _proofs_of(path: Path, value: Any) -> Iterator[Proof]:
    """The proofs that stand anywhere in a hand; of a whole hand those of all its seats."""
    if isinstance(value, list):
        for each in value:
            yield from _proofs_of(path, each)
    if not isinstance(value, dict):
        return
    if "root" in value and "lineup" in value:
        yield _proof(path, value)
    elif "events" in value and "version" in value:
        yield from _of_a_whole_hand(path, value)
    for name, each in value.items():
        if name.lstrip("_") == "proof" and isinstance(each, str) and each:
            yield _proof(path, msgspec.json.decode(each))
        elif name != "events":
            yield from _proofs_of(path, each)


def _of_a_whole_hand(path: Path, value: Any) -> Iterator[Proof]:
    try:
        record = from_json(msgspec.json.encode(value))
    except ShowdownError as error:
        raise UsageError(words.BAD_HAND.format(path=path, problem=told(error))) from None
    for dealt in record.started.lineup:
        proof = proof_of(record.events, Viewer(hand_seat=dealt.seat))
        if proof is not None:
            yield proof


def _proof(path: Path, plain: Any) -> Proof:
    try:
        return msgspec.convert(plain, Proof, str_keys=True, strict=False)
    except msgspec.ValidationError as error:
        raise UsageError(words.BAD_PROOF.format(path=path, problem=error)) from None


def _check(source: str, proof: Proof, seals: Seals) -> _Checked:
    try:
        findings = check(proof)
    except ProofFailed as failed:
        return _Checked(source, proof, None, str(failed))
    for sealed in seals.of(proof):
        is_told = sealed.part <= len(proof.reshuffles)
        if is_told and to_text(seal_of(proof, sealed.part)) != sealed.seal:
            return _Checked(source, proof, None, str(words.SEAL_CHANGED))
    return _Checked(source, proof, findings, None)


def _differences(checked: Iterable[_Checked]) -> Iterator[str]:
    """Hands of which two records tell different things."""
    heads: dict[tuple[str, str], tuple[str, str]] = {}
    for each in checked:
        if each.findings is None:
            continue
        hand = (each.proof.table, each.proof.hand)
        head, first = heads.setdefault(hand, (each.findings.head, each.source))
        if head != each.findings.head:
            yield words.HEADS_DIFFER.format(hand=hand[1], first=first, second=each.source)


def _sentences(each: _Checked) -> str:
    hand = words.HAND_OF.format(hand=each.proof.hand, table=each.proof.table)
    findings = each.findings
    if findings is None:
        return f"{hand}: {words.NOT_DEALT_SO.format(problem=each.problem)}"
    lines = [f"{hand}: {words.DEALT_SO if findings.is_random else words.ONLY_FIXED}"]
    lines.append(words.CARDS_CHECKED.format(count=findings.cards))
    lines.append(
        words.WHO_OPENED.format(
            opened=words.listed_seats(findings.opened), missed=words.listed_seats(findings.missed)
        )
    )
    if findings.reshuffles:
        lines.append(words.RESHUFFLES_CHECKED.format(count=findings.reshuffles))
    lines += [words.HEAD.format(head=findings.head), str(words.WHAT_IS_NOT_PROVEN)]
    return "\n  ".join(lines)


def _as_json(each: _Checked) -> dict[str, Any]:
    findings = each.findings
    return {
        "source": each.source,
        "table": each.proof.table,
        "hand": each.proof.hand,
        "holds": findings is not None,
        "problem": each.problem,
        "findings": None if findings is None else findings._asdict(),
    }


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(verify)
