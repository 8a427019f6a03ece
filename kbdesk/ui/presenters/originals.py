"""Opens the files of documents with their own programs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QUrl

from kbdesk.errors import InputError
from kbdesk.library.opening import may_run
from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.texts import text
from kbdesk.ui.models.hit_words import page_number
from kbdesk.ui.panes.documents import DocumentsPane
from kbdesk.ui.tasks import TaskScope


class OriginalsPresenter(QObject):
    """Finds the file where it came from, or else the copy that was kept of it."""

    def __init__(
        self, pane: DocumentsPane, scope: TaskScope, *, open_url: Callable[[QUrl], bool], parent: QObject | None = None
    ) -> None:
        """`open_url` opens a file or folder with its own program and returns whether it could."""
        super().__init__(parent)
        self._scope = scope
        self._open_url = open_url
        pane.open_requested.connect(self.open)
        pane.reveal_requested.connect(self.show_in_folder)

    def open(self, document: DocumentInfo) -> None:
        """Open the file of a document."""
        self._scope.start(self._open(document))

    def open_hit(self, hit: Hit) -> None:
        """Open the file of a hit's document, at its page where the program takes one."""
        number = page_number(hit) if hit.document.media_type == "application/pdf" else 0
        self._scope.start(self._open(hit.document, f"page={number}" if number else ""))

    def show_in_folder(self, document: DocumentInfo) -> None:
        """Show the file of a document in the file manager."""
        self._scope.start(self._reveal(document))

    async def _open(self, document: DocumentInfo, place: str = "") -> None:
        path = await asyncio.to_thread(_existing_file, document)
        if may_run(document, path):
            raise InputError(
                text("documents", "“{name}” could be a program, so kbdesk does not open it.", name=document.name),
                text("documents", "If you trust whoever it comes from, use Show in folder and open it there."),
            )
        url = QUrl.fromLocalFile(str(path))
        at_place = QUrl(url)
        if place:
            at_place.setFragment(place)
        if not self._open_url(at_place) and not (place and self._open_url(url)):
            raise InputError(
                text("documents", "No program on this computer opens {name}.", name=document.name),
                text("documents", "Install a program for this kind of file, or use Show in folder."),
            )

    async def _reveal(self, document: DocumentInfo) -> None:
        path = await asyncio.to_thread(_existing_file, document)
        if sys.platform == "darwin":
            QProcess.startDetached("open", ["-R", str(path)])
        elif sys.platform == "win32":
            QProcess.startDetached("explorer", ["/select,", str(path)])
        elif not self._open_url(QUrl.fromLocalFile(str(path.parent))):
            raise InputError(
                text("documents", "The folder {folder} could not be opened.", folder=str(path.parent)),
                text("documents", "Open it in your file manager."),
            )


def _existing_file(document: DocumentInfo) -> Path:
    """Return where the file is: where it came from, else the copy that was kept."""
    for path in (document.path, document.original):
        if path is not None and path.exists():
            return path
    raise InputError(
        text("documents", "The file {name} is no longer where it was: {path}", name=document.name, path=document.path),
        text("documents", "Its passages are still here. Add it again from its new place to keep it up to date."),
    )
