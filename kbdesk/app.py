"""Where the program with a window starts: shows the window, and then loads what stands behind it.

Only what the window itself needs is imported here. The rest takes several times as long, and is loaded by a thread
while the window can be moved and closed already.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

import PySide6
from PySide6.QtCore import QEventLoop, QSettings, QThread
from PySide6.QtGui import QIcon
from typing_extensions import override

from kbdesk import APPLICATION_ID
from kbdesk.errors import DataFolderError, KbError
from kbdesk.look import Language, load_look
from kbdesk.paths import DataFolder, resources
from kbdesk.texts import text
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
        window, with one line on stderr that says why and what to do.
    """
    # Little of what the start makes is garbage, and a thread that collects could destroy what is Qt's outside of its
    # own thread. `GarbageCollector` takes over.
    gc.disable()
    try:
        _check_qt()
        _check_display()
        folder = (DataFolder(data_dir.absolute()) if data_dir else DataFolder.default()).prepare()
        look = load_look(folder.settings_file)
        app = _make_application(look.language)
        if _hand_over(folder, paths):
            return 0
    except KbError as error:
        sys.stderr.write(f"kbdesk: {error}\n")
        return 1
    theme = Theme(app, resources() / "icons", look.theme)
    window = MainWindow(theme, QSettings(str(folder.root / "window.ini"), QSettings.Format.IniFormat))
    window.show()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: window.close())
    _load_session()
    if not window.isVisible():  # it was closed
        return 0
    from kbdesk.session import Session

    return Session(app, theme, window, folder=folder, paths=paths, safe_mode=safe_mode).run()


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
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise KbError(
            text("app", "There is no screen to open a window on."),
            text("app", "Start kbdesk in a desktop session, or use its command line: kbdesk --help."),
        )


def _make_application(language: Language) -> Application:
    app = Application(["kbdesk"])
    app.setApplicationName("kbdesk")
    app.setApplicationDisplayName("kbdesk")
    app.setDesktopFileName(APPLICATION_ID)  # by which Wayland finds the icon
    app.setWindowIcon(QIcon(str(resources() / "icons" / "kbdesk.svg")))
    app.setQuitOnLastWindowClosed(False)  # the loop ends when everything is put away, not before
    install_language(app, language, resources() / "translations")
    return app


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
