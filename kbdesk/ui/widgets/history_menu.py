"""Earlier searches, those with a name first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from kbdesk.library.search.searches import SavedSearch
from kbdesk.library.search.types import Request
from kbdesk.ui.models.search_words import request_words
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

_WIDEST = 330
"""Points of an item's words; the whole stands in its tooltip."""


class HistoryMenu(QMenu):
    """A menu of searches.

    Signals:
        chosen: This search (`Request`) is to be asked again.
        forget_requested: The saved search of this id is to be forgotten.
        clear_requested: The searches without a name are to be forgotten.
    """

    chosen = Signal(Request)
    forget_requested = Signal(str)
    clear_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setToolTipsVisible(True)

    def show_searches(self, saved: Sequence[SavedSearch], recent: Sequence[Request]) -> None:
        """Hold these searches."""
        for old in self.findChildren(QMenu):
            old.deleteLater()
        self.clear()
        for search in saved:
            action = self._add(search.name, request_words(search.request), search.request)
            action.setIcon(self._theme.icon("bookmark"))
        self.addSeparator()
        for request in recent:
            self._add(request_words(request), request_words(request), request)
        if not (saved or recent):
            self.addAction(translate("History", "No search is remembered yet")).setEnabled(False)
        self.addSeparator()
        self._add_removals(saved, has_recent=bool(recent))

    def _add(self, words: str, whole: str, request: Request) -> QAction:
        elided = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, _WIDEST)
        action = self.addAction(elided.replace("&", "&&"), partial(self.chosen.emit, request))
        action.setToolTip(whole)
        return action

    def _add_removals(self, saved: Sequence[SavedSearch], *, has_recent: bool) -> None:
        if saved:
            menu = self.addMenu(translate("History", "&Remove a saved search"))
            for search in saved:
                menu.addAction(search.name.replace("&", "&&"), partial(self.forget_requested.emit, search.id))
        if has_recent:
            self.addAction(translate("History", "&Forget the last searches"), self.clear_requested.emit)
