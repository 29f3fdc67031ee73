"""
The collector of garbage, kept from stopping the game.

What a server has when it is up (modules, types, tables) stays until its end. Unless the collector
is told so it looks through all of that each time, and everybody waits for a tenth of a second.
"""

import gc

RARELY = (10_000, 20, 10)
"""
After how many new things the young are looked through, and how often before the older ones are.

Almost nothing here waits for the collector; but a thousand who connect at once are new things, and
to look through all of them takes as long as a hundred actions.
"""


def spare_what_is_there() -> None:
    """From now on collect only what is made later; call it once, when the server is up."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)
