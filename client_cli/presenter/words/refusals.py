"""
What a server refuses and what it lets you know, by its codes (docs/protocol.md).

In English its own sentences are shown; these are what other languages are translated from. Of
several phrases the first counts whose parts the server has named.
"""

from client_cli.languages import Phrase
from showdown.protocol.closing import CloseCode

Phrases = tuple[Phrase, ...]
Refused = dict[str, Phrase | Phrases]

UNREADABLE: Refused = {
    "bad_json": Phrase("The server could not read what this client sent."),
    "unknown_message": Phrase("The server does not know the message {found}."),
    "bad_message": Phrase("A message is not right at {found}; the server wants: {wanted}."),
}

LIMITS: Refused = {
    "slow_down": Phrase("That was too much at once; try again in {wanted} milliseconds."),
    "too_many_spectators": Phrase("Already {wanted} look on at {found}; no more may."),
}

SIGNING_IN: Refused = {
    "hello_first": Phrase("Before {found} one has to sign in."),
    "no_name": Phrase("A name or a token is needed to sign in."),
    "bad_name": (
        Phrase("No name may be like that: {found} is found, {wanted} is wanted."),
        Phrase("No name may be like that: {found}."),
        Phrase("No name may be like that."),
    ),
    "name_taken": (
        Phrase("The name {found} looks like {wanted}, which is taken; choose another one."),
        Phrase("The name {found} is taken; choose another one."),
    ),
    "bad_token": Phrase("The token belongs to no account, or was revoked."),
    "session_over": Phrase("The session is over; sign in anew."),
    "token_reused": Phrase(
        "Somebody else has a copy of your session, so it is over; sign in anew."
    ),
    "password_wanted": Phrase("The name {found} has a password; sign in with it."),
    "wrong_password": Phrase("{found} with this password is nobody here."),
    "too_many_attempts": Phrase(
        "Too many wrong passwords for {found}; try again in {wanted} seconds."
    ),
    "bad_password": Phrase("The password has {found} characters; the limit is {wanted}."),
    "has_password": Phrase("The account {found} has a password already."),
    "account_disabled": Phrase("The account {found} is disabled; ask the operator."),
    "already_signed_in": Phrase("You are {found} already."),
    "only_looking": Phrase("This connection only looks on; {found} is not possible."),
    "not_signed_in": Phrase("Only who has signed in may do this."),
}

NOT_THERE: Refused = {
    "no_such_table": (
        Phrase("There is no table {found}; the tables are: {wanted}."),
        Phrase("There is no table {found}."),
    ),
    "no_such_hand": Phrase("There is no hand {found} that is over."),
    "seated": Phrase("You sit at this table and see it."),
    "bad_text": (
        Phrase("Of the text {found} signs can be shown; from 1 to {wanted} may be said."),
    ),
    "not_here": Phrase("Only who sits at {found} may speak there, and mostly who looks on."),
    "muted": Phrase("The host of {found} lets nobody hear what you say."),
    "not_host": Phrase("Only the host of {found} may do this."),
    "no_such_player": Phrase("There is no player {found} here."),
    "bad_player": Phrase("A host cannot do this to {found}."),
    "not_private": Phrase("{found} is open to everybody, so nobody is invited."),
    "too_generous": Phrase("{found} chips are more than may be granted; {wanted} are left."),
    "banned": Phrase("The host of {found} does not let you in."),
    "insufficient_funds": Phrase("You have {found} chips, and this costs {wanted}."),
    "no_such_template": (
        Phrase("There is no template {found}; the templates are: {wanted}."),
        Phrase("There is no template {found}."),
    ),
    "too_many_tables": Phrase(
        "{found} tables of this kind are open, and no more than {wanted} may be."
    ),
    "seat_held": (
        Phrase("Seat {found} is kept for a player who has waited for it."),
        Phrase("The free seat is kept for a player who has waited for it."),
    ),
    "waiting_list_full": Phrase("{found} players wait for this table already, as many as may."),
    "too_many_waits": Phrase("You wait for {found} tables already, as many as you may."),
    "not_waiting": Phrase("You do not wait for this table."),
    "unavailable": Phrase(
        "The server cannot do this now; no table has changed. Try again in a while."
    ),
}

TURNS: Refused = {
    "stale_turn": Phrase("That came too late: the turn is over."),
    "id_conflict": Phrase("The action {found} was answered already; the first one counts."),
}

RULES: Refused = {
    "wrong_phase": Phrase("This is not asked for now."),
    "wrong_phase:bet": Phrase("This is a betting round; there is nothing to draw."),
    "wrong_phase:draw": Phrase("This is the draw; there is nothing to bet."),
    "wrong_phase:nothing": Phrase("Nobody is asked for anything now."),
    "not_in_hand": Phrase("You are not in this hand."),
    "not_in_hand:dealt_in": Phrase("You were not dealt in."),
    "not_in_hand:not_folded": Phrase("You have folded."),
    "not_your_turn": (
        Phrase("It is not your turn; seat {wanted} is to act."),
        Phrase("It is not your turn."),
    ),
    "illegal_action": Phrase("The rules do not allow this now."),
    "illegal_action:call": Phrase("You cannot check: there is a bet to call."),
    "illegal_action:check": Phrase("There is nothing to call; check instead."),
    "illegal_action:raise": Phrase("You cannot bet: there is a bet already; raise instead."),
    "illegal_action:bet": Phrase("You cannot raise: there is no bet yet; bet instead."),
    "illegal_action:sit_in": Phrase("You sit out; sit in first, then post."),
    "illegal_action:unseen": Phrase("Your hand is shown already."),
    "illegal_action:won": Phrase("Nobody has won this deal; the hands stay unseen."),
    "illegal_action:unmucked": Phrase("Beaten hands are mucked for good at this table."),
    "raise_not_allowed": Phrase("You cannot bet or raise here: the betting is not open to you."),
    "not_qualified": Phrase("You do not hold the openers that this deal asks for; check."),
    "bad_amount": Phrase("{found} is no multiple of {wanted}, the smallest chip here."),
    "amount_too_small": Phrase("{found} is below the minimum of {wanted}."),
    "amount_too_large": Phrase("{found} is above the maximum of {wanted}."),
    "duplicate_discard": Phrase("{found} is named twice; a card can be thrown away once."),
    "card_not_held": Phrase("{found} is not in your hand."),
    "too_many_discards": Phrase("You cannot throw away {found} cards; the most are {wanted}."),
    "seat_taken": (
        Phrase("Seat {found} is taken; seat {wanted} is free."),
        Phrase("Seat {found} is taken."),
    ),
    "no_such_seat": Phrase("There is no seat {found}; the last one is {wanted}."),
    "table_full": Phrase("The table is full: all {found} seats are taken."),
    "already_seated": Phrase("You sit at this table already, in seat {found}."),
    "not_seated": Phrase("You have no seat at this table."),
    "buy_in_too_small": Phrase("The buy-in of {found} is below the minimum of {wanted}."),
    "buy_in_too_large": Phrase("The buy-in of {found} is above the maximum of {wanted}."),
    "no_chips": (
        Phrase("You have {found} chips in front of you; {wanted} are needed."),
        Phrase("You have no chips in front of you."),
    ),
    "nothing_owed": Phrase("You owe no blind, and there is no carry to enter."),
}

UNCONNECTED: Refused = {
    "unreachable": Phrase("Nobody answers at {found}; is the server running?"),
    "bad_url": Phrase("{found} is not the address of a server; one looks like {wanted}."),
    "turned_away": Phrase("The server takes nobody in now (HTTP {found}); try again later."),
    "not_a_server": Phrase("What answers at {found} is not a Showdown server."),
    "timeout": Phrase("{found} does not answer in time."),
    "bad_invitation": Phrase("The invitation opens no table here; ask for a new link."),
    "no_seat": Phrase("No table has a free seat."),
}

HERE: Refused = {
    "deal_not_proven": Phrase("The deal is not as the server had promised: {sentence}"),
    "bad_format": Phrase("This cannot be read: {sentence}"),
    "unsayable": Phrase("This cannot be said in that format: {sentence}"),
    "corrupt_history": Phrase("The record is damaged: {sentence}"),
    "bad_ruleset": Phrase("These options do not go together: {sentence}"),
    "bad_option": Phrase("An option is not as it is to be: {sentence}"),
    "unknown_option": Phrase("There is no option {found}."),
    "bad_cards": Phrase("These are not the cards that are wanted: {sentence}"),
    "no_such_bot": Phrase("There is no such bot: {sentence}"),
    "bad_answer": Phrase("The bot answered wrongly: {sentence}"),
    "program_ended": Phrase("The bot's program has ended: {sentence}"),
    "bad_plan": Phrase("There is no match like that: {sentence}"),
    "match_failed": Phrase("The match failed: {sentence}"),
    "wrong_use": Phrase("This cannot be done: {sentence}"),
}
"""What the library on this side refuses; ``sentence`` is its own, in English."""

CARDS = (
    (
        r"'(?P<found>.*)' is not a card: "
        r"write a rank of (?P<ranks>\w+) and a suit of (?P<suits>\w+)\.",
        Phrase("{found} is not a card: write a rank of {ranks} and a suit of {suits}."),
    ),
    (
        r"(?P<found>\S+) is there twice; a deck has each card once\.",
        Phrase("{found} is there twice; a deck has each card once."),
    ),
    (
        r"(?P<found>\S+) is in the hand, so it cannot be dead\.",
        Phrase("{found} is in the hand, so it cannot be dead."),
    ),
    (
        r"(?P<found>\S+) cannot be thrown: the hand is (?P<held>.+)\.",
        Phrase("{found} cannot be thrown: the hand is {held}."),
    ),
    (
        r"(?P<found>\d+) cards were given; the best hand is picked from five to seven\.",
        Phrase("{found} cards were given; the best hand is picked from five to seven."),
    ),
)
"""Sentences of the rules about cards, with what they name."""

REFUSALS: Refused = {
    **UNREADABLE,
    **LIMITS,
    **SIGNING_IN,
    **NOT_THERE,
    **TURNS,
    **RULES,
    **UNCONNECTED,
    **HERE,
}
"""By code; with a colon and what is wanted where that decides what to say."""

NOTICES: Refused = {
    "daily_chips": Phrase("You had no chips left; here are {found} for today."),
    "paused": Phrase(
        "The table waits, since the server cannot store what happens; the clock stands."
    ),
    "resumed": Phrase("The table goes on where it was; the turn has its time anew."),
    "hand_aborted": (
        Phrase("Hand {found} was given up: stacks, debts and carry are as before it."),
        Phrase("A hand was given up: stacks, debts and carry are as before it."),
    ),
    "table_closed": Phrase("The table is closed, since nobody sat there any more."),
    "seat_offered": Phrase("Seat {found} is yours if you sit down within {wanted} s."),
    "offer_over": Phrase("Seat {found} is not kept for you any more, and you wait no longer."),
    "kicked": Phrase("The host has sent you away from the table."),
    "player_kicked": Phrase("The host has sent {found} away from the table."),
    "muted": Phrase("The host lets nobody hear what you say."),
    "muted:unmute": Phrase("The host lets you be heard again."),
    "granted": Phrase("The host has given {found} {wanted} play chips."),
    "bad_invitation": Phrase("The invitation opens no table here; ask for a new link."),
    "too_many_attempts": Phrase(
        "Too many wrong invitations from your address; try again in {wanted} seconds."
    ),
    "new_host": Phrase("{found} is the host of the table now."),
}

CLOSED = {
    CloseCode.NORMAL: Phrase("The server closed the connection."),
    CloseCode.GOING_AWAY: Phrase("The server is shutting down."),
    CloseCode.NOT_THE_PROTOCOL: Phrase("The server could not follow what this client sent."),
    CloseCode.LOST: Phrase("The connection was lost."),
    CloseCode.NOT_TEXT: Phrase("The server could not read what this client sent."),
    CloseCode.POLICY: Phrase("The server closed the connection because its rules were not kept."),
    CloseCode.TOO_BIG: Phrase("The connection was closed because a message was too big."),
    CloseCode.FAULT: Phrase("The server closed the connection because of a fault of its own."),
    CloseCode.RESTART: Phrase("The server is restarting."),
    CloseCode.OVERLOAD: Phrase("The server has too much to do; try again later."),
    CloseCode.AUTH: Phrase("The server did not accept who you are."),
    CloseCode.SUPERSEDED: Phrase(
        "You connected from somewhere else, and this connection gave way."
    ),
    CloseCode.SLOW_CONSUMER: Phrase("The server gave up because this client reads too slowly."),
    CloseCode.FLOOD: Phrase(
        "The server closed the connection because this client sent too much at once."
    ),
}
"""Why a connection ended, word for word as the library says it."""

NO_FILE = Phrase("There is no file {path}.")
IS_FOLDER = Phrase("{path} is a folder; name the files in it.")
CANNOT_READ = Phrase("{path} cannot be read: {reason}.")
REASONS = {
    "EACCES": Phrase("permission denied"),
    "EPERM": Phrase("operation not permitted"),
    "ENOSPC": Phrase("no space left on device"),
    "EROFS": Phrase("read-only file system"),
    "ENOENT": Phrase("no such file or directory"),
    "ENOTDIR": Phrase("not a directory"),
    "EISDIR": Phrase("is a directory"),
    "EIO": Phrase("input/output error"),
}
"""Why the system did not do it, by its own code."""
