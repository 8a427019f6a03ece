"""Says what was done and offers to undo it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button, make_icon_button
from kbdesk.ui.widgets.elided_label import ElidedLabel


class UndoBar(QFrame):
    """Stays until it is used, closed or replaced: nobody has to be quick.

    Signals:
        undo_requested: The act shown is to be undone.
    """

    undo_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("banner", True)
        self.label = ElidedLabel()
        self.undo_button = make_button(translate("Undo", "Undo"), theme.icon("undo-2"))
        self.undo_button.clicked.connect(self.undo_requested)
        close_button = make_icon_button(theme.icon("x"), translate("Undo", "Close the undo bar"))
        close_button.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.undo_button)
        layout.addWidget(close_button)
        self.hide()

    def offer(self, label: str) -> None:
        """Show what was done, and let a screen reader say it."""
        self.label.setText(label)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, label))
        self.show()
