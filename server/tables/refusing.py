"""
Requests that are refused before the rules are asked.
"""

from showdown.protocol import messages as msg


class Refused(Exception):
    """Why a request is not done: a stable code, a sentence, and what was found and wanted."""

    def __init__(
        self,
        code: str,
        sentence: str,
        *,
        found: str | int | None = None,
        wanted: str | int | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        known = found is not None or wanted is not None
        self.details = msg.Details(found=found, wanted=wanted) if known else None
