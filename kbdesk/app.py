"""Where the program with a window starts: shows the window, and then loads what stands behind it.

Only what the window itself needs is imported here. The rest takes several times as long, and is loaded by a thread
while the window can be moved and closed already.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from pathlib import Path

import PySide6
from PySide6.QtCore import QEventLoop, QMessageLogContext, QSettings, QThread, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from kbdesk import APPLICATION_ID
from kbdesk.errors import DataFolderError, KbError
from kbdesk.frozen import command
from kbdesk.look import Language, load_look
from kbdesk.paths import DataFolder, resources
from kbdesk.texts import Text, text
from kbdesk.ui.application import Application
from kbdesk.ui.language import install_language
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.single_instance import hand_over
from kbdesk.ui.theme import Theme

_SWITCH_S = 0.001
"""How long the window waits for the thread that loads, at most, each time one of its events calls Python."""


def main(data_dir: Path | None, paths: list[Path], *, safe_mode: bool = False) -> int:
    """Open the window on a data folder and take in `paths`; in safe mode nothing that was left is read by itself.

    Returns:
        0 after the window was closed, or when the window that was open already took the paths; 1 when there can be no
        window: why and what to do was said on stderr, and where there is a screen in a message on it.
    """
    # Little of what the start makes is garbage, and a thread that collects could destroy what is Qt's outside of its
    # own thread. `GarbageCollector` takes over.
    gc.disable()
    try:
        _open_window(data_dir, paths, safe_mode=safe_mode)
    except KbError as error:
        return _refuse(error)
    except Exception as error:  # noqa: BLE001  the last border: who starts kbdesk from a menu sees no traceback
        traceback.print_exception(error)
        return _refuse(_broken(error))
    return 0


def _open_window(data_dir: Path | None, paths: list[Path], *, safe_mode: bool) -> None:
    _check_qt()
    _check_display()
    folder = (DataFolder(data_dir.absolute()) if data_dir else DataFolder.default()).prepare()
    look = load_look(folder.settings_file)
    app = _make_application(look.language)
    if _hand_over(folder, paths):
        return
    theme = Theme(app, resources() / "icons", look.theme)
    window = MainWindow(theme, QSettings(str(folder.root / "window.ini"), QSettings.Format.IniFormat))
    window.show()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: window.close())
    try:
        _load_session()
        if window.isVisible():  # else it was closed
            from kbdesk.session import Session

            Session(app, theme, window, folder=folder, paths=paths, safe_mode=safe_mode).run()
    finally:
        window.hide()


def _refuse(error: KbError) -> int:
    """Say why there is no window, and return the exit code."""
    sys.stderr.write(f"kbdesk: {error}\n")
    if _has_display():
        from kbdesk.ui.no_window import show_until_read  # here: it brings asyncio

        app = QApplication.instance()
        show_until_read(app if isinstance(app, QApplication) else _make_application("system"), error)
    return 1


def _broken(error: Exception) -> KbError:
    return KbError(
        text("app", "kbdesk cannot start, for a part of it is missing or damaged ({kind}).", kind=type(error).__name__),
        text("app", "Install kbdesk again. If that does not help, start it in a terminal and send what it says there."),
    )


def _check_qt() -> None:
    """Refuse the one pair that aborts the interpreter after some hundred signals (PySide6 6.12 loses references)."""
    if sys.version_info < (3, 12) and PySide6.__version__.startswith("6.12"):
        raise KbError(
            text(
                "app",
                "PySide6 {version} does not work with Python {python}.",
                version=PySide6.__version__,
                python=".".join(map(str, sys.version_info[:2])),
            ),
            text("app", "Install PySide6-Essentials below 6.12, or use Python 3.12 or newer."),
        )


def _check_display() -> None:
    """Say that there is no screen, where Qt would abort the process."""
    if not _has_display():
        raise _no_screen(text("app", "There is no screen to open a window on."))


def _no_screen(title: Text) -> KbError:
    remedy = text(
        "app", "Start kbdesk in a desktop session, or use its command line: {command} --help.", command=command()
    )
    return KbError(title, remedy)


def _has_display() -> bool:
    known = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in known)


def _make_application(language: Language) -> Application:
    qInstallMessageHandler(_end_without_screen)
    app = Application(["kbdesk"])
    qInstallMessageHandler(None)
    app.setApplicationName("kbdesk")
    app.setApplicationDisplayName("kbdesk")
    app.setDesktopFileName(APPLICATION_ID)  # by which Wayland finds the icon
    app.setWindowIcon(QIcon(str(resources() / "icons" / "kbdesk.svg")))
    app.setQuitOnLastWindowClosed(False)  # the loop ends when everything is put away, not before
    install_language(app, language, resources() / "translations")
    return app


def _end_without_screen(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Say in words why Qt finds no way to the screen, for example one that is gone; it would abort the process."""
    sys.stderr.write(f"{message}\n")
    if kind == QtMsgType.QtFatalMsg:
        sys.stderr.write(f"kbdesk: {_no_screen(text('app', 'The screen cannot be used.'))}\n")
        sys.stderr.flush()
        os._exit(1)


def _hand_over(folder: DataFolder, paths: list[Path]) -> bool:
    """Return whether a window is open on this folder and took the paths."""
    taken = hand_over(folder.root, paths)
    if taken is False:
        raise DataFolderError(
            text("app", "kbdesk is open already and does not answer."),
            text("app", "Wait a moment and try again, or end the other kbdesk."),
        )
    return taken is True


class _Loader(QThread):
    """Imports what stands behind the window."""

    error: BaseException | None = None

    @override
    def run(self) -> None:
        try:
            import kbdesk.session  # noqa: F401  # pyright: ignore[reportUnusedImport]
        except BaseException as error:  # noqa: BLE001  raised again in the window's thread
            self.error = error


def _load_session() -> None:
    """Import `kbdesk.session` while the window answers."""
    loader, loop = _Loader(), QEventLoop()
    loader.finished.connect(loop.quit)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_S)
    loader.start()
    loop.exec()
    loader.wait()
    sys.setswitchinterval(interval)
    if loader.error is not None:
        raise loader.error
