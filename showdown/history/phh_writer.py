"""
Writing hands as PHH, the poker hand history format: TOML with a fixed set of names.

What the format has no words for stands under names that begin with an underscore, as it asks for
(:mod:`showdown.history.beside`).
"""

from collections.abc import Iterable, Iterator

import msgspec

from showdown.history.beside import VERSION, Beside, beside
from showdown.history.phh_actions import actions_of, money
from showdown.history.phh_text import SEAL, seal_of
from showdown.history.record import PLAY_CHIPS, SHOWDOWN, HandRecord
from showdown.history.toml_text import Figure, to_toml
from showdown.history.writing import Written, sight_of
from showdown.rules import events as ev
from showdown.rules.fairness.record import Proof
from showdown.rules.ruleset import AnteType, Chips, Game
from showdown.rules.view import Viewer

VARIANTS = {
    Game.NO_LIMIT: "N5CD",
    Game.POT_LIMIT: "P5CD",
    Game.FIXED_LIMIT: "F5CD",
    # There is no code for it; the rules of the hand stand beside.
    Game.SPREAD_LIMIT: "N5CD",
}


def to_phh(record: HandRecord, viewer: Viewer | None = None, proof: Proof | None = None) -> Written:
    """
    Write a hand as a PHH file.

    Args:
        viewer: for whom: what he may not see is unknown in the text. None writes the whole record,
            secrets included, from which :func:`from_phh` reads the same record.
        proof: what he was told to prove the deal, where the record has no secrets of it.
    """
    return _Writer(record, viewer, proof).write()


def to_phhs(hands: Iterable[str]) -> Iterator[str]:
    r"""
    Put PHH texts together, piece by piece, as one file of several hands.

    >>> print("".join(to_phhs(["hand = 7\n", "hand = 8\n"])), end="")
    [1]
    hand = 7
    <BLANKLINE>
    [2]
    hand = 8
    """
    for number, text in enumerate(hands, 1):
        gap = "\n" if number > 1 else ""
        yield f"{gap}[{number}]\n{text}"


def said_of(record: HandRecord) -> dict[str, object]:
    """All that follows from a record and stands in its text, so that a reader can compare."""
    writer = _Writer(record, None)
    return writer.fields() | writer.for_others()


class _Writer:
    def __init__(
        self, record: HandRecord, viewer: Viewer | None, proof: Proof | None = None
    ) -> None:
        self.record = record
        self.viewer = viewer
        self.proof = proof
        self.started = record.started
        self.rules = self.started.ruleset
        self.sight = sight_of(record, viewer)
        self.script = actions_of(record, self.sight)
        self.order = [dealt.seat for dealt in self.started.lineup]

    def write(self) -> Written:
        own = _underscored(beside(self.record, self.sight, self.viewer, self.proof))
        text = to_toml(self.fields()) + to_toml(own) + to_toml(self.for_others())
        seal = seal_of(text.rstrip("\n").split("\n")) if self.viewer is None else None
        return Written(text + to_toml({SEAL: seal}), self._left_out())

    def fields(self) -> dict[str, object]:
        fixed = self.rules.game is Game.FIXED_LIMIT
        played = self.record.played
        currency = self.record.currency
        antes, blinds, trimmed = self._forced()
        return {
            "variant": VARIANTS[self.rules.game],
            "ante_trimming_status": trimmed,
            "antes": antes,
            "blinds_or_straddles": blinds,
            "small_bet": self._money(self.rules.bet_size(0)) if fixed else None,
            "big_bet": self._money(self.rules.bet_size(1)) if fixed else None,
            "min_bet": None if fixed else self._money(self.rules.min_bet),
            "starting_stacks": [self._money(dealt.stack) for dealt in self.started.lineup],
            "actions": self.script.actions,
            "venue": None if self.record.site == SHOWDOWN else self.record.site,
            "time": played.time() if played else None,
            "time_zone": "UTC" if played else None,
            "day": played.day if played else None,
            "month": played.month if played else None,
            "year": played.year if played else None,
            "hand": self.started.hand,
            "seats": self.order,
            "seat_count": self.rules.max_seats,
            "table": self.record.table,
            "players": [dealt.name for dealt in self.started.lineup],
            "finishing_stacks": self._finishing(),
            "currency": None if currency == PLAY_CHIPS else currency,
        }

    def _forced(self) -> tuple[list[object], list[object], bool]:
        """Antes with dead posts among them, blinds with late posts as negative ones."""
        antes = dict.fromkeys(self.order, 0)
        blinds = dict.fromkeys(self.order, 0)
        dead = self.rules.ante_type is AnteType.BIG_BLIND
        for seat, amount in (
            (self.started.small_blind, self.rules.sb),
            (self.started.big_blind, self.rules.bb),
        ):
            if seat is not None:
                blinds[seat] = amount
        for event in self.record.events:
            if isinstance(event, ev.AntePosted):
                antes[event.seat] += event.amount
            elif isinstance(event, ev.BlindPosted) and event.kind is ev.BlindKind.POST:
                blinds[event.seat] = -event.amount
                antes[event.seat] += event.dead
                dead = dead or event.dead > 0
        if len(self.order) == 2 and self.rules.sb == self.rules.bb and self.started.small_blind:
            # The button acts first. With equal blinds programs find that only if his is a post.
            blinds[self.started.small_blind] *= -1
        # Of two players the format names the one with the button first here, and only here.
        seats = self.order[::-1] if len(self.order) == 2 else self.order
        return (
            [self._money(antes[seat]) for seat in seats],
            [self._money(blinds[seat]) for seat in seats],
            not dead,
        )

    def _finishing(self) -> list[object] | None:
        stacks = {
            each.seat: each.stack
            for event in self.record.events
            if isinstance(event, ev.HandEnded | ev.HandAborted)
            for each in event.stacks
        }
        return [self._money(stacks[seat]) for seat in self.order] if stacks else None

    def for_others(self) -> dict[str, object]:
        """What programs need that divide and rake pots by rules of their own."""
        raked = {e.pot: e.amount for e in self.record.events if isinstance(e, ev.Raked)}
        pots = [
            [
                self._money(pot.amount),
                self._money(raked.get(number, 0)),
                sorted(self.order.index(seat) + 1 for seat in pot.contenders),
            ]
            for event in self.record.events
            if isinstance(event, ev.HandEnded)
            for number, pot in enumerate(event.pots)
        ]
        return {"_pots": pots, "_unit": self._money(self.rules.unit)}

    def _left_out(self) -> Iterator[str]:
        if self.rules.game is Game.SPREAD_LIMIT:
            yield (
                "PHH has no code for spread-limit; the hand is written as no-limit, and the "
                "spread stands in _rules, which other programs do not read."
            )
        if self.script.short_calls:
            yield (
                "PHH has no word for a call for less than others put in, where nobody who is left "
                "could match that; other programs read it as a call in full."
            )
        if self.viewer is not None:
            yield "Cards that the viewer may not see are written as ??."
            yield "Clocks, time banks and accounts are left out of a text for one viewer."

    def _money(self, amount: Chips) -> int | Figure:
        return money(amount, self.record.scale)


def _underscored(told: Beside) -> dict[str, object]:
    fields = {f"_{name}": value for name, value in msgspec.to_builtins(told).items()}
    return {"_showdown": VERSION, **fields}
