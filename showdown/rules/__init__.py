"""
The rules of five-card draw, entirely functional: no clock, disk, socket or randomness inside.

Time, entropy and permutations come in as arguments, so live play, recovery, replay, import and
tests are the same functions. Secrets leave this package only through :mod:`showdown.rules.view`.
"""
