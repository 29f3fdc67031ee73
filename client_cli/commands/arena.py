"""
``showdown arena``: bots against bots, offline.
"""

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from client_cli.commands.files import write_file
from client_cli.commands.grids import show
from client_cli.commands.options import Json
from client_cli.commands.scoreboard import Scoreboard, pairs_grid, standings_grid
from client_cli.console import note
from client_cli.errors import UsageError
from client_cli.presenter import words
from client_cli.presenter.match import faults_told, times_told
from showdown.arena import Match, Plan, Seatings, run_match, to_json
from showdown.rules.ruleset import Game, Ruleset, make_ruleset

INTERRUPTED = 130


def _option(name: str, metavar: str, text: str, **more: Any) -> Any:
    return typer.Option(name, metavar=metavar, help=text, **more)


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT...",
            help="Two bots or more: of the house by name, MODULE:CLASS, cmd:PROGRAM, or ws://URL.",
        ),
    ],
    hands: Annotated[int, _option("--hands", "N", "At least so many hands.")] = 2000,
    seed: Annotated[int, _option("--seed", "S", "All chance comes from it.")] = 1,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play each deal in every seating.")
    ] = False,
    processes: Annotated[
        int | None,
        _option(
            "--processes",
            "K",
            "So many play at once; the result does not depend on it. Default: one for each core.",
            min=1,
            show_default=False,
        ),
    ] = None,
    seats: Annotated[
        int,
        _option(
            "--seats",
            "N",
            "Seats at a table, 2 to 6; more bots play in every combination. Default: one for each.",
            show_default=False,
        ),
    ] = 0,
    orders: Annotated[
        bool,
        typer.Option("--orders", help="Play in every order of the bots, not only rotated."),
    ] = False,
    session: Annotated[
        int, _option("--session", "N", "How many rounds a bot plays on and may remember.")
    ] = 200,
    game: Annotated[str, _option("--game", "|".join(Game), "How much may be bet.")] = "NL",
    blinds: Annotated[
        str, _option("--blinds", "SB/BB", "The blinds; 0/0 for a game with antes alone.")
    ] = "1/2",
    ante: Annotated[int, _option("--ante", "N", "What each player antes.")] = 0,
    stack: Annotated[
        int,
        _option(
            "--stack",
            "N",
            "What each seat begins every hand with. Default: what is usual for the stakes.",
            show_default=False,
        ),
    ] = 0,
    rule: Annotated[
        list[str] | None,
        _option(
            "--rule",
            "NAME=VALUE",
            "Any other option of a table, such as max_draw=3 or wild=bug; may be repeated.",
            show_default=False,
        ),
    ] = None,
    html: Annotated[
        Path | None,
        _option("--html", "OUT", "Write a report as a page, too.", show_default=False),
    ] = None,
    phh: Annotated[
        Path | None,
        _option("--phh", "DIR", "Keep every hand in this folder, as PHH.", show_default=False),
    ] = None,
    json: Json = False,
) -> int:
    """
    Let bots play against each other, offline, and say who is better and how sure that is.

    The same command gives the same result, byte for byte, with any number of processes. Ctrl-C
    ends the match with what is played so far; the exit code is then 130. docs/arena.md says what
    each figure is.
    """
    plan = Plan(
        bots=tuple(bots),
        hands=hands,
        seed=seed,
        ruleset=_ruleset(game, blinds, ante, rule or []),
        stack=stack,
        duplicate=duplicate,
        seats=seats,
        seatings=Seatings.ALL if orders else Seatings.ROTATIONS,
        session=session,
    )
    if html is not None and not html.parent.is_dir():
        # Said before a long match, not after it.
        reason = f"there is no folder {html.parent}"
        raise UsageError(words.CANNOT_WRITE.format(path=html, reason=reason))
    with Scoreboard(plan) as board:
        match = run_match(
            plan, processes=processes or os.cpu_count() or 1, watch=board.update, phh=phh
        )
    _tell(match, json=json)
    if html is not None:
        from client_cli.html.report import to_report

        write_file(html, to_report(match.result))
        note(words.ARENA_HTML.format(path=html))
    if phh is not None:
        note(words.ARENA_PHH.format(path=phh))
    return 0 if match.result.finished else INTERRUPTED


def _tell(match: Match, *, json: bool) -> None:
    """The result on stdout, what goes beside it on stderr."""
    result = match.result
    if json:
        # The same bytes on every system.
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
        sys.stdout.write(to_json(result).decode())
    else:
        show(standings_grid(result))
        print()
        show(pairs_grid(result))
    for line in (*faults_told(result), *times_told(match.times)):
        note(line)
    if not result.finished:
        wanted = result.plan.rounds * result.plan.hands_per_round
        note(words.ARENA_STOPPED.format(played=result.hands, wanted=wanted))


def _ruleset(game: str, blinds: str, ante: int, rules: list[str]) -> Ruleset:
    """
    The rules that are asked for.

    Raises:
        UsageError: what should be blinds or a rule is none.
        RulesetError: there is no such rule, or they contradict each other.
    """
    small, _, big = blinds.partition("/")
    if not (small.isdecimal() and big.isdecimal()):
        raise UsageError(words.ARENA_NO_BLINDS.format(found=blinds))
    options: dict[str, object] = {"game": game, "sb": int(small), "bb": int(big), "ante": ante}
    for text in rules:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(words.ARENA_NO_RULE.format(found=text))
        options[name] = value
    return make_ruleset(options)


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(arena)
