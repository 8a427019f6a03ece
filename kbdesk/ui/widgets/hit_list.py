"""The list of hits."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget
from typing_extensions import override

from kbdesk.library.types import Hit
from kbdesk.ui.models.hits import HIT_ROLE, HitsModel
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.hit_delegate import HitDelegate


class HitList(QListView):
    """Hits, best first; Enter and a double click open one, Ctrl+C copies its text.

    Signals:
        opened: A hit was opened (`Hit`).
        left_upwards: Up was pressed on the first row.
    """

    opened = Signal(Hit)
    left_upwards = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("HitList", "Passages found"))
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        hits = HitsModel(self)
        delegate = HitDelegate(theme, self)
        hits.modelReset.connect(delegate.forget)
        self.setModel(hits)
        self.setItemDelegate(delegate)
        self.doubleClicked.connect(self._open)
        self.hits = hits

    def enter(self) -> None:
        """Take the focus, with a row chosen."""
        if self.hits.rowCount():
            if not self.currentIndex().isValid():
                self.setCurrentIndex(self.hits.index(0))
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(index.data(HIT_ROLE))

    def _copy(self, index: QModelIndex) -> None:
        if index.isValid():
            hit: Hit = index.data(HIT_ROLE)
            QGuiApplication.clipboard().setText(hit.chunk.text)
