"""A tag that can be taken away, or given to all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button


class TagChip(QFrame):
    """Says how many of several documents have the tag, unless all have it.

    Signals:
        remove_requested: None of them is to have it.
        spread_requested: All of them are to have it.
    """

    remove_requested = Signal()
    spread_requested = Signal()

    def __init__(
        self, theme: Theme, tag: str, *, count: int = 1, total: int = 1, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("chip", True)
        self.tag = tag
        is_mixed = count < total
        shared = translate("Facts", "{tag}: {count} of {total}").format(tag=tag, count=count, total=total)
        self.label = QLabel(shared if is_mixed else tag)
        give = translate("Facts", "Give the tag “{tag}” to all").format(tag=tag)
        self.spread_button = self._button(make_icon_button(theme.icon("plus"), give))
        self.spread_button.setVisible(is_mixed)
        self.spread_button.clicked.connect(self.spread_requested)
        take = translate("Facts", "Take the tag “{tag}” away").format(tag=tag)
        self.remove_button = self._button(make_icon_button(theme.icon("x"), take))
        self.remove_button.clicked.connect(self.remove_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 1, 2, 1)
        layout.setSpacing(2)
        for widget in (self.label, self.spread_button, self.remove_button):
            layout.addWidget(widget)

    @staticmethod
    def _button(button: QToolButton) -> QToolButton:
        button.setIconSize(QSize(16, 16))
        button.setProperty("inner", True)
        return button
