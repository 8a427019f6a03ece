"""A button that shows only documents with something remarkable about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from kbdesk.library.listing import Remark
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

_WORDS: dict[Remark, Any] = {
    Remark.NOTES: QT_TRANSLATE_NOOP("Documents", "With remarks"),
    Remark.OCR: QT_TRANSLATE_NOOP("Documents", "Read by OCR"),
    Remark.GAPS: QT_TRANSLATE_NOOP("Documents", "Pages without text"),
    Remark.PASSWORD: QT_TRANSLATE_NOOP("Documents", "Needs a password"),
    Remark.FAILED: QT_TRANSLATE_NOOP("Documents", "Failed"),
    Remark.DUE: QT_TRANSLATE_NOOP("Documents", "Due for review"),
}


class RemarkFilter(QToolButton):
    """Says what is chosen, and in its menu how many documents have which remark.

    Signals:
        changed: Something else was chosen: see `remark`.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.remark: Remark | None = None
        self._counts: Mapping[Remark, int] = {}
        self.setIcon(theme.icon("triangle-alert"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.popup = QMenu(self)
        group = QActionGroup(self.popup)
        self.actions_by_remark = {each: self._add(group, each) for each in (None, *Remark)}
        self.clicked.connect(self._open)
        self._follow()

    def choose(self, remark: Remark | None) -> None:
        """Show only documents with this remark, or all."""
        if remark != self.remark:
            self.remark = remark
            self._follow()
            self.changed.emit()

    def show_counts(self, counts: Mapping[Remark, int]) -> None:
        """Take how many documents have which remark."""
        self._counts = counts
        self._follow()

    def _open(self) -> None:
        self.popup.popup(self.mapToGlobal(self.rect().bottomLeft()))  # a menu set to a button runs a loop of its own

    def _add(self, group: QActionGroup, remark: Remark | None) -> QAction:
        action = group.addAction("")
        action.setCheckable(True)
        action.triggered.connect(lambda: self.choose(remark))
        self.popup.addAction(action)
        return action

    def _follow(self) -> None:
        for remark, action in self.actions_by_remark.items():
            action.setChecked(remark == self.remark)
            if remark is None:
                action.setText(translate("Documents", "All documents"))
                continue
            count = self._counts.get(remark, 0)
            sentence = translate("Documents", "{state}: {count}")
            action.setText(sentence.format(state=translate("Documents", _WORDS[remark]), count=count))
            action.setEnabled(count > 0 or remark == self.remark)
        chosen = "" if self.remark is None else translate("Documents", _WORDS[self.remark])
        name = translate("Documents", "Show only documents with remarks")
        self.setText(chosen)
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if chosen else style.ToolButtonIconOnly)
        self.setToolTip(name)
        self.setAccessibleName(translate("Documents", "Only: {words}").format(words=chosen) if chosen else name)
