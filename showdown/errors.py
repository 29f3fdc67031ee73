"""
Every error that the library raises on purpose, sorted by blame.

::

    ShowdownError
    ├── CardError         a text or a collection is not the cards that were wanted
    ├── RulesetError      a table's options contradict each other (RULES 1.1)
    ├── IllegalAction     a player asked for what the rules refuse: answer him, go on
    ├── ProtocolError     the peer speaks badly: answer, and close if it goes on
    ├── FormatError       a text does not parse: file, line and column
    ├── Unsayable         a format has no words for a hand: nothing was written
    └── CorruptHistory    stored events do not fit together: stop, keep the evidence

Each has a stable ``code`` for the wire, a sentence that says what was found and what was wanted,
and these two apart in ``found`` and ``wanted``, so that a client can say it in another language.
Anything else that rises out of the library is a bug of its own.
"""

from enum import StrEnum


class Refusal(StrEnum):
    """Why the rules refuse an action, in the order in which they are checked (RULES 9.4)."""

    WRONG_PHASE = "wrong_phase"
    NOT_IN_HAND = "not_in_hand"
    NOT_YOUR_TURN = "not_your_turn"
    ILLEGAL_ACTION = "illegal_action"
    RAISE_NOT_ALLOWED = "raise_not_allowed"
    NOT_QUALIFIED = "not_qualified"
    BAD_AMOUNT = "bad_amount"
    AMOUNT_TOO_SMALL = "amount_too_small"
    AMOUNT_TOO_LARGE = "amount_too_large"
    DUPLICATE_DISCARD = "duplicate_discard"
    CARD_NOT_HELD = "card_not_held"
    TOO_MANY_DISCARDS = "too_many_discards"
    # Between hands (RULES 5): seats and chips.
    SEAT_TAKEN = "seat_taken"
    NO_SUCH_SEAT = "no_such_seat"
    TABLE_FULL = "table_full"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    BUY_IN_TOO_SMALL = "buy_in_too_small"
    BUY_IN_TOO_LARGE = "buy_in_too_large"
    NO_CHIPS = "no_chips"
    NOTHING_OWED = "nothing_owed"


class ShowdownError(Exception):
    """What all errors of the library have in common."""

    code = "error"

    def __init__(
        self,
        sentence: str,
        *,
        code: str | None = None,
        found: str | int | None = None,
        wanted: str | int | None = None,
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        """One clear sentence for a person."""
        if code is not None:
            self.code = code
        self.found = found
        """What was given."""
        self.wanted = wanted
        """What would have been right."""

    def __str__(self) -> str:
        return self.sentence


class CardError(ShowdownError, ValueError):
    """A text or a collection is not the cards that were wanted."""

    code = "bad_cards"


class RulesetError(ShowdownError, ValueError):
    """The options of a table contradict each other."""

    code = "bad_ruleset"


class IllegalAction(ShowdownError):
    """The rules refuse what a player asked for; nothing has changed."""

    def __init__(
        self,
        refusal: Refusal,
        sentence: str,
        *,
        found: str | int | None = None,
        wanted: str | int | None = None,
    ) -> None:
        super().__init__(sentence, code=refusal.value, found=found, wanted=wanted)
        self.refusal = refusal


class ProtocolError(ShowdownError):
    """A message does not follow the protocol."""

    code = "bad_message"


class FormatError(ShowdownError, ValueError):
    """A text does not parse; ``line`` and ``column`` count from 1."""

    code = "bad_format"

    def __init__(
        self,
        sentence: str,
        *,
        line: int,
        column: int = 1,
        found: str | int | None = None,
        wanted: str | int | None = None,
    ) -> None:
        super().__init__(sentence, found=found, wanted=wanted)
        self.line = line
        self.column = column


class Unsayable(ShowdownError):
    """A format has no words for a hand, so nothing was written."""

    code = "unsayable"


class CorruptHistory(ShowdownError):
    """Stored events do not follow from one another."""

    code = "corrupt_history"
