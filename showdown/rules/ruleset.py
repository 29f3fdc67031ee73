"""
The options of a table (RULES 1), checked once when they are made.

Options that later games need have no place here until the engine plays them: a reader of a case or
of a configuration refuses a name that it does not find here.
"""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import NewType

from msgspec import Struct, ValidationError, convert
from msgspec.structs import force_setattr

from showdown.errors import RulesetError

Chips = int
"""An amount in the smallest unit of account; never negative, never a float (RULES 0.1)."""

Seat = int
"""A seat's number, counted from 1 clockwise (RULES 0.3)."""

AccountId = NewType("AccountId", int)
HandId = NewType("HandId", int)
TableId = NewType("TableId", str)

LARGEST = 2**53 - 1
"""No number on the wire or in the database is larger: a double holds it exactly."""


class Game(StrEnum):
    """How much may be bet (RULES 9)."""

    NO_LIMIT = "NL"
    POT_LIMIT = "PL"
    FIXED_LIMIT = "FL"


class AnteType(StrEnum):
    """Who pays the ante: every player dealt in, or the big blind for the whole table."""

    EACH = "each"
    BIG_BLIND = "big_blind"


class ShortBlind(StrEnum):
    """How a short blind counts for the pot-limit maximum before the draw (RULES 9.15)."""

    FULL = "full"
    ACTUAL = "actual"


class Ruleset(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    What is played at a table, and for how much.

    >>> Ruleset(sb=5, bb=10).min_buy, Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10).min_buy
    (400, 200)

    Raises:
        RulesetError: the options contradict each other (RULES 1.1).

    Source: docs/rules.md, "Table options".
    """

    game: Game = Game.NO_LIMIT
    sb: Chips = 0
    bb: Chips = 0
    ante: Chips = 0
    ante_type: AnteType = AnteType.EACH
    unit: Chips = 1
    """Stacks, bets, shares and rake are multiples of it."""
    min_bet: Chips = 0
    """The smallest bet; 0 stands for the big blind."""
    cap: int = 3
    """Fixed-limit: raises in a round after the bet."""
    uncap_hu: bool = False
    pl_short: ShortBlind = ShortBlind.FULL
    max_seats: int = 6
    tabled: bool = True
    """With an all-in player in the showdown every hand is shown."""
    rake: Decimal = Decimal(0)
    """The exact part of each pot that the house takes."""
    rake_cap: Chips = 0
    """The most rake of a hand; 0 is no cap."""
    min_buy: Chips = 0
    """Least buy-in; 0 stands for the default of RULES 1."""
    max_buy: Chips = 0
    """Largest buy-in; 0 stands for the default of RULES 1."""
    act_time: float = 20
    """Seconds for a betting decision."""
    draw_time: float = 20
    """Seconds for a draw."""
    time_bank: float = 60
    """Seconds that each player has beyond that, refilled every 50 hands."""
    disconnect_grace: float = 30
    """Seconds more for a player who is cut off, once a hand."""
    hand_pause: float = 3
    """Seconds from the end of a hand to the next deal."""

    def __post_init__(self) -> None:
        _check_choices(self)
        if not self.min_bet:
            force_setattr(self, "min_bet", self.bb)
        _check_amounts(self)
        _check_options(self)
        low, high = _usual_buy_in(self)
        if not self.min_buy:
            force_setattr(self, "min_buy", low)
        if not self.max_buy:
            force_setattr(self, "max_buy", max(high, self.min_buy))
        if self.max_buy < self.min_buy:
            raise RulesetError(
                f"max_buy {self.max_buy} is below min_buy {self.min_buy}.",
                found=self.max_buy,
                wanted=self.min_buy,
            )

    @property
    def draws(self) -> int:
        """How many draws a hand has; there is one betting round more."""
        return 1

    @property
    def max_draw(self) -> int:
        """The most cards that a player may discard (RULES 10.1)."""
        return 5

    @property
    def has_blinds(self) -> bool:
        """Whether blinds are posted; otherwise everybody antes."""
        return self.bb > 0

    @property
    def usual_buy(self) -> Chips:
        """What a player brings who does not say: 100 big blinds or 20 big bets, within limits."""
        small = self.bb or self.min_bet
        usual = 40 * small if self.game is Game.FIXED_LIMIT else 100 * small
        return min(max(usual, self.min_buy), self.max_buy)

    def bet_size(self, street: int) -> Chips:
        """Fixed-limit: the size of a bet or raise in a betting round (RULES 9.16)."""
        small = self.bb or self.min_bet
        return small if street == 0 else 2 * small


def make_ruleset(options: Mapping[str, object]) -> Ruleset:
    """
    A ruleset of options by name, as a configuration file or a case gives them.

    >>> make_ruleset({"game": "FL", "sb": 5, "bb": 10}).game
    <Game.FIXED_LIMIT: 'FL'>

    Raises:
        RulesetError: there is no such option, its value is of the wrong kind, or they contradict
            each other.
    """
    unknown = sorted(set(options) - set(Ruleset.__struct_fields__))
    if unknown:
        raise RulesetError(
            f"There is no option {unknown[0]!r}; the options are "
            f"{', '.join(Ruleset.__struct_fields__)}.",
            code="unknown_option",
            found=unknown[0],
        )
    try:
        return convert(dict(options), Ruleset, strict=False)
    except ValidationError as error:
        if isinstance(error.__cause__, RulesetError):
            raise error.__cause__ from None
        raise RulesetError(f"The options are not valid: {error}.", found=str(error)) from None


def _usual_buy_in(rules: Ruleset) -> tuple[Chips, Chips]:
    """Buy-ins that RULES 1 gives where the table does not."""
    small = rules.bb or rules.min_bet
    if rules.game is Game.FIXED_LIMIT:
        return 20 * small, LARGEST // rules.unit * rules.unit
    return 40 * small, 100 * small


_CHOICES: dict[str, type[StrEnum]] = {
    "game": Game,
    "ante_type": AnteType,
    "pl_short": ShortBlind,
}
_AMOUNTS = ("sb", "bb", "ante", "min_bet", "rake_cap", "min_buy", "max_buy")
_DURATIONS = ("act_time", "draw_time", "time_bank", "disconnect_grace", "hand_pause")


def _check_choices(rules: Ruleset) -> None:
    """Take ``"PL"`` for ``Game.POT_LIMIT``: the rules ask by identity."""
    for name, kind in _CHOICES.items():
        value = getattr(rules, name)
        if value not in list(kind):
            raise RulesetError(
                f"{name} is {value!r}; it is one of {', '.join(kind)}.", found=str(value)
            )
        force_setattr(rules, name, kind(value))


def _check_amounts(rules: Ruleset) -> None:
    if rules.unit < 1:
        raise RulesetError(f"unit is {rules.unit}; it must be at least 1.", found=rules.unit)
    for name in _AMOUNTS:
        amount = getattr(rules, name)
        if not 0 <= amount <= LARGEST:
            raise RulesetError(
                f"{name} is {amount}; an amount is from 0 to {LARGEST}.", found=amount
            )
        if amount % rules.unit:
            raise RulesetError(
                f"{name} is {amount}; it must be a multiple of the unit {rules.unit}.",
                found=amount,
                wanted=rules.unit,
            )
    for name in _DURATIONS:
        seconds = getattr(rules, name)
        if not 0 <= seconds <= 86_400:
            raise RulesetError(
                f"{name} is {seconds}; a time is from 0 to 86400 seconds.", found=str(seconds)
            )


def _check_options(rules: Ruleset) -> None:
    refused = (
        (not rules.bb and not rules.ante, "there are no blinds and no ante; one is needed"),
        (
            rules.ante_type is AnteType.BIG_BLIND and not rules.bb,
            "a big blind ante needs blinds",
        ),
        (rules.bb < rules.sb, f"the big blind {rules.bb} is below the small blind {rules.sb}"),
        (not rules.min_bet, "without blinds a table needs min_bet"),
        (
            rules.min_bet < rules.bb,
            f"min_bet {rules.min_bet} is below the big blind {rules.bb}",
        ),
        (rules.cap not in (3, 4), f"cap is {rules.cap}; it is 3 or 4"),
        (
            not 2 <= rules.max_seats <= 8,
            f"max_seats is {rules.max_seats}; a deck serves 2 to 8 seats",
        ),
        (
            rules.rake.is_nan() or not 0 <= rules.rake < 1,
            f"rake is {rules.rake}; it is a part from 0 to below 1",
        ),
    )
    for wrong, sentence in refused:
        if wrong:
            raise RulesetError(f"This table cannot be played: {sentence}.")
