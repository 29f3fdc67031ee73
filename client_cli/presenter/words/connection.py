"""
Coming, going, and what the connection does meanwhile.
"""

from client_cli.languages import Phrase

SIGNED_IN = Phrase("You are {name} at {url}.")
NOT_SIGNED_IN = Phrase("Nothing is kept here that opens an account at {url}.")
SIGNED_OUT = Phrase("{name} is signed out at {url}; your password opens it again.")
STAYS_A_GUEST = Phrase(
    "Your connections are closed. {name} has no password, so what opens it stays here: it is all "
    "there is. Type `password` at the table to have one."
)
BAD_TOKEN = Phrase("The token that was given is nobody's at {url}.")
NEW_PASSWORD = Phrase("New password: ")
SAME_PASSWORD = Phrase("The same again: ")
NO_PASSWORD = Phrase("No password was typed; it has to be typed at a terminal.")
TWO_PASSWORDS = Phrase("The two passwords differ; nothing was changed.")
HAS_PASSWORD = Phrase("You have a password now: as {name} you come back with it from anywhere.")
PASSWORD_OF = Phrase("Password of {name}: ")
NAME_IS_TAKEN = Phrase("The name {name} is taken here; trying another one.")
SITTING = Phrase("You sit in seat {seat} of {table}. Type ? for help.")
STILL_LEAVING = Phrase("You were leaving {table}; when the hand there is over you sit down anew.")
WATCHING = Phrase("You watch {table}. Ctrl-C ends it.")
WATCHING_LATER = Phrase("Who looks on there sees it {seconds} seconds later.")
LOST = Phrase("{reason} Your seat is kept; trying again in {seconds} s.")
STILL_LOST = Phrase("{reason} Trying again in {seconds} s.")
AGAIN = Phrase("Connected again.")
NOT_SENT = Phrase("Not sent: there is no connection at the moment.")
LEAVING_WAITS = Phrase("Ctrl-C ends this at once; your chips follow when the hand is over.")
LEAVING_LATE = Phrase("You leave as soon as the connection is back.")
NOT_SURE = Phrase("The connection broke before the answer came; you will see whether it counted.")
SEAT_GONE = Phrase("You have no seat at {table} any more; your chips are back in your account.")
LEAVING_NOW = Phrase("You leave {table}; your {stack} are back in your account.")
LEAVING_LATER = Phrase(
    "You leave {table} when this hand is over; what you then have goes back to your account."
)
LEAVING_UNSURE = Phrase(
    "There was no answer, so your seat and your {stack} stay at {table} until you come back."
)
GAVE_UP = Phrase(
    "{reason} Your seat and your {stack} stay at {table}; showdown play brings you back."
)
TABLE_OR_TABLES = Phrase("Say --table for one table or --tables for how many, not both.")
BOT_PLAYS = Phrase("{name} plays at {url}. Ctrl-C ends it.")
BOT_DONE = Phrase("Hands played: {hands}. Net: {net}.")

MEMORY_UNREADABLE = Phrase("{path} cannot be read ({reason}); mend it or move it away.")
MEMORY_UNWRITABLE = Phrase("{path} cannot be written ({reason}), and your token belongs there.")
SETTINGS_UNREADABLE = Phrase("{path} cannot be read ({reason}); everything is as it is by default.")
SETTINGS_UNWRITABLE = Phrase("{path} cannot be written ({reason}).")
SETTINGS_NOT_UNDERSTOOD = Phrase("{path}: {names} cannot be understood and is as it is by default.")
WHOLE_FILE = Phrase("the whole file")
