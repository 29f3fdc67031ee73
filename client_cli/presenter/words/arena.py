"""
What a match of bots came to.
"""

from client_cli.languages import Counted, Phrase

ARENA_COLUMNS = (
    Phrase("bot"),
    Phrase("hands"),
    Phrase("net"),
    Phrase("bb/100"),
    Phrase("without all-in luck"),
)
ARENA_RATING = Phrase("rating")
ARENA_PAIR_COLUMN = Phrase("pair")
ARENA_DIFFERENCE = Phrase("difference in bb/100")
ARENA_PAIR = Phrase("{first} against {second}")
ARENA_HANDS = Counted("{count} hand", "{count} hands")
ARENA_PLAYING = Phrase("match of bots")
ARENA_STOPPED = Phrase(
    "The match was stopped after {played} of {wanted} hands; the result is of these."
)
ARENA_TOOK = Phrase("{hands} in {seconds} s, {rate} a second, with {processes} at work.")
ARENA_PROCESSES = Counted("{count} process", "{count} processes")
ARENA_TIME = Phrase("{bot}: {mean} ms for a decision, at most {slowest} ms.")
ARENA_FAULTS = Phrase(
    "{bot} failed: {crashes} crashes, {illegal} moves that are not allowed, {timeouts} too late. "
    "{first}"
)
ARENA_HTML = Phrase("The report is in {path}.")
ARENA_PHH = Phrase("The hands are in {path}.")
ARENA_NO_BLINDS = Phrase("{found!r} are no blinds: write them as in 1/2, or 0/0 for antes alone.")
ARENA_NO_RULE = Phrase("{found!r} is no rule: write it as in max_draw=3.")
