"""What an operator reads of a real server while people play."""

import asyncio
import re
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

from tests.end_to_end.scripted import ScriptedPlayer
from tests.end_to_end.server_process import running

CONFIG = """
metrics_port = 0
bot_delay = 0
[[tables]]
name = "main"
sb = 5
bb = 10
hand_pause = 0
bots = ["caller", "caller"]
"""


async def test_actions_commits_hands_and_refusals_are_counted_where_the_log_says(tmp_path):
    async with running(tmp_path, CONFIG) as server:
        player = ScriptedPlayer(server.url, "Anna")
        await player.play("main", 2)
        found = re.search(r"port=(\d+).*metrics can be read", "".join(server.log))
        assert found is not None
        with await asyncio.to_thread(
            urllib.request.urlopen, f"http://127.0.0.1:{found[1]}/metrics"
        ) as response:
            text = response.read().decode()
    samples: dict[str | tuple[str, ...], float] = {
        label(sample): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    accepted = sum(is_act(frame) for frame in player.frames)
    assert samples["showdown_action_seconds_count"] == accepted > 0
    assert samples["showdown_commit_seconds_count"] > accepted
    assert samples["showdown_hands_dealt_total"] >= 2
    for code in player.refusals:
        assert samples["showdown_refusals_total", code] > 0
    assert samples["showdown_seats_taken", "house"] == 2


def label(sample):
    return (sample.name, *sample.labels.values()) if sample.labels else sample.name


def is_act(frame):
    """Whether a frame answers an action: what it did stands in the same frame."""
    reply = frame.get("reply")
    mine = {"acted", "discarded"}
    return bool(reply) and any(event.get("type") in mine for event in frame.get("events", ()))
