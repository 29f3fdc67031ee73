"""
``python -m showdown.testing.cases FILE...``: plays written cases and says which hold.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from showdown.testing.cases.runner import Result, Verdict, run_cases, summary

FAILED, WRONG_USE = 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; give its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m showdown.testing.cases",
        description="Play the cases of Markdown files through the engine."
        " Exit code 0: all that it can play hold; 1: one fails; 2: a file cannot be used.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.add_argument("--json", action="store_true", help="one JSON object per case")
    chosen = parser.parse_args(arguments)
    results: list[tuple[Path, Result]] = []
    for file in chosen.files:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            return _wrong_use(f"{file} cannot be read: {_reason(error)}.")
        found = list(run_cases(text))
        if not found:
            return _wrong_use(f"{file} holds no case; one begins with a line **P1. Title**.")
        results += [(file, result) for result in found]
    _print(results, as_json=chosen.json, with_file=len(chosen.files) > 1)
    failed = any(result.verdict is Verdict.FAILED for _, result in results)
    return FAILED if failed else 0


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is not UTF-8"
    return (error.strerror or str(error)).lower()


def _wrong_use(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return WRONG_USE


def _print(results: list[tuple[Path, Result]], *, as_json: bool, with_file: bool) -> None:
    for file, result in results:
        if as_json:
            fields = {"file": str(file), **msgspec.structs.asdict(result)}
            print(msgspec.json.encode(fields).decode())
        else:
            print(f"{file}: {result}" if with_file else result)
    if not as_json:
        print(summary(result.verdict for _, result in results))


if __name__ == "__main__":
    sys.exit(main())
