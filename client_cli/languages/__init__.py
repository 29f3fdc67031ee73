"""
What players read, in English, French and Russian.

English stands in the source: a :class:`Phrase` is written once, in ``client_cli/presenter/words``,
and says itself in the language that is spoken when it is shown. The translations are gettext
catalogues beside this file; ``python -m tools.languages`` brings them up to date.
"""

from client_cli.languages.current import LANGUAGES, Language, speak, speaking, spoken
from client_cli.languages.phrases import Counted, Phrase, Said

__all__ = [
    "LANGUAGES",
    "Counted",
    "Language",
    "Phrase",
    "Said",
    "speak",
    "speaking",
    "spoken",
]
