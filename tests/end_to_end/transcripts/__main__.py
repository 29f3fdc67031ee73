"""
``python -m tests.end_to_end.transcripts page`` writes the transcripts in docs/protocol.md anew,
``... golden FOLDER`` a folder of golden ones beside those that are there.
"""

import asyncio
import logging
import sys
from pathlib import Path

import structlog

from tests.end_to_end.transcripts.docs import PAGE, renewed
from tests.end_to_end.transcripts.scripts import SCRIPTS
from tests.end_to_end.transcripts.stage import record


def main(what, folder=None):
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    if what == "page":
        lines = asyncio.run(record(SCRIPTS["one_hand"]))
        PAGE.write_text(renewed(PAGE.read_text("utf-8"), lines), "utf-8")
        return
    for name, script in SCRIPTS.items():
        lines = asyncio.run(record(script))
        text = "".join(f"{line.text()}\n" for line in lines)
        (Path(folder) / f"{name}.jsonl").write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
