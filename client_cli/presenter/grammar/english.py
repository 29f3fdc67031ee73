"""
English, as the rules name hands.
"""

from client_cli.presenter.grammar.naming import Grammar
from showdown.rules.hand_rank import RANK_WORDS

ENGLISH = Grammar(
    ranks=RANK_WORDS,
    suits=("clubs", "diamonds", "hearts", "spades"),
    card="{rank} of {suit}",
    joker="joker",
    hand=str,
)
