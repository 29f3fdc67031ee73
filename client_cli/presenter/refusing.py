"""
Errors and notices in the language that is spoken.

In English the sentence of whoever complains is best. In another language it is said by the code and
by what was found and wanted; what has an unknown code stays in English.
"""

import errno
import re
from collections.abc import Mapping
from string import Formatter

from client_cli.languages import Phrase, spoken
from client_cli.languages.current import ENGLISH
from client_cli.presenter import words
from showdown.errors import ShowdownError
from showdown.protocol import messages as msg
from showdown.protocol.closing import CLOSE_SENTENCES

Parts = Mapping[str, str | int | None]


def told(error: ShowdownError) -> str:
    """The sentence of an error."""
    if spoken() is ENGLISH:
        return error.sentence
    if error.sentence in _CLOSED:
        return closed(error.sentence)
    parts = {"found": error.found, "wanted": error.wanted, "sentence": error.sentence}
    return _of_cards(error.sentence) or _said(words.REFUSALS, error.code, parts) or error.sentence


def noticed(notice: msg.Notice) -> str:
    """The sentence of a notice."""
    if spoken() is ENGLISH:
        return notice.message
    details = notice.details or msg.Details()
    parts = {"found": details.found, "wanted": details.wanted}
    return _said(words.NOTICES, notice.code, parts) or notice.message


def closed(reason: str) -> str:
    """Why a connection ended."""
    phrase = _CLOSED.get(reason)
    return reason if phrase is None else str(phrase)


def system_reason(error: Exception) -> str:
    """
    Why the system did not do something, or why what is in a file cannot be understood.

    >>> system_reason(PermissionError(13, "Permission denied"))
    'permission denied'
    >>> system_reason(ValueError("Expected `object`"))
    'expected `object`'
    """
    if not isinstance(error, OSError):
        return str(error).lower()
    phrase = words.REASONS.get(errno.errorcode.get(error.errno or 0, ""))
    return (error.strerror or str(error)).lower() if phrase is None else str(phrase)


_CLOSED = {sentence: words.CLOSED[code] for code, sentence in CLOSE_SENTENCES.items()}


def _said(table: Mapping[str, Phrase | words.Phrases], code: str, parts: Parts) -> str | None:
    """The first phrase of a code of which all parts are known."""
    found = table.get(f"{code}:{parts['wanted']}", table.get(code, ()))
    known = {name: value for name, value in parts.items() if value is not None}
    for phrase in (found,) if isinstance(found, Phrase) else found:
        if _parts(phrase.english) <= known.keys():
            return phrase.format(**known)
    return None


def _parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _of_cards(sentence: str) -> str | None:
    for pattern, phrase in words.CARDS:
        if found := re.fullmatch(pattern, sentence):
            return phrase.format(**found.groupdict())
    return None
