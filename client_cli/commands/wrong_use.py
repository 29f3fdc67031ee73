"""
What is wrong with a command line, in the language that is spoken.

Typer says it in English sentences of its own; each kind of them has a sentence of ours.
"""

import re

from client_cli.languages import Phrase
from client_cli.presenter import words

_KINDS: tuple[tuple[str, Phrase], ...] = (
    (
        r"No such option: (?P<option>\S+) \(Possible options: (?P<known>.+)\)",
        words.NO_SUCH_OPTION_BUT,
    ),
    (r"No such option: (?P<option>.+)", words.NO_SUCH_OPTION),
    (r"No such command '(?P<found>.+)'\.?", words.NO_SUCH_COMMAND),
    (r"Missing argument '(?P<name>.+?)'\.?", words.MISSING_ARGUMENT),
    (r"Missing option '(?P<name>.+?)'\.?", words.MISSING_OPTION),
    (r"Missing command\.?", words.MISSING_COMMAND),
    (r"Option '(?P<option>.+)' requires an argument\.?", words.WANTS_ARGUMENT),
    (r"Option '(?P<option>.+)' does not take a value\.?", words.TAKES_NO_VALUE),
    (r"Got unexpected extra argument\(s\) \((?P<found>.*)\)", words.TOO_MUCH),
)
_PROBLEMS: tuple[tuple[str, Phrase], ...] = (
    (r"Input should be a valid integer.*", words.NO_NUMBER),
    (r"Input should be greater than or equal to (?P<least>-?\d+)", words.AT_LEAST),
    (r"Input should be less than or equal to (?P<most>-?\d+)", words.AT_MOST),
    (r"Input should be (?P<known>'.+)", words.NOT_ONE_OF),
)
_INVALID = re.compile(r"Invalid value for (?P<name>'.+?'): (?P<problem>.*)", re.DOTALL)


def wrong_use(sentence: str) -> str:
    """
    The sentence of ours for one of typer's; what has none stays as it is.

    >>> wrong_use("Invalid value for '--buy-in': Input should be greater than or equal to 1")
    "Invalid value for '--buy-in': it should be 1 or more; --help says what there is."
    """
    sentence = sentence.rstrip(".")
    invalid = _INVALID.fullmatch(sentence)
    if invalid is None:
        told = _told(sentence, _KINDS)
    else:
        problem = _told(invalid["problem"], _PROBLEMS)
        told = words.INVALID.format(name=invalid["name"], problem=problem)
    return words.HELP_SAYS.format(sentence=told)


def _told(sentence: str, kinds: tuple[tuple[str, Phrase], ...]) -> str:
    for pattern, phrase in kinds:
        if found := re.fullmatch(pattern, sentence):
            return phrase.format(**found.groupdict())
    return sentence
