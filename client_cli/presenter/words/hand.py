"""
What happens in a hand.
"""

from client_cli.languages import Counted, Phrase, Said
from showdown.rules.events import BlindKind, Move

HAND_STARTED = Phrase("Hand {hand}: {button} has the button. {stacks}.")
HAND_STARTED_BY_YOU = Phrase("Hand {hand}: you have the button. {stacks}.")
DEAD_BUTTON = Phrase("Hand {hand}: the button is at the empty seat {seat}. {stacks}.")
STACK = Phrase("{who} {stack}")

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

DEALT = Phrase("You are dealt {cards}: {rank}.")
DEALT_UNSEEN = Phrase("Everybody has five cards.")
DEALT_OTHER = Phrase("{who} is dealt {cards}: {rank}.")

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
TIME_IS_UP = Phrase("Time is up. {sentence}")
BANK_SPENT = Phrase("You used your time bank; {seconds} s of it are left.")

RETURNED = Said(
    "You take back {amount} that nobody called.", "{who} takes back {amount} that nobody called."
)
ANTE_RETURNED = Said(
    "You take back {amount} of the ante that nobody matched.",
    "{who} takes back {amount} of the ante that nobody matched.",
)

PAT = Said("You stand pat.", "{who} stands pat.")
DISCARDED_SEEN = Said("You discard {cards}.", "{who} discards {cards}.")
DRAW_CHOSEN = Phrase("You have chosen; the cards come as soon as everybody has.")
DREW = Counted("{who} draws {count} card.", "{who} draws {count} cards.")
DREW_SEEN = Said(
    "You drew {cards} and hold {hand}: {rank}.", "{who} drew {cards} and holds {hand}: {rank}."
)
RESHUFFLED = Phrase(
    "The stub is too short; {size} discarded and folded cards are shuffled into a new one."
)

SHOWS = Said("You show {cards}: {rank}.", "{who} shows {cards}: {rank}.")
MUCKS = Said("You muck your hand.", "{who} mucks.")
MUCKS_SEEN = Said("You muck {cards}: {rank}.", "{who} mucks {cards}: {rank}.")
OPENERS = Said("You prove your openers: {cards}.", "{who} proves the openers: {cards}.")
RAKED = Phrase("The house takes {amount} of rake.")

POT = Phrase("Pot")
MAIN_POT = Phrase("Main pot")
SIDE_POT = Phrase("Side pot")
SIDE_POTS = Phrase("Side pot {number},")
WINS = Said("{pot} {amount}: you win.", "{pot} {amount}: {who} wins.")
WINS_WITH = Said("{pot} {amount}: you win with {rank}.", "{pot} {amount}: {who} wins with {rank}.")
SPLIT = Phrase("{pot} {amount}: {shares} split it with {rank}.")
SPLIT_SILENT = Phrase("{pot} {amount}: {shares} split it.")
SHARE = Phrase("{who} ({amount})")

HAND_ENDED = Phrase("Hand {hand} is over: {stacks}.")
STACK_NET = Phrase("{who} {stack} ({net})")
HAND_ABORTED = Phrase("Hand {hand} is given up: {reason} Every stack is as before it.")
