"""
How the strong bot's table is made; needs numpy, which playing does not.

``python -m showdown.bots.strong.training`` makes it anew, byte for byte.
"""
