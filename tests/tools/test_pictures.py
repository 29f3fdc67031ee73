"""The pictures of the README can be drawn anew, and ask for nothing from anywhere."""

import re
from pathlib import Path
from xml.etree import ElementTree

from tools.pictures import FOLDER, take_pictures

NAMES = {"lobby", "table", "draw", "showdown", "replay"}
LARGEST = 80_000
HOME = Path(__file__).parents[2]


async def test_the_script_draws_every_picture_that_the_pages_show(tmp_path):
    await take_pictures(tmp_path)
    drawn = {path.stem: path.read_text("utf-8") for path in tmp_path.glob("*.svg")}
    assert drawn.keys() == NAMES
    for svg in drawn.values():
        ElementTree.fromstring(svg)
        assert len(svg) < LARGEST
        assert re.findall(r"https?://(?!www\.w3\.org)", svg) == []
        assert "url(#" in svg or "url(" not in svg
    assert "three&#160;of&#160;a&#160;kind" in drawn["showdown"]
    pages = "".join((HOME / page).read_text("utf-8") for page in ("README.md", "docs/replay.md"))
    assert set(re.findall(r"pictures/(\w+)\.svg", pages)) == NAMES
    assert {path.stem for path in FOLDER.glob("*.svg")} == NAMES
