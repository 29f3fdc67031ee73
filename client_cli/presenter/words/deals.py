"""
Deals that are proven.
"""

from collections.abc import Sequence

from client_cli.languages import Phrase

PROVEN = Phrase("[proven] {cards} cards checked; {opened} of {asked} opened.")
FIXED = Phrase("[fixed] {cards} cards checked: fixed before the deal, not proven random.")
OFF = Phrase("[off] This table does not prove its deals.")
MISSED = Phrase("Your client opened for this deal, and the server says that it came too late.")
DROPPED = Phrase(
    "Your client opened for this deal in time, and the server says that it did not: {count} of "
    "{most} times in {hands} hands, and then your client stops."
)
UNNOTED = Phrase(
    "Your client could not write down what was sealed, so it opened nothing for this deal."
)
EVIDENCE = Phrase("{sentence} The evidence is in {path}; showdown verify checks it again.")
NOT_PROVEN = Phrase("{source} has no proof: that deal was not proven, or its key is gone.")
HAND_NUMBER = Phrase("hand {hand}")
HAND_OF = Phrase("Hand {hand} at {table}")
NOT_DEALT_SO = Phrase("NOT dealt as promised: {problem}.")
DEALT_SO = Phrase("dealt as promised.")
ONLY_FIXED = Phrase("fixed before the deal and not changed, but nobody opened: not proven random.")
CARDS_CHECKED = Phrase("{count} cards lay where they had to come from, under the seal.")
WHO_OPENED = Phrase("Seats that opened: {opened}; that missed it: {missed}.")
RESHUFFLES_CHECKED = Phrase("{count} reshuffles were dealt as sealed.")
HEAD = Phrase("Head, to compare with the others: {head}")
WHAT_IS_NOT_PROVEN = Phrase(
    "Not proven: cards that you did not see, and that nobody looked at yours."
)
SEAL_CHANGED = Phrase("the seal is not the one that you opened for")
HEADS_DIFFER = Phrase("Hand {hand}: {first} and {second} were told different deals.")
EMPTY_FILE = Phrase("{path} is empty; it should hold proofs of hands.")
HOLDS_NO_PROOFS = Phrase("{path} holds {found}; it should hold proofs of hands.")
NOT_JSON = Phrase(
    "{path} is neither PHH nor JSON, in which proofs of hands would be: line {line}, {problem}."
)
BAD_HAND = Phrase("{path} holds a hand that cannot be read: {problem}")
BAD_PROOF = Phrase("{path} holds a proof that cannot be read: {problem}.")
NONE = Phrase("none")


def listed_seats(seats: Sequence[int]) -> str:
    """
    Seats in a sentence.

    >>> listed_seats((1, 3)), listed_seats(())
    ('1, 3', 'none')
    """
    return ", ".join(map(str, seats)) or str(NONE)
