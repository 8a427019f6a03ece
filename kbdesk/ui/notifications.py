"""Notifications where there is no tray."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QApplication, QWidget


def notify_without_tray(window: QWidget, words: str) -> None:
    """Say something in the corner of the screen where the desktop can, and mark the window in its list of windows.

    The keyboard is taken from nobody. On Linux the desktop is asked through its portal, which needs no tray; an answer
    is not waited for: where there is no portal, the mark on the window has to do.
    """
    QApplication.alert(window)
    if sys.platform.startswith("linux"):
        _ask_portal(words)


def _ask_portal(words: str) -> None:
    from PySide6.QtDBus import QDBusConnection, QDBusMessage  # there is no D-Bus elsewhere

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return
    # Not org.freedesktop.Notifications: its Notify wants an unsigned number, which PySide cannot send.
    message = QDBusMessage.createMethodCall(
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Notification",
        "AddNotification",
    )
    message.setArguments(["work-ended", {"title": "kbdesk", "body": words}])
    bus.asyncCall(message)
