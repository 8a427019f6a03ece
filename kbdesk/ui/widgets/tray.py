"""The icon in the system tray while the window is away."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

_ICON = "kbdesk"


class Tray(QObject):
    """Shows how far the work is and takes a few orders.

    Signals:
        show_requested: The window is to come back.
        pause_requested, go_on_requested: The work is to pause or to go on.
        quit_requested: The program is to end.
    """

    show_requested = Signal()
    pause_requested = Signal()
    go_on_requested = Signal()
    quit_requested = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.icon = QSystemTrayIcon(theme.icon(_ICON), self)
        self.icon.activated.connect(self._follow_click)
        self.icon.messageClicked.connect(self.show_requested)
        self.menu = QMenu()  # a tray icon takes no menu over; this object keeps it
        self.show_action = self.menu.addAction(translate("Tray", "&Show kbdesk"))
        self.show_action.triggered.connect(self.show_requested)
        self.menu.setDefaultAction(self.show_action)
        self.pause_action = self.menu.addAction(translate("Tray", "&Pause"))
        self.pause_action.triggered.connect(self.pause_requested)
        self.go_on_action = self.menu.addAction(translate("Tray", "&Go on"))
        self.go_on_action.triggered.connect(self.go_on_requested)
        self.menu.addSeparator()
        self.quit_action = self.menu.addAction(translate("Tray", "&Quit"))
        self.quit_action.triggered.connect(self.quit_requested)
        self.icon.setContextMenu(self.menu)
        self.show_work("", is_going=False, is_paused=False)
        theme.changed.connect(self._follow_theme)

    @property
    def is_available(self) -> bool:
        """Whether this desktop has a tray."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    def show_work(self, words: str, *, is_going: bool, is_paused: bool) -> None:
        """Say how far the work is, and offer what can be done with it."""
        self.icon.setToolTip(f"kbdesk\n{words}" if words else "kbdesk")
        self.pause_action.setVisible(is_going)
        self.go_on_action.setVisible(is_paused and not is_going)

    def notify(self, words: str) -> None:
        """Show a sentence in the corner of the screen, without taking the keyboard from anybody."""
        self.icon.show()  # a hidden icon shows no messages
        self.icon.showMessage("kbdesk", words, self._theme.icon(_ICON))

    def _follow_click(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.show_requested.emit()

    def _follow_theme(self) -> None:
        self.icon.setIcon(self._theme.icon(_ICON))
