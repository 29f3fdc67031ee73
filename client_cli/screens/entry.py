"""
Signing in: which server, and as whom.

What is typed here becomes a :class:`~client_cli.sign_in.Place`; everything else, as tokens that are
kept and names that are taken, is :mod:`client_cli.sign_in`'s, as in line mode.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input, Static

from client_cli.console import printable
from client_cli.errors import UsageError
from client_cli.memory import Memory, Servers
from client_cli.presenter.refusing import told
from client_cli.presenter.words import around
from client_cli.sign_in import LONGEST_NAME, Place, user_name
from client_cli.widgets.choice import Choice
from showdown.protocol import DEFAULT_URL
from showdown.protocol.links import split_link


class As(Enum):
    """How somebody wants to be known."""

    GUEST = "guest"
    OWN = "own"
    NEW = "new"
    TOKEN = "token"


class Entry(NamedTuple):
    """Where somebody wants to go in, and as whom."""

    place: Place
    password: str | None = None
    """Of the name, if it has one."""
    registers: bool = False
    """Whether the name is to have it from now on."""


class Typed(NamedTuple):
    """What stands in the fields."""

    server: str
    kind: As
    name: str = ""
    password: str = ""
    same: str = ""
    token: str = ""


def entry_of(typed: Typed) -> Entry:
    """
    What was typed, understood.

    >>> entry_of(Typed("localhost:8765/#abc", As.GUEST, "Ada")).place
    Place(url='ws://localhost:8765', name='Ada', token=None, invite='abc')

    Raises:
        UsageError: something is missing, or two passwords differ.
    """
    server = typed.server.strip()
    if not server:
        raise UsageError(around.ENTRY_NO_SERVER.format(example=DEFAULT_URL))
    address, invite = split_link(server)
    url = address if "://" in address else f"ws://{address}"
    if typed.kind is As.TOKEN:
        if not typed.token.strip():
            raise UsageError(str(around.ENTRY_NO_TOKEN))
        return Entry(Place(url, token=typed.token.strip(), invite=invite))
    name = typed.name.strip()
    if not name:
        raise UsageError(around.ENTRY_NO_NAME.format(most=LONGEST_NAME))
    place = Place(url, name, invite=invite)
    if typed.kind is As.GUEST:
        return Entry(place)
    if not typed.password:
        raise UsageError(str(around.ENTRY_NO_PASSWORD))
    if typed.kind is As.NEW and typed.password != typed.same:
        raise UsageError(str(around.ENTRY_TWO_PASSWORDS))
    return Entry(place, typed.password, registers=typed.kind is As.NEW)


class KnownServer(NamedTuple):
    """A server that was used before."""

    url: str
    name: str | None


def known_servers(servers: Servers) -> list[KnownServer]:
    """Those that were used before, the last one first."""
    urls = sorted(servers.servers, key=lambda url: url != servers.last)
    if servers.last is not None and servers.last not in urls:
        urls.insert(0, servers.last)
    return [KnownServer(url, servers.at(url).last) for url in urls]


_KINDS = {
    As.GUEST: around.ENTRY_GUEST,
    As.OWN: around.ENTRY_OWN,
    As.NEW: around.ENTRY_NEW,
    As.TOKEN: around.ENTRY_TOKEN,
}
_FIELDS = {
    "name": (around.ENTRY_NAME, {As.GUEST, As.OWN, As.NEW}),
    "password": (around.ENTRY_PASSWORD, {As.OWN, As.NEW}),
    "same": (around.ENTRY_SAME, {As.NEW}),
    "token": (around.ENTRY_TOKEN_FIELD, {As.TOKEN}),
}
"""What each field is called, and for whom it is there."""
_HIDDEN = frozenset({"password", "same", "token"})
SHOWN = 3
"""So many servers are offered."""
BLANK = "." * 20
"""Where something is to be typed, for who sees no colours."""


class EntryScreen(Screen[Entry | None]):
    """Asks where and as whom; None is to play not at all."""

    DEFAULT_CSS = """
    EntryScreen { align: center middle; }
    EntryScreen > Vertical {
        width: 76; max-width: 100%; height: auto; max-height: 100%; padding: 0 2;
        border: round $primary; background: $surface;
    }
    EntryScreen Static { height: auto; }
    EntryScreen #title { text-style: bold; margin: 0 0 1 0; }
    EntryScreen Input { width: 100%; background: $panel; }
    EntryScreen #wrong { color: $error; text-style: bold; margin: 1 0; }
    EntryScreen .gone { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "nothing", show=False),
        Binding("ctrl+q,ctrl+c", "nothing", show=False, priority=True),
    ]

    def __init__(self, memory: Memory, place: Place, complaint: str = "") -> None:
        """The place is what stands there at first; the complaint is why it did not do."""
        super().__init__()
        self._known = _known(memory)[:SHOWN]
        self._place = place
        self._complaint = complaint

    def compose(self) -> ComposeResult:
        """The fields."""
        with Vertical():
            yield Static(str(around.ENTRY_TITLE), id="title", markup=False)
            yield Static(str(around.ENTRY_SERVER), markup=False)
            yield Input(self._place.link, id="server", compact=True)
            if self._known:
                yield Static(str(around.ENTRY_KNOWN), markup=False)
                yield Choice(list(self._servers()), None, id="known")
            yield Static(str(around.ENTRY_AS), markup=False)
            yield Choice([str(label) for label in _KINDS.values()], id="kind")
            for name, (label, _) in _FIELDS.items():
                yield Static(str(label), id=f"label-{name}", markup=False)
                yield Input(id=name, compact=True, password=name in _HIDDEN, placeholder=BLANK)
            yield Static(printable(self._complaint), id="wrong", markup=False)
            yield Static(str(around.ENTRY_KEYS), id="keys", markup=False)

    def _servers(self) -> Iterator[str]:
        for url, name in self._known:
            yield around.ENTRY_KNOWN_AS.format(url=url, name=name) if name else url

    def on_mount(self) -> None:
        """Begin where something is missing."""
        self._field("name").value = self._place.name or self._name_at(self._place.url)
        self._show_fields()
        self._field("name").focus()

    # What is chosen.

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Take a server that was used before, or ask for what is needed now."""
        message.stop()
        if message.choice.id == "known":
            known = self._known[message.choice.chosen or 0]
            self._field("server").value = known.url
            self._field("name").value = known.name or self._name_at(known.url)
        else:
            self._show_fields()

    def on_key(self, event: Key) -> None:
        """Enter goes in, wherever one is."""
        if event.key == "enter":
            event.stop()
            self._enter()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go in."""
        event.stop()
        self._enter()

    def action_nothing(self) -> None:
        """Go in nowhere."""
        self.dismiss(None)

    def _enter(self) -> None:
        try:
            entry = entry_of(self._typed())
        except UsageError as error:
            self.query_one("#wrong", Static).update(told(error))
            return
        self.dismiss(entry)

    def _typed(self) -> Typed:
        return Typed(
            self._field("server").value,
            self._kind,
            **{name: self._field(name).value for name in _FIELDS},
        )

    @property
    def _kind(self) -> As:
        return list(_KINDS)[self.query_one("#kind", Choice).chosen or 0]

    def _show_fields(self) -> None:
        for name, (_, kinds) in _FIELDS.items():
            gone = self._kind not in kinds
            self._field(name).set_class(gone, "gone")
            self.query_one(f"#label-{name}").set_class(gone, "gone")

    def _field(self, name: str) -> Input:
        return self.query_one(f"#{name}", Input)

    def _name_at(self, url: str) -> str:
        known = (each.name for each in self._known if each.url == url)
        return next(known, None) or user_name() or ""


def _known(memory: Memory) -> Sequence[KnownServer]:
    try:
        return known_servers(memory.read())
    except UsageError:
        return ()  # signing in says what is wrong with the file
