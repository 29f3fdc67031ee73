"""
Who is signed in: one connection an account, and no more of them than the server takes.

Who has a seat always comes in; there are no more of them than there are seats. If the server is
full, the spectator who came last makes room.
"""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from showdown.rules.ruleset import AccountId


class Guest(Protocol):
    """A connection that is signed in."""

    account: AccountId | None


G = TypeVar("G", bound=Guest)


class Inside(Generic[G]):
    """The connections of those who are signed in, in the order in which they came."""

    def __init__(self, most: int, has_seat: Callable[[AccountId], bool]) -> None:
        self._most = most
        self._has_seat = has_seat
        self._guests: dict[AccountId, G] = {}

    def of(self, account: AccountId) -> G | None:
        """The connection of an account."""
        return self._guests.get(account)

    @property
    def is_full(self) -> bool:
        """Whether nobody comes in but who has a seat, or is in already."""
        return len(self._guests) >= self._most

    def may_enter(self, account: AccountId) -> bool:
        """Whether there is room for an account, or has to be."""
        return not self.is_full or account in self._guests or self._has_seat(account)

    def enters(self, account: AccountId, guest: G) -> list[G]:
        """Somebody comes in; gives who has to go for him: his older self, or a spectator."""
        older = self._guests.pop(account, None)
        gone = [older] if older is not None else self._make_room()
        self._guests[account] = guest
        return gone

    def leaves(self, guest: G) -> None:
        """Somebody is gone; not if a newer connection has taken his place."""
        if guest.account is not None and self._guests.get(guest.account) is guest:
            del self._guests[guest.account]

    def _make_room(self) -> list[G]:
        if not self.is_full:
            return []
        spectators = (each for each in reversed(self._guests) if not self._has_seat(each))
        account = next(spectators, None)
        return [] if account is None else [self._guests.pop(account)]
