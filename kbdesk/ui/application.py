"""The application object of Qt, which takes files that macOS hands to a running program."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from typing_extensions import override


class Application(QApplication):
    """From the Finder and the Dock, files come as events and not on the command line; early ones wait for the window.

    Signals:
        paths_received: These files (a list of `Path`) are to be opened.
    """

    paths_received = Signal(list)

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._early: list[Path] | None = []

    def take_early_paths(self) -> list[Path]:
        """Return the files that have come so far; from now on `paths_received` tells of them."""
        early, self._early = self._early or [], None
        return early

    @override
    def event(self, event: QEvent) -> bool:
        if not (isinstance(event, QFileOpenEvent) and event.file()):
            return super().event(event)
        path = Path(event.file())
        if self._early is None:
            self.paths_received.emit([path])
        else:
            self._early.append(path)
        return True
