"""
Passwords that were guessed: slowed for a name from an address, for a name, and for an address.

Somebody who guesses from many addresses is slowed by the name, and somebody who tries many names by
his address. Neither may shut the owner out: the pauses for a name or an address alone are short,
and do not hold up whoever has signed in to the account from his address before.
"""

from collections import OrderedDict

from server.gateway.attempts import MOST, Attempts, Terms, Who
from server.tables.clock import Clock

MANY = Terms(free=20, first_pause=5.0, longest_pause=60.0)
"""For a name from anywhere, and for an address with any name."""


class Guesses:
    """Failures to sign in by a password."""

    def __init__(self, clock: Clock) -> None:
        self._of_both = Attempts(clock)
        self._of_name = Attempts(clock, MANY)
        self._of_address = Attempts(clock, MANY)
        self._welcome: OrderedDict[Who, None] = OrderedDict()
        """Who has signed in from where; the oldest of many make way."""

    def pause(self, who: Who) -> int:
        """How many seconds are left until another password is looked at; 0 is now."""
        pause = self._of_both.pause(who)
        if who in self._welcome:
            return pause
        name, address = who
        return max(pause, self._of_name.pause((name, "")), self._of_address.pause(("", address)))

    def failed(self, who: Who) -> None:
        """Note a wrong password."""
        name, address = who
        self._of_both.failed(who)
        self._of_name.failed((name, ""))
        self._of_address.failed(("", address))

    def not_looked_at(self, who: Who) -> None:
        """Take a failure back: there was no telling whether the password was right."""
        self._of_both.not_looked_at(who)
        self._take_back(who)

    def succeeded(self, who: Who) -> None:
        """
        Forget what was wrong before, here.

        What others have guessed counts on, and so do the other names that were tried from here.
        """
        self._of_both.succeeded(who)
        self._take_back(who)
        self._welcome[who] = None
        self._welcome.move_to_end(who)
        if len(self._welcome) > MOST:
            self._welcome.popitem(last=False)

    def _take_back(self, who: Who) -> None:
        name, address = who
        self._of_name.take_back((name, ""))
        self._of_address.take_back(("", address))
