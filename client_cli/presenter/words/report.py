"""
The page that tells of a match of bots.
"""

from client_cli.languages import Counted, Phrase

REPORT_LABELS = {
    "who_won": Phrase("Who won"),
    "about_winning": Phrase(
        "Big blinds won in 100 hands (bb/100), with intervals of 95 %: where the true figure lies, "
        "in 19 of 20 matches. The dot and the line through it have the luck of all-in draws taken "
        "out; the dashed line below is as the cards fell."
    ),
    "over_the_match": Phrase("Winnings over the match"),
    "about_curves": Phrase(
        "Big blinds won (bb) after so many hands of the bot, all-in luck taken out; the band is "
        "the interval of 95 %."
    ),
    "each_against_each": Phrase("Each against each"),
    "about_pairs": Phrase(
        "How much more the bot of the row won than that of the column, in bb/100 at the same "
        "tables. Figures marked ● are surer than chance: equals would differ so much in fewer than "
        "one of twenty matches, corrected by Holm's method for how many pairs are compared."
    ),
    "what_was_played": Phrase("What was played"),
}
"""In the page itself."""

REPORT_TITLE = Phrase("{first} against {second}")
REPORT_BOTS = Counted("{count} bot", "{count} bots")
REPORT_HANDS = Counted("{number} hand of five-card draw", "{number} hands of five-card draw")
REPORT_DUPLICATE = Phrase("{hands}, duplicate deals, seed {seed}")
REPORT_SINGLE = Phrase("{hands}, every hand its own deal, seed {seed}")
REPORT_SPEED = Phrase("{about}; {seconds} s, {rate} hands a second.")
REPORT_STOPPED = Phrase("Stopped before its end: {played} of {wanted} rounds were played.")

BEATS_THE_OTHER = Phrase("{bot} beats the other.")
BEATS_ALL = Phrase("{bot} beats all others.")
NOBODY_AHEAD = Phrase("Nobody is ahead.")
AHEAD_BUT = Phrase(
    "{bot} is ahead, but so few hands cannot tell it from {others}: play more, or take them for "
    "equals."
)

REPORT_COLUMNS = {
    "bot": Phrase("Bot"),
    "range": Phrase("{low} to {high} bb/100"),
    "adjusted": Phrase("bb/100, luck taken out"),
    "raw": Phrase("bb/100, as it fell"),
    "rating": Phrase("Rating, bb/100"),
    "won": Phrase("Won, chips"),
    "hands": Phrase("Hands"),
}
REPORT_FIGURE = Phrase("{bot}: {figure} bb/100")
ALL_CURVES = Phrase("Big blinds won by each bot, over the hands")
ONE_CURVE = Phrase("Big blinds won by {bot}")
BIG_BLINDS = Phrase("{number} bb")
LAST_HAND = Phrase("{number} hands")

CONDUCT = Phrase("How they behaved")
CONDUCT_COLUMNS = (
    Phrase("Bot"),
    Phrase("Crashes"),
    Phrase("Illegal"),
    Phrase("Timeouts"),
    Phrase("Decisions"),
    Phrase("Each took"),
    Phrase("Slowest"),
    Phrase("The first fault"),
)
ABOUT_CONDUCT = Phrase(
    "After each of these faults the safe move was made for the bot: check if that was free, else "
    "fold; at the draw stand pat."
)
MICROSECONDS = Phrase("{number} µs")
MILLISECONDS = Phrase("{number} ms")

PLAYED_LABELS = (
    Phrase("Bots"),
    Phrase("Game"),
    Phrase("Stack"),
    Phrase("Table"),
    Phrase("Deals"),
    Phrase("Rounds"),
    Phrase("All-in before the draw"),
    Phrase("Seed"),
)
PLAYED_STACK = Phrase("{stack} chips at the start of every hand")
PLAYED_TABLE = Phrase("{seats} seats, {seatings}")
PLAYED_ROUNDS = Phrase("{rounds} of {hands} hands")
PLAYED_ALL_IN = Counted(
    "{number} hand, whose luck is taken out", "{number} hands, whose luck is taken out"
)
SEATINGS = {"rotations": Phrase("rotations"), "all": Phrase("all orders")}
DEALS = {True: Phrase("duplicate"), False: Phrase("each hand its own")}
