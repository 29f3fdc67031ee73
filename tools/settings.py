"""
``python -m tools.settings``: write the reference of all settings into docs/operations.md anew.

What a setting means stands once, below it in :mod:`server.config`; its default is what the class
has. A test fails as long as the page says something else.
"""

import ast
import inspect
from pathlib import Path, PurePath
from textwrap import dedent
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from server.config import CHECKOUT, Settings, TableKind, TemplateConfig
from server.limits import Limits

PAGE = Path(__file__).parents[1] / "docs" / "operations.md"
BEGIN, END = "<!-- settings: python -m tools.settings -->\n", "<!-- end of settings -->\n"

LARGE = ("tables", "templates", "limits")
"""They have settings of their own, and no one default."""

WORDS = {None: "none", True: "yes", False: "no", (): "none"}


class Undescribed(Exception):
    """A setting without a sentence below it."""


def reference() -> str:
    """All settings, as the page has them."""
    parts = [_table(reference_of(Settings), "setting")]
    parts.append("Under `[limits]`:\n\n" + _table(reference_of(Limits), "limit"))
    kind = reference_of(TableKind) | reference_of(TemplateConfig)
    parts.append(
        "Of each of the `[[tables]]` and `[[templates]]`, beside the options of "
        "[rules.md](rules.md):\n\n" + _table(kind, "option")
    )
    return "\n".join(parts)


def written(page: str) -> str:
    """A page with the reference as it should be."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{reference()}\n{END}{after}"


def _table(rows: dict[str, tuple[str, str]], what: str) -> str:
    lines = [f"| `{name}` | {default} | {words} |" for name, (default, words) in rows.items()]
    return "\n".join([f"| {what} | default | what it is |", "| --- | --- | --- |", *lines, ""])


def reference_of(model: type[BaseModel]) -> dict[str, tuple[str, str]]:
    """The default and the sentence of each setting that a class itself has."""
    words = _sentences(model)
    return {
        name: (_default(model.model_fields[name].default), words[name])
        for name in model.__annotations__
        if name in model.model_fields and name not in LARGE
    }


def _sentences(model: type[BaseModel]) -> dict[str, str]:
    """What stands below each field."""
    (body,) = [
        node.body
        for node in ast.parse(dedent(inspect.getsource(model))).body
        if isinstance(node, ast.ClassDef)
    ]
    said = {}
    for field, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            match below:
                case ast.Expr(value=ast.Constant(value=str(words))):
                    said[field.target.id] = " ".join(words.split())
                case _:
                    raise Undescribed(f"{model.__name__}.{field.target.id} is not described.")
    return said


def _default(value: Any) -> str:
    if isinstance(value, PurePath):
        return f"`{value.relative_to(CHECKOUT)}`"
    if value is PydanticUndefined:
        return "must be given"
    if isinstance(value, tuple | bool) or value is None:
        return WORDS[value]
    return f"`{value}`"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
