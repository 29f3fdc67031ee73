"""
What the words that are typed at the table are called in the language that is spoken.

English is understood in every language, and its letters are the keys of the screen; so a word here
must not mean something else in English. Accents may be left out, and capitals do not matter.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache

from client_cli.languages import spoken

OWN: Mapping[str, Mapping[str, str]] = {
    "fr": {
        "fold": "passer passe coucher",
        "check": "parole",
        "call": "payer paye suivre",
        "bet": "miser mise",
        "raise": "relancer relance",
        "all-in": "tapis",
        "draw": "jeter changer tirer",
        "pat": "servi garder",
        "help": "aide",
        "table": "table",
        "out": "repos",
        "in": "retour",
        "top": "recaver",
        "post": "poser",
        "show": "montrer",
        "password": "motdepasse",
        "quit": "quitter partir",
        "say": "dire",
        "ignore": "ignorer",
        "hear": "écouter",
        "kick": "exclure",
        "admit": "admettre",
        "mute": "taire",
        "unmute": "rétablir",
        "grant": "donner",
        "pause": "pause",
        "unpause": "reprise",
        "invite": "inviter",
        "renew": "renouveler",
        "forget": "oublier",
        "tables": "tables",
        "hands": "mains",
        "hand": "main revoir",
        "sit": "rejoindre",
        "odds": "chances",
        "note": "noter",
        "to": "à",
    },
    "ru": {
        "fold": "п пас пасую фолд",
        "check": "ч чек",
        "call": "к колл уравнять",
        "bet": "с ставка ставлю бет",
        "raise": "р рейз повысить",
        "all-in": "о олл-ин оллин ва-банк",
        "draw": "м менять сменить",
        "pat": "б оставить",
        "help": "помощь справка",
        "table": "стол",
        "out": "отдых",
        "in": "играю",
        "top": "докупить",
        "post": "взнос",
        "show": "показать",
        "password": "пароль",
        "quit": "выход уйти",
        "say": "сказать",
        "ignore": "скрыть",
        "hear": "слышать",
        "kick": "выгнать",
        "admit": "впустить",
        "mute": "молчать",
        "unmute": "говорить",
        "grant": "выдать",
        "pause": "пауза",
        "unpause": "продолжить",
        "invite": "пригласить",
        "renew": "обновить",
        "forget": "забыть",
        "tables": "столы",
        "hands": "раздачи",
        "hand": "раздача",
        "sit": "пересесть",
        "odds": "шансы",
        "note": "заметка",
        "to": "до",
    },
}
"""By language and English word, all that means the same; the first is what hints show."""


def meaning(word: str) -> str:
    """
    The English word that one of the spoken language stands for; any other stays as it is.

    >>> from client_cli.languages import speaking
    >>> with speaking("fr"):
    ...     meaning("Ecouter"), meaning("fold")
    ('hear', 'fold')
    """
    plain = folded(word)
    return _english(spoken().code).get(plain, plain)


def hint(english: str, letter: str) -> str:
    """
    What to type for an English word; in English its letter.

    >>> hint("raise", "r")
    'r'
    """
    own = OWN.get(spoken().code, {}).get(english)
    return own.split()[0] if own else letter


_RUSSIAN, _LATIN = "йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm"
_RUSSIAN_KEYS = str.maketrans(_RUSSIAN + _RUSSIAN.upper(), _LATIN + _LATIN.upper())


def as_latin(key: str) -> str:
    """
    The Latin letter on a key that was typed with a Russian keyboard.

    >>> as_latin("й"), as_latin("В"), as_latin("q")
    ('q', 'D', 'q')
    """
    return key.translate(_RUSSIAN_KEYS) if len(key) == 1 else key


def folded(word: str) -> str:
    """
    A word without capitals and accents; one letter keeps its accent, since `à` is no `a`.

    >>> folded("Rétablir"), folded("Ещё"), folded("Мой"), folded("À")
    ('retablir', 'еще', 'мой', 'à')
    """
    small = word.lower().replace("ё", "е")
    return small if len(small) == 1 else "".join(map(_bare, small))


def _bare(sign: str) -> str:
    """A Latin letter without its accent; any other sign as it is."""
    letter = unicodedata.normalize("NFD", sign)[0]
    return letter if letter.isascii() else sign


@cache
def _english(code: str) -> Mapping[str, str]:
    return {
        folded(word): english for english, own in OWN.get(code, {}).items() for word in own.split()
    }
