"""
Why a request is refused: the closed list of codes, with the cause and the cure of each.

A code says it to a program and never changes; the sentence beside it says it to a person and may.
What is ``found`` and ``wanted`` in an error's details is what the sentence says in figures and
names, so that a client can say it in another language from the code and them alone.

The tables in ``docs/protocol.md`` are made of this list: ``python -m showdown.protocol.codes``.
"""

import sys
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from showdown.errors import Refusal


class Code(Struct, frozen=True):
    """What a code means."""

    cause: str
    cure: str
    found: str | None = None
    """What ``details.found`` is; None if there is none."""
    wanted: str | None = None
    """What ``details.wanted`` is; None if there is none."""
    sometimes: bool = False
    """Whether ``wanted``, or where there is no such thing ``found``, may be left out."""


class Told(Struct, frozen=True):
    """What a notice says."""

    says: str
    found: str | None = None
    """What ``details.found`` is; None if there is none."""
    wanted: str | None = None
    """What ``details.wanted`` is; None if there is none."""
    sometimes: bool = False
    """Whether ``wanted``, or where there is no such thing ``found``, may be left out."""


UNREADABLE: Mapping[str, Code] = MappingProxyType(
    {
        "bad_json": Code(
            "The frame is not JSON text.",
            "Send one JSON object in a text frame.",
            found="`text` or `binary`",
        ),
        "unknown_message": Code(
            "There is no message of this type.",
            "Send one of the types above, spelt so.",
            found="the `type`, empty without one",
        ),
        "bad_message": Code(
            "A field is missing, unknown, or not of its kind.",
            "Mend the field that the sentence names.",
            found="where, as in `$.action.to`",
            wanted="what should be there, in English",
        ),
    }
)
"""The frame could not be read."""

LIMITS: Mapping[str, Code] = MappingProxyType(
    {
        "slow_down": Code(
            "More was sent than the server takes.",
            "Send it again after the wait, and less at once; who goes on is closed with 4009.",
            found="the price of the request",
            wanted="milliseconds to wait",
        ),
        "too_many_spectators": Code(
            "So many watch the table that nobody else can.",
            "Sit down there, or try again later.",
            found="the table",
            wanted="the most",
        ),
    }
)
"""It was too much."""

SIGNING_IN: Mapping[str, Code] = MappingProxyType(
    {
        "hello_first": Code(
            "Something else was sent before `hello`.",
            "Say `hello` or `register` first.",
            found="the `type` that was sent",
        ),
        "no_name": Code(
            "`hello` has neither a name nor a token.",
            "Add a `name`, or the `token` that you keep.",
        ),
        "bad_name": Code(
            "The name has a form that no name may have.",
            "Choose another one: up to 20 letters, digits, blanks and `_ - .`",
            found="its length, the sign that is wrong, its scripts, or the name",
            wanted="the longest, what may be in it, or how many",
        ),
        "name_taken": Code(
            "Somebody else has this name, or one that looks the same.",
            "Choose another one; if it is yours, say `hello` with your token or password.",
            found="the name",
            wanted="the name that it looks like, if that is another one",
            sometimes=True,
        ),
        "bad_token": Code(
            "The token belongs to no account, or was revoked.",
            "Say `hello` anew, with a name or with a password.",
        ),
        "session_over": Code(
            "The session of the resume token is over, or there was none.",
            "Say `hello` with your token, or with name and password.",
        ),
        "token_reused": Code(
            "A resume token was shown after one that followed it, so somebody has a copy.",
            "The session is over and the connection is closed: sign in anew, without it.",
        ),
        "password_wanted": Code(
            "The name has a password, and `hello` has none.",
            "Say `hello` with the `password`, or choose another name.",
            found="the name",
        ),
        "wrong_password": Code(
            "There is no account of this name with this password.",
            "Check both; the operator can give you a new password.",
            found="the name",
        ),
        "too_many_attempts": Code(
            "Too many wrong passwords for this name.",
            "Wait, then try again.",
            found="the name",
            wanted="seconds to wait",
        ),
        "bad_password": Code(
            "The password is too short or too long.",
            "Choose one of 8 to 256 characters.",
            found="its length",
            wanted="the least or the most",
        ),
        "has_password": Code(
            "The account has a password already.",
            "Ask the operator to change it.",
            found="the name",
        ),
        "account_disabled": Code(
            "The operator has disabled the account.",
            "Ask the operator.",
            found="the name",
        ),
        "already_signed_in": Code(
            "This connection has said `hello` before.",
            "Go on as who you are, or open another connection.",
            found="your name",
        ),
        "only_looking": Code(
            "This connection said `hello` with `look`.",
            "Say `hello` without it, on another connection.",
            found="the `type` that was sent",
        ),
        "not_signed_in": Code(
            "Only who has said `hello` may do this.",
            "Say `hello` first.",
        ),
    }
)
"""Nobody is let in, or somebody is in already."""

NOT_THERE: Mapping[str, Code] = MappingProxyType(
    {
        "no_such_table": Code(
            "There is no table of this name.",
            "Ask for the `tables`.",
            found="the name",
        ),
        "no_such_hand": Code(
            "There is no hand of this number that is over.",
            "Wait until it is over, or ask for the `hands`.",
            found="the number",
        ),
        "seated": Code(
            "Who sits at a table sees it.",
            "`leave` first.",
        ),
        "bad_text": Code(
            "The text is too long, or nothing of it can be shown.",
            "Say it shorter, in signs that are shown.",
            found="how many signs are left of it",
            wanted="the most",
        ),
        "not_here": Code(
            "Only who sits at the table may speak there, and mostly who looks on.",
            "`watch` the table, or `sit` down.",
            found="the table",
        ),
        "muted": Code(
            "The host of the table lets nobody hear what you say.",
            "Ask the host.",
            found="the table",
        ),
        "not_host": Code(
            "Only the host of the table may do this.",
            "Ask the host.",
            found="the table",
        ),
        "no_such_player": Code(
            "There is no player of this name, or he is not at the table.",
            "Name somebody whom the table shows.",
            found="the name",
        ),
        "bad_player": Code(
            "A host cannot do this to himself, or to a house bot.",
            "Name somebody else.",
            found="the name",
        ),
        "not_private": Code(
            "The table is open to everybody, so nobody is invited.",
            "Name the table to your friends.",
            found="the table",
        ),
        "too_generous": Code(
            "More than a host may grant in a day, or than an account may have.",
            "Grant less, or tomorrow.",
            found="the chips",
            wanted="what is left",
        ),
        "banned": Code(
            "The host of the table does not let you in.",
            "Ask the host, or play at another table.",
            found="the table",
        ),
        "insufficient_funds": Code(
            "The account has fewer chips than this costs.",
            "Ask for less, or wait for the chips of the day.",
            found="what you have",
            wanted="what it costs",
        ),
        "no_such_template": Code(
            "There is no template of this name.",
            "Name one of the `templates` of a `lobby`.",
            found="the name",
            wanted="those there are, if there are any",
            sometimes=True,
        ),
        "too_many_tables": Code(
            "So many tables of this kind are open as may be.",
            "Sit down at one of them, or try again later.",
            found="how many are open",
            wanted="the most",
        ),
        "seat_held": Code(
            "The seat is kept for a player who has waited for it.",
            "`wait` for the table, and one will be yours.",
            found="the seat, if you named one",
            sometimes=True,
        ),
        "waiting_list_full": Code(
            "Too many players wait for this table already.",
            "Try another table, or later.",
            found="how many wait",
            wanted="the most",
        ),
        "too_many_waits": Code(
            "The account waits for too many tables already.",
            "`unwait` for one of them.",
            found="for how many you wait",
            wanted="the most",
        ),
        "not_waiting": Code(
            "The account does not wait for this table.",
            "There is nothing to do.",
        ),
        "unavailable": Code(
            "The server cannot read or store it now; no table has changed.",
            "Try again in a while, with the same `id`.",
        ),
    }
)
"""What was asked for is not to be had."""

TURNS: Mapping[str, Code] = MappingProxyType(
    {
        "stale_turn": Code(
            "The turn that was named is not the present one.",
            "Look at the `turn` of the reply; act if it is yours.",
            found="the hand and turn that you named, as in `4.2`; of a `show` the hand",
            wanted="the present ones, if there are any",
            sometimes=True,
        ),
        "id_conflict": Code(
            "The id was used in this turn for another action.",
            "Take a new `id`; the action that had it counts.",
            found="the id",
        ),
    }
)
"""The action came too late, or twice with different words."""

RULES: Mapping[str, Code] = MappingProxyType(
    {
        Refusal.WRONG_PHASE: Code(
            "Nobody is asked for this kind of decision now.",
            "Wait for a `request`, and act as its `kind` says.",
            found="what you did: `bet` (any move of a betting round), `draw` or `show`",
            wanted="what is asked for now: `bet`, `draw` or `nothing`",
        ),
        Refusal.NOT_IN_HAND: Code(
            "The seat was not dealt in, or has folded.",
            "Wait for the next hand.",
            found="your seat",
            wanted="`dealt_in` or `not_folded`",
        ),
        Refusal.NOT_YOUR_TURN: Code(
            "Another seat is asked.",
            "Wait for your `request`.",
            found="your seat",
            wanted="the seat that is asked",
        ),
        Refusal.ILLEGAL_ACTION: Code(
            "A check with a bet to call, a call with none, and the like.",
            "Do what is wanted, or something else that `legal` has.",
            found="what you did: `check`, `call`, `bet`, `raise`, `post` or `show`",
            wanted="what to do instead; of a `show` a hand that is `unseen`, `won` or `unmucked`",
        ),
        Refusal.RAISE_NOT_ALLOWED: Code(
            "The betting is not open to this seat.",
            "Call, check or fold.",
            found="your total",
        ),
        Refusal.NOT_QUALIFIED: Code(
            "The cards are not the openers that this deal of jackpots asks for.",
            "Check.",
            found="`bet`",
            wanted="`check`",
        ),
        Refusal.BAD_AMOUNT: Code(
            "The amount is not a multiple of the chip unit.",
            "Name a multiple.",
            found="your amount",
            wanted="the chip unit",
        ),
        Refusal.AMOUNT_TOO_SMALL: Code(
            "The amount is below the minimum.",
            "Name the minimum or more; it is not raised for you.",
            found="your amount",
            wanted="the minimum",
        ),
        Refusal.AMOUNT_TOO_LARGE: Code(
            "The amount is above the maximum.",
            "Name the maximum or less; it is not cut for you.",
            found="your amount",
            wanted="the maximum",
        ),
        Refusal.DUPLICATE_DISCARD: Code(
            "A card is named twice.",
            "Name each card once.",
            found="the card",
        ),
        Refusal.CARD_NOT_HELD: Code(
            "The card is not in the hand.",
            "Name cards of your `request`.",
            found="the card",
        ),
        Refusal.TOO_MANY_DISCARDS: Code(
            "More cards than may be drawn.",
            "Name as many as `legal.draw` says at most; with `keeps_ace` keep an ace for the last.",
            found="how many you named",
            wanted="the most",
        ),
        Refusal.SEAT_TAKEN: Code(
            "Somebody sits there.",
            "Take another seat, or name none.",
            found="the seat",
            wanted="one that is free",
        ),
        Refusal.NO_SUCH_SEAT: Code(
            "The table has no seat of this number.",
            "Name one from 1 to the last.",
            found="the seat",
            wanted="the last seat",
        ),
        Refusal.TABLE_FULL: Code(
            "All seats are taken.",
            "`wait` for one, or try another table.",
            found="how many seats there are",
        ),
        Refusal.ALREADY_SEATED: Code(
            "The account has a seat at this table.",
            "There is nothing to do; `resume` shows it again.",
            found="your seat",
        ),
        Refusal.NOT_SEATED: Code(
            "The account has no seat at this table.",
            "`sit` first.",
        ),
        Refusal.BUY_IN_TOO_SMALL: Code(
            "The buy-in is below the table's minimum, or below what you took away from it.",
            "Name the minimum or more.",
            found="your buy-in",
            wanted="the minimum",
        ),
        Refusal.BUY_IN_TOO_LARGE: Code(
            "The buy-in is above the table's maximum.",
            "Name the maximum or less.",
            found="your buy-in",
            wanted="the maximum",
        ),
        Refusal.NO_CHIPS: Code(
            "There are no chips in front of the seat, or too few.",
            "`top_up` first.",
            found="what you have there",
            wanted="the least",
        ),
        Refusal.NOTHING_OWED: Code(
            "The seat owes no blind, and there is no carry to enter.",
            "There is nothing to do; you are dealt in.",
        ),
    }
)
"""The rules refuse it; nothing has changed."""

NOTICES: Mapping[str, Told] = MappingProxyType(
    {
        "daily_chips": Told(
            "You had no chips, beside the tables and at them, and got some for today.",
            found="how many",
        ),
        "paused": Told(
            "The table waits, since the server cannot store what happens; its clock stands."
        ),
        "resumed": Told("The table goes on where it was, and the turn has its time anew."),
        "hand_aborted": Told(
            "A hand was given up: stacks, debts and carry are as before it.",
            found="the hand",
            sometimes=True,
        ),
        "table_closed": Told("The table is closed, since nobody sat there any more; forget it."),
        "seat_offered": Told(
            "A seat is kept for you, who have waited for it: `sit`.",
            found="the seat",
            wanted="seconds",
        ),
        "offer_over": Told(
            "You did not take the seat that was kept for you, and wait no more.",
            found="the seat",
        ),
        "kicked": Told("The host has sent you away from the table."),
        "player_kicked": Told(
            "The host has sent somebody else away from the table.", found="the player"
        ),
        "muted": Told(
            "The host lets nobody hear what you say, or lets you be heard again.",
            found="your name",
            wanted="`mute` or `unmute`",
        ),
        "granted": Told(
            "The host has given play chips to somebody at the table.",
            found="the player",
            wanted="how many",
        ),
        "bad_invitation": Told("The invitation opens no table here; ask for a new link."),
        "too_many_attempts": Told(
            "Too many wrong invitations from your address; yours was not read.",
            wanted="seconds to wait",
        ),
        "new_host": Told(
            "Somebody has come with the host's link and is the host now.", found="the player"
        ),
    }
)
"""What a ``notice`` says."""

CODES: Mapping[str, Code] = MappingProxyType(
    {
        str(code): meaning
        for table in (UNREADABLE, LIMITS, SIGNING_IN, NOT_THERE, TURNS, RULES)
        for code, meaning in table.items()
    }
)
"""All codes that a reply can carry."""


def rows() -> Iterator[str]:
    """The table of codes as it stands in ``docs/protocol.md``, line by line."""
    yield "| code | cause | cure | found | wanted |"
    yield "| --- | --- | --- | --- | --- |"
    for code, it in CODES.items():
        yield f"| `{code}` | {it.cause} | {it.cure} | {it.found or ''} | {it.wanted or ''} |"


def notice_rows() -> Iterator[str]:
    """The table of notices, likewise."""
    yield "| notice | what it says | found | wanted |"
    yield "| --- | --- | --- | --- |"
    for code, it in NOTICES.items():
        yield f"| `{code}` | {it.says} | {it.found or ''} | {it.wanted or ''} |"


if __name__ == "__main__":
    sys.stdout.write("\n".join((*notice_rows(), "", *rows())) + "\n")
