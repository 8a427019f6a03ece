"""Lets the window follow what is done to passages."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from kbdesk.library.curation.types import Edited
from kbdesk.library.library import Library
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.presenters.window import Presenters


class Curating(QObject):
    """Says who listens to the presenters of passages, as `Desk` does for the rest."""

    def __init__(self, window: MainWindow, presenters: Presenters, library: Library, parent: QObject) -> None:
        super().__init__(parent)
        self._presenters = presenters
        self._library = library
        curation, edits = presenters.curation, presenters.edits
        curation.done.connect(self._offer_to_undo)
        curation.changed.connect(self._follow)
        curation.outdated.connect(presenters.passages.refresh)
        edits.counted.connect(window.conflicts_button.show_count)
        edits.passage_requested.connect(presenters.passages.show_document)
        window.panes.search.acts.off_requested.connect(curation.turn_off)
        window.conflicts_button.clicked.connect(edits.open_conflicts)
        window.panes.passages.edits_requested.connect(edits.open_edits)
        window.panes.knowledge_bases.current_changed.connect(edits.show_knowledge_base)
        presenters.intake.finished.connect(edits.refresh)
        presenters.undo.undone.connect(edits.refresh)

    async def offer_last(self) -> None:
        """Offer in the menu to undo what was done last before the program was started."""
        last = await self._library.curation.last()
        if last is not None:
            self._offer(last, is_new=False)

    def _offer_to_undo(self, edited: Edited) -> None:
        self._offer(edited, is_new=True)

    def _offer(self, edited: Edited, *, is_new: bool) -> None:
        curation = self._presenters.curation
        self._presenters.undo.offer(
            edited.label,
            partial(curation.take_back if is_new else self._take_back_and_show, edited.id),
            redo=partial(curation.do_again, edited.id),
            is_new=is_new,
        )

    async def _take_back_and_show(self, edited_id: str) -> None:
        """Take back what was done before the start, and show it: nobody has it before their eyes."""
        edited = await self._presenters.curation.take_back(edited_id)
        self._presenters.passages.show_document(edited.document, edited.chunk_index)

    def _follow(self, edited: Edited) -> None:
        self._presenters.documents.take_changes([edited.document])
        self._presenters.passages.follow(edited.document, edited.chunk_index)
        self._presenters.bases.refresh()
        self._presenters.search.refresh()
