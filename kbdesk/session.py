"""The program behind its window: opens the library, furnishes the window, runs the loop, and puts everything away."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import logging
import os
import signal
import sys
import threading
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox

from kbdesk.errors import KbError, unexpected
from kbdesk.library.library import Library
from kbdesk.logs import logging_to
from kbdesk.paths import DataFolder, resources
from kbdesk.secrets import SecretStore
from kbdesk.ui.application import Application
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.garbage import GarbageCollector
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.single_instance import WindowServer
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown

log = logging.getLogger(__name__)

PATIENCE_S = 4.0
"""How long to wait for a window that is just closing, or a short command, to let go of the data folder."""

STUCK_S = 10.0
"""How long putting away may take before the process is ended by force."""

STUCK_EXIT_CODE = 70

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Session:
    """One run of the program.

    Attributes:
        app: Qt's application.
        theme: Its look.
        window: The window, shown and not furnished.
        folder: The data folder, prepared.
        paths: Files to take in.
        safe_mode: Whether nothing that was left is read by itself.
    """

    app: Application
    theme: Theme
    window: MainWindow
    folder: DataFolder
    paths: list[Path]
    safe_mode: bool

    def run(self) -> int:
        """Run until the window is closed; return the exit code."""
        with logging_to(self.folder.logs), (self.folder.logs / "crash.log").open("a", encoding="utf-8") as crash_log:
            faulthandler.enable(crash_log)
            watchdog = threading.Timer(STUCK_S, _end_by_force, [crash_log])
            watchdog.daemon = True
            reporter = ErrorReporter()
            try:
                with asyncio.Runner(loop_factory=lambda: EventLoop(self.app)) as runner:
                    return runner.run(self._live(reporter, watchdog))
            except Exception as error:
                log.exception("the window ended with an error")
                sys.stderr.write(f"kbdesk: {unexpected(error)}\n")
                return 1
            finally:
                watchdog.cancel()
                reporter.uninstall()
                faulthandler.disable()

    async def _live(self, reporter: ErrorReporter, watchdog: threading.Timer) -> int:
        reporter.install(asyncio.get_running_loop())
        stop = asyncio.Event()
        with contextlib.closing(SecretStore()) as secrets, _signals_set(stop):
            try:
                library = await Library.open(self.folder, secrets=secrets, patience_s=PATIENCE_S)
            except KbError as error:
                self.window.hide()
                await _show_fatal(error, stop)
                return 1
            garbage = GarbageCollector()
            try:
                if self.window.isVisible():  # it may have been closed meanwhile
                    await self._serve(library, secrets, reporter, stop=stop)
            finally:
                watchdog.start()  # a thread that hangs must not keep the process
                garbage.stop()
                await library.aclose()
        return 0

    async def _serve(
        self, library: Library, secrets: SecretStore, reporter: ErrorReporter, *, stop: asyncio.Event
    ) -> None:
        """Furnish the window, and return when it is to be closed."""
        around = Surroundings(
            self.folder.root, secrets, resources() / "sample", QDesktopServices.openUrl, self.safe_mode
        )
        desk = Desk(library, self.theme, reporter, around, window=self.window)
        desk.presenters.leaving.left.connect(stop.set)
        self.app.commitDataRequest.connect(desk.presenters.leaving.expect_end_of_session)
        server = WindowServer(around.data_folder, desk)
        server.paths_received.connect(desk.take_paths)
        server.paths_received.connect(desk.window.come_to_front)
        self.app.paths_received.connect(desk.take_paths)
        if not server.listen():
            log.info("no local server: a second window cannot hand its files over")
        desk.start([*self.paths, *self.app.take_early_paths()])
        await stop.wait()
        desk.window.hide()  # at once, so that nobody waits for what is put away behind it
        desk.presenters.leaving.tray.icon.hide()
        server.close()
        await desk.scope.aclose()
        desk.window.close_now()


def _end_by_force(crash_log: TextIO) -> None:
    faulthandler.dump_traceback(crash_log)
    os._exit(STUCK_EXIT_CODE)


@contextlib.contextmanager
def _signals_set(stop: asyncio.Event) -> Generator[None]:
    """Let SIGINT and SIGTERM close the window like its own button, but without asking."""
    if os.name != "posix":
        yield  # Windows ends a program with a window by its close message
        return
    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, stop.set)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)


async def _show_fatal(error: KbError, stop: asyncio.Event) -> None:
    """Show why there can be no window, and wait until it was read or the program is to end."""
    sys.stderr.write(f"kbdesk: {error}\n")
    box = QMessageBox(QMessageBox.Icon.Critical, "kbdesk", shown(error.title))
    box.setInformativeText(shown(error.remedy))
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    box.finished.connect(stop.set)
    box.open()
    await stop.wait()
