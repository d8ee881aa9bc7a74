"""The full-screen app: the title, and whatever lies over it - a new game, a table, a replay, the settings."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import Any, ClassVar

import msgspec
from rich.text import Text
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from .. import new_seed
from ..engine import UndercroftError
from ..games import find
from ..store import Keeper, Store
from .form import NewGame, Preferences
from .look import Look
from .opening import Wish, learn
from .replay import Replay
from .seating import Playing, entered
from .table import TableSight
from .title import Games, Title
from .trouble import told
from .worlds import WorldList

_LEAST = (20, 4)  # columns and rows

CSS = """
Screen { layers: base; }
ToastRack { dock: top; align: right top; margin-top: 1; }  /* over the story, never over a question */
#map, #sheet, #beside, #log, #decision, #stage, #scene { border-title-color: $text; border-subtitle-color: $text; }
#status { height: auto; max-height: 3; padding: 0 1; text-style: bold; }
#top { height: 1fr; min-height: 4; }
#map { width: 3fr; border: round $secondary; overflow: auto auto; }
#map:focus { border: round $warning; }
#map Static { width: auto; }
#sheet { width: 1fr; border: round $secondary; }
#beside { width: 1fr; border: round $secondary; }
#scene { width: 60%; height: 100%; border: heavy $primary; padding: 0 1; }
#stage { height: auto; border: heavy $primary; padding: 0 1; }
#strip { height: auto; max-height: 3; padding: 0 2; color: $warning; }
#bottom { height: 12; }
#decision { width: 3fr; border: round $primary; }
#log { width: 2fr; border: round $secondary; }
#question, #coach { padding: 0 1; height: auto; }
#coach { color: $success; }
#hint { padding: 0 1; height: 1; color: $text-muted; }
OptionList { border: none; height: auto; max-height: 1fr; padding: 0 1; background: $background; }
OptionList > .option-list--option-highlighted { text-style: bold reverse; }
#line { height: 1; }
TableSight #beside { display: none; }
TableSight.low #sheet, TableSight.low #log { display: none; }
TableSight.low #beside, TableSight.broad #beside { display: block; }
TableSight.broad #log { display: none; }
Screen.narrow #top { layout: vertical; }
Screen.narrow #map, Screen.narrow #scene, Screen.narrow #beside { width: 100%; height: 1fr; }
Screen.ascii #map, Screen.ascii #sheet, Screen.ascii #log, Screen.ascii #beside { border: ascii $secondary; }
Screen.ascii #stage, Screen.ascii #scene, Screen.ascii #decision { border: ascii $primary; }
TableSight.tiny #status, TableSight.tiny #top, TableSight.tiny #strip { display: none; }
TableSight.low #map { scrollbar-size: 0 0; }
Screen.ascii VerticalScroll, Screen.ascii OptionList { scrollbar-size: 0 0; }
#heading { height: auto; padding: 0 1; text-style: bold; }
#wanted { height: 1; margin: 0 1; }
#found { height: 1fr; padding: 0 1; }
#count, #about, #next { height: auto; max-height: 4; padding: 0 1; }
#next { text-style: bold; }
#choosing { height: 1fr; }
#choosing #rows { width: 3fr; max-height: 100%; }
#choosing #beside { width: 2fr; border: none; padding: 0 1; height: 100%; }
Choosing.narrow #beside { display: none; }
Form #rows { height: 1fr; }
Replay #beside { display: block; }
"""


def _large(size: Size) -> Size:
    return Size(max(_LEAST[0], size.width), max(_LEAST[1], size.height))


class UndercroftApp(App[None]):
    """Everything a terminal shows. Without a match it opens the title."""

    CSS = CSS
    TITLE = "Undercroft"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, store: Store | None, look: Look, playing: Playing | None = None, *, replay: int | None = None) -> None:
        """`replay`: look at the match again from that answer on, instead of playing it."""
        self.colours = look.colours
        if self.colours == "none":
            os.environ["NO_COLOR"] = "1"
        super().__init__(ansi_color=self.colours == "16")
        self.store = store
        self.look = look
        self.playing = playing  # the match that was played last
        self._replay = replay

    def on_mount(self) -> None:
        if self.colours == "16":
            self.theme = "ansi-dark" if "ansi-dark" in self.available_themes else "textual-ansi"
        if not self.look.motion:
            self.animation_level = "none"
        for name in ("SIGTERM", "SIGHUP", "SIGQUIT"):  # whoever ends the program gets the terminal back as it was
            if hasattr(signal, name):
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.exit)
        if self.playing is not None and self._replay is not None and isinstance(self.playing, Keeper):
            self.replay(self.playing, self._replay)
        elif self.playing is not None:
            self.sit_down(self.playing)
        elif self.store is not None:
            self.push_screen(Title(self.store, self.look, self.go))

    @property
    def size(self) -> Size:
        """The window; one that is next to nothing is taken for a little larger, for nothing can be wrapped in it."""
        return _large(super().size)

    def post_message(self, message: Message) -> bool:
        """As any app; see `size`."""
        if isinstance(message, events.Resize):
            message = events.Resize(_large(message.size), _large(message.virtual_size))
        return super().post_message(message)

    @property
    def at_title(self) -> bool:
        """Whether a title lies under everything."""
        return any(isinstance(screen, Title) for screen in self.screen_stack)

    def _leave(self) -> None:
        """Back to the title, or out where there is none."""
        if not self.at_title:
            self.exit()

    def _fatal_error(self) -> None:
        """A bug of ours: the terminal is given back, and it is said in a sentence where the traceback is."""
        self.panic(Text(told(self._exception or RuntimeError("nobody knows what"))))

    # Where the title leads.

    def go(self, where: str, what: str) -> None:
        """What was taken at the title."""
        assert self.store is not None
        if where == "continue":
            self._open(what)
        elif where == "game":
            self.push_screen(NewGame(find(what), self.look), lambda wish: self._begin(what, wish))
        elif where == "worlds":
            self.push_screen(WorldList(self.store, self.look, self._try))
        elif where == "games":
            self.push_screen(Games(self.store, self.look), self._kept)
        elif where == "settings":
            self.push_screen(Preferences(self.look), self._looks)
        else:
            self.exit()

    def _try(self, begin: Any) -> None:
        """Sit down at what `begin` gives; what cannot begin is said."""
        try:
            keeper = begin()
        except UndercroftError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        if keeper.notice:
            self.notify(f"{keeper.notice}.", markup=False)
        self.sit_down(keeper)

    def _open(self, id: str) -> None:
        self._try(lambda: Keeper.open(self.store, id))  # type: ignore[arg-type]

    def _begin(self, slug: str, wish: Any) -> None:
        if isinstance(wish, Wish):
            self._try(lambda: wish.begin(self.store))  # type: ignore[arg-type]
        elif wish == "learn":
            self._try(lambda: learn(self.store, find(slug), self.look.name))  # type: ignore[arg-type]

    def _kept(self, taken: tuple[str, str] | None) -> None:
        if taken is None:
            return
        if taken[0] == "resume":
            self._open(taken[1])
            return
        try:
            assert self.store is not None
            self.replay(Keeper.open(self.store, taken[1]), None)
        except UndercroftError as error:
            self.notify(str(error), severity="error", markup=False)

    def _looks(self, look: Look | None) -> None:
        if look is None:
            return
        self.look = look
        for screen in self.screen_stack:
            if isinstance(screen, Title):
                screen.look = look
                screen.set_class(look.ascii_only, "ascii")
                screen.fill()
        if look.colours != self.colours:
            self.notify("Colours change when Undercroft is opened again.", markup=False)

    # Tables and replays.

    def sit_down(self, playing: Playing) -> None:
        """Play a match; when it is over, another one if that is wanted."""
        self.playing = playing

        def left(again: bool | None) -> None:
            if again and isinstance(playing, Keeper) and not entered(playing):
                opening = playing.record.opening
                fresh = msgspec.structs.replace(opening, seed=new_seed(), bring=playing.store.remembered(opening.game))
                self._try(lambda: Keeper.create(playing.store, fresh, bots=playing.record.bots))
            else:
                self._leave()

        self.push_screen(TableSight(playing, self.look), left)

    def replay(self, keeper: Keeper, at: int | None) -> None:
        """Look at a match again; play on from where it is left, if that is wanted."""
        self.playing = keeper

        def left(count: int | None) -> None:
            if count is None:
                self._leave()
            else:
                self._try(lambda: keeper.fork(count))

        self.push_screen(Replay(keeper, self.look, at), left)
