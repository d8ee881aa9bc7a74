"""Page: a text laid over the table - a rule, the whole map, the last page of a game. Any key puts it away."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from .maps import bring_in_sight

_SCROLL = ("up", "down", "left", "right", "pageup", "pagedown", "home", "end")


class Page(ModalScreen[None]):
    """One page. Its text is broken to the width already; what is wider, such as a map, can be moved about."""

    CSS = """
    Page { align: center middle; }
    #page { width: auto; max-width: 96%; height: auto; max-height: 92%; border: round $primary; padding: 0 2; }
    #page { background: $surface; overflow: auto auto; }
    #page Static { width: auto; }
    Page.ascii #page { border: ascii $primary; scrollbar-size: 0 0; }
    """

    def __init__(self, text: str, *, note: str = "", mark: str = "", from_end: bool = False) -> None:
        super().__init__()
        self.text = text
        self._note = note or "any key puts this away"
        self._mark = mark  # a sign in the text that should be in sight
        self._from_end = from_end
        self._gone = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Static(self.text, markup=False)

    def on_mount(self) -> None:
        page = self.query_one("#page", VerticalScroll)
        page.border_subtitle = self._note
        self.call_after_refresh(self._say_more)
        self.set_class(any(screen.has_class("ascii") for screen in self.app.screen_stack), "ascii")  # as what it lies over
        if self._from_end:
            self.call_after_refresh(page.scroll_end, animate=False)
        elif self._mark:
            self.call_after_refresh(bring_in_sight, page, self.text, self._mark)

    @property
    def _more(self) -> bool:
        """Whether there is more of it than can be seen."""
        page = self.query_one("#page", VerticalScroll)
        return bool(page.max_scroll_y or page.max_scroll_x)

    def _say_more(self) -> None:
        """How the rest of it is seen."""
        if self._more:
            page = self.query_one("#page", VerticalScroll)
            page.border_subtitle = f"there is more: arrows, Page Down; {self._note.replace('any', 'any other')}"

    def on_key(self, event: Any) -> None:
        if event.key not in _SCROLL or not self._more:
            event.stop()
            self._put_away()

    def on_click(self) -> None:
        self._put_away()

    def _put_away(self) -> None:
        """Once only: keys may come faster than the page goes."""
        if not self._gone:
            self._gone = True
            self.dismiss()
