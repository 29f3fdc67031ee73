"""
Who knows all connections of a server, as one of them sees him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from server.ports import Reused

if TYPE_CHECKING:
    from server.gateway.connection import Connection


class Porter(Protocol):
    """Who knows all connections, and keeps one from harming another."""

    @property
    def is_full(self) -> bool:
        """Whether there is room for nobody new."""

    def signed_in(self, connection: Connection) -> bool:
        """
        It is known whose connection this is; False if there is no room for it.

        It may be dismissed at once, if a newer one of its account is there.
        """

    def signed_out(self, connection: Connection) -> None:
        """Somebody has signed himself out."""

    def copied(self, reused: Reused) -> None:
        """A session is over, and so is the connection that goes on with it."""
