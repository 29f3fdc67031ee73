"""Of thousands of tables where the same is played each one that is alike has the same ruleset."""

from server.config import load_settings
from server.rulesets import shared
from server.storage.entries import as_json
from server.storage.journal import seating_in
from showdown import Ruleset
from showdown.rules.ruleset import TableId
from showdown.rules.seating import Seating

TABLES = "\n".join(f'[[tables]]\nname = "{name}"\nsb = 3\nbb = 6' for name in ("one", "two"))


def test_tables_of_the_settings_share_a_ruleset(tmp_path):
    file = tmp_path / "server.toml"
    file.write_text(TABLES, encoding="utf-8")
    one, two = load_settings(file).tables
    assert one.ruleset() is two.ruleset()


def test_a_stored_table_shares_the_ruleset_of_the_settings():
    stored = as_json(Seating(ruleset=Ruleset(sb=3, bb=6)))
    assert seating_in(TableId("one"), stored).ruleset is shared(Ruleset(sb=3, bb=6))


def test_what_is_played_otherwise_is_another_ruleset():
    assert shared(Ruleset(sb=3, bb=6)) is not shared(Ruleset(sb=3, bb=6, max_seats=3))
