"""
What the project tests itself with, for everybody who builds on it.

:mod:`~showdown.testing.cases` plays written cases, :mod:`~showdown.testing.playbook` makes a test
read like the game, :mod:`~showdown.testing.bots` tries a bot with chosen cards against scripted
opponents, :mod:`~showdown.testing.linked` seats bots at a table in memory by way of the SDK,
:mod:`~showdown.testing.generators` makes hands by chance, and
:mod:`~showdown.testing.invariants` watches over chips and cards while they are played. Nothing
here needs a test framework.
"""
