"""The full screen from signing in to getting up, at a scripted house."""

from showdown.protocol import messages as msg
from showdown.protocol.contributing import DealRefused
from showdown.rules.fairness.record import Proof, View
from showdown.rules.fairness.texts import to_text
from tests.client_cli.full_screen import playing

DIGEST = to_text(bytes(32))
PROOF = Proof(
    version=1, table="blue", hand="7", previous=DIGEST, deck_size=52, lineup=(1, 2),
    contributors=(), root=DIGEST, view=View(),
)  # fmt: skip


async def test_who_plays_sits_down_and_sees_the_table(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        await played.shows("blue", "Ada at ws://")


async def test_quitting_asks_and_gets_up(tmp_path):
    async with playing(tmp_path, deals=0) as played:
        await played.press("ctrl+q")
        await played.shows("Leave and quit?")
        await played.press("y")
        await played.until(lambda: not played.app.is_running)
    assert any(isinstance(request, msg.Leave) for request in played.house.requests)
    assert played.app.farewell == ["You leave blue; your 1000 are back in your account."]


async def test_a_deal_that_was_not_as_promised_stops_the_game_and_is_kept(tmp_path, monkeypatch):
    async def run(_feed):
        raise DealRefused("Card 7 lies under another seal.", PROOF)

    monkeypatch.setattr("client_cli.desk.feed.Feed.run", run)
    async with playing(tmp_path, deals=0) as played:
        await played.shows("Card 7 lies under another seal.", "The evidence is in")
        await played.press("escape")
        await played.until(lambda: not played.app.is_running)
    (evidence,) = (tmp_path / "evidence").glob("*.json")
    assert "under another seal" in evidence.read_text(encoding="utf-8")
    assert str(evidence) in played.app.ended.sentence
