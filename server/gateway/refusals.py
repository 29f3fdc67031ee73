"""
How somebody is told that what he asked was not done, wherever he is connected.
"""

from abc import abstractmethod
from typing import Any

from server.ports import StorageError
from server.tables.refusing import Detail, Refused, error_for
from server.tables.telling import Handed
from showdown.protocol import messages as msg


class Refusing:
    """Whoever can be told something; a part of those who fill `Asker`."""

    __slots__ = ()

    @abstractmethod
    def tell(self, message: msg.ServerMessage, handed: Handed | None = None) -> None:
        """Let him be told something."""

    @property
    @abstractmethod
    def complaints(self) -> Any:
        """Where the operator reads what is wrong with our storage, and for whom."""

    def refuse(
        self,
        request_id: str,
        code: str,
        sentence: str,
        *,
        found: Detail = None,
        wanted: Detail = None,
    ) -> None:
        """Answer that a request was not done, and why."""
        error = error_for(code, sentence, found=found, wanted=wanted)
        self.tell(msg.Reply(id=request_id, error=error))

    def tell_why(self, request_id: str, error: Refused | StorageError) -> None:
        """Refuse what failed; what is wrong with our storage is for the log."""
        sentence = str(error)
        if isinstance(error, StorageError):
            sentence = error.sentence
            if error.is_ours:
                self.complaints.warning("request failed", reason=str(error))
        self.refuse(request_id, error.code, sentence, found=error.found, wanted=error.wanted)
