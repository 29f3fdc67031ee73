"""What a player reads goes through a phrase: no sentence stands in the code of the terminal."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[3] / "client_cli"
PHRASES = frozenset({"Phrase", "Counted", "Said"})
SHOWS = frozenset(
    {
        "say", "note", "print", "prompt", "notify", "Static", "Label", "Button", "UsageError",
        "Unclear", "NoSeat", "ConnectionLost", "BadParameter", "read_secret", "add_column", "grid",
    }
)  # fmt: skip
"""What shows its argument to a player."""

OPTIONS = frozenset({"Option", "Argument", "_option"})
HELP = frozenset({"help", "metavar"})
"""Help is translated where the app is built."""

NO_SENTENCES = frozenset({"spellings.py", "typed.py", "grammar", "wrong_use.py"})
"""Here stand words that are typed, how languages name hands, and what typer says."""

MODULES = sorted(
    path for path in CLIENT.rglob("*.py") if not NO_SENTENCES & set(path.relative_to(CLIENT).parts)
)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def unsaid(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Literals that look like sentences, or that something shows."""
    excused = {id(each) for node in ast.walk(tree) for part in _excused(node) for each in part}
    shown = {id(each) for node in ast.walk(tree) for each in _shown(node)}
    for node in ast.walk(tree):
        if id(node) not in excused and _is_read(_text(node), shown=id(node) in shown):
            yield getattr(node, "lineno", 0), _text(node)


def _excused(node: ast.AST) -> Iterator[Iterator[ast.AST]]:
    """What is no text for a player, or is one already."""
    match node:
        case ast.Expr(value=ast.Constant() as docstring):
            yield ast.walk(docstring)
        case ast.keyword(arg=name, value=value) if name in HELP:
            yield ast.walk(value)
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.endswith("_HELP"):
            yield ast.walk(value)
        case ast.Call() if _called(node) in PHRASES | OPTIONS:
            yield ast.walk(node)
        case ast.JoinedStr(values=pieces):
            yield iter(pieces)


def _shown(node: ast.AST) -> list[ast.expr]:
    return node.args if isinstance(node, ast.Call) and _called(node) in SHOWS else []


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _text(node: ast.AST) -> str:
    """What a literal says; what is filled in counts for nothing."""
    match node:
        case ast.JoinedStr(values=pieces):
            return " ".join(_text(piece) for piece in pieces)
        case ast.Constant(value=str(text)):
            return text
    return ""


def _is_read(text: str, *, shown: bool) -> bool:
    """Whether a literal is made for a reader: a sentence, or a word that is shown."""
    words = re.findall(r"(?<![\w#.$@<&-])[A-Za-z]{2,}(?![\w=:;(])", text)
    if shown or not words:
        return bool(words)
    begins_or_ends = re.match(r"[A-Z]", text) or text.rstrip()[-1] in ".!?"
    return len(words) > 2 and bool(begins_or_ends) and "(?P<" not in text


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CLIENT)))
def test_no_sentence_goes_by_the_phrases(path):
    assert list(unsaid(tree_of(path))) == []


def test_a_sentence_in_the_code_is_seen():
    tree = ast.parse('raise UsageError(f"There is no file {path}.")\nnote("Gone.")\nx = "a-b"\n')
    assert [line for line, _ in unsaid(tree)] == [1, 2]


def spoken_too_early(tree: ast.Module) -> Iterator[int]:
    """Lines outside of functions that put a phrase into words, before a language is known."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        elif not isinstance(node, ast.Lambda):
            waiting += ast.iter_child_nodes(node)
        match node:
            case ast.Call(func=ast.Name(id="str"), args=[ast.Attribute(value=ast.Name(id=name))]):
                if name in ROOMS:
                    yield node.lineno
            case ast.Call(func=ast.Attribute(attr="format", value=ast.Attribute() as phrase)):
                if isinstance(phrase.value, ast.Name) and phrase.value.id in ROOMS:
                    yield node.lineno


ROOMS = frozenset({"words", "around"})
"""What the modules of sentences are called where they are used."""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CLIENT)))
def test_no_phrase_is_put_into_words_before_a_language_is_known(path):
    assert list(spoken_too_early(tree_of(path))) == []


def test_a_phrase_that_is_said_too_early_is_seen():
    tree = ast.parse(
        "A = str(words.YES)\nclass B:\n    c = words.WHO.format(name='d')\n"
        "def e(f=str(words.NO)):\n    return str(words.NO)\n"
    )
    assert sorted(spoken_too_early(tree)) == [1, 3, 4]
