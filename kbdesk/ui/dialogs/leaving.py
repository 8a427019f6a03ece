"""Asks what becomes of the work when the window is closed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from kbdesk.ui.translate import translate


class LeavingDialog(QMessageBox):
    """Keep working, stop and go on next time, or stay; Enter and Escape stay.

    Signals:
        keep_requested: The work goes on without the window.
        stop_requested: The program ends; the work goes on at the next start.
    """

    keep_requested = Signal()
    stop_requested = Signal()

    def __init__(self, words: str, *, has_tray: bool, parent: QWidget) -> None:
        """`words` say how far the work is."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowTitle(translate("Leaving", "Close kbdesk"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(translate("Leaving", "kbdesk is still working."))
        hint = translate("Leaving", "What is ready stays. What is left goes on at the next start if you stop here.")
        self.setInformativeText(f"{words}\n\n{hint}" if words else hint)
        in_tray = translate("Leaving", "Keep working in the &tray")
        minimised = translate("Leaving", "Keep working with the window &minimised")
        self.keep_button = self.addButton(in_tray if has_tray else minimised, QMessageBox.ButtonRole.AcceptRole)
        self.keep_button.clicked.connect(self.keep_requested)
        self.stop_button = self.addButton(
            translate("Leaving", "&Stop here and go on next time"), QMessageBox.ButtonRole.DestructiveRole
        )
        self.stop_button.clicked.connect(self.stop_requested)
        self.cancel_button = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(self.cancel_button)
        self.setEscapeButton(self.cancel_button)
