"""
Requests that are refused, and how that is told.
"""

from server.ports import StorageError
from showdown.errors import IllegalAction
from showdown.protocol import messages as msg

Detail = str | int | None


class Refused(Exception):
    """Why a request is not done: a stable code, a sentence, and what was found and wanted."""

    def __init__(
        self, code: str, sentence: str, *, found: Detail = None, wanted: Detail = None
    ) -> None:
        super().__init__(sentence)
        self.code, self.sentence, self.found, self.wanted = code, sentence, found, wanted


def error_of(why: Refused | IllegalAction | StorageError) -> msg.Error:
    """What a client is told who is refused for this reason."""
    return error_for(why.code, why.sentence, found=why.found, wanted=why.wanted)


def error_for(
    code: str, sentence: str, *, found: Detail = None, wanted: Detail = None
) -> msg.Error:
    """What a client is told of a refusal; the code and its details are those of the list."""
    known = found is not None or wanted is not None
    details = msg.Details(found=found, wanted=wanted) if known else None
    return msg.Error(code=code, message=sentence, details=details)
