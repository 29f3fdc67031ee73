"""What storage cannot do; each error is one sentence for the person who can mend it."""

FAILING = "The server cannot read or store this just now; try again in a moment."
"""All that who plays is told of a database that fails; where it is and why is the operator's."""


class StorageError(Exception):
    """
    The database cannot do it now; nothing has changed.

    ``found`` and ``wanted`` are what the sentence says in figures and names, for who asked.
    """

    code = "unavailable"

    def __init__(
        self, sentence: str, *, found: str | int | None = None, wanted: str | int | None = None
    ) -> None:
        super().__init__(sentence)
        self.found, self.wanted = found, wanted

    @property
    def sentence(self) -> str:
        """What is said to somebody who plays."""
        return FAILING if self.is_ours else str(self)

    @property
    def is_ours(self) -> bool:
        """Whether the text is for the operator alone."""
        return self.code == "unavailable"


class UnknownOutcome(StorageError):
    """The database went away while it was asked; whether it has happened is not known."""

    code = "unavailable"


class NewerForm(StorageError):
    """A newer program has stored this, and only that can read it."""

    code = "unavailable"


class MissingKey(StorageError):
    """What is stored was encrypted with a key that is not loaded."""

    code = "unavailable"


class NameTaken(StorageError):
    """Another account has this name, or one that looks the same."""

    code = "name_taken"


class PasswordWanted(NameTaken):
    """The name belongs to somebody who has a password."""

    code = "password_wanted"


class HasPassword(StorageError):
    """The account has a password already."""

    code = "has_password"


class AccountDisabled(StorageError):
    """The operator lets nobody sign in to this account."""

    code = "account_disabled"


class SessionOver(StorageError):
    """The resume token is of no session that could go on."""

    code = "session_over"


class InsufficientFunds(StorageError):
    """The account has fewer chips than it should pay."""

    code = "insufficient_funds"


class StaleTable(StorageError):
    """The journal has gone on without this writer; it must stop."""

    code = "stale_table"
