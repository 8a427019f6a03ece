"""The program behind its window: opens the library, furnishes the window, runs the loop, and puts everything away."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import logging
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from PySide6.QtGui import QDesktopServices

from kbdesk.errors import KbError, StoreInUseError, unexpected
from kbdesk.library.library import Library
from kbdesk.logs import logging_to
from kbdesk.paths import DataFolder, not_writable, resources
from kbdesk.secrets import SecretStore
from kbdesk.ui.application import Application
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.garbage import GarbageCollector
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.no_window import signals_set
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.single_instance import WindowServer, hand_over
from kbdesk.ui.theme import Theme
from kbdesk.ui.update_notice import UpdateNotice

log = logging.getLogger(__name__)

PATIENCE_S = 4.0
"""How long to wait for a window that is just closing, or a short command, to let go of the data folder."""

_ASK_S = 0.3
"""How long of it is waited before another window is asked to take the files."""

STUCK_S = 10.0
"""How long putting away may take before the process is ended by force."""

STUCK_EXIT_CODE = 70


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

    def run(self) -> None:
        """Run until the window is closed.

        Raises:
            KbError: There can be no window, or it ended with an error.
        """
        try:
            crash_log = (self.folder.logs / "crash.log").open("a", encoding="utf-8")
        except OSError as exc:
            raise not_writable(self.folder) from exc
        with logging_to(self.folder.logs), crash_log:
            faulthandler.enable(crash_log)
            watchdog = threading.Timer(STUCK_S, _end_by_force, [crash_log])
            watchdog.daemon = True
            reporter = ErrorReporter()
            try:
                with asyncio.Runner(loop_factory=lambda: EventLoop(self.app)) as runner:
                    runner.run(self._live(reporter, watchdog))
            except KbError:
                raise
            except Exception as error:
                log.exception("the window ended with an error")
                raise unexpected(error) from error
            finally:
                watchdog.cancel()
                reporter.uninstall()
                faulthandler.disable()

    async def _live(self, reporter: ErrorReporter, watchdog: threading.Timer) -> None:
        reporter.install(asyncio.get_running_loop())
        stop = asyncio.Event()
        with contextlib.closing(SecretStore()) as secrets, signals_set(stop):
            library = await self._open(secrets, stop)
            if library is None:
                return
            garbage = GarbageCollector()
            try:
                if self.window.isVisible():  # it may have been closed meanwhile
                    await self._serve(library, secrets, reporter, stop=stop)
            finally:
                watchdog.start()  # a thread that hangs must not keep the process
                garbage.stop()
                await library.aclose()

    async def _open(self, secrets: SecretStore, stop: asyncio.Event) -> Library | None:
        """Open the library; None: the program is to end, as a person wants it or another window took the files.

        Raises:
            KbError: It cannot be opened.
        """
        clock = asyncio.get_running_loop().time
        deadline = clock() + PATIENCE_S
        while True:
            try:
                return await Library.open(self.folder, secrets=secrets, patience_s=_ASK_S)
            except KbError as error:
                if stop.is_set() or not self.window.isVisible():
                    return None
                if not isinstance(error, StoreInUseError):
                    raise
                # A window that was started just before this one, and only now stands?
                if hand_over(self.folder.root, self.paths):
                    return None
                if clock() >= deadline:
                    raise

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
        UpdateNotice(self.app, reporter)
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
