"""
How far a long reading has come.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Advance = Callable[[int], None]
"""Is told how many bytes have been read."""

LONG = 1 << 20
"""From so many bytes on it is worth saying how far it has come."""


@contextmanager
def progress(total: int, title: str) -> Iterator[Advance]:
    """A bar on a terminal, if there is much to read."""
    if total < LONG or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(title), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda read: bar.advance(task, read)
