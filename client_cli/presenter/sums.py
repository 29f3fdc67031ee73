"""
What a selection of hands says about a player, in lines.
"""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size

from client_cli.languages import Phrase, spoken
from client_cli.presenter import words
from client_cli.presenter.chart import chart
from client_cli.presenter.figures import SIGNS, Figures
from showdown.history.statistics import Amount, Frequency, Statistics

LABEL = 14
"""What the labels of the chart may take."""


def told(found: Statistics) -> Iterator[str]:
    """The figures of one player, a line each."""
    hands = words.HANDS.format(found.hands)
    yield words.STATS_TITLE.format(player=found.player, hands=hands)
    rows: tuple[tuple[Phrase | str, str], ...] = (
        (words.STATS_NET, nets(found.nets)),
        (words.STATS_RATE, rate(found) + _range(found)),
        (words.STATS_VOLUNTARY, _share(found.voluntary)),
        (words.STATS_FIRST_IN, _share(found.first_in)),
        (words.STATS_PAT, _share(found.pat)),
        *(
            (words.STATS_DREW.format(count=count), _share(Frequency(times, found.pat.of)))
            for count, times in enumerate(found.drew)
            if count and times
        ),
        (words.STATS_SHOWDOWNS, _share(found.showdowns)),
        (words.STATS_WON, _share(found.won_at_showdown)),
    )
    names = [str(name) for name, _ in rows]
    width = max(map(cell_len, names))
    for name, (_, value) in zip(names, rows, strict=True):
        yield f"  {set_cell_size(name, width)}  {value}"


def course(found: Statistics, *, width: int, height: int, ascii: bool) -> Iterator[str]:
    """
    The result over the hands, in chips of the one currency that there is, else in big blinds.

    Args:
        width: of the line; its labels take :data:`LABEL` more.
    """
    one = found.nets[0] if len(found.nets) == 1 else None
    total, values = 0.0, [0.0]
    for each in found.course:
        total += each.net if one is not None else each.big_blinds
        values.append(total)
    labels = [_label(max(values), one), _label(min(values), one)]
    yield str(words.STATS_CHART if one is not None else words.STATS_CHART_BLINDS)
    yield from chart(values, labels, width=max(10, width), height=height, ascii=ascii)


def _label(value: float, money: Amount | None) -> str:
    if money is None:
        return spoken().number(f"{value:+.0f}")
    return _net(Amount(money.currency, money.scale, round(value)))


def _net(amount: Amount) -> str:
    figures = Figures(scale=amount.scale, sign=SIGNS.get(amount.currency, ""))
    return figures.net(amount.amount)


def nets(nets: Sequence[Amount]) -> str:
    """What somebody won or lost, in each currency."""
    return ", ".join(_net(each) for each in nets)


def rate(found: Statistics) -> str:
    """Big blinds in a hundred hands."""
    return _signed(found.per_hundred.mean) if found.per_hundred is not None else ""


def _range(found: Statistics) -> str:
    rate = found.per_hundred
    if rate is None or rate.low is None or rate.high is None:
        return ""
    return words.STATS_RANGE.format(low=_signed(rate.low), high=_signed(rate.high))


def _signed(number: float) -> str:
    return spoken().number(f"{number:+.1f}")


def percent(share: Frequency) -> str:
    """A share in parts of a hundred, rounded."""
    return "" if share.part is None else spoken().number(f"{share.part:.0%}")


def _share(share: Frequency) -> str:
    if share.part is None:
        return str(words.STATS_NEVER)
    return words.STATS_SHARE.format(
        part=spoken().number(f"{share.part:.1%}"), count=share.count, of=share.of
    )
