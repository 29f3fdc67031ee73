"""
What an operator can set: by command line, environment (``SHOWDOWN_...``) or a TOML file.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    IPvAnyNetwork,
    SecretStr,
    ValidationError,
    field_validator,
)
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError

from server.addresses import (
    Address,
    BadAddress,
    PostgresAddress,
    read_address,
    read_bus_addresses,
)
from server.limits import Limits
from server.paces import PACES, Pace
from server.rulesets import ruleset_of
from server.secret_files import BadSecret, secret_of
from server.wrong_settings import sentence_of, sentence_of_unread
from showdown.errors import RulesetError
from showdown.protocol import DEFAULT_PORT
from showdown.rules.ruleset import Ruleset, TableId

CHECKOUT = Path(__file__).resolve().parent.parent
DEFAULT_DATABASE = CHECKOUT / "var" / "showdown.db"


Origin = Annotated[str, Field(pattern=r"^[a-z][a-z0-9+.-]*://[^/\s]+$")]


class ConfigError(Exception):
    """The configuration cannot be used; the text is one sentence for the operator."""


class TableKind(BaseModel):
    """How tables are played and run: house bots, pace, and any option of a ruleset."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str
    """What it is called; players see it."""
    bots: tuple[str, ...] = ()
    """House bots that sit here: caller, random, tight, odds, strong."""
    pace: Pace = "normal"
    """How much time players have: any of its seconds that is given beside it wins."""
    fill: Annotated[int, Field(ge=1, le=8)] | None = None
    """They keep the table at so many players, people among them; else all of them sit here."""
    spectator_delay_s: Annotated[float, Field(ge=0, le=3600)] = 0
    """So many seconds later than it is played one sees the table without a seat."""
    private: bool = False
    """Only who is invited can find it."""

    def ruleset(self) -> Ruleset:
        """
        What is played here.

        Raises:
            ConfigError: its options are not a ruleset.
        """
        try:
            return ruleset_of({**PACES[self.pace], **(self.model_extra or {})})
        except RulesetError as error:
            raise ConfigError(f"{self._what} {self.name!r}: {error}") from None

    @property
    def _what(self) -> str:
        return "Table"


class TableConfig(TableKind):
    """A table that is open from the start."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]

    @property
    def table(self) -> TableId:
        """The table's id is its name."""
        return TableId(self.name)


class TemplateConfig(TableKind):
    """What players may open a table from."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,20}$")]
    """Letters, digits, - and _: 20 at most for a template, 32 for a table."""
    most: Annotated[int, Field(ge=1, le=10_000)] = 20
    """So many such tables may be open at once."""

    @property
    def _what(self) -> str:
        return "Template"


DEFAULT_TABLES = (
    TableConfig.model_validate(
        {"name": "main", "game": "NL", "sb": 5, "bb": 10, "bots": ("caller", "random", "tight")}
    ),
    TableConfig.model_validate({"name": "pot", "game": "PL", "sb": 5, "bb": 10}),
    TableConfig.model_validate({"name": "limit", "game": "FL", "sb": 5, "bb": 10}),
)

PRIVATE_TABLE = TableConfig.model_validate(
    {"name": "friends", "game": "NL", "sb": 5, "bb": 10, "private": True}
)
"""What `--private` opens where no private table is configured."""


DEFAULT_TEMPLATES = (
    TemplateConfig.model_validate({"name": "classic", "game": "NL", "sb": 5, "bb": 10}),
    TemplateConfig.model_validate(
        {"name": "relaxed", "game": "NL", "sb": 5, "bb": 10, "pace": "relaxed"}
    ),
    TemplateConfig.model_validate(
        {"name": "jackpots", "game": "PL", "ante": 5, "min_bet": 10, "jacks": "J"}
    ),
)


def _database(given: object) -> Address:
    try:
        return read_address(given)
    except BadAddress as error:
        # Not as pydantic would say it, which shows what was given.
        raise ConfigError(f"Setting database is wrong: {error}") from None


def _bus(given: Any) -> tuple[str, ...]:
    try:
        return read_bus_addresses(given)
    except BadAddress as error:
        raise ConfigError(f"Setting nats is wrong: {error}") from None


class Settings(BaseSettings):
    """All settings of a server, checked."""

    model_config = SettingsConfigDict(
        env_prefix="SHOWDOWN_",
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        arbitrary_types_allowed=True,
    )

    host: str = "127.0.0.1"
    """On which address to listen; 0.0.0.0 is all of them."""
    port: Annotated[int, Field(ge=0, le=65535)] = DEFAULT_PORT
    """0 is any free port."""
    database: Annotated[Path | PostgresAddress, BeforeValidator(_database)] = DEFAULT_DATABASE
    """A file of SQLite, or postgresql://USER:PASSWORD@HOST:PORT/NAME."""
    database_password: SecretStr | None = None
    """Of the user in the database's address, instead of there; from the environment alone."""
    database_password_file: Path | None = None
    """A file with it, as the secrets of a container are."""
    secret_key: SecretStr | None = None
    """Keys for the cards, as `python -m server key new` prints one; from the environment alone."""
    key_file: Path | None = None
    """A file with such keys; without either it stands beside the SQLite database."""
    metrics_port: Annotated[int, Field(ge=0, le=65535)] | None = None
    """Where metrics may be read; none unless it is said, 0 is any free port."""
    metrics_host: str = "127.0.0.1"
    """Who reaches this address reads them without a password."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """What is logged: debug, info, warning or error, and what is worse."""
    guest_chips: Annotated[int, Field(ge=1, le=10**12)] = 10_000
    """Play chips of a new account."""
    daily_chips: Annotated[int, Field(ge=0, le=10**12)] = 1_000
    """Play chips for somebody who has none left, once a day (universal time); 0 is none."""
    resume_window: Annotated[int, Field(ge=60, le=366 * 86_400)] = 7 * 86_400
    """Seconds in which a client that was lost comes back by its resume token."""
    bot_delay: Annotated[float, Field(ge=0, le=60)] = 0.8
    """Seconds that a house bot seems to think."""
    origins: tuple[Origin, ...] = ()
    """Web pages that may connect, as in https://cards.example; programs always may."""
    trusted_proxies: tuple[IPvAnyNetwork, ...] = ()
    """Addresses or networks of proxies that say in X-Forwarded-For for whom they connect."""
    websockets: Literal["own", "library"] = "own"
    """Whose websockets the server speaks by: `library` is slower, for comparing."""
    limits: Limits = Limits()
    """What one client can cost the others."""
    tables: tuple[TableConfig, ...] = DEFAULT_TABLES
    """That are open from the start."""
    templates: tuple[TemplateConfig, ...] = DEFAULT_TEMPLATES
    """From which players may open tables."""
    tables_each: Annotated[int, Field(ge=0, le=10_000)] = 2
    """So many tables a player may have open; 0 is none."""
    tables_opened: Annotated[int, Field(ge=0, le=10_000)] = 100
    """So many tables of all players together may be open."""
    close_empty_after: Annotated[float, Field(ge=1, le=86_400)] = 60
    """Seconds until a table that a player has opened is closed, when no person sits there."""
    host_grants: Annotated[int, Field(ge=0, le=10**12)] = 10_000
    """Play chips that the host of a table may grant there in a day; 0 is none."""
    onlookers_speak: bool = True
    """Whether who looks on at a table without a seat may speak to it."""
    private: bool = False
    """Open a private table; without a configuration nothing else."""
    tls_cert: Path | None = None
    """A certificate with its chain, in PEM form: the server speaks TLS."""
    tls_key: Path | None = None
    """The key that belongs to it."""
    nats: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_bus)] = ()
    """Where the bus of a server of several nodes is: nats://HOST:PORT or tls://HOST:PORT."""
    nats_prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")] = "showdown"
    """In front of all its subjects there, so that several servers can share a NATS."""
    nats_user: str | None = None
    """Who the nodes are there."""
    nats_password: SecretStr | None = None
    """And their password; from the environment alone."""
    nats_password_file: Path | None = None
    """A file with it, as the secrets of a container are."""
    nats_ca: Path | None = None
    """Who has signed the certificate of NATS, in PEM form, if not one whom this system trusts."""
    nats_cert: Path | None = None
    """A certificate that a node shows to NATS, in PEM form."""
    nats_key: Path | None = None
    """The key that belongs to it."""
    nats_replicas: Annotated[int, Field(ge=1, le=5)] = 1
    """On so many servers of a NATS of several the leases of nodes are kept; 3 of three."""
    node: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None
    """The name of this node, its own and always the same; else it is made of host and port."""
    processes: Annotated[int, Field(ge=1, le=64)] = 1
    """So many processes serve behind the one port, each of them a node: its name has its number."""
    clock_skew: Annotated[float, Field(gt=0, le=86_400)] = 5
    """So many seconds the clock of a node may be off the database's when it starts."""
    public_url: Annotated[str, Field(pattern=r"^wss?://[^\s#]+$")] | None = None
    """How guests reach this server, if not by the address that it listens on."""

    @field_validator("*")
    @classmethod
    def _no_path_has_a_null(cls, value: object) -> object:
        """Refuse a path that no system can open; the system would not say so by an OSError."""
        if isinstance(value, Path) and "\0" in str(value):
            raise PydanticCustomError("null_in_path", "no path has the sign of number 0 in it")
        return value


def make_usual_folder(database: Address) -> None:
    """
    The folder of the database that is used if nothing is said; any other must be there.

    Raises:
        ConfigError: it cannot be made.
    """
    if database != DEFAULT_DATABASE:
        return
    try:
        DEFAULT_DATABASE.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"Cannot make the folder {DEFAULT_DATABASE.parent}: {(error.strerror or '').lower()}; "
            "give another --database."
        ) from None


def load_settings(file: Path | None = None, **overrides: Any) -> Settings:
    """
    Read settings; what is given here wins over the file, and that over the environment.

    Raises:
        ConfigError: something in them is wrong.
    """
    values = _read(file) if file is not None else {}
    values |= {name: value for name, value in overrides.items() if value is not None}
    try:
        settings = Settings(**values)
    except SettingsError as error:
        raise ConfigError(sentence_of_unread(error)) from None
    except ValidationError as error:
        raise ConfigError(sentence_of(error, Settings.model_fields, Limits.model_fields)) from None
    _check_bus(settings)
    settings = _with_password(settings)
    if settings.private and not any(table.private for table in settings.tables):
        others = settings.tables if "tables" in settings.model_fields_set else ()
        settings = settings.model_copy(update={"tables": (*others, PRIVATE_TABLE)})
    for kind in (*settings.tables, *settings.templates):
        kind.ruleset()
    _check_names("Table", settings.tables)
    _check_names("Template", settings.templates)
    return settings


def _check_bus(settings: Settings) -> None:
    """What is said of NATS has to fit together."""
    said = settings.model_fields_set
    if not settings.nats:
        if alone := sorted(name for name in said if name.startswith("nats_")):
            raise ConfigError(
                f"Setting {alone[0]} says something of NATS, and nats not where it is."
            )
        return
    if isinstance(settings.database, Path):
        raise ConfigError(
            "Several nodes keep their tables in one PostgreSQL: set database to postgresql://..., "
            "or leave out nats for a server that runs by itself."
        )
    has_password = bool({"nats_password", "nats_password_file"} & said)
    if (settings.nats_user is not None) != has_password:
        raise ConfigError("Settings nats_user and nats_password_file are used together.")
    if (settings.nats_cert is None) != (settings.nats_key is None):
        raise ConfigError("Settings nats_cert and nats_key are used together.")


def _with_password(settings: Settings) -> Settings:
    """The settings with the database's password in its address."""
    given, file = settings.database_password, settings.database_password_file
    try:
        password = secret_of("database_password", given, file)
        if password is None:
            return settings
        if isinstance(settings.database, Path):
            raise ConfigError("A database in a file has no password: leave it out.")
        return settings.model_copy(update={"database": settings.database.with_password(password)})
    except (BadSecret, BadAddress) as error:
        raise ConfigError(str(error)) from None


def _check_names(what: str, kinds: Sequence[TableKind]) -> None:
    names = [each.name for each in kinds]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ConfigError(
            f"{what} {twice!r} is there twice; each {what.lower()} needs its own name."
        )


def _read(file: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"Cannot read {file}: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} is not TOML: {error}.") from None
    for name in ("database_password", "nats_password"):
        if name in values:
            raise ConfigError(
                f"A password does not belong into {file}: set SHOWDOWN_{name.upper()}, "
                f"or name a {name}_file."
            )
    if "secret_key" in values:
        raise ConfigError(
            f"A key for cards does not belong into {file}; set SHOWDOWN_SECRET_KEY, "
            "or name a key_file."
        )
    return values
