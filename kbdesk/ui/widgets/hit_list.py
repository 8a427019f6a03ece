"""The list of hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget
from typing_extensions import override

from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.ui.models.hits import HIT_ROLE, ROW_ROLE, HitsModel, Row
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.hit_delegate import HitDelegate

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class HitList(QListView):
    """Hits, best first; Enter and a double click open one.

    Where hits stand under the names of their documents, Left and Right, Enter and a click fold and unfold them.

    Signals:
        opened: A hit was opened (`Hit`).
        left_upwards: Up was pressed on the first row.
        current_changed: Another row is the current one: see `current_hit`.
    """

    opened = Signal(Hit)
    left_upwards = Signal()
    current_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("HitList", "Passages found"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.hits = HitsModel(self)
        self.setModel(self.hits)
        self.setItemDelegate(HitDelegate(self.hits, theme, self))
        self.clicked.connect(self._fold)
        self.doubleClicked.connect(self._open_hit)
        self.selectionModel().currentChanged.connect(self.current_changed)
        self.hits.modelReset.connect(self.current_changed)

    @property
    def current_hit(self) -> Hit | None:
        """The hit that is chosen."""
        return self.currentIndex().data(HIT_ROLE)

    @property
    def current_document(self) -> DocumentInfo | None:
        """The document of the hit that is chosen, or that the row names which is chosen."""
        row: Row | None = self.currentIndex().data(ROW_ROLE)
        return None if row is None else row.hit.document if row.hit is not None else row.document

    def show_hits(
        self,
        hits: Sequence[Hit],
        weak: Sequence[Hit] = (),
        *,
        names_queries: bool = False,
        base_names: Mapping[str, str],
        is_again: bool = False,
    ) -> None:
        """Show the hits of a search; the one that was chosen stays so if it is among them.

        If it is gone, and the search `is_again` the same, the one in its place is chosen: a person who goes through the
        hits has turned it off.
        """
        current, row = self.current_hit, self.currentIndex().row()
        self.hits.set_hits(hits, weak, names_queries=names_queries, base_names=base_names)
        if not (self._choose(current) or (is_again and current is not None and self._choose_near(row))):
            self.scrollToTop()

    def set_grouped(self, is_grouped: bool) -> None:
        """Put hits under the names of their documents, or not."""
        current = self.current_hit
        self.hits.set_grouped(is_grouped)
        self._choose(current)

    def enter(self) -> None:
        """Take the focus, with a row chosen."""
        if not self.currentIndex().isValid():
            enabled = (self.hits.index(row) for row in range(self.hits.rowCount()))
            self.setCurrentIndex(next((index for index in enabled if self._is_enabled(index)), QModelIndex()))
        if self.currentIndex().isValid():
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() in _PLAIN:
            self._open_hit(index)
            self._fold(index)
        elif event.key() == Qt.Key.Key_Up and self._is_first(index):
            self.left_upwards.emit()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._set_open(index, event.key() == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def _choose(self, hit: Hit | None) -> bool:
        index = QModelIndex() if hit is None else self.hits.index_of(hit)
        if index.isValid():
            self.setCurrentIndex(index)
        return index.isValid()

    def _choose_near(self, row: int) -> bool:
        """Choose the hit in a row, or else the nearest one above it."""
        for index in map(self.hits.index, range(min(row, self.hits.rowCount() - 1), -1, -1)):
            if index.data(HIT_ROLE) is not None:
                self.setCurrentIndex(index)
                return True
        return False

    def _is_first(self, index: QModelIndex) -> bool:
        return not any(self._is_enabled(self.hits.index(row)) for row in range(index.row()))

    def _is_enabled(self, index: QModelIndex) -> bool:
        return bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)

    def _open_hit(self, index: QModelIndex) -> None:
        hit = index.data(HIT_ROLE)
        if hit is not None:
            self.opened.emit(hit)

    def _fold(self, index: QModelIndex) -> None:
        row: Row | None = index.data(ROW_ROLE)
        if row is not None:
            self._set_open(index, not row.is_open)

    def _set_open(self, index: QModelIndex, is_open: bool) -> None:
        row: Row | None = index.data(ROW_ROLE)
        if row is not None and row.document is not None:
            self.hits.set_open(index, is_open)
            self.setCurrentIndex(self.hits.index(index.row()))
