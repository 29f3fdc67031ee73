"""
Columns on stdout: as wide as the terminal, and as wide as they need where there is none.
"""

import sys
from collections.abc import Collection

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from client_cli.console import printable
from client_cli.languages import Phrase


def grid(*columns: Phrase | str, right: Collection[Phrase | str] = ()) -> Table:
    """Columns with their headings and nothing drawn around them."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(
            str(column), justify="right" if column in right else "left", overflow="fold"
        )
    return table


def cell(text: str) -> Text:
    """What stands in a grid as it is, whatever is in it."""
    return Text(printable(text))


def show(table: Table) -> None:
    """Print a grid."""
    console = Console(file=sys.stdout, highlight=False, soft_wrap=False)
    if not console.is_terminal:
        needed = Measurement.get(console, console.options.update(max_width=10_000), table)
        console.width = max(needed.maximum, 1)
    with console.capture() as captured:
        console.print(table)
    sys.stdout.writelines(f"{line.rstrip()}\n" for line in captured.get().splitlines())
