"""Tells what is due for review, in the knowledge base that is shown or else in another one."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from kbdesk.library.facts.days import today
from kbdesk.library.library import Library
from kbdesk.library.listing import Remark
from kbdesk.ui.panes.documents import DocumentsPane
from kbdesk.ui.panes.knowledge_bases import KnowledgeBasesPane
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import translate

_LOOK = "due.look"

_HOUR_MS = 3_600_000
"""How often is looked whether another day has come."""


class DuePresenter(QObject):
    """Keeps the line below the knowledge bases true to the library and to the calendar."""

    def __init__(
        self,
        bases: KnowledgeBasesPane,
        documents: DocumentsPane,
        library: Library,
        scope: TaskScope,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bases = bases
        self._documents = documents
        self._library = library
        self._scope = scope
        self._base_id = ""
        self._clock = QTimer(self, interval=_HOUR_MS)
        self._clock.timeout.connect(self.look)
        self._clock.start()
        bases.due_line.show_requested.connect(self._show)

    def look(self) -> None:
        """Look what is due."""
        self._scope.start(self._look(), key=_LOOK)

    async def _look(self) -> None:
        counts = await self._library.facts.count_due(today())
        current = self._bases.current
        if current is not None and current.id in counts:
            self._base_id = current.id
            words = translate("Due", "%n document(s) due for review", None, counts[current.id])
        else:
            words = await self._words_of_another(counts)
        self._bases.due_line.say(words)

    async def _words_of_another(self, counts: dict[str, int]) -> str:
        for base in await self._library.knowledge_bases():
            if base.id in counts:
                self._base_id = base.id
                words = translate("Due", "%n document(s) due for review in “{name}”", None, counts[base.id])
                return words.format(name=base.name)
        return ""

    def _show(self) -> None:
        self._bases.choose(self._base_id)
        self._documents.show_only(Remark.DUE)
