"""
The strong bot, which plays five-card draw for two with fixed bets from a strategy that was solved.

The strategy is package data, made by :mod:`showdown.bots.strong.training`.
"""

from showdown.bots.strong.bot import Strong

__all__ = ["Strong"]
