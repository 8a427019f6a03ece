"""Says why there can be no window, where the window would be."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Generator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from kbdesk.errors import KbError
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.translate import shown

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def show_until_read(app: QApplication, error: KbError) -> None:
    """Show an error while there is no other loop; return when it was read, or when the program is to end."""

    async def show() -> None:
        stop = asyncio.Event()
        with signals_set(stop):
            await show_error(error, stop)

    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        runner.run(show())


async def show_error(error: KbError, stop: asyncio.Event) -> None:
    """Show an error, and wait until it was read or `stop` is set."""
    box = QMessageBox()
    box.setIcon(QMessageBox.Icon.Critical)
    box.setWindowTitle("kbdesk")
    box.setTextFormat(Qt.TextFormat.PlainText)  # names of files may look like anything
    box.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )  # some remedies are to be typed
    box.setText(shown(error.title))
    box.setInformativeText(shown(error.remedy))
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    box.finished.connect(stop.set)
    box.open()
    await stop.wait()


@contextlib.contextmanager
def signals_set(stop: asyncio.Event) -> Generator[None]:
    """Let SIGINT and SIGTERM set an event of the running loop."""
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
