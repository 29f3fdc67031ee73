"""
The collector of garbage, kept from stopping the game.

What a server has when it is up (modules, types, tables) stays until its end. Unless the collector
is told so it looks through all of that each time, and everybody waits for a tenth of a second.
"""

import gc


def spare_what_is_there() -> None:
    """From now on collect only what is made later; call it once, when the server is up."""
    gc.collect()
    gc.freeze()
