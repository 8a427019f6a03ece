"""Says in the status bar that files are being looked at, and lets that be cancelled."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button

_PATIENCE_MS = 300
"""A look that is over sooner is not worth a word."""


class LookLine(QWidget):
    """Stands in the status bar while a look takes its time.

    Signals:
        cancel_requested: The files are not to be added after all.
    """

    cancel_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel()
        self.cancel_button = make_button(translate("Look", "Cancel"), theme.icon("x"))
        self.cancel_button.setToolTip(translate("Look", "Do not add these files"))
        self.cancel_button.clicked.connect(self.cancel_requested)
        self._patience = QTimer(self, interval=_PATIENCE_MS, singleShot=True)
        self._patience.timeout.connect(self.show)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 3, 0, 3)
        layout.setSpacing(10)
        layout.addWidget(self.label)
        layout.addWidget(self.cancel_button)
        self.hide()

    def begin(self) -> None:
        """Say after a moment that files are being looked at."""
        self.label.setText(translate("Look", "Looking at the files…"))
        self._patience.start()

    def show_count(self, count: int) -> None:
        """Say how many have been looked at."""
        self.label.setText(translate("Look", "Looking at the files… {count}").format(count=QLocale().toString(count)))

    def end(self) -> None:
        """Say nothing any more."""
        self._patience.stop()
        self.hide()
