"""Says of the selected document what it came with: the message, file or archive that it was in."""

from __future__ import annotations

from PySide6.QtCore import QObject

from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo
from kbdesk.ui.panes.documents import DocumentsPane
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import translate

_LOOK = "attached.look"


class AttachedPresenter(QObject):
    """Looks for the document that the selected one came with, and goes there."""

    def __init__(self, pane: DocumentsPane, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._line = pane.details.attached
        self._library = library
        self._scope = scope
        self._parent_id = ""
        pane.document_selected.connect(self._look_at)
        self._line.parent_requested.connect(lambda: pane.show_documents([self._parent_id]))

    def _look_at(self, document: DocumentInfo) -> None:
        self._line.clear()
        self._scope.cancel(_LOOK)
        if document.parent_id:
            self._scope.start(self._look(document), key=_LOOK)

    async def _look(self, document: DocumentInfo) -> None:
        for parent in await self._library.listing.documents([document.parent_id]):  # none if it was deleted
            self._parent_id = parent.id
            self._line.show_words(document.id, _words(parent))


def _words(parent: DocumentInfo) -> str:
    if parent.media_type == "application/zip":
        return translate("Attached", "Out of “{name}”").format(name=parent.name)
    return translate("Attached", "Attached to “{name}”").format(name=parent.name)
