"""Opens files that could not be read: with a password, or through another program."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo
from kbdesk.ui.dialogs.password import PasswordDialog
from kbdesk.ui.errors import Message
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.models.reading_acts import is_locked
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate

_MOST_NAMED = 3
"""Files that a message names."""


class ClosedFilesPresenter(QObject):
    """Asks for passwords, and has old formats converted where a person wants it.

    Signals:
        said: Something to show (`Message`).
    """

    said = Signal(Message)

    def __init__(
        self, window: MainWindow, library: Library, scope: TaskScope, *, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._library = library
        self._scope = scope
        self._theme = theme
        self._offered: set[str] = set()
        self.dialog: PasswordDialog | None = None
        actions = window.panes.documents.reading
        actions.convert.setVisible(library.reading.can_convert)
        actions.password_requested.connect(self.ask)
        actions.conversion_requested.connect(self._convert)

    def offer(self, documents: Sequence[DocumentInfo]) -> None:
        """Offer to enter the password of files that have just turned out to be protected; of each file once."""
        new = [each for each in documents if each.id not in self._offered]
        self._offered.update(each.id for each in new)
        if new:
            action = translate("Password", "Enter password…")
            self.said.emit(Message(_offer_words(new), action=action, act=lambda: self.ask(new)))

    def ask(self, documents: Sequence[DocumentInfo]) -> None:
        """Ask for the password of these files."""
        self._offered.update(each.id for each in documents)
        dialog = self.dialog = PasswordDialog(documents, self._theme, self._window)
        dialog.try_requested.connect(lambda: self._start(dialog))
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        self.dialog = None

    def _start(self, dialog: PasswordDialog) -> None:
        dialog.show_trying()
        self._scope.start(self._try(dialog))

    async def _try(self, dialog: PasswordDialog) -> None:
        wanted, later, keeps = dialog.wanted, dialog.locked[len(dialog.wanted) :], dialog.keeps
        try:
            ids = [each.id for each in wanted]
            results = await self._library.reading.unlock(ids, dialog.password, remember=keeps)
        except KbError as error:
            if self.dialog is not dialog:
                raise
            dialog.show_problem(shown(error.sentence))
            return
        closed = [each.document for each in results if is_locked(each.document)]
        if keeps and len(closed) < len(results):
            self._tell_of_keyring()
        if self.dialog is not dialog:
            return  # left meanwhile; the rows say what became of them
        if closed:
            dialog.show_wrong(closed, [*closed, *later])
        elif later:
            dialog.show_next(later)
        else:
            dialog.accept()

    def _tell_of_keyring(self) -> None:
        problem = self._library.reading.keyring_problem
        if problem is not None:
            kept = translate("Password", "The password is kept until kbdesk is closed.")
            self.said.emit(Message(shown(problem), kept, level="error"))

    def _convert(self, document_ids: list[str]) -> None:
        self._scope.start(self._library.reading.convert(document_ids))


def _offer_words(documents: Sequence[DocumentInfo]) -> str:
    if len(documents) == 1:
        return translate("Password", "“{name}” is protected by a password.").format(name=documents[0].name)
    names = translate("Password", "”, “").join(each.name for each in documents[:_MOST_NAMED])
    more = len(documents) - _MOST_NAMED
    if more > 0:
        sentence = translate("Password", "“{names}” and %n more are protected by a password.", None, more)
    else:
        sentence = translate("Password", "“{names}” are protected by a password.")
    return sentence.format(names=names)
