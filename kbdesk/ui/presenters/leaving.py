"""Work while the window is away: asks before it goes, stands in the tray, says when all is done."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from kbdesk.ui.dialogs.leaving import LeavingDialog
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.notifications import notify_without_tray
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.tray import Tray
from kbdesk.ui.work import Work

LONG_S = 120.0
"""Who looks elsewhere is told of the end of what took longer."""


class LeavingPresenter(QObject):
    """Decides what happens when the window is closed.

    Signals:
        left: The program is to end; what is queued goes on at the next start.
        pause_requested, go_on_requested: The work is to pause or to go on.
    """

    left = Signal()
    pause_requested = Signal()
    go_on_requested = Signal()

    def __init__(self, window: MainWindow, work: Work, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._work = work
        self.tray = Tray(theme, self)
        self._dialog: LeavingDialog | None = None
        self._is_away = False
        self._is_paused = False
        self._is_session_ending = False
        self.tray.show_requested.connect(window.come_to_front)
        self.tray.pause_requested.connect(self._pause)
        self.tray.go_on_requested.connect(self._go_on)
        self.tray.quit_requested.connect(self.left)
        work.changed.connect(self._show_work)
        work.ended.connect(self._tell_of_end)
        window.close_requested.connect(self.consider)
        window.installEventFilter(self)

    def consider(self) -> None:
        """Leave; while work goes on, only after asking."""
        if not self._work.is_going or self._is_session_ending:
            self.left.emit()
        elif self._dialog is None:
            dialog = LeavingDialog(self._work.words, has_tray=self.tray.is_available, parent=self._window)
            dialog.keep_requested.connect(self._keep_working)
            dialog.stop_requested.connect(self.left)
            dialog.finished.connect(self._forget_dialog)
            self._dialog = dialog
            dialog.open()

    def expect_end_of_session(self) -> None:
        """Ask nothing any more: the system is about to end all programs."""
        self._is_session_ending = True

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Show, QEvent.Type.WindowActivate) and not self._window.isMinimized():
            self._is_away = self._is_paused = False
            self.tray.icon.hide()
        return super().eventFilter(watched, event)

    def _keep_working(self) -> None:
        self._is_away = True
        self._is_paused = False
        if self.tray.is_available:
            self._show_work()
            self.tray.icon.show()
            self._window.hide()
        else:
            self._window.showMinimized()

    def _pause(self) -> None:
        self._is_paused = True
        self.pause_requested.emit()

    def _go_on(self) -> None:
        self._is_paused = False
        self.go_on_requested.emit()

    def _show_work(self) -> None:
        words = self._work.words
        if self._is_paused and not self._work.is_going:
            words = translate("Tray", "Paused")
        self.tray.show_work(words, is_going=self._work.is_going, is_paused=self._is_paused)

    def _tell_of_end(self, words: str, seconds: float) -> None:
        is_worth_it = self._is_away or seconds >= LONG_S
        if not words or self._is_paused or not is_worth_it or _is_in_use():
            return
        if self.tray.is_available:
            self.tray.notify(words)
        else:
            notify_without_tray(self._window, words)

    def _forget_dialog(self) -> None:
        self._dialog = None


def _is_in_use() -> bool:
    """Return whether a window of the program is the one that is typed into."""
    return QApplication.activeWindow() is not None


def end_words(ready: int, failed: int) -> str:
    """Return for example "All 205 files are done: 204 ready, 1 needs you."."""
    if not failed:
        return translate("Leaving", "All %n file(s) are done and ready.", None, ready)
    return translate("Leaving", "{done}: {ready}, {failed}.").format(
        done=translate("Leaving", "All %n file(s) are done", None, ready + failed),
        ready=translate("Leaving", "%n ready", None, ready),
        failed=translate("Leaving", "%n need(s) you", None, failed),
    )
