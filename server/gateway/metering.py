"""
How much a client sends: weighed per connection, per account and per address.

A frame that comes in costs its connection a token before anybody looks into it, and a request that
is dear costs more once it has been read. Who has spent what he had is refused with ``slow_down``;
who goes on until he owes as much again as half of a burst floods us, and is cut off. An address is
shared by people who do not know each other: its debt cuts off only those who brought it about.
"""

from server.gateway.buckets import Bucket, Buckets
from server.gateway.prices import FRAME, HANDSHAKE
from server.limits import Limits
from server.tables.clock import Clock
from showdown.rules.ruleset import AccountId


class Metering:
    """The buckets of all who are connected, and of those who were a while ago."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits = limits
        self.clock = clock
        self.debt = self.dearest = limits.message_burst / 2
        """Nothing costs more than it, however little is had: it could never be paid."""
        self.address_debt = limits.address_message_burst / 2
        self._accounts = Buckets[AccountId](limits.messages_per_second, limits.message_burst)
        self._addresses = Buckets[str](
            limits.address_messages_per_second, limits.address_message_burst
        )

    def meter(self, address: str) -> "Meter":
        """A meter for a connection from an address."""
        return Meter(self, address)

    def of_account(self, account: AccountId) -> Bucket:
        """What an account has left, over all its connections."""
        return self._accounts.of(account, self.clock.now())

    def of_address(self, address: str) -> Bucket:
        """What an address has left."""
        return self._addresses.of(address, self.clock.now())

    def wait_of_address(self, address: str) -> float:
        """In how many seconds an address may open one more connection."""
        return self.of_address(address).wait(HANDSHAKE, self.clock.now())


class Meter:
    """What one connection may still send."""

    __slots__ = ("_account", "_address", "_metering", "_own")

    def __init__(self, metering: Metering, address: str) -> None:
        """A connection costs its address a handshake."""
        limits, now = metering.limits, metering.clock.now()
        self._metering = metering
        self._own = Bucket(limits.messages_per_second, limits.message_burst, now)
        self._address = metering.of_address(address)
        self._address.take(HANDSHAKE, now)
        self._account: Bucket | None = None

    def is_of(self, account: AccountId) -> None:
        """From now on the account pays too, as it did on its connections before."""
        self._account = self._metering.of_account(account)

    def frame(self) -> bool:
        """Count a frame that came in; False if it is one of a flood."""
        metering = self._metering
        now, debt = metering.clock.now(), metering.debt
        mine = self._own.take(FRAME, now)
        shared = self._address.take(FRAME, now)
        if mine < -debt or (shared < -metering.address_debt and mine < debt):
            return False
        return self._account is None or self._account.take(FRAME, now) >= -debt

    def charge(self, cost: int) -> float:
        """
        Let a request be paid for whose frame was counted.

        Returns:
            0.0 if it is; else seconds after which it can be sent again, and nothing more is taken.
        """
        account = self._account
        owes = self._own.left < 0 or self._address.left < 0
        if cost == FRAME and not owes and (account is None or account.left >= 0):
            return 0.0  # the frame was counted, and nobody looks at the clock again
        now, whole = self._metering.clock.now(), min(cost, self._metering.dearest)
        buckets, rest = self._buckets(), whole - FRAME
        for bucket in buckets:
            if bucket.level(now) < rest:
                return max(each.wait(whole, now) for each in buckets)
        if rest:
            for bucket in buckets:
                bucket.take(rest, now)
        return 0.0

    def _buckets(self) -> tuple[Bucket, ...]:
        if self._account is None:
            return self._own, self._address
        return self._own, self._address, self._account
