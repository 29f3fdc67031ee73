"""
Bots by name: those of the house, and yours as ``module:Class``.
"""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

from showdown.bots.baselines import Caller, Random, Tight
from showdown.bots.contract import Bot
from showdown.bots.draw_odds import DrawOdds
from showdown.bots.external import external, is_external
from showdown.bots.strong import Strong
from showdown.errors import ShowdownError


def _strong(seed: int | None) -> Bot:
    bot = Strong()
    if seed is not None:
        bot.reseed(seed)
    return bot


HOUSE_BOTS: dict[str, Callable[[int | None], Bot]] = {
    "caller": lambda _: Caller(),
    "random": Random,
    "tight": lambda _: Tight(),
    "odds": lambda _: DrawOdds(),
    "strong": _strong,
}
"""The bots that come with the game; those that draw at random take a seed."""


class BotNotFound(ShowdownError):
    """There is no such bot, or it cannot be made."""

    code = "no_such_bot"


def load(name: str, seed: int | None = None) -> Bot:
    """
    A new bot of the house by its name, or yours by ``module:Class``, ``cmd:PROGRAM`` or its URL.

    >>> type(load("caller")).__name__
    'Caller'

    A module is also looked for in the folder that you are in. The class is made without arguments.

    Raises:
        BotNotFound: there is none of that name, its module cannot be imported, or it is no bot.
    """
    if is_external(name):
        return _started(name)
    if name in HOUSE_BOTS:
        return HOUSE_BOTS[name](seed)
    module, colon, attribute = name.partition(":")
    if not (module and colon and attribute):
        raise BotNotFound(
            f"There is no bot {name!r}: name {', '.join(HOUSE_BOTS)}, or your own as "
            "MODULE:CLASS or cmd:PROGRAM.",
            found=name,
            wanted=", ".join(HOUSE_BOTS),
        )
    return _make(_class(module, attribute), name)


def _started(name: str) -> Bot:
    bot = external(name)
    try:
        bot.start()
    except (ShowdownError, TimeoutError) as error:
        raise BotNotFound(str(error), found=name) from error
    return bot


def _class(module: str, attribute: str) -> object:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        imported = importlib.import_module(module)
    except Exception as error:  # a stranger's module may raise what it likes
        raise BotNotFound(
            f"The module {module} cannot be imported: {type(error).__name__}: {error}.",
            found=module,
        ) from error
    if not hasattr(imported, attribute):
        raise BotNotFound(
            f"The module {module} has no {attribute}.", found=attribute, wanted="a class"
        )
    found: object = getattr(imported, attribute)
    return found


def _make(kind: object, name: str) -> Bot:
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise BotNotFound(
            f"{name} is not a bot: it must be a class that inherits from showdown.sdk.Bot.",
            found=name,
            wanted="a subclass of Bot",
        )
    try:
        bot = kind()
    except Exception as error:
        raise BotNotFound(
            f"{name} cannot be made without arguments: {type(error).__name__}: {error}.",
            found=name,
        ) from error
    if getattr(bot.decide, "__func__", None) is Bot.decide:
        raise BotNotFound(
            f"{name} does not say how it decides: write its decide(view).",
            found=name,
            wanted="decide",
        )
    return bot
