"""
Logging: the message is a constant, the facts are fields (structlog).

DEBUG is the wire, INFO the life of things, WARNING a peer that we coped with, ERROR our own fault.
Cards, keys and tokens are never fields.
"""

import logging
import sys
from functools import partial
from typing import TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger


def configure(level: str, to: TextIO | None = None, process: str | None = None) -> None:
    """
    Send log lines to a file or to stderr, coloured where it is a terminal.

    Args:
        process: stands in each of them, where several processes have one log.
    """
    stream = to or sys.stderr
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            *(() if process is None else (partial(_add, process),)),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer(colors=stream.isatty())
            if stream.isatty()
            else structlog.processors.LogfmtRenderer(bool_as_flag=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.WriteLoggerFactory(file=stream),
        cache_logger_on_first_use=True,
    )
    # Libraries log by the standard library; what they call an error is told, chatter is not.
    logging.basicConfig(stream=stream, level=logging.ERROR)


def _add(process: str, _logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Say in a line which process it is of."""
    line["process"] = process
    return line
