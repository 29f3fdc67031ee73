"""
What cards are worth, and what they may become.
"""

from client_cli.languages import Phrase
from showdown.rules.hand_rank import Category

CATEGORIES = {
    Category.HIGH_CARD: Phrase("high card"),
    Category.ONE_PAIR: Phrase("one pair"),
    Category.TWO_PAIR: Phrase("two pair"),
    Category.THREE_OF_A_KIND: Phrase("three of a kind"),
    Category.STRAIGHT: Phrase("straight"),
    Category.FLUSH: Phrase("flush"),
    Category.FULL_HOUSE: Phrase("full house"),
    Category.FOUR_OF_A_KIND: Phrase("four of a kind"),
    Category.STRAIGHT_FLUSH: Phrase("straight flush"),
    Category.FIVE_OF_A_KIND: Phrase("five of a kind"),
}

RANK_PLACE, RANK_CARDS, RANK_HAND, RANK_BEATS = (
    Phrase("place"),
    Phrase("cards"),
    Phrase("hand"),
    Phrase("better than"),
)
ODDS_THROW, ODDS_PAYS, ODDS_IMPROVES = Phrase("throw"), Phrase("pays"), Phrase("improves")
ODDS_HAND, ODDS_DRAWS, ODDS_CHANCE = Phrase("hand"), Phrase("draws"), Phrase("chance")
NOTHING = Phrase("nothing")
ODDS_TITLE = Phrase("Throwing {thrown} and keeping {kept}; possible draws: {draws}.")
ODDS_PAT = Phrase("Standing pat with {kept}.")
ODDS_HOLDS = Phrase("You hold {cards}: {rank}.")
ODDS_WORTH = Phrase("It pays {worth} on average.")
ODDS_BEST = Phrase("Throwing {thrown} pays most: {worth} on average.")

NO_WILD_GAME = Phrase("{found!r} is none of {known}")
NOT_A_PAY = Phrase("{found!r} is not what a hand pays: write such as flush=6,full-house=9.")
NO_CATEGORY = Phrase("There is no hand called {found!r}; there are {known}.")
PAYS_TWICE = Phrase("{found} is named twice in what hands pay.")
