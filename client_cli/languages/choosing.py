"""
Which language to speak: what was asked for, else what is set, else what the system speaks.
"""

import sys
from collections.abc import Mapping, Sequence

from client_cli.errors import UsageError
from client_cli.languages.current import ENGLISH, LANGUAGES
from client_cli.languages.phrases import Phrase

OPTION, VARIABLE = "--lang", "SHOWDOWN_LANG"

NO_SUCH_LANGUAGE = Phrase("There is no language {found!r}; there are {known}.")
NO_LANGUAGE = Phrase("{option} needs a language, one of {known}.")


def taken_out(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """
    The language that a command line asks for, and the rest of it.

    It is looked for before anything else, since even the help is written in it.

    >>> taken_out(["play", "--lang", "fr", "--table", "Elm"])
    ('fr', ['play', '--table', 'Elm'])

    Raises:
        UsageError: no language stands behind the option.
    """
    wanted: str | None = None
    rest: list[str] = []
    coming = iter(arguments)
    for each in coming:
        name, equals, value = each.partition("=")
        if each == "--":
            return wanted, [*rest, each, *coming]
        if name != OPTION:
            rest.append(each)
        elif equals:
            wanted = value
        else:
            wanted = next(coming, None)
            if wanted is None:
                raise UsageError(NO_LANGUAGE.format(option=OPTION, known=", ".join(LANGUAGES)))
    return wanted, rest


def language(asked: str | None, settled: str | None, environ: Mapping[str, str]) -> str:
    """
    The code of the language to speak.

    Args:
        asked: what the command line says.
        settled: what the settings say, if anything.

    Raises:
        UsageError: the command line or ``SHOWDOWN_LANG`` asks for one that there is not.
    """
    wanted = asked if asked is not None else environ.get(VARIABLE)
    if wanted:
        if wanted.lower() not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise UsageError(NO_SUCH_LANGUAGE.format(found=wanted, known=known))
        return wanted.lower()
    if settled in LANGUAGES:
        return settled
    return of_locale(environ)


def readable(code: str, encoding: str) -> str:
    """
    The language, or English where a terminal could show nothing but question marks.

    >>> readable("ru", "utf-8"), readable("ru", "latin-1"), readable("fr", "ascii")
    ('ru', 'en', 'fr')
    """
    try:
        LANGUAGES[code].letters.encode(encoding)
    except UnicodeEncodeError:
        return ENGLISH.code
    return code


def of_locale(environ: Mapping[str, str]) -> str:
    """
    What the system speaks, as far as we do: English else.

    >>> of_locale({"LANG": "fr_CA.UTF-8"}), of_locale({"LANG": "de_DE", "LC_ALL": "ru_RU"})
    ('fr', 'ru')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return _known(environ[name])
    return _known(_of_windows())


def _known(locale: str) -> str:
    code = locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else ENGLISH.code


def _of_windows() -> str:
    """The locale that Windows shows itself in; nothing elsewhere."""
    if sys.platform != "win32":
        return ""
    import ctypes
    from locale import windows_locale

    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
