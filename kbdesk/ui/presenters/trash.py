"""Looks into the trash, restores, deletes for good and gives back space."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.library.library import Library
from kbdesk.library.types import Purged, Restored, TrashEntry
from kbdesk.texts import Text
from kbdesk.ui.dialogs.trash import TrashDialog
from kbdesk.ui.models.trash import TrashModel, size_words
from kbdesk.ui.presenters.asked import Asked
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate

_LOAD = "trash.load"
_PAGE = 1000
_MOST_REMARKS = 5


class TrashPresenter(QObject):
    """Owns the trash dialog while it is open; what was begun in it goes on when it is closed.

    Signals:
        restored: Documents or knowledge bases are back.
        changed: Something has left the trash.
    """

    restored = Signal()
    changed = Signal()

    def __init__(self, library: Library, scope: TaskScope, *, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._scope = scope
        self._theme = theme
        self._model = TrashModel(self)
        self.dialog: TrashDialog | None = None
        self._asked = Asked(scope, lambda: self.dialog, self._reload)

    def open(self, window: QWidget) -> None:
        """Open the dialog above `window`, or bring the one that is open to the front."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        self._model.set_entries([])
        self._model.set_filter("")
        dialog = self.dialog = TrashDialog(self._model, self._theme, window)
        dialog.restore_requested.connect(self._restore)
        dialog.purge_requested.connect(self._purge)
        dialog.empty_requested.connect(self._empty)
        dialog.reclaim_requested.connect(self._reclaim)
        dialog.finished.connect(self._close)
        dialog.open()
        self._scope.start(self._load(), key=_LOAD)

    def _close(self) -> None:
        self._scope.cancel(_LOAD)
        self.dialog = None

    def _restore(self, entry_ids: list[str]) -> None:
        async def work() -> str:
            restored = await self._library.trash.restore(entry_ids)
            self.restored.emit()
            return _restored_words(restored)

        self._asked.start(translate("Trash", "Restoring…"), work)

    def _purge(self, entry_ids: list[str]) -> None:
        async def work() -> str:
            return _purged_words(await self._library.trash.delete_for_good(entry_ids))

        self._asked.start(translate("Trash", "Deleting…"), work)

    def _empty(self) -> None:
        async def work() -> str:
            return _purged_words(await self._library.trash.empty())

        self._asked.start(translate("Trash", "Deleting…"), work)

    def _reclaim(self) -> None:
        async def work() -> str:
            freed = await self._library.space.reclaim()
            return translate("Trash", "{size} of the disk are free again.").format(size=size_words(freed))

        self._asked.start(translate("Trash", "Making the files of the library smaller…"), work)

    async def _reload(self) -> None:
        self.changed.emit()
        if self.dialog is not None:
            await self._load()

    async def _load(self) -> None:
        entries: list[TrashEntry] = []
        while page := await self._library.trash.entries(offset=len(entries), limit=_PAGE):
            entries += page
        self._model.set_entries(entries)
        space = await self._library.space.usage()
        if self.dialog is not None:
            self.dialog.show_space(space)


def _restored_words(restored: Restored) -> str:
    first = translate("Trash", "%n entry(s) restored.", None, restored.count)
    return _joined(first if restored.count else "", restored.remarks)


def _purged_words(purged: Purged) -> str:
    first = translate("Trash", "%n entry(s) deleted for good; {size} of the disk are free again.", None, purged.count)
    return _joined(first.format(size=size_words(purged.freed_bytes)), purged.remarks)


def _joined(first: str, remarks: Sequence[Text]) -> str:
    lines = [first, *(shown(remark) for remark in remarks[:_MOST_REMARKS])]
    if len(remarks) > _MOST_REMARKS:
        lines.append(translate("Trash", "And %n more like these.", None, len(remarks) - _MOST_REMARKS))
    return "\n".join(line for line in lines if line)
