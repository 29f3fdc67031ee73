"""
The first message of a connection, in which a client says who it is.
"""

from server.accounts import BadName, checked_name
from server.ports import Account, Accounts, NameTaken, Token
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Chips


class SignInFailed(Exception):
    """Not let in; the text is a sentence for the one who knocked."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


async def sign_in(
    accounts: Accounts, hello: msg.Hello, guest_chips: Chips
) -> tuple[Account, Token | None]:
    """
    The account of a token, or a new guest with the token that he must keep.

    Raises:
        SignInFailed: the token is nobody's, the name cannot be had, or neither was given.
        StorageError: the database cannot do it now.
    """
    if hello.token is not None:
        account = await accounts.by_token(hello.token)
        if account is None:
            raise SignInFailed("bad_token", "This token belongs to no account; say hello anew.")
        return account, None
    if hello.name is None:
        raise SignInFailed("no_name", "Say hello with a name, or with the token you were given.")
    try:
        return await accounts.add_guest(checked_name(hello.name), guest_chips)
    except (BadName, NameTaken) as error:
        raise SignInFailed(error.code, str(error)) from None
