"""
Tables to choose from.
"""

from client_cli.languages import Phrase

TABLES_COLUMNS = (
    Phrase("table"),
    Phrase("game"),
    Phrase("seats"),
    Phrase("bots"),
    Phrase("wait"),
    Phrase("watch"),
    Phrase("buy-in"),
    Phrase("seconds"),
    Phrase("hand", "column"),
)
OF = Phrase("{part} of {whole}")
TEMPLATES_COLUMNS = (
    Phrase("template"),
    Phrase("game"),
    Phrase("seats"),
    Phrase("bots"),
    Phrase("buy-in"),
    Phrase("seconds"),
    Phrase("open"),
)
TEMPLATES_ALONE = Phrase(
    "--templates lists what tables may be opened from, and no table; leave one out."
)
NO_TEMPLATE = Phrase("There is no template {found!r}; the templates are: {known}.")
NO_TABLE = Phrase("There is no table {found!r}; the tables are: {known}.")
NO_TEMPLATES = Phrase("none")
NO_FREE_SEAT = Phrase(
    "No table has a free seat; showdown play --table TABLE waits for one, and showdown watch TABLE "
    "looks on."
)
WAITING = Phrase(
    "All seats at {table} are taken; you are number {place} in line. Ctrl-C ends the waiting."
)
OPENED = Phrase("You have opened {table}; it closes when nobody has sat there for a while.")
TABLE_LINE = Phrase("{table}: {stakes}; {players} of {seats} seats taken, {waiting} waiting.")
HAND_LINE = Phrase("Hand {hand} at {table}, {when}: pot {pot}, you {net}.")
HAND_LINE_OTHER = Phrase("Hand {hand} at {table}, {when}: pot {pot}.")
MOVING = Phrase("You go to {table} as soon as you have left this table.")
PACE = Phrase("{base}+{bank}")
SEATS_COLUMNS = (Phrase("seat"), Phrase("player"), Phrase("chips"))
IS_FREE = Phrase("free")
HOUSE_BOT = Phrase("bot")
PRIVATE = Phrase("{stakes}, private")
