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
from client_cli.languages import spoken
from client_cli.presenter import Figures, words
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
        plan="".join(f"<dt>{escaped(n)}</dt><dd>{escaped(v)}</dd>" for n, v in _plan(result)),
        lang=spoken().code,
        **{name: escaped(str(label)) for name, label in words.REPORT_LABELS.items()},
    )


def _name(bot: str) -> str:
    """What a bot is called; a long command is cut in its middle, and whole below and on a touch."""
    short = (
        bot if len(bot) <= _LONGEST else f"{bot[:_BEGINNING]}…{bot[_BEGINNING - _LONGEST + 1 :]}"
    )
    return f'<span class="name" title="{escaped(bot)}">{escaped(short)}</span>'


def _title(plan: Plan) -> str:
    if len(plan.bots) == 2:
        return words.REPORT_TITLE.format(first=plan.bots[0], second=plan.bots[1])
    return words.REPORT_BOTS.format(len(plan.bots))


def _about(result: Result, times: Times | None) -> str:
    hands = words.REPORT_HANDS.format(result.hands, number=_number(result.hands))
    kind = words.REPORT_DUPLICATE if result.plan.duplicate else words.REPORT_SINGLE
    about = kind.format(hands=hands, seed=result.plan.seed)
    if times is None:
        return f"{about}."
    rate = times.hands / times.seconds if times.seconds else 0
    return words.REPORT_SPEED.format(
        about=about, seconds=_number(times.seconds), rate=_number(rate)
    )


def _number(figure: float, places: int = 0) -> str:
    return spoken().number(f"{figure:,.{places}f}")


def _stopped(result: Result) -> str:
    if result.finished:
        return ""
    played, wanted = _number(result.rounds), _number(result.plan.rounds)
    told = words.REPORT_STOPPED.format(played=played, wanted=wanted)
    return f'<p class="stopped">{escaped(told)}</p>'


def _answer(result: Result) -> str:
    """What the match says, in a sentence."""
    best, *others = result.ranked()
    beaten = {
        *(p.second for p in result.pairs if p.first == best.bot and _leads(p.adjusted, 1)),
        *(p.first for p in result.pairs if p.second == best.bot and _leads(p.adjusted, -1)),
    }
    if len(beaten) == len(others):
        beats = words.BEATS_THE_OTHER if len(others) == 1 else words.BEATS_ALL
        return beats.format(bot=_name(best.bot))
    unsure = ", ".join(_name(each.bot) for each in others if each.bot not in beaten)
    if best.rating.mean <= 0:
        return str(words.NOBODY_AHEAD)
    return words.AHEAD_BUT.format(bot=_name(best.bot), others=unsure)


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
    heads = {name: str(phrase) for name, phrase in words.REPORT_COLUMNS.items()}
    low, high = signed(scale.low), signed(scale.high)
    heads["range"] = heads["range"].format(low=low, high=high)
    if not _is_rated(result):
        del heads["rating"]
    # What stands behind a comma has a line of its own.
    cells = (escaped(head).replace(", ", ",<br>") for head in heads.values())
    head = "".join(f'<th scope="col">{cell}</th>' for cell in cells)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _kind(result: Result, standing: Standing) -> int:
    return result.standings.index(standing) % COLOURS


def _is_rated(result: Result) -> bool:
    """At one table for all a rating says what the winnings say."""
    return len(result.plan.bots) > result.plan.seats


def _standing(place: int, standing: Standing, scale: Scale, kind: int, *, rated: bool) -> str:
    rating = f"<td>{_estimate(standing.rating)}</td>" if rated else ""
    figure = _estimate_text(standing.adjusted)
    said = words.REPORT_FIGURE.format(bot=standing.bot, figure=figure)
    return (
        f'<tr><th scope="row">{place}. {_name(standing.bot)}</th>'
        f'<td class="spread">{interval(standing.adjusted, standing.raw, scale, kind, said)}</td>'
        f"<td>{_estimate(standing.adjusted)}</td><td>{_estimate(standing.raw)}</td>"
        f"{rating}<td>{signed(standing.net)}</td><td>{_number(standing.hands)}</td></tr>"
    )


def _estimate(figure: Estimate) -> str:
    half = figure.half_width
    width = "" if half is None else f' <span class="plus">± {_number(half, 1)}</span>'
    return f"{signed(figure.mean, 1)}{width}"


def _estimate_text(figure: Estimate) -> str:
    half = figure.half_width
    return (
        signed(figure.mean, 1) if half is None else f"{signed(figure.mean, 1)} ± {_number(half, 1)}"
    )


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
        chart = curves_chart(curves, scale, str(words.ALL_CURVES))
        return f'<ul class="legend">{legend}</ul>{chart}'
    panels = "".join(
        f"<div><h3>{_won(each)}</h3>"
        f"{curves_chart([each], scale, words.ONE_CURVE.format(bot=each.name), 'panel')}</div>"
        for each in curves
    )
    return f'<div class="panels">{panels}</div>'


def _won(curve: Curve) -> str:
    last = curve.points[-1].adjusted if curve.points else 0
    return f"{_name(curve.name)} {words.BIG_BLINDS.format(number=signed(last))}"


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
    width = "" if half is None else f' <span class="plus">± {_number(half, 1)}</span>'
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
            f"<td>{_number(time.decisions)}</td><td>{_each(time.seconds, time.decisions)}</td>"
            f"<td>{words.MILLISECONDS.format(number=_number(time.slowest * 1000, 1))}</td>"
            if time
            else f"<td>{_UNKNOWN}</td>" * 3
        )
        rows.append(
            f'<tr><th scope="row">{_name(each.bot)}</th><td>{_number(faults.crashes)}</td>'
            f"<td>{_number(faults.illegal)}</td><td>{_number(faults.timeouts)}</td>{timing}"
            f'<td class="text">{escaped(faults.first)}</td></tr>'
        )
    *heads, fault = (escaped(str(phrase)) for phrase in words.CONDUCT_COLUMNS)
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    return (
        f'<section><h2>{escaped(str(words.CONDUCT))}</h2><div class="wide"><table><thead><tr>'
        f'{head}<th scope="col" class="text">{fault}</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
        f'<p class="note">{escaped(str(words.ABOUT_CONDUCT))}</p></section>'
    )


def _each(seconds: float, decisions: int) -> str:
    if not decisions:
        return _UNKNOWN
    return words.MICROSECONDS.format(number=_number(seconds / decisions * 1e6))


# What was played.


def _plan(result: Result) -> Iterator[tuple[str, str]]:
    plan, hands = result.plan, result.all_in_hands
    values = (
        ", ".join(plan.bots),
        stakes(plan.ruleset, Figures()),
        words.PLAYED_STACK.format(stack=_number(plan.stack)),
        words.PLAYED_TABLE.format(seats=plan.seats, seatings=words.SEATINGS[plan.seatings]),
        str(words.DEALS[plan.duplicate]),
        words.PLAYED_ROUNDS.format(rounds=_number(result.rounds), hands=plan.hands_per_round),
        words.PLAYED_ALL_IN.format(hands, number=_number(hands)),
        str(plan.seed),
    )
    return zip(map(str, words.PLAYED_LABELS), values, strict=True)
