"""Shows what was read of a document, and has pages read again by OCR."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, Hit, State
from kbdesk.ui.dialogs.health import HealthDialog
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.models.document_words import reason
from kbdesk.ui.models.hit_words import page_number
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate

_FILL = "health.fill"
_PICTURE = "health.picture"

_PICTURE_SIDE = 1600
"""The longer side of a page's picture in points; small print can be read at the usual width of the dialog."""

_RESTING_S = 0.1
"""How long a page is current before its picture is drawn: who goes quickly over pages does not wait for each."""


class HealthPresenter(QObject):
    """Owns the dialog while it is open; pages that are being read again are so also when it is closed."""

    def __init__(
        self, window: MainWindow, library: Library, scope: TaskScope, *, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._library = library
        self._scope = scope
        self._theme = theme
        self._document_id = ""
        self._reading: dict[str, str] = {}  # how far that of each document is, in words
        self.dialog: HealthDialog | None = None
        window.panes.documents.reading.health_requested.connect(self.open)
        window.panes.passages.health_requested.connect(self.open)

    def open(self, document: DocumentInfo, number: int = 0) -> None:
        """Show what was read of a document, at the page of this number, or at its beginning."""
        if self.dialog is not None:
            self.dialog.close()
        self._document_id = document.id
        dialog = self.dialog = HealthDialog(document, self._theme, self._window)
        dialog.picture_requested.connect(self._request_picture)
        dialog.reading_requested.connect(self._read_again)
        dialog.finished.connect(self._close)
        dialog.open()
        if document.id in self._reading:
            dialog.show_reading(self._reading[document.id])
        self._scope.start(self._fill(dialog, document.id, number), key=_FILL)

    def open_hit(self, hit: Hit) -> None:
        """Show what was read of a hit's document, at its page."""
        self.open(hit.document, page_number(hit))

    def show_progress(self, words: str) -> None:
        """Say in the dialog how far the reading is, if it is for its document."""
        if self.dialog is not None and self._document_id in self._reading:
            self._reading[self._document_id] = words
            self.dialog.show_reading(words)

    def _close(self) -> None:
        self.dialog = None
        self._scope.cancel(_FILL)
        self._scope.cancel(_PICTURE)

    def _request_picture(self, number: int) -> None:
        if self.dialog is not None:
            self._scope.start(self._draw(self.dialog, self._document_id, number), key=_PICTURE)

    def _read_again(self, numbers: list[int]) -> None:
        self._reading[self._document_id] = ""
        self.show_progress(translate("Health", "%n page(s) are being read by OCR…", None, len(numbers)))
        self._scope.start(self._read(self._document_id, numbers))

    async def _fill(self, dialog: HealthDialog, document_id: str, number: int = 0) -> None:
        try:
            document = await self._library.document(document_id)
            pages = await self._library.reading.sections(document_id)
        except KbError as error:
            dialog.show_problem(shown(error.sentence))
        else:
            dialog.show_pages(document, pages, number)

    async def _draw(self, dialog: HealthDialog, document_id: str, number: int) -> None:
        await asyncio.sleep(_RESTING_S)
        side = round(_PICTURE_SIDE * dialog.devicePixelRatioF())
        try:
            data = await self._library.reading.picture(document_id, number, side)
        except KbError as error:
            dialog.show_no_picture(shown(error.sentence))
            return
        image = await asyncio.to_thread(QImage.fromData, data or b"")
        if image.isNull():
            dialog.show_no_picture()
        else:
            dialog.show_picture(image)

    async def _read(self, document_id: str, numbers: Sequence[int]) -> None:
        problem = ""
        try:
            for result in await self._library.reading.read_again(document_id, numbers):
                document = result.document
                if document.id == document_id and document.state != State.DONE:  # it failed, or was paused or stopped
                    problem = reason(document)
        except KbError as error:
            if self._dialog_of(document_id) is None:
                raise
            problem = shown(error.sentence)
        finally:
            del self._reading[document_id]
        dialog = self._dialog_of(document_id)
        if dialog is not None:
            done = translate("Health", "%n page(s) were read by OCR.", None, len(numbers))
            dialog.show_result(problem or done, is_problem=bool(problem))
            self._scope.start(self._fill(dialog, document_id), key=_FILL)

    def _dialog_of(self, document_id: str) -> HealthDialog | None:
        return self.dialog if self._document_id == document_id else None
