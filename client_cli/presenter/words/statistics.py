"""
What somebody did over many hands, in numbers.
"""

from client_cli.languages import Phrase

STATS_COLUMNS = (
    Phrase("player"),
    Phrase("hands"),
    Phrase("net"),
    Phrase("bb/100"),
    Phrase("in"),
    Phrase("first in"),
    Phrase("pat"),
    Phrase("showdown"),
    Phrase("won there"),
)
STATS_TITLE = Phrase("{player}, {hands}")
STATS_NET = Phrase("net")
STATS_RATE = Phrase("big blinds in 100 hands")
STATS_RANGE = Phrase("  ({low} to {high} with 95 % confidence)")
STATS_VOLUNTARY = Phrase("put chips in by choice")
STATS_FIRST_IN = Phrase("raised first in")
STATS_PAT = Phrase("stood pat")
STATS_DREW = Phrase("drew {count}")
STATS_SHOWDOWNS = Phrase("went to the showdown")
STATS_WON = Phrase("won at the showdown")
STATS_SHARE = Phrase("{part}  ({count} of {of})")
STATS_NEVER = Phrase("never came to it")
STATS_CHART = Phrase("Won and lost, hand after hand:")
STATS_CHART_BLINDS = Phrase("Big blinds won and lost, hand after hand:")
STATS_NO_HANDS = Phrase("{player} has no hands among these.")
STATS_FILES = Phrase("Of the filters only --player goes with files; the others ask a server.")
STATS_NOBODY = Phrase("Nobody called {player!r} plays in these hands.")
