"""
What a match of bots came to, in words.
"""

from collections.abc import Iterator

from client_cli.languages import spoken
from client_cli.presenter import words
from showdown.arena.result import Estimate, Result, Times


def signed(estimate: Estimate) -> str:
    """A mean, as in ``+12.3``."""
    return spoken().number(f"{estimate.mean:+.1f}")


def reach(estimate: Estimate) -> str:
    """How far its interval reaches; nothing where it has none."""
    if estimate.half_width is None:
        return ""
    return f"±{spoken().number(f'{estimate.half_width:.1f}')}"


def chance(value: float | None) -> str:
    """How likely something is between equals."""
    if value is None:
        return ""
    number = spoken().number
    return number(f"{value:.3f}") if value >= 0.0005 else f"<{number('0.001')}"


def faults_told(result: Result) -> Iterator[str]:
    """A sentence for each bot that did not do all by itself."""
    for each in result.standings:
        faults = each.faults
        if faults.total:
            yield words.ARENA_FAULTS.format(
                bot=each.bot,
                crashes=faults.crashes,
                illegal=faults.illegal,
                timeouts=faults.timeouts,
                first=faults.first,
            )


def times_told(times: Times) -> Iterator[str]:
    """How long it all took, and each bot."""
    number = spoken().number
    yield words.ARENA_TOOK.format(
        hands=words.ARENA_HANDS.format(times.hands),
        seconds=number(f"{times.seconds:.1f}"),
        rate=number(f"{times.hands / max(times.seconds, 1e-9):,.0f}"),
        processes=words.ARENA_PROCESSES.format(times.processes),
    )
    for bot in times.bots:
        yield words.ARENA_TIME.format(
            bot=bot.bot,
            mean=number(f"{1000 * bot.seconds / max(bot.decisions, 1):.3f}"),
            slowest=number(f"{1000 * bot.slowest:.1f}"),
        )
