"""Writes notes that become documents."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.types import AddResult, KnowledgeBaseInfo
from kbdesk.ui.dialogs.note import NoteDialog
from kbdesk.ui.errors import Message
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown, translate


class NotesPresenter(QObject):
    """Owns the dialog while it is open; a note that is being added is so also when it is closed.

    Signals:
        written: A note is a document now: what was asked (str), how it ended (`AddResult`).
        said: Something to show (`Message`).
    """

    written = Signal(str, AddResult)
    said = Signal(Message)

    def __init__(self, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._scope = scope
        self.dialog: NoteDialog | None = None

    def open(self, base: KnowledgeBaseInfo, question: str, window: QWidget) -> None:
        """Let a note be written into a knowledge base that answers a question; "" for any note."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        dialog = self.dialog = NoteDialog(base.name, question, window)
        dialog.save_requested.connect(lambda: self._save(dialog, base.id, question))
        dialog.finished.connect(self._close)
        dialog.open()

    def _close(self) -> None:
        self.dialog = None

    def _save(self, dialog: NoteDialog, kb_id: str, question: str) -> None:
        dialog.show_saving()
        write = partial(self._library.notes.write, kb_id, dialog.title, dialog.text)  # now: it may be closed at once
        self._scope.start(self._finish(dialog, write, question))

    async def _finish(self, dialog: NoteDialog, write: Callable[[], Awaitable[AddResult]], question: str) -> None:
        try:
            result = await write()
        except KbError as error:
            if self.dialog is not dialog:
                raise
            dialog.show_problem(shown(error.sentence))
            return
        if self.dialog is dialog:
            dialog.accept()
        self.said.emit(_ended(result))
        self.written.emit(question, result)


def _ended(result: AddResult) -> Message:
    name = result.document.name
    if not result.is_new:
        return Message(translate("Note", "The same text is already here, as “{name}”.").format(name=name))
    if result.message is not None:
        return Message(translate("Note", "The note “{name}” was not read.").format(name=name), shown(result.message))
    return Message(translate("Note", "The note “{name}” is a document now.").format(name=name))
