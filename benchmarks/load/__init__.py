"""
Load: players who act as fast as they may, or so often a second, and how the server bears it.

The server is a process of its own with SQLite in a temporary folder, the players are others; what
the kernel itself costs is measured beside them, so that a figure is a ratio on any machine.
"""
