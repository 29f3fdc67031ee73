"""
What may be wished at a table beside a move.
"""

from msgspec import Struct

from client_cli.desk.intentions import Intention
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Chips, HandId


class Help(Struct, frozen=True):
    """Show what can be typed."""


class ShowTable(Struct, frozen=True):
    """Show the table."""


class StepOut(Struct, frozen=True):
    """Sit out."""


class StepIn(Struct, frozen=True):
    """Be dealt in again."""


class Top(Struct, frozen=True):
    """Have this total in front of you."""

    to: Chips


class PostBlinds(Struct, frozen=True):
    """Pay what you owe and play sooner."""


class ShowHand(Struct, frozen=True):
    """Show your hand of a deal that is over."""


class HavePassword(Struct, frozen=True):
    """Have a password, with which you come back from anywhere."""


class Quit(Struct, frozen=True):
    """Get up and end."""


class Later(Struct, frozen=True):
    """Decide beforehand what to do in your next turn."""

    intention: Intention


class Forget(Struct, frozen=True):
    """Take back what was decided beforehand."""


class ListTables(Struct, frozen=True):
    """Say which tables there are."""


class ListHands(Struct, frozen=True):
    """Say which hands you have played."""


class TellHand(Struct, frozen=True):
    """Tell a hand that is over."""

    number: HandId


class MoveTo(Struct, frozen=True):
    """Get up here and sit down at another table."""

    table: str


class Advise(Struct, frozen=True):
    """Say what each discard becomes."""


class Remark(Struct, frozen=True):
    """Note something about a player, for yourself."""

    name: str
    text: str


Lookup = ListTables | ListHands | TellHand
Wish = (
    Advise
    | Remark
    | Later
    | Forget
    | MoveTo
    | Lookup
    | Help
    | ShowTable
    | StepOut
    | StepIn
    | Top
    | PostBlinds
    | ShowHand
    | HavePassword
    | Quit
)

ASKED: dict[type, type[msg.SitOut | msg.SitIn | msg.PostNow]] = {
    StepOut: msg.SitOut,
    StepIn: msg.SitIn,
    PostBlinds: msg.PostNow,
}
"""What the server is asked for wishes that name nothing but the table."""
