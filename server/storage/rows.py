"""
Events as they are stored: a part that no card is in, and a secret part that is encrypted.

Secret at rest is all that says a card: what no frame may show, and what was shown at the table too,
since who steals a database was not there. Such fields are taken out of an event's JSON, so that a
column in clear cannot hold them, and put back on loading.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, get_args

import msgspec

from server.ports import NewerForm
from server.storage.packing import PLAIN, Form, plain
from server.storage.secrets import Place, Vault, split
from showdown.errors import CorruptHistory
from showdown.rules import events as ev
from showdown.rules.deal import KEY_SIZE
from showdown.rules.seat_events import SeatingEvent
from showdown.rules.table import TableEvent

VERSION = 4
"""
Of the form in which events are stored; rows of a later one are refused, not guessed. In the first,
cards that were shown stood in the clear part; before the third no deal was proven; before the
fourth a choice in a simultaneous draw did not say what is left of the time bank.
"""

SECRET_AT_REST: dict[type[ev.Event], tuple[str, ...]] = {
    **ev.SECRETS,
    ev.HandShown: ("cards", "rank"),
    ev.OpenersShown: ("cards",),
}
"""The fields that are stored encrypted, by event; a rank says cards as well as cards do."""

Fields = dict[str, Any]
Secrets = dict[int, Fields]
"""What was taken out of which event, by its place in the row."""

_ENCODER = msgspec.json.Encoder()
_PUBLIC = msgspec.json.Decoder(list[Fields])
_SECRETS = msgspec.json.Decoder(Secrets)
_SECRET_FIELDS = {str(kind.__struct_config__.tag): names for kind, names in SECRET_AT_REST.items()}
_LATER_FIELDS = {"hand_mucked": {"cards"}, "hand_shown": {"rank"}}
"""What 0.1.0 did not store: cards of a mucked hand are those dealt and drawn, ranks follow."""
_SEAT_EVENTS = {str(kind.__struct_config__.tag) for kind in get_args(SeatingEvent)}
_HAND_STARTED = str(ev.HandStarted.__struct_config__.tag)
_HAND_KEY = "hand_key"
_BESIDE = -1
"""The place, among the secrets of events, of what is none."""


class Stored(NamedTuple):
    """Events in their two parts."""

    public: bytes
    secret: bytes | None


def store(
    events: Iterable[TableEvent],
    place: Place | None,
    vault: Vault,
    pack: Callable[[bytes], bytes] = plain,
    beside: Fields | None = None,
) -> Stored:
    """
    Events as they are stored.

    Args:
        place: where; only events without secrets do without.
        pack: makes each part small before it is encrypted or stored.
        beside: what else is to be encrypted with them.
    """
    public: list[TableEvent | Fields] = []
    secrets: Secrets = {}
    hand_key = b""
    for number, event in enumerate(events):
        names = SECRET_AT_REST.get(type(event))
        if names is None:
            public.append(event)
            continue
        fields: Fields = msgspec.to_builtins(event)
        secrets[number] = {name: fields.pop(name) for name in names}
        public.append(fields)
        if isinstance(event, ev.HandStarted) and len(event.hand_key) == KEY_SIZE:
            hand_key = event.hand_key
            del secrets[number][_HAND_KEY]
    secrets = {number: fields for number, fields in secrets.items() if fields}
    if beside:
        secrets[_BESIDE] = beside
    hidden = pack(_ENCODER.encode(secrets)) if secrets else b""
    return Stored(pack(_ENCODER.encode(public)), _seal(hand_key, hidden, place, vault))


def load(
    stored: Stored, place: Place | None, vault: Vault, form: Form = PLAIN
) -> tuple[TableEvent, ...]:
    """
    Events as they were.

    Args:
        form: how the parts are read, where they were packed.

    Raises:
        MissingKey: they need a key that is not loaded.
        CorruptHistory: this is not what was stored here.
        zlib.error: this is not what was packed.
    """
    return load_all(stored, place, vault, form)[0]


def load_all(
    stored: Stored, place: Place | None, vault: Vault, form: Form
) -> tuple[tuple[TableEvent, ...], Fields]:
    """The same, with what was encrypted beside them."""
    try:
        events = _PUBLIC.decode(form.public(stored.public))
        beside: Fields = {}
        if stored.secret is not None:
            beside = _put_back(events, stored.secret, place, vault, form)
        _check_complete(events)
        return msgspec.convert(events, tuple[TableEvent, ...]), beside
    except (msgspec.MsgspecError, LookupError) as error:
        raise CorruptHistory(f"Stored events cannot be read: {error}.") from None


def load_seat_events(public: bytes, after: int = 0) -> tuple[SeatingEvent, ...]:
    """
    What of these events is about seats alone, for which no secret is needed.

    Args:
        after: so many of the first ones are left out.

    Raises:
        CorruptHistory: this is not what was stored.
    """
    try:
        stored = _PUBLIC.decode(public)[max(0, after) :]
        fields = [each for each in stored if each["type"] in _SEAT_EVENTS]
        return msgspec.convert(fields, tuple[SeatingEvent, ...])
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise CorruptHistory(f"Stored events cannot be read: {error}.") from None


def check_version(version: int, what: str) -> None:
    """
    Refuse what a newer program stored.

    Raises:
        NewerForm: this program cannot read it.
    """
    if version > VERSION:
        raise NewerForm(
            f"{what} was stored by a newer Showdown (form {version}, this one reads {VERSION})."
        )


# The blob of a hand's key, if there is one, stands in front of that of all other secrets.


def _seal(hand_key: bytes, hidden: bytes, place: Place | None, vault: Vault) -> bytes | None:
    if not hand_key and not hidden:
        return None
    if place is None:
        raise ValueError("events with secrets belong to a hand")
    blob = vault.seal_hand_key(place, hand_key) if hand_key else b""
    if hidden:
        blob += vault.seal_events(place, hidden)
    return blob


def _put_back(
    events: list[Fields], blob: bytes, place: Place | None, vault: Vault, form: Form
) -> Fields:
    if place is None:
        raise CorruptHistory("A stored row has secrets but no hand.")
    hand_key, others = split(blob)
    if hand_key:
        started = [fields for fields in events if fields["type"] == _HAND_STARTED]
        started[0][_HAND_KEY] = vault.open_hand_key(place, hand_key)
    if others:
        secrets = _SECRETS.decode(form.secret(vault.open_events(place, others)))
        beside = secrets.pop(_BESIDE, {})
        for number, fields in secrets.items():
            events[number].update(fields)
        return beside
    return {}


def _check_complete(events: list[Fields]) -> None:
    """A secret that was taken away is not the same as one that is empty."""
    for fields in events:
        kind = fields["type"]
        missing = set(_SECRET_FIELDS.get(kind, ())) - fields.keys() - _LATER_FIELDS.get(kind, set())
        if missing:
            raise CorruptHistory(f"A stored {kind} is without its {min(missing)}.")
