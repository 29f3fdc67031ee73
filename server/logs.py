"""
Logging: the message is a constant, the facts are fields (structlog).

DEBUG is the wire, INFO the life of things, WARNING a peer that we coped with, ERROR our own fault.
Cards, keys and tokens are never fields.
"""

import logging
import sys

import structlog


def configure(level: str) -> None:
    """Send log lines to stderr, coloured where it is a terminal."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
            if sys.stderr.isatty()
            else structlog.processors.LogfmtRenderer(bool_as_flag=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    # Libraries log by the standard library; what they call an error is told, chatter is not.
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
