"""Lists and deletes documents, and opens their files."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QUrl, Signal

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.types import Deletion, DocumentInfo, KnowledgeBaseInfo
from kbdesk.texts import text
from kbdesk.ui.models.documents import DocumentsModel
from kbdesk.ui.panes.documents import DocumentsPane
from kbdesk.ui.tasks import TaskScope

_LOAD = "documents.load"
"""Key of the one task that fills the table, so that it never shows the rows of the knowledge base before."""


class DocumentsPresenter(QObject):
    """Keeps the middle pane true to the current knowledge base.

    Signals:
        deleted: Documents were deleted (`Deletion`, list of their ids).
    """

    deleted = Signal(Deletion, list)

    def __init__(
        self,
        pane: DocumentsPane,
        model: DocumentsModel,
        library: Library,
        scope: TaskScope,
        *,
        open_url: Callable[[QUrl], bool],
        parent: QObject | None = None,
    ) -> None:
        """`open_url` opens a file or folder with its own program and returns whether it could."""
        super().__init__(parent)
        self._pane = pane
        self._model = model
        self._library = library
        self._scope = scope
        self._open_url = open_url
        self._base_id: str | None = None
        pane.delete_requested.connect(self.delete)
        pane.open_requested.connect(self.open_original)
        pane.reveal_requested.connect(self.show_in_folder)

    def show_knowledge_base(self, base: KnowledgeBaseInfo | None) -> None:
        """Show the documents of this knowledge base; rows are loaded anew only when it is another one."""
        self._pane.show_knowledge_base(base)
        base_id = base.id if base else None
        if base_id != self._base_id:
            self._base_id = base_id
            self._model.set_documents([])
            self._pane.set_filter("")
            self.refresh()

    def refresh(self) -> None:
        """Show what the library has now."""
        if self._base_id is None:
            self._scope.cancel(_LOAD)
        else:
            self._scope.start(self._load(self._base_id), key=_LOAD)

    def take_changes(self, documents: Sequence[DocumentInfo]) -> None:
        """Show these new or changed documents, as far as they belong to what is shown."""
        self._model.update_documents([each for each in documents if each.knowledge_base_id == self._base_id])

    def delete(self, documents: Sequence[DocumentInfo]) -> None:
        """Delete these documents; `deleted` tells when it is done."""
        self._scope.start(self._delete(documents))

    def open_original(self, document: DocumentInfo) -> None:
        """Open the file of a document with its own program."""
        self._scope.start(self._open(document))

    def show_in_folder(self, document: DocumentInfo) -> None:
        """Show the file of a document in the file manager."""
        self._scope.start(self._reveal(document))

    async def _load(self, base_id: str) -> None:
        self._model.set_documents(await self._library.documents(base_id))

    async def _delete(self, documents: Sequence[DocumentInfo]) -> None:
        ids = [each.id for each in documents]
        deletion = await self._library.delete_documents(ids)
        self._model.remove_documents(ids)
        self.deleted.emit(deletion, ids)

    async def _open(self, document: DocumentInfo) -> None:
        path = await asyncio.to_thread(_existing_file, document)
        if not self._open_url(QUrl.fromLocalFile(str(path))):
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
