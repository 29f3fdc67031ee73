"""
Names of things that other sentences are made of.
"""

from client_cli.languages import Phrase
from showdown.rules.ruleset import Game

YOU = Phrase("you")
NOBODY = Phrase("seat {seat}")
AND = Phrase(" and ")

GAMES = {
    Game.NO_LIMIT: Phrase("no-limit"),
    Game.POT_LIMIT: Phrase("pot-limit"),
    Game.FIXED_LIMIT: Phrase("fixed-limit"),
    Game.SPREAD_LIMIT: Phrase("spread-limit"),
}
STAKES = Phrase("{game} {sb}/{bb}")
STAKES_ANTE = Phrase("{game} {sb}/{bb}, ante {ante}")
ANTE_ONLY = Phrase("{game}, ante {ante}")
