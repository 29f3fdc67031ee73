"""
Texts that say themselves in the language that is spoken when they are shown.

They are no ``str``, so that the types tell where one would be shown in English by mistake: ask
:meth:`Phrase.format` for it with its parts filled in, or ``str()`` for one that has none.
"""

from typing import NamedTuple

from msgspec import Struct

from client_cli.languages.current import spoken


class Phrase(Struct, frozen=True):
    """
    A text by its English wording.

    >>> Phrase("{who} folds.").format(who="Ada"), str(Phrase("You fold."))
    ('Ada folds.', 'You fold.')
    """

    english: str
    context: str | None = None
    """What it is about, where the English alone would leave a translator to guess."""

    def __str__(self) -> str:
        catalogue = spoken().catalogue
        if self.context is None:
            return catalogue.gettext(self.english)
        return catalogue.pgettext(self.context, self.english)

    def format(self, **parts: object) -> str:
        """The text with its parts filled in; amounts and cards come ready to be read."""
        return str(self).format(**parts)


class Counted(Struct, frozen=True):
    """
    A text that a number bends.

    >>> cards = Counted("{count} card", "{count} cards")
    >>> cards.format(1), cards.format(2)
    ('1 card', '2 cards')
    """

    one: str
    many: str

    def format(self, count: int, **parts: object) -> str:
        """The text for a number, which is its part ``count``."""
        text = spoken().catalogue.ngettext(self.one, self.many, count)
        return text.format(count=count, **parts)


class Said(NamedTuple):
    """A sentence to the one it is about, and the same to everybody else."""

    you: str
    other: str

    def to(self, you: bool, **parts: object) -> str:
        """The sentence with its parts filled in."""
        return Phrase(self.you if you else self.other).format(**parts)
