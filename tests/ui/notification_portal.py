"""A desktop's portal for notifications and a program that uses it, in one process; run by `test_leaving.py`."""

from PySide6.QtCore import ClassInfo, QObject, QTimer, Slot
from PySide6.QtDBus import QDBusConnection
from PySide6.QtWidgets import QApplication, QWidget

from kbdesk.ui.notifications import notify_without_tray

PATIENCE_MS = 10_000


@ClassInfo({"D-Bus Interface": "org.freedesktop.portal.Notification"})
class Portal(QObject):
    @Slot(str, "QVariantMap")
    def AddNotification(self, key: str, content: dict[str, str]) -> None:  # noqa: N802  (the portal's name)
        print(f"{content['title']}: {content['body']}")
        QTimer.singleShot(0, QApplication.quit)  # the call may come before the loop turns


def main() -> None:
    app = QApplication([])
    bus, portal, window = QDBusConnection.sessionBus(), Portal(), QWidget()
    assert bus.registerService("org.freedesktop.portal.Desktop")
    assert bus.registerObject("/org/freedesktop/portal/desktop", portal, QDBusConnection.RegisterOption.ExportAllSlots)
    notify_without_tray(window, "All is done.")
    QTimer.singleShot(PATIENCE_MS, app.quit)
    app.exec()


if __name__ == "__main__":
    main()
