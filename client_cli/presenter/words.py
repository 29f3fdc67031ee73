"""
Every sentence that a player reads in a game, so that another language has one place to go to.

A sentence about what somebody did is a :class:`Said`: one wording for you, one for all others.
What stands in braces is filled in; amounts and cards come in as text that is ready to be read.
"""

from collections.abc import Sequence
from typing import NamedTuple

from showdown.protocol import messages as msg
from showdown.rules.events import BlindKind, Move
from showdown.rules.hand_rank import Category
from showdown.rules.ruleset import Game, Openers


class Said(NamedTuple):
    """A sentence to the one it is about, and the same to everybody else."""

    you: str
    other: str

    def to(self, you: bool, **parts: object) -> str:
        """The sentence with its parts filled in."""
        return (self.you if you else self.other).format(**parts)


# Names of things.

YOU = "you"
NOBODY = "seat {seat}"
AND = " and "

GAMES = {
    Game.NO_LIMIT: "no-limit",
    Game.POT_LIMIT: "pot-limit",
    Game.FIXED_LIMIT: "fixed-limit",
    Game.SPREAD_LIMIT: "spread-limit",
}
STAKES = "{game} {sb}/{bb}"
STAKES_ANTE = "{game} {sb}/{bb}, ante {ante}"
ANTE_ONLY = "{game}, ante {ante}"

# A hand.

HAND_STARTED = "Hand {hand}: {button} has the button. {stacks}."
HAND_STARTED_BY_YOU = "Hand {hand}: you have the button. {stacks}."
DEAD_BUTTON = "Hand {hand}: the button is at the empty seat {seat}. {stacks}."
STACK = "{who} {stack}"

ANTE = Said("You post an ante of {amount}.", "{who} posts an ante of {amount}.")
BLINDS = {
    BlindKind.SMALL: Said(
        "You post the small blind of {amount}.", "{who} posts the small blind of {amount}."
    ),
    BlindKind.BIG: Said(
        "You post the big blind of {amount}.", "{who} posts the big blind of {amount}."
    ),
    BlindKind.POST: Said("You post {amount}.", "{who} posts {amount}."),
}
DEAD_POST = Said(
    "You post {amount}, and {dead} more that are dead.",
    "{who} posts {amount}, and {dead} more that are dead.",
)

DEALT = "You are dealt {cards}: {rank}."
DEALT_UNSEEN = "Everybody has five cards."
DEALT_OTHER = "{who} is dealt {cards}: {rank}."

MOVES = {
    Move.FOLD: Said("You fold.", "{who} folds."),
    Move.CHECK: Said("You check.", "{who} checks."),
    Move.CALL: Said("You call {amount}.", "{who} calls {amount}."),
    Move.BET: Said("You bet {to}.", "{who} bets {to}."),
    Move.RAISE: Said("You raise to {to}.", "{who} raises to {to}."),
}
MOVES_ALL_IN = {
    Move.CALL: Said("You call {amount} and are all-in.", "{who} calls {amount} and is all-in."),
    Move.BET: Said("You bet {to} and are all-in.", "{who} bets {to} and is all-in."),
    Move.RAISE: Said("You raise to {to} and are all-in.", "{who} raises to {to} and is all-in."),
}
TIME_IS_UP = "Time is up. {sentence}"
BANK_SPENT = "You used your time bank; {seconds} s of it are left."

RETURNED = Said(
    "You take back {amount} that nobody called.", "{who} takes back {amount} that nobody called."
)
ANTE_RETURNED = Said(
    "You take back {amount} of the ante that nobody matched.",
    "{who} takes back {amount} of the ante that nobody matched.",
)

PAT = Said("You stand pat.", "{who} stands pat.")
DISCARDED_SEEN = Said("You discard {cards}.", "{who} discards {cards}.")
DRAW_CHOSEN = "You have chosen; the cards come as soon as everybody has."
DREW_ONE = "{who} draws 1 card."
DREW = "{who} draws {count} cards."
DREW_SEEN = Said(
    "You drew {cards} and hold {hand}: {rank}.", "{who} drew {cards} and holds {hand}: {rank}."
)
RESHUFFLED = "The stub is too short; {size} discarded and folded cards are shuffled into a new one."

SHOWS = Said("You show {cards}: {rank}.", "{who} shows {cards}: {rank}.")
MUCKS = Said("You muck your hand.", "{who} mucks.")
MUCKS_SEEN = Said("You muck {cards}: {rank}.", "{who} mucks {cards}: {rank}.")
OPENERS = Said("You prove your openers: {cards}.", "{who} proves the openers: {cards}.")
RAKED = "The house takes {amount} of rake."

POT = "Pot"
MAIN_POT = "Main pot"
SIDE_POT = "Side pot"
SIDE_POTS = "Side pot {number},"
WINS = Said("{pot} {amount}: you win.", "{pot} {amount}: {who} wins.")
WINS_WITH = Said("{pot} {amount}: you win with {rank}.", "{pot} {amount}: {who} wins with {rank}.")
SPLIT = "{pot} {amount}: {shares} split it with {rank}."
SPLIT_SILENT = "{pot} {amount}: {shares} split it."
SHARE = "{who} ({amount})"

HAND_ENDED = "Hand {hand} is over: {stacks}."
STACK_NET = "{who} {stack} ({net})"
HAND_ABORTED = "Hand {hand} is given up: {reason} Every stack is as before it."

# The table between hands.

SEATED = Said(
    "You sit down in seat {seat} with {stack}.", "{who} sits down in seat {seat} with {stack}."
)
LEFT = Said("You leave the table with {stack}.", "{who} leaves the table with {stack}.")
LEAVE_ASKED = Said("You leave when this hand is over.", "{who} leaves when this hand is over.")
TOP_UP_ASKED = "You will have {to} in front of you as soon as no hand of yours runs."
STACK_CHANGED = Said("You have {stack} now.", "{who} has {stack} now.")
STACK_CHANGED_OUT = "You have {stack} now; type in to be dealt in."
GRACE = Said(
    "You were cut off and have {seconds} s more.", "{who} is cut off and has {seconds} s more."
)
AWAY = "{who} is away."
BACK = "{who} is back."
SAT_OUT = Said("You sit out; type in to be dealt in again.", "{who} sits out.")
BROKE = Said(
    "You have no chips left; type top {usual} to buy chips and then in, or q to leave.",
    "{who} has no chips left and sits out.",
)
SAT_IN = Said("You are dealt in at the next hand.", "{who} is dealt in at the next hand.")

POST_ASKED = Said(
    "You post as soon as you may.", "{who} posts instead of waiting for the big blind."
)
YOU_OWE = "You owe {amount} for the blinds that have passed you."
WAIT_OR_POST = "You wait for the big blind; type post to pay {amount} and play sooner."
WAIT_TO_POST = "You cannot post here yet; you do in one of the next hands."
WAIT_OR_MATCH = "You wait until the pot is won; type post to pay all antes so far and play for it."
WAIT_FOR_POT = "You wait: only those play who have paid for what is carried in."

OPENERS_NEEDED = {
    Openers.JACKS: "a pair of jacks",
    Openers.QUEENS: "a pair of queens",
    Openers.KINGS: "a pair of kings",
    Openers.ACES: "a pair of aces",
}
OPENS = "Opening takes {rank} or better."
CARRIED_IN = "{amount} are in the pot from before."
CARRIED_OVER = "Nobody opens; {amount} stay for the next deal."
CARRY_MATCHED = Said(
    "You pay {amount}, all antes so far, and play for the pot.",
    "{who} pays {amount}, all antes so far, and plays for the pot.",
)
CARRY_FORFEITED = Said(
    "You give up the {amount} that you have in the pot.",
    "{who} gives up {amount} in the pot.",
)
PAUSED = "The host pauses the table; the next hand begins when he lets it go on."
RESUMED = "The host lets the table go on."
CARRY_PAID = Said(
    "You are the last to play for the pot and get all of it, {amount}.",
    "{who} is the last to play for the pot and gets all of it, {amount}.",
)

# The picture of a table.

TITLE = "{table}: {stakes}. {moment}."
NO_HAND = "No hand runs"
AFTER_HAND = "Hand {hand} is over"
IS_PAUSED = "{moment}, paused by the host"
BEFORE_DRAW = "Hand {hand}, before the draw, pot {pot}"
AT_DRAW = "Hand {hand}, the draw, pot {pot}"
AFTER_DRAW = "Hand {hand}, after the draw, pot {pot}"
FREE = "Free: seat {seats}."
BET = "bet {amount}"
BUTTON = "button"
TO_ACT = "to act"
BANK_RUNS = "Your time bank runs now: {seconds} s."
TIME_RUNS_OUT = "{seconds} s left to decide."
TIME_LEFT = "{seconds} s left"
TIME_LEFT_AND_BANK = "{seconds} s left, then {bank} s"
BANK_LEFT = "{seconds} s of the bank left"
GRACE_LEFT = "{seconds} s to come back"
IS_AWAY = "away"
FOLDED = "folded"
ALL_IN = "all-in"
OUT = "sits out"
LEAVING = "leaving"
WAITS = "waits for the big blind"
POSTS = "posts"
CARRIES = "{amount} carried"
DREW_NOTE = "drew {count}"
STOOD_PAT = "stood pat"

# Your turn.

TURN_BET = "Your turn: {cards}, {rank}."
PRICE_BET = "{price}, you have {stack}. {time}"
PRICE_FREE = "Pot {pot}, nothing to call"
PRICE = "Pot {pot}, {amount} to call"
TURN_DRAW = "Your draw: {cards}, {rank}."
PRICE_DRAW = "Pot {pot}, you have {stack}. {time}"
TIME = "Time {base} s."
TIME_BANK = "Time {base} s, then {bank} s of your bank."
CHOICE_FOLD = "f fold"
CHOICE_CHECK = "c check"
CHOICE_CALL = "c call {amount}"
CHOICE_CALL_ALL_IN = "c call {amount}, all-in"
CHOICE_BET = "b TO bet {range}"
CHOICE_RAISE = "r TO raise to {range}"
CHOICE_BET_EXACT = "b bet {range}"
CHOICE_RAISE_EXACT = "r raise to {range}"
CHOICE_ALL_IN = "a all-in {amount}"
CHOICE_DRAW = "d 2 5 or d {example} throws those cards away"
CHOICE_PAT = "p keeps all"
RANGE = "{least}-{most}"
PROMPT = "> "
PROMPT_TURN = "your turn> "
PROMPT_OTHER = "{who} to act> "

PRIVATE = "{stakes}, private"
SAYS = "{name} says: {text}"
ONLOOKER_SAYS = "{name}, looking on, says: {text}"
IGNORED = "You hear no more of {name}; hear {name} changes that."
HEARD = "You hear {name} again."
INVITATION = "Who has this link finds table {table}:"
INVITATION_LINK = "  showdown play --url {link}"
OBEYED = {
    msg.Admit: "{name} may come back.",
    msg.Mute: "Nobody hears {name} any more; unmute {name} changes that.",
    msg.Unmute: "Everybody hears {name} again.",
    msg.Renew: "The link from before opens nothing any more.",
}
"""What is not told to everybody anyway."""

HELP = (
    "c  check or call            k  check                f  fold",
    "b 30  bet 30                r 60  raise to 60       a  all-in",
    "d 2 5  throw away your 2nd and 5th card, d Ah Kd those two; p  keep all five",
    "t  the table                out  sit out            in  be dealt in again",
    "top 400  have 400 in front of you                   q  leave and end",
    "post  pay the blinds that you owe and play sooner; show  show a hand that you have won",
    "password  have a password, and come back with it and your name from anywhere",
    "say hello  (or 'hello)  speak to the table; ignore NAME, hear NAME",
    "Amounts of b and r are your total for the betting round.",
)

YOU_HOST = "You are the host of {table}; ? shows what you may type."
HELP_HOST = (
    "You are the host: pause, unpause; kick NAME, admit NAME; mute NAME, unmute NAME;",
    "grant NAME 500  give play chips; invite  show the link; renew  have a new one",
)

# What was typed.

NOTHING_SAID = "say needs something to say, as in: say nice hand."
NAME_NEEDED = "{word} needs the name of a player."
NAME_TOO_LONG = "The name has {found} signs; the most are {most}."
GRANT_NEEDS = "grant needs a name and how many chips, as in: grant Ada 500."

UNKNOWN = "{found!r} is not something to type here; ? shows what is."
EXTRA = "{found!r} is too much after {word!r}."
NOT_YOUR_TURN = "It is not your turn; {who} is to act."
NOT_YOUR_TURN_NOW = "It is not your turn."
NO_HAND_RUNS = "No hand runs; the next one begins as soon as two players are ready."
ONLY_DRAW = "This is the draw: type d and the cards to throw away, or p to keep all five."
ONLY_BET = "There is nothing to draw now; you can: {choices}."
CANNOT_CHECK = "Checking is not possible, {amount} are to call: c calls, f folds."
CANNOT_BET = "There is a bet already: r TO raises it, c calls."
CANNOT_RAISE = "There is no bet to raise: b TO bets."
CANNOT_RAISE_NOW = "You cannot bet or raise here; you can: {choices}."
NO_AMOUNT = "{word!r} needs an amount, your total for this round: from {least} to {most}."
NOT_AN_AMOUNT = "{found!r} is not an amount; it is a whole number such as {example}."
NOT_ALL_IN = "All-in would be {all}, but the most here is {most}: type {word} {most}."
NOT_ALL_IN_CALL = "You cannot raise here, so there is no way all-in; c calls {amount}."
NO_POSITION = "There is no card {found}; yours are 1 to {most}."
NOT_HELD = "{found} is not in your hand: {cards}."
TWICE = "{found} is named twice; a card can be thrown away once."
FOLDED_FREE = "Checking was free; folding is allowed all the same."
NOTHING_TO_SHOW = "No hand was played yet."
TOP_NEEDS = "top needs the amount that you want to have in front of you, such as top {example}."

# Around the game.

SIGNED_IN = "You are {name} at {url}."
NOT_SIGNED_IN = "Nothing is kept here that opens an account at {url}."
SIGNED_OUT = "{name} is signed out at {url}; your password opens it again."
STAYS_A_GUEST = (
    "Your connections are closed. {name} has no password, so what opens it stays here: it is all "
    "there is. Type `password` at the table to have one."
)
BAD_TOKEN = "The token that was given is nobody's at {url}."
NEW_PASSWORD = "New password: "
SAME_PASSWORD = "The same again: "
NO_PASSWORD = "No password was typed; it has to be typed at a terminal."
TWO_PASSWORDS = "The two passwords differ; nothing was changed."
HAS_PASSWORD = "You have a password now: as {name} you come back with it from anywhere."
PASSWORD_OF = "Password of {name}: "
NAME_IS_TAKEN = "The name {name} is taken here; trying another one."
SITTING = "You sit in seat {seat} of {table}. Type ? for help."
STILL_LEAVING = "You were leaving {table}; when the hand there is over you sit down anew."
WATCHING = "You watch {table}. Ctrl-C ends it."
WATCHING_LATER = "Who looks on there sees it {seconds} seconds later."
LOST = "{reason} Your seat is kept; trying again in {seconds} s."
STILL_LOST = "{reason} Trying again in {seconds} s."
AGAIN = "Connected again."
NOT_SENT = "Not sent: there is no connection at the moment."
LEAVING_WAITS = "Ctrl-C ends this at once; your chips follow when the hand is over."
LEAVING_LATE = "You leave as soon as the connection is back."
NOT_SURE = "The connection broke before the answer came; you will see whether it counted."
SEAT_GONE = "You have no seat at {table} any more; your chips are back in your account."
LEAVING_NOW = "You leave {table}; your {stack} are back in your account."
LEAVING_LATER = (
    "You leave {table} when this hand is over; what you then have goes back to your account."
)
LEAVING_UNSURE = (
    "There was no answer, so your seat and your {stack} stay at {table} until you come back."
)
GAVE_UP = "{reason} Your seat and your {stack} stay at {table}; showdown play brings you back."
BOT_PLAYS = "{name} plays at {url}. Ctrl-C ends it."
BOT_DONE = "Hands played: {hands}. Net: {net}."

# The lobby.

TABLES_COLUMNS = (
    "table", "game", "seats", "bots", "wait", "watch", "buy-in", "seconds", "hand"
)  # fmt: skip
OF = "{part} of {whole}"
TEMPLATES_COLUMNS = ("template", "game", "seats", "bots", "buy-in", "seconds", "open")
TEMPLATES_ALONE = "--templates lists what tables may be opened from, and no table; leave one out."
NO_TEMPLATE = "There is no template {found!r}; the templates are: {known}."
NO_TEMPLATES = "none"
NO_FREE_SEAT = (
    "No table has a free seat; showdown play --table TABLE waits for one, and showdown watch TABLE "
    "looks on."
)
WAITING = "All seats at {table} are taken; you are number {place} in line. Ctrl-C ends the waiting."
OPENED = "You have opened {table}; it closes when nobody has sat there for a while."
PACE = "{base}+{bank}"
SEATS_COLUMNS = ("seat", "player", "chips", "")
FREE_SEAT = "free"
HOUSE_BOT = "bot"

# Looking back.

STORY = "Hand {hand} at {table}, {stakes}, {when}"
NO_HANDS = "No such hands were played yet."
OLDER_HANDS = "There are older ones: --before {hand} shows them."
NO_MOMENT = "{found!r} is no day or time; one is 2026-11-30, another 2026-11-30T12:00."
NO_SUCH_RESULT = "There is no result {found!r}; there are {known}."
MORE_HANDS = "Enter shows older ones, q ends: "
STEP_PROMPT = (
    "[{place}/{most}] Enter on, b back, c choice, d draw, s showdown, e end, q quit, ? more: "
)
STEP_HELP = (
    "Enter  one step on          b  one step back        12  to step 12",
    "c  to the next choice       d  to the draw          s  to the showdown",
    "a  to the beginning         e  to the end           t  the table",
    "n  the next hand            p  the hand before      q  quit",
)
REPLAY_WRITTEN = "{path}: hand {hand}, {size} KB."
REPLAY_ONE_HAND = "One page plays one hand, but here are several; --hand picks one: {hands}."
REPLAY_NONE = "none"
REPLAY_NO_SUCH_HAND = "There is no hand {hand} here; there are {hands}."
REPLAY_NO_HAND = "There is no hand to play."

PAGE_POT = "{pot} {amount}"
PAGE_DEAL = "Deal"
PAGE_DRAW = "Draw"
PAGE_SECOND = "After the draw"
PAGE_SHOWDOWN = "Showdown"
PAGE_BEFORE = "Before the draw"
PAGE_AFTER = "After the draw"
PAGE_OVER = "The hand is over"
MUCKED = "mucked"

PROOF_LEFT_OUT = "The proof of the deal is left out; showdown hand --json has it."

STEP_UNKNOWN = "{found!r} is nothing to type here; ? shows what is."

STATS_COLUMNS = (
    "player",
    "hands",
    "net",
    "bb/100",
    "in",
    "first in",
    "pat",
    "showdown",
    "won there",
)
STATS_TITLE = "{player}, {hands}"
STATS_NET = "net"
STATS_RATE = "big blinds in 100 hands"
STATS_RANGE = "  ({low} to {high} with 95 % confidence)"
STATS_VOLUNTARY = "put chips in by choice"
STATS_FIRST_IN = "raised first in"
STATS_PAT = "stood pat"
STATS_DREW = "drew {count}"
STATS_SHOWDOWNS = "went to the showdown"
STATS_WON = "won at the showdown"
STATS_SHARE = "{part}  ({count} of {of})"
STATS_NEVER = "never came to it"
STATS_CHART = "Won and lost, hand after hand:"
STATS_CHART_BLINDS = "Big blinds won and lost, hand after hand:"
STATS_NO_HANDS = "{player} has no hands among these."
STATS_FILES = "Of the filters only --player goes with files; the others ask a server."
STATS_NOBODY = "Nobody called {player!r} plays in these hands."

CHECKED = {
    "holds": "{hand} holds: {sentence}",
    "differs": "{hand} DIFFERS: {sentence} ({file})",
}
CHECKED_COUNTS = {
    "holds": "{count} hold",
    "differs": "{count} differ",
    "unreadable": "{count} cannot be read",
}
CHECKED_TOTAL = "Hands checked: {count}; {parts}."

# Hands from one format into another.
NO_SUCH_FORMAT = "There is no format {found!r} to convert to; there are {known}."
JSON_IS_WHOLE = (
    "json holds whole records with everybody's cards; --for goes with phh, ohh and pokerstars."
)
SAME_FILE = "{path} is one of the files that are read; name another one to write."
CANNOT_WRITE = "{path} cannot be written: {reason}."
CHECKING = "checking"
COUNTING = "counting"
CONVERTING = "converting"
ONE_HAND, SOME_HANDS = "1 hand", "{count} hands"
LEFT_OUT = "{hands}: {sentence}"
CONVERTED = "{hands} written as {format}"
NOT_CONVERTED = "; {count} could not be"

# What cards are worth, and what they may become.

CATEGORIES = {category: category.name.lower().replace("_", " ") for category in Category}
CATEGORY_ALIASES = {Category.ONE_PAIR: "pair"}

RANK_PLACE, RANK_CARDS, RANK_HAND, RANK_BEATS = "place", "cards", "hand", "better than"
ODDS_THROW, ODDS_PAYS, ODDS_IMPROVES = "throw", "pays", "improves"
ODDS_HAND, ODDS_DRAWS, ODDS_CHANCE = "hand", "draws", "chance"
NOTHING = "nothing"
ODDS_TITLE = "Throwing {thrown} and keeping {kept}; possible draws: {draws}."
ODDS_PAT = "Standing pat with {kept}."
ODDS_HOLDS = "You hold {cards}: {rank}."
ODDS_WORTH = "It pays {worth} on average."
ODDS_BEST = "Throwing {thrown} pays most: {worth} on average."

NO_WILD_GAME = "{found!r} is none of {known}"
NOT_A_PAY = "{found!r} is not what a hand pays: write such as flush=6,full-house=9."
NO_CATEGORY = "There is no hand called {found!r}; there are {known}."
PAYS_TWICE = "{found} is named twice in what hands pay."

# Deals that are proven.

PROVEN = "[proven] {cards} cards checked; {opened} of {asked} opened."
FIXED = "[fixed] {cards} cards checked: fixed before the deal, not proven random."
OFF = "[off] This table does not prove its deals."
MISSED = "Your client opened for this deal, and the server says that it came too late."
UNNOTED = "Your client could not write down what was sealed, so it opened nothing for this deal."
EVIDENCE = "{sentence} The evidence is in {path}; showdown verify checks it again."
NOT_PROVEN = "{source} has no proof: that deal was not proven, or its key is gone."
HAND_NUMBER = "hand {hand}"
HAND_OF = "Hand {hand} at {table}"
NOT_DEALT_SO = "NOT dealt as promised: {problem}."
DEALT_SO = "dealt as promised."
ONLY_FIXED = "fixed before the deal and not changed, but nobody opened: not proven random."
CARDS_CHECKED = "{count} cards lay where they had to come from, under the seal."
WHO_OPENED = "Opened by seats {opened}; missed by {missed}."
RESHUFFLES_CHECKED = "{count} reshuffles were dealt as sealed."
HEAD = "Head, to compare with the others: {head}"
WHAT_IS_NOT_PROVEN = "Not proven: cards that you did not see, and that nobody looked at yours."
SEAL_CHANGED = "the seal is not the one that you opened for"
HEADS_DIFFER = "Hand {hand}: {first} and {second} were told different deals."


def listed_seats(seats: Sequence[int]) -> str:
    """
    Seats in a sentence.

    >>> listed_seats((1, 3)), listed_seats(())
    ('1, 3', 'none')
    """
    return ", ".join(map(str, seats)) or "none"
