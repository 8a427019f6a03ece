"""A button that shows only documents with a tag."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

_LONGEST_SHOWN = 110
"""Points of a tag on the button; the whole stands in its tooltip."""


class TagFilter(QToolButton):
    """Says which tag is chosen, and in its menu how many documents have which; there only while there are tags.

    Signals:
        changed: Another tag was chosen: see `tag`.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tag = ""
        self._counts: Sequence[tuple[str, int]] = ()
        self.setIcon(theme.icon("tag"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.popup = QMenu(self)
        self._group = QActionGroup(self.popup)
        self.clicked.connect(self._open)
        self._follow()

    def choose(self, tag: str) -> None:
        """Show only documents with this tag, or all if it is ""."""
        if tag != self.tag:
            self.tag = tag
            self._follow()
            self.changed.emit()

    def show_counts(self, counts: Sequence[tuple[str, int]]) -> None:
        """Take which tags there are, and how many documents have each."""
        if counts != self._counts:
            self._counts = counts
            self._follow()

    def _open(self) -> None:
        self.popup.popup(self.mapToGlobal(self.rect().bottomLeft()))  # a menu set to a button runs a loop of its own

    def _follow(self) -> None:
        for action in self._group.actions():
            self._group.removeAction(action)
            action.deleteLater()
        self.popup.clear()
        self._add("", translate("Documents", "All documents"))
        sentence = translate("Facts", "{tag}: {count}")
        for tag, count in self._counts:
            self._add(tag, sentence.format(tag=tag, count=count).replace("&", "&&"))
        self._say()
        self.setVisible(bool(self._counts or self.tag))

    def _add(self, tag: str, words: str) -> None:
        action = QAction(words, self.popup)
        action.setCheckable(True)
        action.setChecked(tag == self.tag)
        action.triggered.connect(partial(self.choose, tag))
        self._group.addAction(action)
        self.popup.addAction(action)

    def _say(self) -> None:
        name = translate("Facts", "Show only documents with a tag")
        elided = self.fontMetrics().elidedText(self.tag, Qt.TextElideMode.ElideRight, _LONGEST_SHOWN)
        self.setText(elided.replace("&", "&&"))
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if self.tag else style.ToolButtonIconOnly)
        self.setToolTip(self.tag or name)
        self.setAccessibleName(translate("Documents", "Only: {words}").format(words=self.tag) if self.tag else name)
