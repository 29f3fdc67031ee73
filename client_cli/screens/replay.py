"""
The replay viewer: a hand step by step, from a server or a file.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import overload

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key, Resize
from textual.timer import Timer

from client_cli.desk.reel import Reel
from client_cli.errors import UsageError
from client_cli.exporting import export
from client_cli.html.frames import Film, film
from client_cli.presenter import Figures
from client_cli.presenter.refusing import told
from client_cli.presenter.words import around
from client_cli.screens.exporting import Exporting
from client_cli.spellings import as_latin
from client_cli.story import Hand, Story, story_of
from client_cli.widgets.lines import Lines
from client_cli.widgets.page import Hint, Page
from client_cli.widgets.rows import Piece, Row, cut
from client_cli.widgets.scene import Scene
from client_cli.widgets.told import Told
from showdown.errors import ShowdownError

WIDE = 130
"""From so many columns on what was told stands beside the table."""


class ReplayPage(Page):
    """Hands to be watched again."""

    DEFAULT_CSS = """
    ReplayPage { layout: vertical; }
    ReplayPage #middle { layout: vertical; height: 1fr; }
    ReplayPage #scene { height: auto; min-height: 2; }
    ReplayPage #told { height: 1fr; margin: 1 0 0 0; }
    ReplayPage.wide #middle { layout: horizontal; }
    ReplayPage.wide #scene { width: 72; height: 1fr; }
    ReplayPage.wide #told { width: 1fr; height: 1fr; margin: 0 0 0 2; }
    ReplayPage #title { height: 3; }
    ReplayPage #where { height: 2; }
    """

    def __init__(self, hands: Sequence[Hand], figures: Figures, folder: Path | None = None) -> None:
        """
        Begin with the first hand; what is exported goes into the folder, or where we are.

        Raises:
            CorruptHistory: there is no hand in the first one.
        """
        super().__init__(id=f"replay-{hands[0].hand}")
        self.hands = hands
        self.figures = figures
        self.folder = folder or Path()
        self.reel = Reel(_Stories(hands, ascii=figures.ascii))
        self._films: dict[int, Film] = {}
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Which hand, the table, what was told, and where we are."""
        yield Lines(id="title")
        with Container(id="middle"):
            yield Scene(self.figures)
            yield Told()
        yield Lines(id="where")

    @property
    def title(self) -> str:
        """What its tab is called."""
        return around.REPLAY.format(hand=self.hands[self.reel.number].hand)

    @property
    def hints(self) -> tuple[Hint, ...]:
        """Every way through the hand."""
        playing = self.reel.playing
        several = (Hint("n", str(around.KEY_HAND), "n p"),) if len(self.hands) > 1 else ()
        return (
            Hint("right", str(around.KEY_STEP), "← →"),
            Hint("down", str(around.KEY_DECISION), "↑ ↓"),
            Hint("d", str(around.KEY_PART), "d D"),
            Hint("space", str(around.KEY_PAUSE if playing else around.KEY_PLAY)),
            Hint("x", str(around.KEY_EXPORT)),
            Hint("escape", str(around.KEY_CLOSE)),
            Hint("plus", str(around.KEY_SPEED), "+ -"),
            *several,
            Hint("end", str(around.KEY_ENDS), "Home End"),
        )

    def shown(self) -> None:
        """Draw the place where it was left."""
        self.draw()

    def on_resize(self, event: Resize) -> None:
        """Use the room there is."""
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.draw)

    def on_unmount(self) -> None:
        """Play no more."""
        self._stop()

    # Drawing.

    @property
    def _film(self) -> Film:
        number = self.reel.number
        if number not in self._films:
            self._films = {number: film(self.reel.story)}
        return self._films[number]

    def draw(self) -> None:
        """Show the place where we are."""
        if not self.is_mounted:
            return
        shown, place, width = self._film, self.reel.place, self.size.width
        scene = self.query_one(Scene)
        seats, room = len(shown.players), self.size.height
        scene.styles.min_height = 2 * seats if room >= 2 * seats + 14 else seats
        scene.show(shown, place)
        self.query_one("#title", Lines).show(*self._heading(shown, width))
        self.query_one(Told).show(list(self.reel.lines), self._last, self._empty)
        self.query_one("#where", Lines).show((), self._where(width))
        self.changed()

    @property
    def _last(self) -> int:
        """How many of the lines the last step told."""
        return len(self.reel.step.lines) if self.reel.step is not None else 0

    @property
    def _empty(self) -> str:
        return str(around.REPLAY_START)

    def _heading(self, shown: Film, width: int) -> tuple[Row, ...]:
        frame = shown.frames[self.reel.place - 1] if self.reel.place else None
        title = (Piece(cut(self.reel.story.title, width), "bold"),)
        if frame is None:
            return (title,)
        return (title, (Piece(frame.moment), Piece("   "), Piece("   ".join(frame.pots), "chips")))

    def _where(self, width: int) -> Row:
        reel = self.reel
        parts = [around.REPLAY_PLACE.format(place=reel.place, most=reel.length)]
        if len(self.hands) > 1:
            parts.append(around.REPLAY_HANDS.format(place=reel.number + 1, most=len(self.hands)))
        if reel.playing:
            parts.append(str(around.REPLAY_PLAYING))
        parts.append(around.REPLAY_SPEED.format(speed=f"{reel.speed:g}"))
        text = "   ".join(parts)
        room = max(0, width - cell_len(text) - 3)
        full = room * reel.place // max(1, reel.length)
        done, left = ("#", "-") if self.figures.ascii else ("━", "─")
        return (
            Piece(f"{text}   "),
            Piece(done * full, "you"),
            Piece(left * (room - full), "quiet"),
        )

    # Keys.

    def on_key(self, event: Key) -> None:
        """Go where a key leads."""
        key = as_latin(event.key)
        go = _WAYS.get(key)
        if go is not None:
            self._pause()
            go(self.reel)
        elif key == "space":
            self.play()
        elif key in ("plus", "minus", "equals_sign"):
            self._change_speed(faster=key != "minus")
        elif key == "x":
            self._pause()
            self.run_worker(self._export(), group="export")
        elif key in ("escape", "q"):
            self.done()
        else:
            return
        event.stop()
        self.draw()

    def play(self) -> None:
        """Play on, or pause."""
        self.reel.play()
        self._follow_speed()

    def _change_speed(self, *, faster: bool) -> None:
        (self.reel.faster if faster else self.reel.slower)()
        self._follow_speed()

    def _pause(self) -> None:
        self.reel.playing = False
        self._stop()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _follow_speed(self) -> None:
        self._stop()
        if self.reel.playing:
            self._timer = self.set_interval(1 / self.reel.speed, self.tick)

    def tick(self) -> None:
        """One step of playing."""
        self.reel.tick()
        if not self.reel.playing:
            self._stop()
        self.draw()

    async def _export(self) -> None:
        format: str | None = await self.app.push_screen_wait(Exporting())
        if format is None:
            return
        try:
            done = export(self.hands[self.reel.number], format, self.folder)
        except (ShowdownError, UsageError) as error:
            self.notify(told(error), markup=False, timeout=10)
            return
        lines = [around.EXPORTED.format(path=done.path), *done.left_out]
        self.notify("\n".join(lines), markup=False, timeout=10)


class _Stories(Sequence[Story]):
    """The stories of hands, each told when it is wanted: there may be thousands."""

    def __init__(self, hands: Sequence[Hand], *, ascii: bool) -> None:
        self._hands, self._ascii = hands, ascii
        self._told = (0, story_of(hands[0], ascii=ascii))

    def __len__(self) -> int:
        return len(self._hands)

    @overload
    def __getitem__(self, number: int) -> Story: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Story]: ...
    def __getitem__(self, number: int | slice) -> Story | Sequence[Story]:
        if isinstance(number, slice):
            return [self[each] for each in range(len(self))[number]]
        if self._told[0] != number:
            self._told = (number, story_of(self._hands[number], ascii=self._ascii))
        return self._told[1]


_WAYS: dict[str, Callable[[Reel], object]] = {
    "right": Reel.forward,
    "enter": Reel.forward,
    "left": Reel.back,
    "b": Reel.back,
    "down": Reel.to_next_decision,
    "c": Reel.to_next_decision,
    "up": Reel.to_last_decision,
    "d": Reel.to_next_part,
    "pagedown": Reel.to_next_part,
    "D": Reel.to_last_part,
    "pageup": Reel.to_last_part,
    "home": Reel.to_start,
    "a": Reel.to_start,
    "end": Reel.to_end,
    "e": Reel.to_end,
    "n": Reel.next_hand,
    "p": Reel.last_hand,
}
"""The letters are those of line mode."""
