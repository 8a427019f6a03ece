"""The left part of the status bar: what is being read, how far it is, Stop, and Go on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.elided_label import ElidedLabel


class StatusLine(QWidget):
    """Shows work or what became of it.

    Signals:
        stop_requested: The work is to stop; what is done stays.
        pause_requested: The work is to rest.
        resume_requested: What is paused is to go on.
        failures_requested: The documents that failed are to be shown.
        go_on_requested: The documents that were stopped are to be read after all.
    """

    stop_requested = Signal()
    pause_requested = Signal()
    resume_requested = Signal()
    failures_requested = Signal()
    go_on_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result = ""
        self._stopped_count = 0
        self._paused_count = 0
        self._is_working = False
        self.label = ElidedLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(140)
        self.bar.setAccessibleName(translate("Status", "Progress of reading"))
        self.stop_button = make_button(translate("Status", "Stop"), theme.icon("circle-stop"))
        self.stop_button.setToolTip(translate("Status", "Stop reading; what is ready stays"))
        self.stop_button.clicked.connect(self.stop_requested)
        self.pause_button = make_button(translate("Status", "Pause"), theme.icon("circle-pause"))
        self.pause_button.setToolTip(translate("Status", "Let the work rest until you use Go on"))
        self.pause_button.clicked.connect(self.pause_requested)
        self.failures_button = make_button(translate("Status", "Show what failed"))
        self.failures_button.clicked.connect(self.failures_requested)
        self.go_on_button = make_button(translate("Status", "Go on"), theme.icon("refresh-cw"))
        self.go_on_button.setToolTip(translate("Status", "Read the documents that were paused or stopped"))
        self.go_on_button.clicked.connect(self._go_on)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 3, 10, 3)
        layout.setSpacing(10)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.go_on_button)
        layout.addWidget(self.failures_button)
        layout.addWidget(self.bar)
        layout.addWidget(self.pause_button)
        layout.addWidget(self.stop_button)
        self.setFixedHeight(self.sizeHint().height())
        self.show_result("")

    def show_progress(self, words: str, done: int, total: int) -> None:
        """Show work going on: `done` of `total` files, or 0 of 0 while they are counted."""
        self._is_working = True
        self.label.setText(words)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.bar.show()
        self.stop_button.show()
        self.pause_button.show()
        self.failures_button.hide()
        self.go_on_button.hide()

    def show_result(self, words: str, *, has_failures: bool = False) -> None:
        """Show that no work is going on, and what became of the last."""
        self._is_working = False
        self._result = words
        self.bar.hide()
        self.stop_button.hide()
        self.pause_button.hide()
        self.failures_button.setVisible(has_failures)
        self._show_rest()

    def show_unread(self, *, stopped: int, paused: int) -> None:
        """Say, when no work is going on, how many documents of the knowledge base were stopped or are paused."""
        self._stopped_count, self._paused_count = stopped, paused
        if not self._is_working:
            self._show_rest()

    def _show_rest(self) -> None:
        words = self._result
        if self._paused_count:
            words = translate("Status", "%n document(s) paused", None, self._paused_count)
        elif self._stopped_count:
            words = translate("Status", "%n document(s) stopped before they were ready", None, self._stopped_count)
        self.label.setText(words)
        self.go_on_button.setVisible(bool(self._paused_count or self._stopped_count))

    def _go_on(self) -> None:
        if self._paused_count:
            self.resume_requested.emit()
        else:
            self.go_on_requested.emit()
