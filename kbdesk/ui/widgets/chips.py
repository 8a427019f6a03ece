"""What narrows a search, each as a button that takes it away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget
from typing_extensions import override

from kbdesk.library.search.types import Filters
from kbdesk.ui.models.filters import FilterChip
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.flow_layout import FlowLayout

_WIDEST = 260
"""Points of a chip's words; the whole stands in its tooltip."""


class ChipRow(QWidget):
    """Chips in as many lines as they need; there only while there are any.

    Signals:
        changed: This (`Filters`) is what is left to narrow the search.
    """

    changed = Signal(Filters)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.chips: Sequence[Chip] = ()
        self.clear_button = QToolButton()
        self.clear_button.setText(translate("Filters", "Clear all"))
        self.clear_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clear_button.setProperty("flat", True)
        self.clear_button.clicked.connect(lambda: self.changed.emit(Filters()))
        self._layout = FlowLayout(self)
        self._layout.addWidget(self.clear_button)
        self.hide()

    def show_chips(self, chips: Sequence[FilterChip]) -> None:
        """Show these; the focus goes from one that is gone to the next."""
        place = next((place for place, chip in enumerate(self.chips) if chip.hasFocus()), None)
        self._layout.removeWidget(self.clear_button)
        for chip in self.chips:
            self._layout.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [self._add(chip) for chip in chips]
        self._layout.addWidget(self.clear_button)
        self.clear_button.setVisible(len(self.chips) > 1)
        self.setVisible(bool(self.chips))
        if place is not None and self.chips:
            self.chips[min(place, len(self.chips) - 1)].setFocus()

    def _add(self, chip: FilterChip) -> Chip:
        button = Chip(self._theme, chip.words)
        button.removed.connect(lambda: self.changed.emit(chip.rest))
        self._layout.addWidget(button)
        button.show()  # now, and not when the layout comes to it: it may be the one that gets the focus
        return button


class Chip(QPushButton):
    """One thing that narrows a search; a click takes it away, as do Delete and Backspace.

    Signals:
        removed: It is to be taken away.
    """

    removed = Signal()

    def __init__(self, theme: Theme, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.setIcon(theme.icon("x", "muted"))
        self.setIconSize(QSize(14, 14))
        elided = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, _WIDEST)
        self.setText(elided.replace("&", "&&"))
        self.setToolTip(translate("Filters", "Take this away: {filter}").format(filter=words))
        self.setAccessibleName(self.toolTip())
        self.clicked.connect(self.removed)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)
