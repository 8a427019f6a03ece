"""Fetches the passages that the pane shows."""

from __future__ import annotations

import asyncio
from typing import Literal, cast

from PySide6.QtCore import QObject, QSize, Signal

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.message import DataBlock
from kbdesk.rag.document import Chunk
from kbdesk.ui.models.passages import PAGE_SIZE, PassagePage, page_count, page_of
from kbdesk.ui.panes.passages import PassagesPane
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.widgets.pictures import decode_picture, picture_size

_PAGE = "passages.page"
"""Key of the one task that fills the pane, so that an older page never comes up over a newer one."""


class PassagesPresenter(QObject):
    """Opens documents in the pane and turns its pages.

    Signals:
        opened: A person wants to see this document, or a passage of it (`DocumentInfo`).
    """

    opened = Signal(object)

    def __init__(self, pane: PassagesPane, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._scope = scope
        self._document: DocumentInfo | None = None
        self._unit = ""
        self._hit: Hit | None = None
        pane.page_requested.connect(self._show_page)
        pane.section_page_requested.connect(self._show_section_page)

    @property
    def document(self) -> DocumentInfo | None:
        """The document that is open."""
        return self._document

    def show_document(self, document: DocumentInfo, chunk_index: int = 0) -> None:
        """Open a document at a passage."""
        self._open(document, chunk_index, None)
        self.opened.emit(document)

    def show_hit(self, hit: Hit) -> None:
        """Open the document of a hit at the passage found, which is marked, as are its words."""
        self._open(hit.document, hit.chunk.chunk_index, hit)
        self.opened.emit(hit.document)

    def update_document(self, document: DocumentInfo) -> None:
        """Show what became of the document that is open; others are left alone."""
        shown = self._document
        if shown is None or shown.id != document.id:
            return
        if (shown.sha256, shown.passage_count) == (document.sha256, document.passage_count) and shown.passage_count:
            self._document = document
            self._pane.show_facts(document)
        elif shown.sha256 == document.sha256 and shown.passage_count and document.passage_count:
            self._document = document  # the same file, cut another way or changed by hand
            self.refresh()
        else:
            self._open(document, 0, None)

    def follow(self, document: DocumentInfo, chunk_index: int) -> None:
        """Show what was done to passages of the document that is open; the screen stays near this one."""
        if self._document is not None and self._document.id == document.id:
            self._document = document
            if document.passage_count:
                self._scope.start(self._fill(page_of(chunk_index), chunk_index, stays=True), key=_PAGE)
            else:
                self._open(document, 0, None)

    def refresh(self) -> None:
        """Show the passages as they are now."""
        page, chosen = self._pane.view.page, self._pane.view.chosen
        if self._document is not None and page is not None:
            target = chosen.first.chunk_index if chosen is not None else None
            number = min(page.number, page_count(self._document.passage_count))
            self._scope.start(self._fill(number, target, stays=True), key=_PAGE)

    def clear(self) -> None:
        """Close the document."""
        self._scope.cancel(_PAGE)
        self._document = None
        self._pane.show_nothing()

    def _open(self, document: DocumentInfo, chunk_index: int, hit: Hit | None) -> None:
        self._document = document
        self._hit = hit
        if document.passage_count == 0:
            self._scope.cancel(_PAGE)
            self._pane.show_no_passages(document)
        else:
            self._load(page_of(chunk_index), chunk_index or None)

    def _show_page(self, number: int) -> None:
        self._load(number, None)

    def _show_section_page(self, number: int) -> None:
        self._scope.start(self._fill_section_page(number), key=_PAGE)

    def _load(self, number: int, target: int | None) -> None:
        self._scope.start(self._fill(number, target), key=_PAGE)

    async def _fill_section_page(self, number: int) -> None:
        if self._document is None:
            return
        unit = cast("Literal['page', 'slide']", self._unit)
        chunk_index = await self._library.first_chunk_of(self._document.id, unit, number)
        if chunk_index is None:
            chunk_index = self._document.passage_count - 1
        await self._fill(page_of(chunk_index), chunk_index)

    async def _fill(self, number: int, target: int | None, *, stays: bool = False) -> None:
        if self._document is None:
            return
        try:
            chunks = await self._library.chunks(self._document.id, offset=(number - 1) * PAGE_SIZE, limit=PAGE_SIZE)
            kinds = {edit.id: edit.kind for edit in await self._library.curation.edits(self._document.id)}
        except KbError:  # deleted meanwhile, or its store is gone
            self._document = None
            self._pane.show_nothing()
            raise
        page = PassagePage(self._document, number, chunks, self._hit, target, stays=stays, kinds=kinds)
        pictures = [chunk for chunk in chunks if isinstance(chunk.content, DataBlock)]
        sizes = await asyncio.to_thread(_sizes, pictures, self._pane.view.picture_limit) if pictures else {}
        self._unit = page.unit
        self._pane.show_page(page, sizes)
        for chunk in pictures:
            if chunk.chunk_index in sizes:
                ratio = self._pane.devicePixelRatioF()
                image = await asyncio.to_thread(decode_picture, chunk.content, sizes[chunk.chunk_index], ratio)
                self._pane.set_picture(chunk.chunk_index, image)


def _sizes(pictures: list[Chunk], limit: QSize) -> dict[int, QSize]:
    sizes = {chunk.chunk_index: picture_size(chunk.content, limit) for chunk in pictures}
    return {chunk_index: size for chunk_index, size in sizes.items() if size is not None}
