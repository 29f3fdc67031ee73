"""
What happens at a table between hands.
"""

from client_cli.languages import Phrase, Said
from showdown.rules.ruleset import Openers

SEATED = Said(
    "You sit down in seat {seat} with {stack}.", "{who} sits down in seat {seat} with {stack}."
)
LEFT = Said("You leave the table with {stack}.", "{who} leaves the table with {stack}.")
LEAVE_ASKED = Said("You leave when this hand is over.", "{who} leaves when this hand is over.")
TOP_UP_ASKED = Phrase("You will have {to} in front of you as soon as no hand of yours runs.")
STACK_CHANGED = Said("You have {stack} now.", "{who} has {stack} now.")
STACK_CHANGED_OUT = Phrase("You have {stack} now; type in to be dealt in.")
GRACE = Said(
    "You were cut off and have {seconds} s more.", "{who} is cut off and has {seconds} s more."
)
AWAY = Phrase("{who} is away.")
BACK = Phrase("{who} is back.")
SAT_OUT = Said("You sit out; type in to be dealt in again.", "{who} sits out.")
BROKE = Said(
    "You have no chips left; type top {usual} to buy chips and then in, or q to leave.",
    "{who} has no chips left and sits out.",
)
SAT_IN = Said("You are dealt in at the next hand.", "{who} is dealt in at the next hand.")

POST_ASKED = Said(
    "You post as soon as you may.", "{who} posts instead of waiting for the big blind."
)
YOU_OWE = Phrase("You owe {amount} for the blinds that have passed you.")
WAIT_OR_POST = Phrase("You wait for the big blind; type post to pay {amount} and play sooner.")
WAIT_TO_POST = Phrase("You cannot post here yet; you do in one of the next hands.")
WAIT_OR_MATCH = Phrase(
    "You wait until the pot is won; type post to pay all antes so far and play for it."
)
WAIT_FOR_POT = Phrase("You wait: only those play who have paid for what is carried in.")

OPENERS_NEEDED = {
    Openers.JACKS: Phrase("a pair of jacks"),
    Openers.QUEENS: Phrase("a pair of queens"),
    Openers.KINGS: Phrase("a pair of kings"),
    Openers.ACES: Phrase("a pair of aces"),
}
OPENS = Phrase("Opening takes {rank} or better.")
CARRIED_IN = Phrase("{amount} are in the pot from before.")
CARRIED_OVER = Phrase("Nobody opens; {amount} stay for the next deal.")
CARRY_MATCHED = Said(
    "You pay {amount}, all antes so far, and play for the pot.",
    "{who} pays {amount}, all antes so far, and plays for the pot.",
)
CARRY_FORFEITED = Said(
    "You give up the {amount} that you have in the pot.",
    "{who} gives up {amount} in the pot.",
)
PAUSED = Phrase("The host pauses the table; the next hand begins when he lets it go on.")
RESUMED = Phrase("The host lets the table go on.")
CARRY_PAID = Said(
    "You are the last to play for the pot and get all of it, {amount}.",
    "{who} is the last to play for the pot and gets all of it, {amount}.",
)
