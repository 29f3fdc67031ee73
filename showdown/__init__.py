"""
Five-card draw as a library: cards, ranking, betting, pots, and a hand as a state machine.

Entirely functional: nothing in here has a clock, a disk, a socket or a source of chance of its own.
"""

from showdown.errors import (
    CardError,
    CorruptHistory,
    FormatError,
    IllegalAction,
    ProtocolError,
    Refusal,
    RulesetError,
    ShowdownError,
)
from showdown.rules.actions import (
    BetTo,
    Call,
    Check,
    Deal,
    Draw,
    Fold,
    RaiseTo,
    Reshuffle,
    Timeout,
)
from showdown.rules.cards import DECK, Card, parse_cards
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.hand import HandState, evolve, replay
from showdown.rules.hand_rank import Category, HandRank, display_names
from showdown.rules.legal import LegalActions, legal_actions
from showdown.rules.odds import Odds, best_discard, odds
from showdown.rules.play import advance, decide, perform
from showdown.rules.pots import Pot, split_pots
from showdown.rules.ranking import best, rank
from showdown.rules.ranking_many import rank_many
from showdown.rules.ruleset import AnteType, Game, Ruleset
from showdown.rules.start import begin_hand, start_hand
from showdown.rules.wild import Wild

__all__ = [
    "DECK",
    "AnteType",
    "BetTo",
    "Call",
    "Card",
    "CardError",
    "Category",
    "Check",
    "CorruptHistory",
    "Deal",
    "Draw",
    "Fold",
    "FormatError",
    "Game",
    "HandRank",
    "HandState",
    "IllegalAction",
    "LegalActions",
    "Odds",
    "Pot",
    "ProtocolError",
    "RaiseTo",
    "Refusal",
    "Reshuffle",
    "Ruleset",
    "RulesetError",
    "ShowdownError",
    "Timeout",
    "Wild",
    "advance",
    "begin_hand",
    "best",
    "best_discard",
    "decide",
    "display_names",
    "evolve",
    "legal_actions",
    "needed_reshuffle",
    "odds",
    "parse_cards",
    "perform",
    "rank",
    "rank_many",
    "replay",
    "split_pots",
    "start_hand",
]
