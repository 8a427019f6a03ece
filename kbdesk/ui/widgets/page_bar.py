"""First, previous, next, last, and a field for the page in between.

On screen a page of passages is a "part": a "page" is one of the document itself.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button
from kbdesk.ui.widgets.number_fields import make_number_field


class PageBar(QWidget):
    """Says which page is shown and asks for others.

    Signals:
        page_requested: A page is wanted, from 1.
    """

    page_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = 1
        self._count = 1
        self.first = self._button(theme, "chevrons-left", translate("PageBar", "First passages"), "Alt+Home")
        self.previous = self._button(theme, "chevron-left", translate("PageBar", "Earlier passages"), "Alt+PgUp")
        self.next = self._button(theme, "chevron-right", translate("PageBar", "Later passages"), "Alt+PgDown")
        self.last = self._button(theme, "chevrons-right", translate("PageBar", "Last passages"), "Alt+End")
        self.field = make_number_field(translate("PageBar", "Part of the passages"), 1, 1)
        self.field.valueChanged.connect(self.page_requested)
        self.first.clicked.connect(self._request_first)
        self.previous.clicked.connect(self._request_previous)
        self.next.clicked.connect(self._request_next)
        self.last.clicked.connect(self._request_last)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.first, self.previous, self.field, self.next, self.last):
            layout.addWidget(widget)

    def set_page(self, number: int, count: int) -> None:
        """Show that page `number` of `count` is open; nothing is requested by this."""
        self._number, self._count = number, count
        sentence = translate("PageBar", "Part {number} of {count}").format(number="\n", count=count)
        before, _, after = sentence.partition("\n")
        self.field.blockSignals(True)
        self.field.setPrefix(before)
        self.field.setSuffix(after)
        self.field.setRange(1, count)
        self.field.setValue(number)
        self.field.blockSignals(False)
        self.first.setEnabled(number > 1)
        self.previous.setEnabled(number > 1)
        self.next.setEnabled(number < count)
        self.last.setEnabled(number < count)

    def _request_first(self) -> None:
        self.page_requested.emit(1)

    def _request_previous(self) -> None:
        self.page_requested.emit(self._number - 1)

    def _request_next(self) -> None:
        self.page_requested.emit(self._number + 1)

    def _request_last(self) -> None:
        self.page_requested.emit(self._count)

    def _button(self, theme: Theme, icon: str, name: str, keys: str) -> QToolButton:
        button = make_icon_button(theme.icon(icon), name)
        sequence = QKeySequence(keys)
        button.setToolTip(f"{name} ({sequence.toString(QKeySequence.SequenceFormat.NativeText)})")
        button.setShortcut(sequence)
        return button
