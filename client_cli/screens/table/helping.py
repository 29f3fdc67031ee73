"""
What is read in front of a table: its keys and words, and the odds of a draw.
"""

from collections.abc import Iterator

from client_cli.desk.advice import Advice
from client_cli.desk.table import TableDesk
from client_cli.languages import Phrase
from client_cli.presenter import Figures, words
from client_cli.presenter.chances import bar, percent
from client_cli.screens.reading import READING_WIDTH
from client_cli.widgets.keybar import key_name
from client_cli.widgets.rows import Piece, Row, fitted
from client_cli.widgets.story import wrapped
from showdown.rules.odds import Odds

KEY_WIDTH = 12


def help_rows(*, hosts: bool, advice: bool) -> Iterator[Row]:
    """Keys, then what can be typed, then what the signs of a deal mean."""
    yield _title(words.HELP_TURN)
    yield from _keys(words.HELP_TURN_KEYS)
    yield _title(words.HELP_DRAW)
    yield from _keys(words.HELP_DRAW_KEYS)
    if advice:
        yield from _key("o", words.HELP_ODDS)
    yield _title(words.HELP_LATER)
    yield from _keys(words.HELP_LATER_KEYS)
    yield _title(words.HELP_TABLE)
    yield from _keys(words.HELP_TABLE_KEYS)
    yield _title(words.HELP_SIGNS)
    for phrase in words.HELP_PROOFS:
        yield from _text(str(phrase))
    yield _title(words.HELP_TYPED)
    for phrase in (*words.HELP, *(words.HELP_HOST if hosts else ()), words.HELP_NOTE):
        yield from _text(str(phrase))


def _title(phrase: Phrase) -> Row:
    return (Piece(str(phrase), "you"),)


def _keys(keys: dict[str, Phrase]) -> Iterator[Row]:
    for key, phrase in keys.items():
        yield from _key(key, phrase)


def _key(keys: str, phrase: Phrase) -> Iterator[Row]:
    names = " ".join(key_name(key) for key in keys.split())
    for row in wrapped(str(phrase), READING_WIDTH - KEY_WIDTH - 3):
        yield (Piece("  "), Piece(fitted(names, KEY_WIDTH), "key"), Piece(f" {row}"))
        names = ""


def _text(text: str) -> Iterator[Row]:
    for row in wrapped(text, READING_WIDTH - 2):
        yield (Piece(f"  {row}"),)


def odds_rows(advice: Advice, desk: TableDesk) -> Iterator[Row]:
    """What is marked now in full, then every discard by how often it makes the hand better."""
    figures, draft = desk.figures, desk.draft
    chosen = None if draft is None else advice.of(draft.discard)
    if chosen is not None:
        yield from _in_full(chosen, figures)
        yield ()
    yield (Piece(str(words.ADVICE_TITLE), "you"),)
    for one in advice.discards:
        share = advice.improves(one)
        thrown = figures.cards(one.discard) or str(words.NOTHING)
        drawn = bar(share, ascii=figures.ascii, width=24)
        mark = ">" if one is chosen else " "
        yield (
            Piece(f"{mark} {fitted(thrown, 20)} {percent(share):>9} "),
            Piece(drawn, "good"),
        )


def _in_full(one: Odds, figures: Figures) -> Iterator[Row]:
    kept, thrown = figures.cards(one.kept), figures.cards(one.discard)
    if thrown:
        draws = figures.chips(one.draws)
        yield (Piece(words.ODDS_TITLE.format(thrown=thrown, kept=kept, draws=draws), "bold"),)
    else:
        yield (Piece(words.ODDS_PAT.format(kept=kept), "bold"),)
    for category in sorted(one.counts, reverse=True):
        share = one.chance(category)
        name = fitted(str(words.CATEGORIES[category]), 20)
        drawn = bar(share, ascii=figures.ascii, width=24)
        yield (Piece(f"  {name} {percent(share):>9} "), Piece(drawn, "good"))
