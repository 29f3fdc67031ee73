"""The full screen from signing in to getting up, at a scripted house."""

from showdown.protocol import messages as msg
from tests.client_cli.full_screen import playing


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
