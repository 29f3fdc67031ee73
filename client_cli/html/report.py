"""
The report of a match of bots: one page that needs nothing beside it, no network and no script.

Names come from whoever started the match; they are escaped like a stranger's.
"""

from collections.abc import Iterator
from string import Template

from client_cli.html.charts import (
    COLOURS,
    Curve,
    Scale,
    curves_chart,
    interval,
    scale_of,
    signed,
    swatch,
)
from client_cli.html.page import escaped, hash_of, part
from client_cli.presenter import Figures
from client_cli.presenter.picture import stakes
from showdown.arena.plan import Plan
from showdown.arena.result import Difference, Estimate, Result, Standing, Times

_UNKNOWN = "–"
_LONGEST, _BEGINNING = 28, 6
"""Letters of a name, and how many of them are its beginning."""


def to_report(result: Result, times: Times | None = None) -> str:
    """
    The page of a match.

    Args:
        times: how long it took, if that is to be told; it is not the same from run to run.
    """
    style = part("report.css")
    return Template(part("report.html")).substitute(
        title=escaped(_title(result.plan)),
        about=escaped(_about(result, times)),
        style=style,
        style_hash=hash_of(style),
        stopped=_stopped(result),
        answer=_answer(result),
        standings=_standings(result),
        curves=_curves(result),
        pairs=_pairs(result),
        conduct=_conduct(result, times),
        plan="".join(f"<dt>{name}</dt><dd>{escaped(value)}</dd>" for name, value in _plan(result)),
    )


def _name(bot: str) -> str:
    """What a bot is called; a long command is cut in its middle, and whole below and on a touch."""
    short = (
        bot if len(bot) <= _LONGEST else f"{bot[:_BEGINNING]}…{bot[_BEGINNING - _LONGEST + 1 :]}"
    )
    return f'<span class="name" title="{escaped(bot)}">{escaped(short)}</span>'


def _title(plan: Plan) -> str:
    return " against ".join(plan.bots) if len(plan.bots) == 2 else f"{len(plan.bots)} bots"


def _about(result: Result, times: Times | None) -> str:
    kind = "duplicate deals" if result.plan.duplicate else "every hand its own deal"
    about = f"{result.hands:,} hands of five-card draw, {kind}, seed {result.plan.seed}"
    if times is None:
        return f"{about}."
    rate = times.hands / times.seconds if times.seconds else 0
    return f"{about}; {times.seconds:,.0f} s, {rate:,.0f} hands a second."


def _stopped(result: Result) -> str:
    if result.finished:
        return ""
    return (
        f'<p class="stopped">Stopped before its end: {result.rounds:,} of '
        f"{result.plan.rounds:,} rounds were played.</p>"
    )


def _answer(result: Result) -> str:
    """What the match says, in a sentence."""
    best, *others = result.ranked()
    beaten = {
        *(p.second for p in result.pairs if p.first == best.bot and _leads(p.adjusted, 1)),
        *(p.first for p in result.pairs if p.second == best.bot and _leads(p.adjusted, -1)),
    }
    if len(beaten) == len(others):
        return f"{_name(best.bot)} beats {'the other' if len(others) == 1 else 'all others'}."
    unsure = ", ".join(_name(each.bot) for each in others if each.bot not in beaten)
    if best.rating.mean <= 0:
        return "Nobody is ahead."
    return (
        f"{_name(best.bot)} is ahead, but so few hands cannot tell it from {unsure}: play more, or "
        "take them for equals."
    )


def _leads(difference: Difference, sign: int) -> bool:
    return difference.is_significant and difference.estimate.mean * sign > 0


# Who won.


def _standings(result: Result) -> str:
    scale = scale_of(
        end
        for standing in result.standings
        for figure in (standing.adjusted, standing.raw)
        for end in (figure.mean, figure.low, figure.high)
        if end is not None
    )
    rows = "".join(
        _standing(place, standing, scale, _kind(result, standing), rated=_is_rated(result))
        for place, standing in enumerate(result.ranked(), 1)
    )
    low, high = signed(scale.low), signed(scale.high)
    rating = '<th scope="col">Rating,<br>bb/100</th>' if _is_rated(result) else ""
    return (
        f'<table><thead><tr><th scope="col">Bot</th><th scope="col">{low} to {high} bb/100</th>'
        '<th scope="col">bb/100,<br>luck taken out</th><th scope="col">bb/100,<br>as it fell</th>'
        f'{rating}<th scope="col">Won,<br>chips</th><th scope="col">Hands</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _kind(result: Result, standing: Standing) -> int:
    return result.standings.index(standing) % COLOURS


def _is_rated(result: Result) -> bool:
    """At one table for all a rating says what the winnings say."""
    return len(result.plan.bots) > result.plan.seats


def _standing(place: int, standing: Standing, scale: Scale, kind: int, *, rated: bool) -> str:
    rating = f"<td>{_estimate(standing.rating)}</td>" if rated else ""
    said = f"{standing.bot}: {_estimate_text(standing.adjusted)} bb/100"
    return (
        f'<tr><th scope="row">{place}. {_name(standing.bot)}</th>'
        f'<td class="spread">{interval(standing.adjusted, standing.raw, scale, kind, said)}</td>'
        f"<td>{_estimate(standing.adjusted)}</td><td>{_estimate(standing.raw)}</td>"
        f"{rating}<td>{signed(standing.net)}</td><td>{standing.hands:,}</td></tr>"
    )


def _estimate(figure: Estimate) -> str:
    half = figure.half_width
    width = "" if half is None else f' <span class="plus">± {half:,.1f}</span>'
    return f"{signed(figure.mean, 1)}{width}"


def _estimate_text(figure: Estimate) -> str:
    half = figure.half_width
    return signed(figure.mean, 1) if half is None else f"{signed(figure.mean, 1)} ± {half:,.1f}"


# Over the match.


def _curves(result: Result) -> str:
    curves = [
        Curve(name=each.bot, points=each.curve, kind=_kind(result, each))
        for each in result.ranked()
    ]
    scale = scale_of(
        point.adjusted + sign * (point.adjusted_band or 0)
        for curve in curves
        for point in curve.points
        for sign in (-1, 0, 1)
    )
    if len(curves) <= COLOURS:
        legend = "".join(f"<li>{swatch(each.kind)}{_won(each)}</li>" for each in curves)
        chart = curves_chart(curves, scale, "Big blinds won by each bot, over the hands")
        return f'<ul class="legend">{legend}</ul>{chart}'
    panels = "".join(
        f"<div><h3>{_won(each)}</h3>"
        f"{curves_chart([each], scale, f'Big blinds won by {each.name}', 'panel')}</div>"
        for each in curves
    )
    return f'<div class="panels">{panels}</div>'


def _won(curve: Curve) -> str:
    last = curve.points[-1].adjusted if curve.points else 0
    return f"{_name(curve.name)} {signed(last)} bb"


# Each against each.


def _pairs(result: Result) -> str:
    order = [each.bot for each in result.ranked()]
    differences = {(pair.first, pair.second): (pair.adjusted, 1) for pair in result.pairs}
    differences |= {(pair.second, pair.first): (pair.adjusted, -1) for pair in result.pairs}
    head = "".join(f'<th scope="col">{_name(bot)}</th>' for bot in order)
    rows = "".join(
        f'<tr><th scope="row">{_name(row)}</th>'
        + "".join(_cell(differences.get((row, column))) for column in order)
        + "</tr>"
        for row in order
    )
    return f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(found: tuple[Difference, int] | None) -> str:
    if found is None:
        return f"<td>{_UNKNOWN}</td>"
    difference, sign = found
    half = difference.estimate.half_width
    figure = signed(sign * difference.estimate.mean, 1)
    width = "" if half is None else f' <span class="plus">± {half:,.1f}</span>'
    if difference.is_significant:
        return f'<td><span class="sure"><i>●</i> {figure}</span>{width}</td>'
    return f"<td>{figure}{width}</td>"


# Faults and times.


def _conduct(result: Result, times: Times | None) -> str:
    took = {each.bot: each for each in times.bots} if times else {}
    if not took and not any(each.faults.total for each in result.standings):
        return ""
    rows = []
    for each in result.ranked():
        faults, time = each.faults, took.get(each.bot)
        timing = (
            f"<td>{time.decisions:,}</td><td>{_each(time.seconds, time.decisions)}</td>"
            f"<td>{time.slowest * 1000:,.1f} ms</td>"
            if time
            else f"<td>{_UNKNOWN}</td>" * 3
        )
        rows.append(
            f'<tr><th scope="row">{_name(each.bot)}</th><td>{faults.crashes:,}</td>'
            f"<td>{faults.illegal:,}</td><td>{faults.timeouts:,}</td>{timing}"
            f'<td class="text">{escaped(faults.first)}</td></tr>'
        )
    return (
        '<section><h2>How they behaved</h2><div class="wide"><table><thead><tr>'
        '<th scope="col">Bot</th><th scope="col">Crashes</th><th scope="col">Illegal</th>'
        '<th scope="col">Timeouts</th><th scope="col">Decisions</th><th scope="col">Each took</th>'
        '<th scope="col">Slowest</th><th scope="col" class="text">The first fault</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
        '<p class="note">After each of these faults the safe move was made for the bot: check if '
        "that was free, else fold; at the draw stand pat.</p></section>"
    )


def _each(seconds: float, decisions: int) -> str:
    return f"{seconds / decisions * 1e6:,.0f} µs" if decisions else _UNKNOWN


# What was played.


def _plan(result: Result) -> Iterator[tuple[str, str]]:
    plan = result.plan
    yield "Bots", ", ".join(plan.bots)
    yield "Game", stakes(plan.ruleset, Figures())
    yield "Stack", f"{plan.stack:,} chips at the start of every hand"
    yield "Table", f"{plan.seats} seats, {plan.seatings.value}"
    yield "Deals", "duplicate" if plan.duplicate else "each hand its own"
    yield "Rounds", f"{result.rounds:,} of {plan.hands_per_round} hands"
    yield "All-in before the draw", f"{result.all_in_hands:,} hands, whose luck is taken out"
    yield "Seed", str(plan.seed)
