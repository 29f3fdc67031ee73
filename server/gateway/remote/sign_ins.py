"""
Of two connections that play for an account the later stays, whichever nodes they are connected to.

Who came in later, the database says, by a number that it gives to each who signs in. A connection
that only looks is nobody's business but its node's. What an operator has signed out, each node
finds in the database.
"""

from collections.abc import Iterable
from typing import Protocol

from server.cluster.ports import NodeId
from server.cluster.post import Message, Post
from server.gateway.answering import Asker
from server.gateway.remote.client import card_of
from server.gateway.remote.hall import Hall
from server.gateway.remote.messages import Card
from server.ports import Reused, SessionId
from showdown.rules.ruleset import AccountId


class SignedIn(Message, frozen=True, tag="signed_in"):
    """To all, or to who has an older one: this connection plays for its account."""

    card: Card
    entrance: int
    """Of two that come in the later has the greater number; 0 if none could be had."""


class SignedOut(Message, frozen=True, tag="signed_out"):
    """To all: somebody has signed himself out everywhere."""

    account: AccountId


class TokenCopied(Message, frozen=True, tag="token_copied"):
    """To all: a session is over, since somebody has a copy of a token of it."""

    account: AccountId
    session: SessionId


class Playing(Asker, Protocol):
    """A connection of this node that plays for an account."""

    dismissed: bool

    @property
    def entrance(self) -> int:
        """By which it came in; 0 if it has none."""


class Door(Protocol):
    """Who is signed in at this node."""

    @property
    def all_playing(self) -> Iterable[Playing]:
        """Those that play."""

    def playing(self, account: AccountId) -> Playing | None:
        """The connection that plays for an account."""

    def give_way(self, newer: Asker) -> None:
        """Close the connection that plays for an account here, for a newer one elsewhere."""

    def sign_out(self, account: AccountId) -> None:
        """Close the connections of an account."""

    def end_session(self, reused: Reused) -> None:
        """Close the connection that goes on with a session of which a token was copied."""


class SignIns:
    """What nodes tell each other of who is signed in."""

    def __init__(self, post: Post, door: Door, hall: Hall) -> None:
        """Hear of others; before the post is opened."""
        self._post, self._door, self._hall = post, door, hall
        post.on(SignedIn, self._signed_in)
        post.on(SignedOut, lambda _, said: door.sign_out(said.account))
        post.on(TokenCopied, self._copied)

    def entered(self, asker: Playing) -> None:
        """Somebody plays from here on; older connections of his give way, wherever they are."""
        self._post.tell_all(SignedIn(card=card_of(asker), entrance=asker.entrance))

    def say_all(self, node: NodeId) -> None:
        """Tell a node of all who play, for it may have missed something."""
        for asker in self._door.all_playing:
            self._say(node, asker)

    def signed_out(self, account: AccountId) -> None:
        """Somebody has signed himself out here."""
        self._post.tell_all(SignedOut(account=account))

    def copied(self, reused: Reused) -> None:
        """A token was shown here of which somebody has a copy."""
        self._post.tell_all(TokenCopied(account=reused.account, session=reused.session))

    def _say(self, node: NodeId, asker: Playing) -> None:
        self._post.send(node, SignedIn(card=card_of(asker), entrance=asker.entrance))

    def _signed_in(self, node: NodeId, said: SignedIn) -> None:
        ours = self._door.playing(said.card.account)
        if ours is None or ours.dismissed:
            return
        if 0 < said.entrance < ours.entrance:
            self._say(node, ours)
        else:
            self._door.give_way(self._hall.heir(node, said.card))

    def _copied(self, _: NodeId, said: TokenCopied) -> None:
        self._door.end_session(Reused(session=said.session, account=said.account))
