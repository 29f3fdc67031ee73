"""Pages: what they look like does not hang on who has the keys."""

import pytest
from textual.widgets import Input

from client_cli.screens.lobby import LobbyPage
from client_cli.screens.table import TablePage
from client_cli.widgets.page import Page
from tests.client_cli.full_screen import playing


@pytest.mark.parametrize("kind", [Page, LobbyPage, TablePage])
async def test_no_style_asks_whether_a_page_has_the_keys(tmp_path, kind):
    async with playing(tmp_path, deals=0) as played:
        await played.shows("blue")
        asked = set(_names_with_focus(played.app))
    assert Input.__name__ in asked
    assert asked.isdisjoint({each.__name__ for each in kind.__mro__} | {"", "*"})


def _names_with_focus(app):
    """What the style sheet says of those that have the keys, or have them not, or have them in."""
    for rule in app.stylesheet.rules:
        for choice in rule.selector_set:
            for selector in choice.selectors:
                if selector.pseudo_classes & {"focus", "blur", "focus-within"}:
                    yield selector.name
