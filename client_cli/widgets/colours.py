"""
Colours by what they are for, on dark and on light, and for those who see red and green alike.

No colour says what the text does not. With NO_COLOR there is none; what is bold or reversed stays.
"""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from rich.style import Style
from textual.app import App
from textual.theme import Theme

from client_cli.settings import Ground, Settings


class Tints(NamedTuple):
    """The colours of a screen."""

    ground: str
    text: str
    quiet: str
    line: str
    felt: str
    accent: str
    """You, and what waits for you."""
    good: str
    bad: str
    warm: str
    card: str
    """Of a card's face."""
    black: str
    red: str
    green: str
    blue: str
    back: str


DARK = Tints(
    ground="#14181d", text="#e3e6e8", quiet="#8b949e", line="#4a5560", felt="#1b2a24",
    accent="#f2c14e", good="#7bc67e", bad="#f2777a", warm="#f0a35e",
    card="#f4f1e8", black="#14181d", red="#c62828", green="#1b7a35", blue="#1f5fbf", back="#5b7fa6",
)  # fmt: skip
LIGHT = Tints(
    ground="#fbfaf5", text="#22272b", quiet="#666e75", line="#b3bac0", felt="#eef3ea",
    accent="#8a5a00", good="#1d6b2b", bad="#b3261e", warm="#9a4d00",
    card="#ffffff", black="#14181d", red="#c62828", green="#1b7a35", blue="#1f5fbf", back="#5b7fa6",
)  # fmt: skip

SAFE_DARK = DARK._replace(good="#56b4e9", bad="#e69f00", warm="#f0e442", red="#a34700")
"""After Okabe and Ito: told apart without red and green."""
SAFE_LIGHT = LIGHT._replace(good="#0060a0", bad="#9a5a00", warm="#6d6200", red="#a34700")

SAFE_SUITS = {"green": "#007a5e", "blue": "#0060a0"}


class Styles:
    """Styles by name, each on the screen's ground."""

    def __init__(self, named: Mapping[str, Style], ground: Style) -> None:
        self._named = {name: ground + style for name, style in named.items()}
        self._ground = ground
        self.ascii = False
        """Whether our own signs are letters and the like, for terminals without others."""

    def __call__(self, name: str) -> Style:
        """The style of this name; the plain one where there is none."""
        return self._named.get(name, self._ground)


def tints_of(settings: Settings, *, dark: bool) -> Tints:
    """The colours that somebody has chosen."""
    if settings.colour_blind:
        return SAFE_DARK if dark else SAFE_LIGHT
    return DARK if dark else LIGHT


NO_COLOURS = {
    name: Style.parse(form)
    for form, names in {
        "bold": "bold you good warm key talk card.chosen card.decides "
        "suit.0.chosen suit.1.chosen suit.2.chosen suit.3.chosen",
        "italic": "note",
        "reverse": "bar bar.key card card.back joker suit.0 suit.1 suit.2 suit.3",
        "bold underline": "bad",
        "bold reverse": "wanted bar.wanted",
        "bold underline reverse": "bar.here",
    }.items()
    for name in names.split()
}
"""With NO_COLOR."""


def styles_of(settings: Settings, *, dark: bool, no_colour: bool = False) -> Styles:
    """All styles that our own widgets know, by name."""
    if no_colour:
        return Styles(NO_COLOURS, Style.null())
    tints = tints_of(settings, dark=dark)
    suits = (tints.black, tints.red, tints.red, tints.black)
    if settings.four_colours:
        green, blue = tints.green, tints.blue
        if settings.colour_blind:
            green, blue = SAFE_SUITS["green"], SAFE_SUITS["blue"]
        suits = (green, blue, tints.red, tints.black)
    named = {
        "quiet": Style(color=tints.quiet),
        "line": Style(color=tints.line),
        "bold": Style(bold=True),
        "you": Style(color=tints.accent, bold=True),
        "wanted": Style(color=tints.ground, bgcolor=tints.accent, bold=True),
        "good": Style(color=tints.good, bold=True),
        "bad": Style(color=tints.bad, bold=True),
        "warm": Style(color=tints.warm, bold=True),
        "chips": Style(color=tints.warm),
        "talk": Style(color=tints.good),
        "note": Style(color=tints.quiet, italic=True),
        "key": Style(color=tints.accent, bold=True),
        "bar": Style(color=tints.text, bgcolor=tints.line),
        "bar.key": Style(color=tints.accent, bgcolor=tints.line, bold=True),
        "bar.wanted": Style(color=tints.ground, bgcolor=tints.accent, bold=True),
        "bar.here": Style(color=tints.ground, bgcolor=tints.text, bold=True),
        "card": Style(color=tints.black, bgcolor=tints.card),
        "card.chosen": Style(color=tints.black, bgcolor=tints.accent, bold=True),
        "card.decides": Style(color=tints.black, bgcolor=tints.accent, bold=True),
        "card.back": Style(color=tints.card, bgcolor=tints.back),
        "joker": Style(color=tints.black, bgcolor=tints.card, bold=True),
    }
    for place, colour in enumerate(suits):
        named[f"suit.{place}"] = Style(color=colour, bgcolor=tints.card, bold=True)
        named[f"suit.{place}.chosen"] = Style(color=colour, bgcolor=tints.accent, bold=True)
    return Styles(named, Style(color=tints.text, bgcolor=tints.ground))


def theme_of(settings: Settings, *, dark: bool) -> Theme:
    """The same colours for Textual's own widgets."""
    tints = tints_of(settings, dark=dark)
    return Theme(
        name=theme_name(settings, dark=dark),
        primary=tints.accent,
        secondary=tints.line,
        accent=tints.accent,
        warning=tints.warm,
        error=tints.bad,
        success=tints.good,
        foreground=tints.text,
        background=tints.ground,
        surface=tints.ground,
        panel=tints.felt,
        dark=dark,
    )


IN_LETTERS = "letters"
"""The class of an application whose terminal has no signs but those of ASCII."""
CSS = f"""
.{IN_LETTERS} ModalScreen > Vertical, .{IN_LETTERS} EntryScreen > Vertical {{
    border: ascii $primary;
}}
"""


def dress(app: App[Any], settings: Settings) -> Styles:
    """Let an application wear the colours of these settings; gives the styles of our own."""
    dark = is_dark(settings, os.environ)
    app.register_theme(theme_of(settings, dark=dark))
    app.theme = theme_name(settings, dark=dark)
    return styles_of(settings, dark=dark, no_colour=app.no_color)


def theme_name(settings: Settings, *, dark: bool) -> str:
    """What the theme of these settings is called."""
    kind = "safe-" if settings.colour_blind else ""
    return f"showdown-{kind}{'dark' if dark else 'light'}"


def is_dark(settings: Settings, environment: Mapping[str, str]) -> bool:
    """
    Whether the screen is to be dark: as it was chosen, else as the terminal says of itself.

    >>> is_dark(Settings(), {"COLORFGBG": "0;15"}), is_dark(Settings(), {})
    (False, True)
    """
    if settings.ground is not Ground.AUTO:
        return settings.ground is Ground.DARK
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return ground not in ("7", "15")
