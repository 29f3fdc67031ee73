"""
Who waits for a seat at a table: first come, first served, each with a little time to take it.

A free seat is offered to the first in the line who is connected, and kept for him for
:data:`OFFER_SECONDS`; whoever does not take it has left the line. Who loses his connection keeps
his place for :data:`AWAY_SECONDS`, and is passed over meanwhile. Nothing of it is stored, since
nobody's chips are at stake: after a restart of the server the line is empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from server.tables.clock import Timer
from server.tables.refusing import Refused
from server.tables.telling import Listener, heir_of
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, Seat

if TYPE_CHECKING:
    from server.tables.actor import TableActor

OFFER_SECONDS = 30.0
"""So long a seat is kept for somebody to whom it was offered."""

AWAY_SECONDS = 60.0
"""So long somebody keeps his place in the line without a connection."""

MOST_WAITING = 20
"""So many may wait for one table."""


class Place(Struct):
    """Somebody's place in the line."""

    account: AccountId
    listener: Listener | None
    """None while he is not connected."""
    away_since: float = 0.0
    seat: Seat | None = None
    """Which seat is kept for him."""
    until: float = 0.0
    """And until when."""


class WaitingList:
    """The line of one table."""

    def __init__(self, actor: TableActor) -> None:
        self.places: list[Place] = []
        self._actor = actor
        self._timer: Timer | None = None

    def __len__(self) -> int:
        return len(self.places)

    def place_of(self, account: AccountId) -> Place | None:
        """An account's place in the line."""
        return next((each for each in self.places if each.account == account), None)

    # Coming and going.

    def join(self, listener: Listener, account: AccountId) -> msg.Waiting:
        """
        Stand at the end of the line; who stands there keeps his place.

        Who has gone by the time that his request is done is away: nobody would say so again.

        Raises:
            Refused: the line is too long.
        """
        place = self.place_of(account)
        if place is None:
            self._forget_absent()
            if len(self.places) >= MOST_WAITING:
                raise Refused(
                    "waiting_list_full",
                    f"{MOST_WAITING} players wait for this table already; try another one.",
                    found=len(self.places),
                    wanted=MOST_WAITING,
                )
            place = Place(account, listener)
            self.places.append(place)
            self._stirs()
            self._actor.world.whereabouts.waits(self._actor)
        heir = heir_of(listener)
        if heir.gone:
            self._goes_away(place)
        else:
            place.listener = heir
            self._actor.world.whereabouts.hears(heir, self._actor)
        return msg.Waiting(place=self.places.index(place) + 1)

    def leave(self, account: AccountId) -> bool:
        """Wait no more; false if he did not."""
        place = self.place_of(account)
        if place is not None:
            self.places.remove(place)
            self._stirs()
        return place is not None

    def take_over(self, accounts: Iterable[AccountId]) -> None:
        """Begin with the line that another node had; who stands there has to come back."""
        now = self._actor.world.clock.now()
        self.places = [Place(account, None, now) for account in accounts]
        if self.places:
            self._actor.world.whereabouts.waits(self._actor)
            self._arm()

    def _stirs(self) -> None:
        self._actor.world.whereabouts.stirs(self._actor)

    def come_back(self, listener: Listener) -> None:
        """Somebody has a connection again; what is offered to him he is told again."""
        place = self.place_of(listener.account) if listener.account is not None else None
        if place is not None and place.listener is not listener:
            place.listener = listener
            self._actor.world.whereabouts.hears(listener, self._actor)
            if place.seat is not None:
                self._tell_offer(place, place.seat)

    def lost(self, listener: Listener) -> None:
        """Somebody has no connection any more."""
        for place in self.places:
            if place.listener is listener:
                self._goes_away(place)

    def _goes_away(self, place: Place) -> None:
        place.listener = None
        place.away_since = self._actor.world.clock.now()
        self._arm()

    # Seats.

    def seat_for(self, account: AccountId, wanted: Seat | None) -> Seat | None:
        """
        Where somebody may sit down who wants to: not where a seat is kept for somebody else.

        Raises:
            Refused: what he wants is kept, or all that is free.
        """
        kept = {each.seat for each in self.places if each.seat and each.account != account}
        free = [seat for seat in self._actor.state.seating.free_seats if seat not in kept]
        if wanted is not None and wanted in kept:
            raise _held(f"Seat {wanted} is kept for a player who has waited for it", wanted)
        own = self.place_of(account)
        if wanted is None and own is not None and own.seat is not None:
            return own.seat
        if wanted is None and kept and not free:
            raise _held("All free seats are kept for players who have waited for them", None)
        return wanted if wanted is not None or not free else free[0]

    def go_on(self) -> None:
        """Offer what is free to those who are first, and take back what nobody took in time."""
        if not self.places:
            self.stop()
            return
        self._take_back()
        free = set(self._actor.state.seating.free_seats)
        for place in self.places:
            if place.seat is not None and place.seat not in free:
                place.seat = None  # somebody sits there all the same; he is offered another one
        free -= {each.seat for each in self.places if each.seat is not None}
        waiting = [each for each in self.places if each.seat is None and each.listener is not None]
        for place, seat in zip(waiting, sorted(free), strict=False):
            place.seat, place.until = seat, self._actor.world.clock.now() + OFFER_SECONDS
            self._tell_offer(place, seat)
        self._arm()

    def stop(self) -> None:
        """Take back nothing more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _take_back(self) -> None:
        now = self._actor.world.clock.now()
        over = [each for each in self.places if each.seat is not None and each.until <= now]
        for place in over:
            self.places.remove(place)
            self._stirs()
            self._tell(
                place,
                msg.Notice(
                    code="offer_over",
                    message=f"Seat {place.seat} at {self._actor.table} is not kept for you any "
                    "more, and you do not wait any more.",
                    table=self._actor.table,
                    details=msg.Details(found=place.seat),
                ),
            )
        self._forget_absent()

    def _forget_absent(self) -> None:
        gone = self._actor.world.clock.now() - AWAY_SECONDS
        left = [each for each in self.places if each.listener is None and each.away_since <= gone]
        if left:
            self.places = [each for each in self.places if each not in left]
            self._stirs()

    def _arm(self) -> None:
        """One timer, for the first offer that will be over, or who is away for too long."""
        self.stop()
        deadlines = [each.until for each in self.places if each.seat is not None]
        deadlines += [each.away_since + AWAY_SECONDS for each in self.places if not each.listener]
        if deadlines:
            actor = self._actor
            self._timer = actor.world.clock.call_at(min(deadlines), lambda: actor.post(actor.go_on))

    def _tell_offer(self, place: Place, seat: Seat) -> None:
        seconds = max(0, round(place.until - self._actor.world.clock.now()))
        table = self._actor.table
        self._tell(
            place,
            msg.Notice(
                code="seat_offered",
                message=f"Seat {seat} at {table} is yours if you sit down within {seconds} s.",
                table=table,
                details=msg.Details(found=seat, wanted=seconds),
            ),
        )

    def _tell(self, place: Place, notice: msg.Notice) -> None:
        if place.listener is not None:
            place.listener.tell(notice)


def _held(what: str, seat: Seat | None) -> Refused:
    return Refused("seat_held", f"{what}; wait for the table, and one will be yours.", found=seat)
