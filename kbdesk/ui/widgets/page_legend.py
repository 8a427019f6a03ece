"""What the signs in a strip of pages mean, and how often each of them occurs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from kbdesk.library.types import PageState
from kbdesk.ui.models.pages import state_words
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.page_strip import cell_size, draw_cell

_COLUMNS = 4
_GAP = 14


class PageLegend(QWidget):
    """A sign with its words for each state that occurs."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries = [(state, QLabel(), QLabel()) for state in PageState]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        for _, sign, words in self._entries:
            words.setProperty("role", "muted")
            words.setTextFormat(Qt.TextFormat.PlainText)
            words.setContentsMargins(0, 0, _GAP, 0)
            sign.hide()
            words.hide()
        self._grid.setColumnStretch(2 * _COLUMNS, 1)
        theme.changed.connect(self._draw)
        self._draw()

    @property
    def words(self) -> list[str]:
        """What it says, entry by entry."""
        return [words.text() for _, _, words in self._entries if not words.isHidden()]

    def show_counts(self, counts: Sequence[tuple[PageState, int]]) -> None:
        """Show these states, and how many pages have each."""
        by_state = dict(counts)
        position = 0
        for state, sign, words in self._entries:
            count = by_state.get(state, 0)
            for column, label in enumerate((sign, words)):
                self._grid.removeWidget(label)
                if count:
                    row, entry = divmod(position, _COLUMNS)
                    self._grid.addWidget(label, row, 2 * entry + column)
                label.setVisible(count > 0)
            words.setText(translate("Health", "{state}: {count}").format(state=state_words(state), count=count))
            position += count > 0

    def _draw(self) -> None:
        size, ratio = cell_size(self), self.devicePixelRatioF()
        for state, sign, _ in self._entries:
            pixmap = QPixmap(size * ratio)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            font = self.font()
            font.setBold(True)
            painter.setFont(font)
            draw_cell(painter, QRect(0, 0, size.width() - 1, size.height() - 1), state, self._theme.tokens)
            painter.end()
            sign.setPixmap(pixmap)
