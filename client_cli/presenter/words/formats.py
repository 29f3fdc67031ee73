"""
Files of hands: checked, and written in another format.
"""

from client_cli.languages import Counted, Phrase

CHECKED = {
    "holds": Phrase("{hand} holds: {sentence}"),
    "differs": Phrase("{hand} DIFFERS: {sentence} ({file})"),
}
CHECKED_COUNTS = {
    "holds": Phrase("{count} hold"),
    "differs": Phrase("{count} differ"),
    "unreadable": Phrase("{count} cannot be read"),
}
CHECKED_TOTAL = Phrase("Hands checked: {count}; {parts}.")

NO_SUCH_FORMAT = Phrase("There is no format {found!r} to convert to; there are {known}.")
JSON_IS_WHOLE = Phrase(
    "json holds whole records with everybody's cards; --for goes with phh, ohh and pokerstars."
)
SERVERS_JSON = Phrase(
    "json holds whole records with everybody's cards, which a server gives nobody; its hands go "
    "into phh, ohh and pokerstars."
)
SAME_FILE = Phrase("{path} is one of the files that are read; name another one to write.")
CANNOT_WRITE = Phrase("{path} cannot be written: {reason}.")
CHECKING = Phrase("checking")
COUNTING = Phrase("counting")
CONVERTING = Phrase("converting")
HANDS = Counted("{count} hand", "{count} hands")
LEFT_OUT = Phrase("{hands}: {sentence}")
CONVERTED = Phrase("{hands} written as {format}")
NOT_CONVERTED = Phrase("; {count} could not be")
