"""
What the configuration says of tables and templates, as the lobby wants it.
"""

from collections.abc import Awaitable, Iterator
from itertools import cycle, islice

from server.config import ConfigError, Settings, TableKind
from server.lobby.opening import OpeningLimits, Plan, Template
from server.tables.house import Decider
from server.tables.setup import TableSetup
from server.tables.staff import BotOfTheHouse
from showdown.bots.contract import Decision
from showdown.bots.registry import HOUSE_BOTS, load
from showdown.protocol import messages as msg
from showdown.rules.cards import HAND_SIZE
from showdown.rules.ruleset import TableId


def setup_of(kind: TableKind, settings: Settings) -> TableSetup:
    """
    How a table is run.

    Raises:
        ConfigError: there is no house bot of a name.
    """
    return TableSetup(
        bots=tuple(_bots_of(kind)),
        fill=kind.fill,
        bot_delay=settings.bot_delay,
        spectator_delay=kind.spectator_delay_s,
    )


def plans_of(settings: Settings) -> dict[TableId, Plan]:
    """
    How the tables of the configuration are run.

    Raises:
        ConfigError: there is no house bot of a name.
    """
    return {each.table: Plan(each.ruleset(), setup_of(each, settings)) for each in settings.tables}


def templates_of(settings: Settings) -> tuple[Template, ...]:
    """
    What players may open tables from.

    Raises:
        ConfigError: there is no house bot of a name.
    """
    return tuple(
        Template(
            name=each.name,
            ruleset=each.ruleset(),
            setup=setup_of(each, settings),
            most=each.most,
            private=each.private,
        )
        for each in settings.templates
    )


def rank_in_each_game(settings: Settings) -> None:
    """
    Have the tables made by which hands are ranked, for all games that the configuration knows.

    That takes some hundredths of a second, in which nobody could act at any table if it were left
    to the first showdown.
    """
    rulesets = (kind.ruleset() for kind in (*settings.tables, *settings.templates))
    for ruleset in {id(each): each for each in rulesets}.values():
        ruleset.rank(ruleset.deck[:HAND_SIZE])


def limits_of(settings: Settings) -> OpeningLimits:
    """How many tables players may open."""
    return OpeningLimits(
        each=settings.tables_each,
        together=settings.tables_opened,
        empty_seconds=settings.close_empty_after,
    )


def _bots_of(kind: TableKind) -> Iterator[BotOfTheHouse]:
    """As many as a table may need; all tables of a template have the same."""
    names = kind.bots if kind.fill is None else islice(cycle(kind.bots), kind.fill)
    for number, bot in enumerate(names, start=1):
        yield BotOfTheHouse(name=f"{bot}-{kind.name}-{number}", decide=house_decider(bot))


def house_decider(name: str) -> Decider:
    """
    What a house bot of this name does in a turn.

    Raises:
        ConfigError: there is no house bot of that name, or it does not answer at once.
    """
    if name not in HOUSE_BOTS:
        raise ConfigError(f"There is no house bot {name!r}; there are {', '.join(HOUSE_BOTS)}.")
    bot = load(name)

    def decide(request: msg.ActionRequest) -> msg.Move:
        move = bot.decide(Decision(request))
        assert not isinstance(move, Awaitable)
        return move

    return decide
