"""
The options of a table (RULES 1), checked once when they are made.

Options that later games need have no place here until the engine plays them: a reader of a case or
of a configuration refuses a name that it does not find here.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import NewType, get_type_hints

from msgspec import Struct, ValidationError, convert
from msgspec.structs import force_setattr

from showdown.errors import RulesetError
from showdown.rules.cards import DECK, HAND_SIZE, JOKERS, Card
from showdown.rules.hand_rank import HandRank
from showdown.rules.option_faults import unfit_option, unknown_option
from showdown.rules.ranking import rank
from showdown.rules.wild import Wild

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
    SPREAD_LIMIT = "SL"


class AnteType(StrEnum):
    """Who pays the ante: every player dealt in, or the big blind for the whole table."""

    EACH = "each"
    BIG_BLIND = "big_blind"


class ShortBlind(StrEnum):
    """How a short blind counts for the pot-limit maximum before the draw (RULES 9.15)."""

    FULL = "full"
    ACTUAL = "actual"


class DrawMode(StrEnum):
    """Whether players choose their discards one after the other or all at once (RULES 10.2)."""

    IN_TURN = "in_turn"
    SIMULTANEOUS = "simultaneous"


class ReshuffleMode(StrEnum):
    """What an exhausted stub is made of: all that is out, or folded hands below its rest."""

    MERGE = "merge"
    STUB_FIRST = "stub_first"


class Second(StrEnum):
    """Who begins the second betting round (RULES 6.10)."""

    LEFT = "left"
    OPENER = "opener"


class ButtonRule(StrEnum):
    """How the button moves when players come and go (RULES 6.2 and 6.3)."""

    MOVING = "moving"
    DEAD = "dead"


class Openers(StrEnum):
    """The pair that a player needs to open in jackpots (RULES 11)."""

    JACKS = "J"
    QUEENS = "Q"
    KINGS = "K"
    ACES = "A"


class Passout(StrEnum):
    """What becomes of the antes when nobody opens (RULES 11.7)."""

    CARRY = "carry"
    REDEAL = "redeal"
    RETURN = "return"


class CarryEntry(StrEnum):
    """Who may play for a carried pot besides those who are in it (RULES 11.9)."""

    WAIT = "wait"
    MATCH = "match"


class OnAbort(StrEnum):
    """What becomes of a hand in which the server went down (RULES 15.5)."""

    RESUME = "resume"
    REFUND = "refund"


class ProveOpeners(StrEnum):
    """When an opener shows what he opened with (RULES 11.6)."""

    WHEN_WINNING = "when_winning"
    ALWAYS = "always"
    NEVER = "never"


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
    spread_min: Chips = 0
    """Spread-limit: the smallest bet or raise."""
    spread_max: Chips = 0
    """Spread-limit: the largest bet or raise."""
    wild: Wild = Wild.NONE
    jokers: int | None = None
    """In the deck; None stands for 1 with ``bug`` and ``wild``, else 0."""
    double_ace: bool = False
    natural_beats_wild: bool = False
    max_draw: int = 5
    """The most cards that a player may discard."""
    ace4: bool = False
    """With ``max_draw`` 3: four, when the card kept is an ace or wild."""
    draw_mode: DrawMode = DrawMode.IN_TURN
    burn: bool = False
    """Burn a card before the first replacement card of a draw."""
    reshuffle: ReshuffleMode = ReshuffleMode.MERGE
    jacks: Openers | None = None
    """What opens in jackpots; None is a game without openers."""
    progressive: bool = False
    """After each passed-out deal the openers rise, up to aces."""
    passout: Passout = Passout.CARRY
    passout_limit: int = 3
    """After so many passed-out deals running no further ante is taken."""
    carry_entry: CarryEntry = CarryEntry.WAIT
    prove_openers: ProveOpeners = ProveOpeners.WHEN_WINNING
    second: Second | None = None
    """None stands for the opener in jackpots, else left of the button."""
    button_rule: ButtonRule = ButtonRule.MOVING
    max_seats: int = 6
    tabled: bool = True
    """With an all-in player in the showdown every hand is shown."""
    auto_muck: bool = True
    """Beaten hands are mucked for good; off: a beaten player may still show his."""
    history_shows_mucked: bool = False
    """Players dealt in see mucked hands in the stored history."""
    rake: Decimal = Decimal(0)
    """The exact part of each pot that the house takes."""
    rake_cap: Chips = 0
    """The most rake of a hand; 0 is no cap."""
    min_buy: Chips = 0
    """Least buy-in; 0 stands for the default of RULES 1."""
    max_buy: Chips = 0
    """Largest buy-in; 0 stands for the default of RULES 1."""
    rejoin_minutes: int = 120
    """Who comes back within this time brings at least the stack he took away."""
    act_time: float = 20
    """Seconds for a betting decision."""
    draw_time: float = 20
    """Seconds for a draw."""
    proof: bool = True
    """Everybody can verify the deal: docs/fairness.md."""
    advice: bool = True
    """A client may tell a player at the draw what each discard becomes; off: it offers no odds."""
    time_bank: float = 60
    """Seconds that each player has beyond that, refilled every 50 hands."""
    disconnect_grace: float = 30
    """Seconds more for a player who is cut off, once a hand."""
    hand_pause: float = 3
    """Seconds from the end of a hand to the next deal."""
    on_abort: OnAbort = OnAbort.RESUME
    """Whether a hand goes on after a crash of the server, or is given up and refunded."""

    def __post_init__(self) -> None:
        _check_choices(self)
        if not self.min_bet:
            spread = self.game is Game.SPREAD_LIMIT
            force_setattr(self, "min_bet", self.spread_min if spread else self.bb)
        if self.jokers is None:
            force_setattr(self, "jokers", 1 if self.wild in (Wild.BUG, Wild.WILD) else 0)
        if self.second is None:
            force_setattr(self, "second", Second.OPENER if self.jacks else Second.LEFT)
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
    def deck(self) -> tuple[Card, ...]:
        """The cards of the game by number, jokers last."""
        return _DECKS[self.jokers or 0]

    def rank(self, cards: Sequence[Card]) -> HandRank:
        """What five cards are worth in this game; bigger is better."""
        if self.wild is _NO_WILD:
            return rank(cards)
        return rank(
            cards,
            self.wild,
            double_ace=self.double_ace,
            natural_beats_wild=self.natural_beats_wild,
        )

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
        raise unknown_option(unknown[0], Ruleset.__struct_fields__)
    try:
        return convert(dict(options), Ruleset, strict=False)
    except ValidationError as error:
        if isinstance(error.__cause__, RulesetError):
            raise error.__cause__ from None
        raise unfit_option(options, error, get_type_hints(Ruleset)) from None


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
    "wild": Wild,
    "draw_mode": DrawMode,
    "reshuffle": ReshuffleMode,
    "jacks": Openers,
    "passout": Passout,
    "carry_entry": CarryEntry,
    "prove_openers": ProveOpeners,
    "second": Second,
    "button_rule": ButtonRule,
}
_MAY_BE_LEFT_OPEN = ("jacks", "second")
_NO_WILD = Wild.NONE
_DECKS = tuple(DECK + JOKERS[:jokers] for jokers in range(len(JOKERS) + 1))

_AMOUNTS = (
    "sb", "bb", "ante", "min_bet", "spread_min", "spread_max", "rake_cap", "min_buy", "max_buy",
)  # fmt: skip
_DURATIONS = ("act_time", "draw_time", "time_bank", "disconnect_grace", "hand_pause")


def _check_choices(rules: Ruleset) -> None:
    """Take ``"PL"`` for ``Game.POT_LIMIT``: the rules ask by identity."""
    for name, kind in _CHOICES.items():
        value = getattr(rules, name)
        if value is None and name in _MAY_BE_LEFT_OPEN:
            continue
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


_JOKERS = {
    Wild.NONE: ((0,), "no jokers"),
    Wild.BUG: ((1,), "one joker"),
    Wild.WILD: ((1, 2), "one or two jokers"),
    Wild.DEUCES: ((0, 1, 2), "at most two jokers"),
}


def _check_options(rules: Ruleset) -> None:
    jokers, wanted = _JOKERS[rules.wild]
    spread = rules.game is Game.SPREAD_LIMIT
    refused = (
        (
            rules.jokers not in jokers,
            f"wild={rules.wild} goes with {wanted}, not with {rules.jokers}",
        ),
        (
            rules.jacks is not None and bool(rules.bb or rules.sb),
            "jackpots are played with antes only, without blinds",
        ),
        (
            spread and not 0 < rules.spread_min <= rules.spread_max,
            f"spread-limit needs 0 < spread_min <= spread_max, not {rules.spread_min} and "
            f"{rules.spread_max}",
        ),
        (
            spread and rules.min_bet != rules.spread_min,
            f"in spread-limit min_bet is spread_min, {rules.spread_min}, not {rules.min_bet}",
        ),
        (
            not spread and bool(rules.spread_min or rules.spread_max),
            f"spread_min and spread_max belong to spread-limit, not to {rules.game}",
        ),
        (
            not 0 <= rules.max_draw <= HAND_SIZE,
            f"max_draw is {rules.max_draw}; it is from 0 to {HAND_SIZE}",
        ),
        (
            rules.ace4 and rules.max_draw != 3,
            f"ace4 goes with max_draw 3, not with {rules.max_draw}",
        ),
        (
            rules.passout_limit < 1,
            f"passout_limit is {rules.passout_limit}; it is at least 1",
        ),
        (
            not 0 <= rules.rejoin_minutes <= 10_080,
            f"rejoin_minutes is {rules.rejoin_minutes}; it is from 0 to 10080, a week",
        ),
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
