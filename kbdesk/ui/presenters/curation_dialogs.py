"""Opens the dialogs in which passages are written and cut."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from PySide6.QtCore import QObject

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo
from kbdesk.ui.dialogs.passage_split import PassageSplitDialog
from kbdesk.ui.dialogs.passage_text import PassageTextDialog, Wording
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.models.chosen import Chosen
from kbdesk.ui.models.document_words import reason
from kbdesk.ui.models.passage_marks import edit_of, note_of
from kbdesk.ui.presenters.curation import Act, CurationPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate

_BESIDE = "curation_dialogs.beside"

PassageDialog = PassageTextDialog | PassageSplitDialog


class CurationDialogs(QObject):
    """Owns the dialog while it is open; what was typed stays in it until it is saved."""

    def __init__(
        self,
        curation: CurationPresenter,
        library: Library,
        scope: TaskScope,
        *,
        theme: Theme,
        window: MainWindow,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._curation = curation
        self._library = library
        self._scope = scope
        self._theme = theme
        self._window = window
        self.dialog: PassageDialog | None = None
        acts = window.panes.passages.acts
        acts.correct_requested.connect(self._correct)
        acts.note_requested.connect(self._annotate)
        acts.add_requested.connect(self._add)
        acts.split_requested.connect(self._split)
        window.panes.passages.add_requested.connect(self._add_first)

    def _correct(self, chosen: Chosen) -> None:
        wording = Wording(
            translate("Curation", "Correct passage"),
            _passage_words(chosen),
            translate("Curation", "Te&xt of the passage"),
            translate("Curation", "As the file says it"),
            translate("Curation", "A passage needs words. If it is to answer no longer, turn it off."),
        )
        edit_id = edit_of(chosen.first.metadata)
        dialog = self._open_text(wording, chosen.first.text, "" if edit_id else chosen.first.text)

        def save(words: str) -> None:
            curation, document = self._library.curation, chosen.document
            self._save(dialog, chosen, lambda at: curation.correct(document.id, at, words))

        dialog.save_requested.connect(save)
        if edit_id:
            self._scope.start(self._show_file_text(dialog, chosen.document.id, edit_id), key=_BESIDE)

    def _annotate(self, chosen: Chosen) -> None:
        wording = Wording(
            translate("Curation", "Note on a passage"),
            translate("Curation", "The note stands below the passage and is searched with it."),
            translate("Curation", "&Note"),
            _passage_words(chosen),
            "",
        )
        dialog = self._open_text(wording, note_of(chosen.first.metadata), chosen.first.text)

        def save(words: str) -> None:
            curation, document = self._library.curation, chosen.document
            self._save(dialog, chosen, lambda at: curation.annotate(document.id, at, words))

        dialog.save_requested.connect(save)

    def _add(self, chosen: Chosen) -> None:
        chosen = Chosen(chosen.document, [chosen.last])
        heading = translate("Curation", "It stands after passage {number} of “{name}” and is found like any other.")
        wording = Wording(
            translate("Curation", "Add a passage"),
            heading.format(number=chosen.first.chunk_index + 1, name=chosen.document.name),
            translate("Curation", "Te&xt of the new passage"),
            translate("Curation", "The passage before it"),
            translate("Curation", "A passage needs words."),
        )
        dialog = self._open_text(wording, "", chosen.first.text)

        def save(words: str) -> None:
            curation, document = self._library.curation, chosen.document
            self._save(dialog, chosen, lambda at: curation.add(document.id, at, words))

        dialog.save_requested.connect(save)

    def _add_first(self, document: DocumentInfo) -> None:
        heading = translate("Curation", "It becomes the first passage of “{name}” and is found like any other.")
        wording = Wording(
            translate("Curation", "Add a passage"),
            heading.format(name=document.name),
            translate("Curation", "Te&xt of the new passage"),
            translate("Curation", "Why there is none yet"),
            translate("Curation", "A passage needs words."),
        )
        dialog = self._open_text(wording, "", reason(document))

        def save(words: str) -> None:
            add = partial(self._library.curation.add, document.id, None, words)
            self._start_saving(dialog, partial(self._curation.settle, add))

        dialog.save_requested.connect(save)

    def _split(self, chosen: Chosen) -> None:
        dialog = PassageSplitDialog(
            _passage_words(chosen), chosen.first.text, chosen.position, theme=self._theme, parent=self._window
        )

        def split(position: int) -> None:
            curation, document = self._library.curation, chosen.document
            self._save(dialog, chosen, lambda at: curation.split(document.id, at, position))

        dialog.split_requested.connect(split)
        self._own(dialog)

    def _open_text(self, wording: Wording, words: str, beside: str) -> PassageTextDialog:
        dialog = PassageTextDialog(wording, words, beside, self._window)
        self._own(dialog)
        return dialog

    def _own(self, dialog: PassageDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        self.dialog = None
        self._scope.cancel(_BESIDE)

    def _save(self, dialog: PassageDialog, chosen: Chosen, act: Act) -> None:
        self._start_saving(dialog, partial(self._curation.do, chosen.document, chosen.chunks, act))

    def _start_saving(self, dialog: PassageDialog, save: Callable[[], Awaitable[None]]) -> None:
        dialog.show_saving()
        self._scope.start(self._finish(dialog, save))

    async def _finish(self, dialog: PassageDialog, save: Callable[[], Awaitable[None]]) -> None:
        problem = translate("Curation", "It was not saved.")
        try:
            await save()
            problem = ""
        except KbError as error:
            if self.dialog is not dialog:
                raise
            problem = shown(error.sentence)
        finally:  # whatever happened: the dialog is closed or can be used again
            if self.dialog is dialog:
                self._end(dialog, problem)

    def _end(self, dialog: PassageDialog, problem: str) -> None:
        if problem:
            dialog.show_problem(problem)
        else:
            dialog.accept()

    async def _show_file_text(self, dialog: PassageTextDialog, document_id: str, edit_id: str) -> None:
        for edit in await self._library.curation.edits(document_id):
            if edit.id == edit_id and self.dialog is dialog:
                dialog.beside.setPlainText(edit.text_before)


def _passage_words(chosen: Chosen) -> str:
    words = translate("Curation", "Passage {number} of “{name}”")
    return words.format(number=chosen.first.chunk_index + 1, name=chosen.document.name)
