"""
Who is signed in: for each account one connection that plays and some that only look.

Of two that play, the one that connected later stays. Which of them was let in first does not count:
a slow database may have answered the hello of a socket that its client gave up long ago.

There are no more in all than the server takes. Who has a seat always comes in; there are no more of
them than there are seats. If the server is full, somebody who only looks makes room, or else the
spectator who came last.
"""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from server.ports import SessionId
from showdown.rules.ruleset import AccountId

MOST_LOOKING = 8
"""So many connections of an account only look; for one more the oldest gives way."""


class Guest(Protocol):
    """A connection that is signed in."""

    number: int
    """Those that connected later have greater ones."""
    looks: bool
    """Whether it only looks."""

    @property
    def owner(self) -> AccountId:
        """Whose connection it is."""

    @property
    def session(self) -> SessionId | None:
        """Which session it goes on with."""


G = TypeVar("G", bound=Guest)


class Inside(Generic[G]):
    """The connections of those who are signed in, in the order in which they came."""

    def __init__(self, most: int, has_seat: Callable[[AccountId], bool]) -> None:
        self._most = most
        self._has_seat = has_seat
        self._playing: dict[AccountId, G] = {}
        self._looking: dict[G, None] = {}
        self._looking_of: dict[AccountId, dict[G, None]] = {}

    def of(self, account: AccountId) -> tuple[G, ...]:
        """The connections of an account, first the one that plays."""
        playing = self._playing.get(account)
        looking = self._looking_of.get(account, ())
        return (*(() if playing is None else (playing,)), *looking)

    @property
    def all_playing(self) -> tuple[G, ...]:
        """Those that play."""
        return tuple(self._playing.values())

    def going_on_with(self, account: AccountId, session: SessionId) -> G | None:
        """Who plays for an account in this session."""
        playing = self._playing.get(account)
        return playing if playing is not None and playing.session == session else None

    @property
    def is_full(self) -> bool:
        """Whether nobody comes in but who has a seat, or is in already."""
        return len(self._playing) + len(self._looking) >= self._most

    def may_enter(self, guest: G) -> bool:
        """Whether there is room for somebody, or has to be."""
        if not self.is_full:
            return True
        return not guest.looks and (guest.owner in self._playing or self._has_seat(guest.owner))

    def enters(self, guest: G) -> list[G]:
        """
        Somebody comes in; gives who has to go for him.

        That is an older connection of his, or a spectator; or himself, if he connected before the
        one of his that is in.
        """
        if guest.looks:
            self._looking[guest] = None
            own = self._looking_of.setdefault(guest.owner, {})
            own[guest] = None
            return self._look_no_more(*list(own)[:-MOST_LOOKING])
        older = self._playing.get(guest.owner)
        if older is not None and older.number > guest.number:
            return [guest]
        gone = [older] if older is not None else self._make_room()
        self._playing.pop(guest.owner, None)
        self._playing[guest.owner] = guest
        return gone

    def leaves(self, guest: G) -> None:
        """Somebody is gone; not if a newer connection has taken his place."""
        if self._playing.get(guest.owner) is guest:
            del self._playing[guest.owner]
        elif guest in self._looking:
            self._look_no_more(guest)

    def _look_no_more(self, *guests: G) -> list[G]:
        for guest in guests:
            del self._looking[guest]
            own = self._looking_of[guest.owner]
            del own[guest]
            if not own:
                del self._looking_of[guest.owner]
        return list(guests)

    def _make_room(self) -> list[G]:
        if not self.is_full:
            return []
        if self._looking:
            return self._look_no_more(next(reversed(self._looking)))
        spectators = (each for each in reversed(self._playing) if not self._has_seat(each))
        account = next(spectators, None)
        return [] if account is None else [self._playing.pop(account)]
