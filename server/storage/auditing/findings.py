"""What an audit found, in numbers."""

from msgspec import Struct

from showdown.rules.ruleset import Chips


class Wrong(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that does not hold."""

    where: str
    """An account, a table, a seat or a hand."""
    sentence: str
    found: Chips | None = None
    wanted: Chips | None = None
    """What it should be, by the ledger or by the record."""


def differs(where: str, what: str, found: Chips, says: str, wanted: Chips) -> Wrong:
    """Two numbers that should be one."""
    sentence = f"{where}: {what} {found:,}, {says} {wanted:,}."
    return Wrong(where=where, sentence=sentence, found=found, wanted=wanted)


class AccountsFound(Struct, frozen=True, kw_only=True):
    """What accounts have beside the tables."""

    accounts: int = 0
    chips: Chips = 0


class TablesFound(Struct, frozen=True, kw_only=True):
    """What lies at the tables."""

    tables: int = 0
    seats: int = 0
    running: int = 0
    """Hands in progress."""
    stacks: Chips = 0
    """With what is bet in hands in progress."""
    carried: Chips = 0


class HandsFound(Struct, frozen=True, kw_only=True):
    """Hands that are over."""

    hands: int = 0
    rake: Chips = 0
    closed: int = 0
    """Whose cards need a key that is gone; of them only the results are compared."""
    older: int = 0
    """That were over before there was a ledger; they are replayed, and that is all."""


class ImportsFound(Struct, frozen=True, kw_only=True):
    """Hands that were played elsewhere; no chip moved here for them."""

    hands: int = 0
    closed: int = 0
    """Whose cards need a key that is gone."""


class Audit(Struct, frozen=True, kw_only=True):
    """All that was counted."""

    postings: int
    issued: Chips
    """What was ever granted."""
    accounts: AccountsFound
    tables: TablesFound
    hands: HandsFound
    imports: ImportsFound
    wrong: tuple[Wrong, ...]

    @property
    def holds(self) -> bool:
        """Whether every chip is where it should be."""
        return not self.wrong

    @property
    def counted(self) -> Chips:
        """All chips that were found: those of accounts and those at tables."""
        return self.accounts.chips + self.tables.stacks + self.tables.carried
