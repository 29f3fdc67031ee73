"""
Why a request is refused: the stable codes of errors, and what each of them means.

A code says it to a program and never changes; the sentence beside it says it to a person and may.
"""

from collections.abc import Mapping
from types import MappingProxyType

from showdown.errors import Refusal

UNREADABLE: Mapping[str, str] = MappingProxyType(
    {
        "bad_json": "The frame is not JSON text.",
        "unknown_message": "There is no message of this type.",
        "bad_message": "A field is missing, unknown, or not of its kind.",
    }
)
"""The frame could not be read."""

LIMITS: Mapping[str, str] = MappingProxyType(
    {
        "slow_down": "More was sent than the server takes; send it again after `wanted` ms.",
        "too_many_spectators": "So many watch the table that nobody else can; sit down, or wait.",
    }
)
"""It was too much."""

SIGNING_IN: Mapping[str, str] = MappingProxyType(
    {
        "hello_first": "Something else was sent before `hello`.",
        "no_name": "`hello` has neither a name nor a token.",
        "bad_name": "The name cannot be had; the sentence says why.",
        "name_taken": "Somebody else has this name, or one that looks the same.",
        "bad_token": "The token belongs to no account, or was revoked.",
        "password_wanted": "The name has a password, and `hello` has none.",
        "wrong_password": "There is no account of this name with this password.",
        "too_many_attempts": "Too many wrong passwords for this name; wait as long as it says.",
        "bad_password": "The password cannot be had; the sentence says why.",
        "has_password": "The account has a password already.",
        "account_disabled": "The operator has disabled the account.",
        "already_signed_in": "This connection has said `hello` before.",
        "not_signed_in": "Only who has said `hello` may do this.",
    }
)
"""Nobody is let in, or somebody is in already."""

NOT_THERE: Mapping[str, str] = MappingProxyType(
    {
        "no_such_table": "There is no table of this name.",
        "no_such_hand": "There is no hand of this number that is over.",
        "seated": "Who sits at a table sees it; leave first.",
        "banned": "The host of the table does not let you in.",
        "insufficient_funds": "The account has fewer chips than this costs.",
        "no_such_template": "There is no template of this name.",
        "too_many_tables": "So many tables of this kind are open as may be.",
        "seat_held": "The seat is kept for a player who has waited for it.",
        "waiting_list_full": "Too many players wait for this table already.",
        "too_many_waits": "The account waits for too many tables already.",
        "not_waiting": "The account does not wait for this table.",
        "unavailable": "The server cannot read or store it now; no table has changed. Try again.",
    }
)
"""What was asked for is not to be had."""

TURNS: Mapping[str, str] = MappingProxyType(
    {
        "stale_turn": "The turn that was named is not the present one.",
        "id_conflict": "The id was used in this turn for another action.",
    }
)
"""The action came too late, or twice with different words."""

RULES: Mapping[str, str] = MappingProxyType(
    {
        Refusal.WRONG_PHASE: "Nobody is asked for this kind of decision now.",
        Refusal.NOT_IN_HAND: "The seat was not dealt in, or has folded.",
        Refusal.NOT_YOUR_TURN: "Another seat is asked.",
        Refusal.ILLEGAL_ACTION: "A check with a bet to call, a call with none, and the like.",
        Refusal.RAISE_NOT_ALLOWED: "The betting is not open to this seat.",
        Refusal.NOT_QUALIFIED: "The cards are not the openers that this deal of jackpots asks for.",
        Refusal.BAD_AMOUNT: "The amount is not a multiple of the chip unit.",
        Refusal.AMOUNT_TOO_SMALL: "The amount is below the minimum.",
        Refusal.AMOUNT_TOO_LARGE: "The amount is above the maximum.",
        Refusal.DUPLICATE_DISCARD: "A card is named twice.",
        Refusal.CARD_NOT_HELD: "The card is not in the hand.",
        Refusal.TOO_MANY_DISCARDS: "More cards than may be drawn.",
        Refusal.SEAT_TAKEN: "Somebody sits there.",
        Refusal.NO_SUCH_SEAT: "The table has no seat of this number.",
        Refusal.TABLE_FULL: "All seats are taken.",
        Refusal.ALREADY_SEATED: "The account has a seat at this table.",
        Refusal.NOT_SEATED: "The account has no seat at this table.",
        Refusal.BUY_IN_TOO_SMALL: "The buy-in is below the table's minimum.",
        Refusal.BUY_IN_TOO_LARGE: "The buy-in is above the table's maximum.",
        Refusal.NO_CHIPS: "There are no chips in front of the seat, or too few; top up first.",
        Refusal.NOTHING_OWED: "The seat owes no blind, and there is no carry to enter.",
    }
)
"""The rules refuse it; nothing has changed."""

NOTICES: Mapping[str, str] = MappingProxyType(
    {
        "paused": "The table waits, since the server cannot store what happens; its clock stands.",
        "resumed": "The table goes on where it was, and the turn has its time anew.",
        "table_closed": "The table is closed, since nobody sat there any more; forget it.",
        "seat_offered": "A seat is kept for you, who have waited for it, for so many seconds.",
        "offer_over": "You did not take the seat that was kept for you, and wait no more.",
        "bad_invitation": "The invitation opens no table here; ask for a new link.",
        "too_many_attempts": "Too many wrong invitations from your address; yours was not read.",
        "new_host": "Somebody has come with the host's link and is the host now.",
        "hand_aborted": "A hand was given up: stacks, debts and carry are as before it.",
    }
)
"""What a ``notice`` says."""

CODES: Mapping[str, str] = MappingProxyType(
    {
        str(code): meaning
        for table in (UNREADABLE, LIMITS, SIGNING_IN, NOT_THERE, TURNS, RULES)
        for code, meaning in table.items()
    }
)
"""All codes that a reply can carry."""
