"""When two names are the same to a reader."""

import unicodedata


def name_key(name: str) -> str:
    r"""
    What all spellings of a name have in common: case and composition do not tell two apart.

    >>> name_key("Zoé") == name_key("zoe\N{COMBINING ACUTE ACCENT}")
    True
    """
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", folded)
