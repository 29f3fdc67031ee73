"""Settings: from the command line, a file and the environment, each mistake with one sentence."""

from pathlib import Path

import pytest

from server.addresses import PostgresAddress
from server.config import ConfigError, load_settings
from showdown import Game, Ruleset


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    for name in ("HOST", "PORT", "DATABASE", "LOG_LEVEL", "TABLES", "SECRET_KEY", "KEY_FILE"):
        monkeypatch.delenv(f"SHOWDOWN_{name}", raising=False)


def from_file(tmp_path, text, **overrides):
    file = tmp_path / "server.toml"
    file.write_text(text)
    return load_settings(file, **overrides)


def test_without_anything_there_are_three_tables_one_of_them_with_house_bots():
    settings = load_settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8765)
    games = {table.name: table.ruleset().game for table in settings.tables}
    assert games == {"main": Game.NO_LIMIT, "pot": Game.POT_LIMIT, "limit": Game.FIXED_LIMIT}
    assert settings.tables[0].bots == ("caller", "random", "tight")


def test_a_file_names_tables_with_any_option_of_a_ruleset(tmp_path):
    text = '[[tables]]\nname = "big"\ngame = "FL"\nsb = 50\nbb = 100\nrake = "0.05"\ncap = 4\n'
    (table,) = from_file(tmp_path, text).tables
    assert (table.ruleset().bb, table.ruleset().cap, str(table.ruleset().rake)) == (100, 4, "0.05")


def test_a_relaxed_table_has_sixty_seconds_and_a_long_time_bank(tmp_path):
    text = '[[tables]]\nname = "calm"\nsb = 5\nbb = 10\npace = "relaxed"\n'
    rules = from_file(tmp_path, text).tables[0].ruleset()
    assert (rules.act_time, rules.draw_time, rules.time_bank) == (60, 60, 300)
    assert rules.disconnect_grace == 60


def test_seconds_that_are_given_beside_a_pace_win(tmp_path):
    text = '[[tables]]\nname = "calm"\nsb = 5\nbb = 10\npace = "relaxed"\nact_time = 90\n'
    rules = from_file(tmp_path, text).tables[0].ruleset()
    assert (rules.act_time, rules.draw_time) == (90, 60)


def test_without_a_pace_a_table_has_the_time_that_the_rules_give():
    normal = load_settings().tables[0]
    assert normal.pace == "normal"
    assert normal.ruleset() == Ruleset(sb=5, bb=10)


def test_a_file_sets_limits_pages_and_proxies_and_the_environment_can_too(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOWDOWN_LIMITS__CONNECTIONS_PER_ADDRESS", "7")
    text = "origins = ['https://cards.example']\ntrusted_proxies = ['10.0.0.0/8', '::1']\n"
    settings = from_file(tmp_path, text + "[limits]\nconnections = 40\n")
    limits = settings.limits
    assert (limits.connections, limits.connections_per_address) == (40, 7)
    assert settings.origins == ("https://cards.example",)
    assert [str(each) for each in settings.trusted_proxies] == ["10.0.0.0/8", "::1/128"]


def test_the_command_line_wins_over_the_file_and_that_over_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOWDOWN_PORT", "1001")
    monkeypatch.setenv("SHOWDOWN_HOST", "0.0.0.0")
    settings = from_file(tmp_path, "port = 1002\n", port=1003)
    assert (settings.host, settings.port) == ("0.0.0.0", 1003)
    assert from_file(tmp_path, "port = 1002\n").port == 1002
    assert load_settings().port == 1001


def test_a_database_is_a_path_or_a_postgresql(tmp_path, monkeypatch):
    assert load_settings(database="some.db").database == Path("some.db")
    monkeypatch.setenv("SHOWDOWN_DATABASE", "postgresql://anna:correct-horse@db/showdown")
    assert load_settings().database == PostgresAddress(
        "postgresql://anna:correct-horse@db/showdown"
    )
    assert "correct-horse" not in repr(load_settings())
    assert from_file(tmp_path, "database = 'postgres://db/other'\n").database == PostgresAddress(
        "postgresql://db/other"
    )


@pytest.mark.parametrize(
    "given", ["mysql://anna:correct-horse@db/x", "postgresql://anna:correct-horse@db"]
)
def test_a_database_that_is_neither_is_refused_without_its_password(tmp_path, given):
    with pytest.raises(ConfigError, match=r"^Setting database is wrong: [^\n]*\.$") as refused:
        load_settings(database=given)
    assert "correct-horse" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("port = 70000", "Setting port is 70000, which is wrong"),
        ("guest_chips = 'many'", "Setting guest_chips is 'many', which is wrong"),
        ("colour = 1", "There is no setting 'colour'; the settings are host, port"),
        ("[limits]\nplayers = 1", "'limits.players'; the settings are limits.connections, limits"),
        ("[limits]\nconnections = 0", "Setting limits.connections is 0, which is wrong"),
        ("origins = ['cards.example']", "Setting origins.0 is 'cards.example', which is wrong"),
        ("trusted_proxies = ['proxy']", "Setting trusted_proxies.0 is 'proxy', which is wrong"),
        ("[[tables]]\nname='a'\nsb=5\nbb=1", "the big blind 1 is below the small blind 5"),
        ("[[tables]]\nname='a'\nbb=10\njackpot=true", "There is no option 'jackpot'"),
        ("[[tables]]\nname='a'\nsb='five'\nbb=10", "Table 'a': sb is 'five'; it is a whole"),
        ("[[tables]]\nname='a b'\nbb=10", "Setting tables.0.name is 'a b'"),
        ("[[tables]]\nname='a'\nbb=10\npace='slow'", "Setting tables.0.pace is 'slow'"),
        ("[[tables]]\nname='a'\nbb=10\n[[tables]]\nname='a'\nbb=10", "'a' is there twice"),
        ("port = ", "is not TOML"),
    ],
)
def test_what_is_wrong_is_named_in_one_sentence(tmp_path, text, sentence):
    with pytest.raises(ConfigError) as refused:
        from_file(tmp_path, text)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"Cannot read .*nowhere\.toml: No such file"):
        load_settings(tmp_path / "nowhere.toml")


def test_keys_for_cards_come_from_the_environment_and_are_never_shown(monkeypatch):
    monkeypatch.setenv("SHOWDOWN_SECRET_KEY", "1:hidden")
    settings = load_settings()
    assert settings.secret_key is not None
    assert settings.secret_key.get_secret_value() == "1:hidden"
    assert "hidden" not in repr(settings)
    with pytest.raises(ConfigError) as refused:
        load_settings(port=70_000)
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize("value", ["'1:hidden'", "17"])
def test_a_key_for_cards_does_not_belong_into_a_file_with_settings(tmp_path, value):
    with pytest.raises(ConfigError) as refused:
        from_file(tmp_path, f"secret_key = {value}")
    assert str(refused.value) == (
        f"A key for cards does not belong into {tmp_path / 'server.toml'}; "
        "set SHOWDOWN_SECRET_KEY, or name a key_file."
    )


def test_templates_are_what_players_open_tables_from(tmp_path):
    text = '[[templates]]\nname = "turbo"\nsb = 10\nbb = 20\npace = "quick"\nmost = 5\n'
    settings = from_file(tmp_path, text)
    (turbo,) = settings.templates
    assert (turbo.name, turbo.most, turbo.ruleset().act_time) == ("turbo", 5, 10)
    assert [each.name for each in load_settings().templates] == ["classic", "relaxed", "jackpots"]
    assert from_file(tmp_path, "templates = []\n").templates == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '[[templates]]\nname = "a~1"\nsb = 5\nbb = 10\n',
            "letters, digits, - and _, a template up to 20",
        ),
        ('[[templates]]\nname = "a"\nsb = 50\nbb = 10\n', "Template 'a': "),
        (
            2 * '[[templates]]\nname = "a"\nsb = 5\nbb = 10\n',
            "Template 'a' is there twice; each template needs its own name.",
        ),
        ('[[templates]]\nname = "a"\nsb = 5\nbb = 10\nmost = 0\n', "templates.0.most is 0"),
    ],
)
def test_a_template_that_is_wrong_has_a_sentence(tmp_path, text, sentence):
    with pytest.raises(ConfigError) as error:
        from_file(tmp_path, text)
    assert sentence in str(error.value)


def test_a_private_table_is_the_only_one_where_nothing_is_configured(tmp_path):
    (friends,) = load_settings(private=True).tables
    assert (friends.name, friends.private, friends.bots) == ("friends", True, ())
    main = '[[tables]]\nname = "main"\nsb = 5\nbb = 10\n'
    assert [t.name for t in from_file(tmp_path, main, private=True).tables] == ["main", "friends"]


def test_a_private_table_that_is_configured_is_enough(tmp_path):
    text = '[[tables]]\nname = "friday"\nsb = 5\nbb = 10\nprivate = true\n'
    for private in (True, None):
        (friday,) = from_file(tmp_path, text, private=private).tables
        assert (friday.name, friday.private) == ("friday", True)


@pytest.mark.parametrize("url", ["poker.example", "https://poker.example", "wss://a/#b", "ws://"])
def test_a_public_url_is_that_of_a_websocket(url):
    with pytest.raises(ConfigError, match="Setting public_url is"):
        load_settings(public_url=url)


# Several nodes.

POSTGRES = "database = 'postgresql://anna@db/showdown'\n"
NATS = POSTGRES + "nats = 'nats://one:4222'\n"


def test_a_server_runs_by_itself_unless_it_is_said_where_nats_is(tmp_path):
    assert load_settings().nats == ()
    assert from_file(tmp_path, NATS).nats == ("nats://one:4222",)


def test_nats_is_one_address_or_several_in_a_file_and_in_the_environment(tmp_path, monkeypatch):
    both = ("nats://one:4222", "nats://two:4222")
    assert from_file(tmp_path, f"{POSTGRES}nats = {list(both)}\n").nats == both
    for text in ("nats://one:4222,nats://two:4222", '["nats://one:4222", "nats://two:4222"]'):
        monkeypatch.setenv("SHOWDOWN_NATS", text)
        assert from_file(tmp_path, POSTGRES).nats == both


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nats = 'nats://one:4222'", "Several nodes keep their tables in one PostgreSQL: set"),
        (POSTGRES + "nats = 'http://one'", "Setting nats is wrong: an address of NATS is nats://"),
        (POSTGRES + "nats = 'one:4222'", "Setting nats is wrong: an address of NATS is nats://"),
        (POSTGRES + "nats = ['nats://a', 'tls://b']", "all its addresses are nats://, or all are"),
        (POSTGRES + "nats = '[1]'", "several addresses of NATS are written"),
        (POSTGRES + "nats = 7", "Setting nats is wrong: several addresses of NATS are"),
        (POSTGRES + "nats_user = 'node'", "nats_user says something of NATS, and nats not where"),
        (NATS + "nats_user = 'node'", "Settings nats_user and nats_password_file are used togeth"),
        (NATS + "nats_password_file = 'x'", "Settings nats_user and nats_password_file are used"),
        (NATS + "nats_key = 'x'", "Settings nats_cert and nats_key are used together."),
        (NATS + "node = 'a b'", "Setting node is 'a b', which is wrong"),
        (NATS + "nats_prefix = 'a.b'", "Setting nats_prefix is 'a.b', which is wrong"),
        ("nats_password = 'correct-horse'", "set SHOWDOWN_NATS_PASSWORD, or name a nats_passw"),
        ("database_password = 'correct-horse'", "set SHOWDOWN_DATABASE_PASSWORD, or name a data"),
        (POSTGRES + "nats = 'nats://node:correct-horse@one'", "user and password do not stand in"),
    ],
)
def test_what_is_wrong_with_nodes_is_named_in_one_sentence(tmp_path, text, sentence):
    with pytest.raises(ConfigError) as refused:
        from_file(tmp_path, text)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "correct-horse" not in str(refused.value)


def test_the_password_of_a_database_stands_beside_its_address_or_in_a_file(tmp_path, monkeypatch):
    with_password = PostgresAddress("postgresql://anna:a%2Fb@db/showdown")
    (tmp_path / "secret").write_text("a/b\n")
    named = POSTGRES + f"database_password_file = '{tmp_path / 'secret'}'\n"
    assert from_file(tmp_path, named).database == with_password
    monkeypatch.setenv("SHOWDOWN_DATABASE_PASSWORD", "a/b")
    settings = from_file(tmp_path, POSTGRES)
    assert settings.database == with_password
    assert "a/b" not in repr(settings)
    with pytest.raises(ConfigError, match="database_password and database_password_file are both"):
        from_file(tmp_path, named)
    with pytest.raises(ConfigError, match="A database in a file has no password: leave it out"):
        load_settings()
    with pytest.raises(ConfigError, match="has to name the user whose password is given beside"):
        load_settings(database="postgresql://db/showdown")
