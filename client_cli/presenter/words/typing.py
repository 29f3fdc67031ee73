"""
What is wrong with what was typed at the table.
"""

from client_cli.languages import Phrase

NOTHING_SAID = Phrase("say needs something to say, as in: say nice hand.")
NAME_NEEDED = Phrase("{word} needs the name of a player.")
NAME_TOO_LONG = Phrase("The name has {found} signs; the most are {most}.")
GRANT_NEEDS = Phrase("grant needs a name and how many chips, as in: grant Ada 500.")

UNKNOWN = Phrase("{found!r} is not something to type here; ? shows what is.")
EXTRA = Phrase("{found!r} is too much after {word!r}.")
NOT_YOUR_TURN = Phrase("It is not your turn; {who} is to act.")
NOT_YOUR_TURN_NOW = Phrase("It is not your turn.")
NO_HAND_RUNS = Phrase("No hand runs; the next one begins as soon as two players are ready.")
ONLY_DRAW = Phrase("This is the draw: type d and the cards to throw away, or p to keep all five.")
ONLY_BET = Phrase("There is nothing to draw now; you can: {choices}.")
CANNOT_CHECK = Phrase("Checking is not possible, {amount} are to call: c calls, f folds.")
CANNOT_BET = Phrase("There is a bet already: r TO raises it, c calls.")
CANNOT_RAISE = Phrase("There is no bet to raise: b TO bets.")
CANNOT_RAISE_NOW = Phrase("You cannot bet or raise here; you can: {choices}.")
NO_AMOUNT = Phrase("{word!r} needs an amount, your total for this round: from {least} to {most}.")
NOT_AN_AMOUNT = Phrase("{found!r} is not an amount; it is a whole number such as {example}.")
NOT_ALL_IN = Phrase("All-in would be {all}, but the most here is {most}: type {word} {most}.")
NOT_ALL_IN_CALL = Phrase("You cannot raise here, so there is no way all-in; c calls {amount}.")
NO_POSITION = Phrase("There is no card {found}; yours are 1 to {most}.")
NOT_HELD = Phrase("{found} is not in your hand: {cards}.")
TWICE = Phrase("{found} is named twice; a card can be thrown away once.")
FOLDED_FREE = Phrase("Checking was free; folding is allowed all the same.")
NOTHING_TO_SHOW = Phrase("No hand was played yet.")
HAND_NEEDS = Phrase("{word} needs the number of a hand, such as {word} 12.")
SIT_NEEDS = Phrase("{word} needs the name of a table; tables lists them.")
TOP_NEEDS = Phrase(
    "top needs the amount that you want to have in front of you, such as top {example}."
)
