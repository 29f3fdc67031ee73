"""
What was measured, in words and figures.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchmarks.load.floor import Floor
from benchmarks.load.players import Measured


class Looks(msgspec.Struct):
    """What :mod:`benchmarks.load.sampled` has written."""

    layers: dict[str, int]


def percentile(values: Sequence[float], part: float) -> float:
    """
    The value that so great a part of the others do not exceed.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([4, 1, 3, 2], 0.99)
    (3, 4)
    """
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def latency(values: Sequence[float]) -> str:
    """
    How long it took, in milliseconds.

    >>> latency([0.001, 0.002, 0.0035])
    'p50 2.00 ms, p99 3.50 ms, p99.9 3.50 ms'
    """
    if not values:
        return "nothing was measured"
    parts = (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999))
    return ", ".join(f"{name} {percentile(values, part) * 1e3:.2f} ms" for name, part in parts)


def together(measured: Sequence[Measured]) -> Measured:
    """What several processes have measured at the same time."""
    return Measured(
        seconds=max(each.seconds for each in measured),
        actions=sum(each.actions for each in measured),
        frames=sum(each.frames for each in measured),
        bytes=sum(each.bytes for each in measured),
        late=sum(each.late for each in measured),
        server_cpu=sum(each.server_cpu for each in measured) / len(measured),
        own_cpu=sum(each.own_cpu for each in measured),
        seats=tuple(time for each in measured for time in each.seats),
        watchers=tuple(time for each in measured for time in each.watchers),
    )


def lines(measured: Measured) -> Iterator[str]:
    """What a run says of the server."""
    seconds, actions = measured.seconds, max(measured.actions, 1)
    yield (
        f"{measured.actions / seconds:.0f} actions/s, {measured.frames / seconds:.0f} frames/s "
        f"({measured.frames / actions:.1f} an action, {bytes_a_frame(measured):.0f} bytes each)"
    )
    yield f"to the last seat's frame: {latency(measured.seats)}"
    if measured.watchers:
        yield f"to the last watcher's: {latency(measured.watchers)}"
    yield (
        f"server: {measured.server_cpu / actions * 1e6:.0f} us of CPU an action, "
        f"busy for {measured.server_cpu / seconds:.0%} of a core; "
        f"players: {measured.own_cpu / seconds:.0%}"
    )
    if measured.late:
        yield f"{measured.late} actions could not begin in time, since nobody was asked"


def beside(measured: Measured, floor: Floor) -> Iterator[str]:
    """What the kernel alone can do, and how much of that we do."""
    per_second = measured.actions / measured.seconds
    cpu = measured.server_cpu / max(measured.actions, 1)
    parts = (("p50", floor.p50), ("p99", floor.p99), ("p99.9", floor.p999))
    times = ", ".join(f"{name} {value * 1e3:.2f} ms" for name, value in parts)
    yield (
        f"floor: {floor.per_second:.0f} actions/s, "
        f"{floor.cpu_per_action * 1e6:.1f} us of CPU an action; {times}"
    )
    yield (
        f"ratio: {per_second / floor.per_second:.1%} of the floor's actions/s, "
        f"{cpu / floor.cpu_per_action:.1f} times its CPU"
    )


def bytes_a_frame(measured: Measured) -> float:
    """How long a frame is."""
    return measured.bytes / max(measured.frames, 1)


def where_time_goes(measured: Measured, file: str) -> Iterator[str]:
    """What part of an action's CPU each layer has, the most first, from looks at the server."""
    layers = msgspec.json.decode(Path(file).read_bytes(), type=Looks).layers
    looks, cpu = sum(layers.values()), measured.server_cpu / max(measured.actions, 1)
    for layer, times in sorted(layers.items(), key=lambda each: -each[1]):
        yield f"{times / looks:6.1%} {times / looks * cpu * 1e6:6.0f} us  {layer}"
