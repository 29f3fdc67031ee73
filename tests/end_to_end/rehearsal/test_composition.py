"""
The composition is rehearsed: its services run here, as it says, and people play through its proxy.
"""

import asyncio
import json
import re
import socket
from contextlib import asynccontextmanager

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.cluster.placement import owner_of
from server.cluster.ports import NodeId
from showdown.bots import Bot
from showdown.rules.ruleset import TableId
from showdown.sdk import play
from tests.end_to_end.rehearsal.stage import NODES, ROOT, SECRETS, get, stage
from tests.plain_yaml import read_yaml
from tests.promql import labels_of, metrics_of

PAGE = (ROOT / "docs" / "operations.md").read_text("utf-8")
TABLE = TableId("quick")
ALARMS = "/etc/prometheus/alarms.yml"
OF_PROMETHEUS = {"up"}
"""What it says of each target by itself."""
LABELS_OF_PROMETHEUS = {"job", "instance"}


@pytest.fixture(scope="module")
def composition(tmp_path_factory, postgres):
    with stage(tmp_path_factory.mktemp("composition"), postgres) as running:
        yield running


def test_every_service_says_that_it_is_well(composition):
    for name, service in composition.services.items():
        if "healthcheck" in service:
            assert composition.is_healthy(name)
    for node in NODES:
        assert composition.readyz(node) == (200, "ready\n")


# ---- the table -----------------------------------------------------------------------------------


class Steady(Bot):
    """Calls and stands pat, and says how often a hand was over."""

    def __init__(self):
        self.played, self._over = 0, asyncio.Event()

    async def decide(self, view):
        return view.stand_pat() if view.is_draw else view.check_or_call()

    async def on_hand(self, hand):
        self.played += 1
        self._over.set()

    async def plays_on(self):
        """Wait for the end of one hand more."""
        before = self.played
        while self.played == before:
            self._over.clear()
            await self._over.wait()


def once():
    """One try to connect again, and no other."""
    yield 0.0


@pytest.fixture
def trust(composition, monkeypatch):
    """Clients trust the certificate of the proxy."""
    monkeypatch.setenv("SSL_CERT_FILE", str(composition.trusted))


@asynccontextmanager
async def players(composition, *names):
    """Clients who play at a table, and give up as soon as they cannot come back."""
    bots = [Steady() for _ in names]
    async with asyncio.TaskGroup() as group:
        playing = [
            group.create_task(play(bot, composition.url, name=name, table=TABLE, delays=once))
            for bot, name in zip(bots, names, strict=True)
        ]
        await _all_play_on(bots)
        yield bots
        for task in playing:
            task.cancel()


async def _all_play_on(bots):
    await asyncio.gather(*(bot.plays_on() for bot in bots))


async def test_a_hand_is_played_through_the_proxy(composition, trust):
    async with players(composition, "Anna", "Boris") as bots:
        assert all(bot.played for bot in bots)
    for node in NODES:
        assert "the bus does not let this node do that" not in composition.log(node)


async def test_the_node_that_runs_a_table_is_stopped_and_started_and_nobody_is_refused(
    composition, trust, caplog
):
    caplog.set_level("INFO", logger="showdown.sdk")
    runs_it = owner_of(TABLE, [NodeId(node) for node in NODES])
    # The proxy sends them where the fewest are: of three, some are at each node.
    async with players(composition, "Clara", "Denis", "Emma") as bots:
        assert await asyncio.to_thread(composition.stop, runs_it) == 0
        await _all_play_on(bots)
        composition.start(runs_it)
        await asyncio.to_thread(composition.ready, runs_it)
        await _all_play_on(bots)
    assert "The server is restarting." in caplog.messages
    assert not [said for said in caplog.messages if "refused" in said or "again yet" in said]
    for node in NODES:
        log = composition.log(node)
        assert "Traceback" not in log
        assert "hand given up" not in log
        assert not [secret for secret in SECRETS.values() if secret in log]


# ---- the backup ----------------------------------------------------------------------------------


def test_the_drill_of_the_backup_runs_as_the_page_says_it(composition, tmp_path):
    backups = PAGE.split("\n## Backups\n")[1].split("\n## ")[0]
    (dump,) = re.findall(r"- `(pg_dump .*?)`", backups)
    (drill,) = re.findall(r"```\n(.*?)```", backups, re.DOTALL)
    for line in (dump, *drill.splitlines()):
        code, said = composition.operate(line, tmp_path)
        assert code == 0, (line, said)
        if "audit" in line:
            assert said.endswith("Everything holds.\n")
    assert composition.postgres.sql("SELECT 1 FROM pg_database WHERE datname = 'drill'") == []


# ---- the bus -------------------------------------------------------------------------------------


class OnTheBus:
    """Somebody at the bus, who speaks its protocol by himself: what is refused comes in order."""

    def __init__(self, composition, **who):
        place = ("127.0.0.1", composition.ports["bus:4222"])
        self._line = socket.create_connection(place)
        self._bus = self._line.makefile("rwb")
        self.info = json.loads(self._bus.readline().removeprefix(b"INFO "))
        self._say(f"CONNECT {json.dumps({'verbose': False, **who})}")
        self.heard, self.forbidden = [], []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._bus.close()
        self._line.close()

    def _say(self, *lines):
        self._bus.write("".join(f"{line}\r\n" for line in lines).encode())

    def listen(self, *subjects):
        self._say(*(f"SUB {subject} {number}" for number, subject in enumerate(subjects)))
        self.settle()

    def say(self, *subjects):
        self._say(*(f"PUB {subject} 0\r\n" for subject in subjects))
        self.settle()

    def settle(self):
        """Wait for all that the bus has said by now; its last words, if it hangs up."""
        self._say("PING")
        self._bus.flush()
        while (line := self._bus.readline().decode().strip()) != "PONG":
            if line.startswith("-ERR"):
                self.forbidden.append(line)
            elif line.startswith("MSG"):
                self.heard.append(line.split()[1])
            elif not line and not self._bus.peek(1):
                return


NODE = {"user": "node", "pass": SECRETS["NATS_PASSWORD"]}
OPERATOR = {"user": "operator", "pass": SECRETS["NATS_OPERATOR_PASSWORD"]}


@pytest.mark.parametrize(
    "who",
    [
        {},
        {"user": "node"},
        NODE | {"pass": "12000"},
        NODE | {"user": "operator"},
        {"user": "nobody", "pass": ""},
    ],
)
def test_nobody_comes_to_the_bus_without_its_password(composition, who):
    with OnTheBus(composition, **who) as somebody:
        assert somebody.info["auth_required"]
        somebody.settle()
        assert somebody.forbidden == ["-ERR 'Authorization Violation'"]


def test_who_is_no_node_hears_nothing_that_nodes_say_and_cannot_say_anything(composition):
    with OnTheBus(composition, **OPERATOR) as operator, OnTheBus(composition, **NODE) as node:
        private = ("showdown.>", "showdown.nodes", "$KV.showdown-nodes.>", "$JS.API.>", ">")
        said = ("showdown.node.rehearsal", "$KV.showdown-nodes.node-1", "$JS.API.STREAM.NAMES")
        operator.listen(*private)
        node.listen("showdown.node.rehearsal")
        operator.say(*said)
        node.say("showdown.node.rehearsal")
        operator.settle()
    assert len(operator.forbidden) == len(private) + len(said)
    assert all("Permissions Violation" in each for each in operator.forbidden)
    assert operator.heard == []
    assert node.heard == ["showdown.node.rehearsal"]


def test_a_node_has_the_leases_and_nothing_else_of_the_bus(composition):
    with OnTheBus(composition, **NODE) as node:
        node.listen(">", "$SYS.>")
        node.say("$JS.API.STREAM.CREATE.other", "$JS.API.STREAM.DELETE.KV_showdown-nodes")
        node.say("$KV.other.a", "$SYS.REQ.SERVER.PING")
    assert len(node.forbidden) == 6
    assert node.heard == []


# ---- what Prometheus sees ------------------------------------------------------------------------


@pytest.fixture
def series(composition):
    """All that Prometheus would know: each metric, and the labels that its series have."""
    known: dict[str, set[str]] = {}
    config = read_yaml(composition.file("metrics", "/etc/prometheus/prometheus.yml"))
    for job in config["scrape_configs"]:
        for target in job["static_configs"][0]["targets"]:
            status, page = get(f"http://{target}/metrics")
            assert status == 200, target
            for family in text_string_to_metric_families(page):
                names = {family.name, *(sample.name for sample in family.samples)}
                names |= {f"{family.name}_total"} if family.type == "counter" else set()
                for name in names:
                    known.setdefault(name, set())
                for sample in family.samples:
                    known[sample.name] |= set(sample.labels)
    return known


def test_every_target_has_metrics_and_every_alarm_names_some_of_them(composition, series):
    config = read_yaml(composition.file("metrics", "/etc/prometheus/prometheus.yml"))
    targets = {
        target for job in config["scrape_configs"] for target in job["static_configs"][0]["targets"]
    }
    assert len(targets) == len(NODES) + 1
    assert "scrape_interval" in config["global"]
    for alarm in alarms_of(composition):
        asked = metrics_of(alarm["expr"]) - OF_PROMETHEUS
        assert asked <= set(series), alarm["alert"]
        assert asked or metrics_of(alarm["expr"])
        for metric, label in labels_of(alarm["expr"]):
            has = series.get(metric) or {label}
            assert label in has | LABELS_OF_PROMETHEUS, alarm["alert"]


def alarms_of(composition):
    rules = read_yaml(composition.file("metrics", ALARMS))
    return [rule for group in rules["groups"] for rule in group["rules"]]
