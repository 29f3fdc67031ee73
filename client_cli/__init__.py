"""
The game in a terminal: line mode, replay viewer, and the ``showdown`` command.

It stands on :mod:`showdown` and the cli extra, and speaks to a server by the protocol alone.
"""
