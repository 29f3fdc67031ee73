"""
Bots: the contract that all of them keep, some that come with the game, and how to find them.
"""

from showdown.bots.contract import Bot, Decision, Move, PlayedHand
from showdown.bots.registry import HOUSE_BOTS, BotNotFound, load

__all__ = ["HOUSE_BOTS", "Bot", "BotNotFound", "Decision", "Move", "PlayedHand", "load"]
