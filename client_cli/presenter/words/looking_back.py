"""
Hands that are over: the list, the story, the page that plays one.
"""

from client_cli.languages import Phrase

STORY = Phrase("Hand {hand} at {table}, {stakes}, {when}")
NO_HANDS = Phrase("No such hands were played yet.")
OLDER_HANDS = Phrase("There are older ones: --before {hand} shows them.")
NO_MOMENT = Phrase("{found!r} is no day or time; one is 2026-11-30, another 2026-11-30T12:00.")
NO_SUCH_RESULT = Phrase("There is no result {found!r}; there are {known}.")
MORE_HANDS = Phrase("Enter shows older ones, q ends: ")
STEP_PROMPT = Phrase(
    "[{place}/{most}] Enter on, b back, c choice, d draw, s showdown, e end, q quit, ? more: "
)
STEP_HELP = (
    Phrase("Enter  one step on          b  one step back        12  to step 12"),
    Phrase("c  to the next choice       d  to the draw          s  to the showdown"),
    Phrase("a  to the beginning         e  to the end           t  the table"),
    Phrase("n  the next hand            p  the hand before      q  quit"),
)
REPLAY_WRITTEN = Phrase("{path}: hand {hand}, {size} KB.")
REPLAY_ONE_HAND = Phrase(
    "One page plays one hand, but here are several; --hand picks one: {hands}."
)
REPLAY_NONE = Phrase("none")
REPLAY_NO_SUCH_HAND = Phrase("There is no hand {hand} here; there are {hands}.")
REPLAY_NO_HAND = Phrase("There is no hand to play.")

PAGE_POT = Phrase("{pot} {amount}")
PAGE_DEAL = Phrase("Deal")
PAGE_DRAW = Phrase("Draw")
PAGE_SECOND = Phrase("After the draw")
PAGE_SHOWDOWN = Phrase("Showdown")
PAGE_BEFORE = Phrase("Before the draw")
PAGE_AFTER = Phrase("After the draw")
PAGE_OVER = Phrase("The hand is over")
MUCKED = Phrase("mucked")

PROOF_LEFT_OUT = Phrase(
    "The proof of the deal is left out; PHH, OHH and showdown hand --json have it."
)

STEP_UNKNOWN = Phrase("{found!r} is nothing to type here; ? shows what is.")

HANDS_COLUMNS = (
    Phrase("hand", "column"),
    Phrase("table"),
    Phrase("ended, UTC"),
    Phrase("pot"),
    Phrase("you", "column"),
    Phrase("won by"),
    Phrase("with", "column"),
    Phrase("players"),
)
NEITHER_FILE_NOR_HAND = Phrase("{found} is neither a file nor the number of a hand.")
