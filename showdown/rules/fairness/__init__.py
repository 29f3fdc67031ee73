"""
The deal that everyone can verify: what is committed, opened and checked.

Before a hand's cards are decided the dealer fixes 52 salted numbers by the root of a tree
(:mod:`.deck`). Then the players' openings (:mod:`.chain`, :mod:`.sealing`) give a permutation of
the card names, and with each card that a viewer may see come the salt and the path that prove it
(:mod:`.tree`, :mod:`.record`, :mod:`.checking`). Cards that nobody may see stay closed for ever. A
reshuffle in the draw is a small deal of its own (:mod:`.pool`).

Nothing here asks for time or chance: keys, secrets and openings come in as arguments.
"""
