"""
Saying who we are, and what to do when that is not understood or its answer never comes.
"""

import logging
import secrets
from typing import NamedTuple

from showdown.protocol import messages as msg
from showdown.protocol.closing import CloseCode
from showdown.protocol.session import ClientSession
from showdown.sdk.errors import ConnectionLost, Refused

log = logging.getLogger("showdown.sdk")

SESSION_ENDED = frozenset({"session_over", "token_reused"})
"""Refusals after which a resume token is of no use."""


def make_nonce() -> str:
    """What a new guest is known by until he has heard of his token."""
    return secrets.token_urlsafe(24)


class Greeting(NamedTuple):
    """Who we are: a guest by name, a name with its password, or the account of a token."""

    name: str | None = None
    token: str | None = None
    password: str | None = None
    nonce: str | None = None
    look: bool = False
    invite: str | None = None

    @property
    def is_guests(self) -> bool:
        """Whether a new guest is made by it."""
        return self.name is not None and self.token is None and self.password is None

    def hello(self, session: ClientSession, *, resume: bool) -> msg.Hello:
        """The first message of a connection; a session that we have goes on."""
        return msg.Hello(
            id=session.next_id(),
            name=self.name,
            token=self.token,
            password=self.password,
            resume_token=session.resume_token,
            nonce=self.nonce if self.is_guests else None,
            resume=resume,
            look=self.look,
            invite=self.invite,
        )


class Tries:
    """How often a greeting is said."""

    def __init__(self, greeting: Greeting) -> None:
        self._greeting = greeting
        self._lost = False

    def again_after(
        self, error: BaseException, close_code: int | None, session: ClientSession
    ) -> bool:
        """
        Whether to say it once more on a new connection.

        A new guest whose welcome was lost is found again by his nonce; and who has more than a
        resume token comes in without it.
        """
        cut_off = isinstance(error, ConnectionLost) and close_code == CloseCode.LOST
        if cut_off and self._greeting.is_guests and not self._lost:
            self._lost = True
            return True
        if isinstance(error, Refused) and error.code in SESSION_ENDED:
            had_one, session.resume_token = session.resume_token is not None, None
            known = self._greeting.token is not None or self._greeting.password is not None
            if had_one and known:
                log.warning("signing in anew: %s", error)
                return True
        return False
