"""
What ends a command with one sentence and exit code 2.

::

    ShowdownError
    └── UsageError     what was typed at the command line cannot be done
        └── Unclear    what was typed at the table cannot be understood: say so, go on
"""

from showdown.errors import ShowdownError


class UsageError(ShowdownError):
    """What was asked for cannot be done; the sentence says what could."""

    code = "usage"


class Unclear(UsageError):
    """A line typed at the table that means nothing there."""

    code = "unclear"
