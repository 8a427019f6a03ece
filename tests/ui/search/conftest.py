"""The pane of a search alone, over the library in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from kbdesk.library.types import DocumentInfo, Hit, KnowledgeBaseInfo, Why
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.texts import text
from kbdesk.ui.models.hits import HIT_ROLE
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.presenters.search import SearchPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme


def make_base(number: int, name: str, **changes: Any) -> KnowledgeBaseInfo:
    values = {"embedding": "words", "document_count": 1, "passage_count": 1, **changes}
    return KnowledgeBaseInfo(f"kb{number}", name, "", "this-computer", None, **values)


@pytest.fixture(name="make_base")
def make_base_fixture() -> Callable[..., KnowledgeBaseInfo]:
    return make_base


@pytest.fixture
def bases() -> list[KnowledgeBaseInfo]:
    return [make_base(0, "Team handbook"), make_base(1, "Contracts"), make_base(2, "Minutes")]


@pytest.fixture
def make_hit(make_document: Callable[..., DocumentInfo]) -> Callable[..., Hit]:
    def make(
        content: str,
        *,
        score: float = 0.8,
        kind: Any = "meaning",
        spans: Sequence[tuple[int, int]] = (),
        place: str = "",
        name: str = "travel.pdf",
        index: int = 0,
        why: Why = Why(),  # noqa: B008  (it is never changed)
        is_weak: bool = False,
    ) -> Hit:
        found = Chunk(content=TextBlock(text=content), source=name, chunk_index=index, total_chunks=9)
        document = make_document(name)
        return Hit(1, score, kind, document, found, text("place", place), tuple(spans), why, is_weak)

    return make


@pytest.fixture
async def pane(theme: Theme, bases: list[KnowledgeBaseInfo], qtbot: Any) -> SearchPane:
    pane = SearchPane(theme)
    qtbot.addWidget(pane)
    pane.form.where.show_knowledge_bases(bases, bases[0])
    pane.form.options.set_values(10, None)
    pane.resize(395, 640)
    pane.show()
    return pane


@pytest.fixture
def scope() -> TaskScope:
    return TaskScope()


@pytest.fixture
def presenter(pane: SearchPane, library: Any, scope: TaskScope) -> SearchPresenter:
    return SearchPresenter(pane, library, scope)


@pytest.fixture
def handbook(library: Any, make_document: Callable[..., DocumentInfo]) -> DocumentInfo:
    passages = ["Travel by train.", "每位员工享有年假。", "The van can be borrowed. Travel safely."]
    return library.put(make_document(passage_count=3), passages)


@pytest.fixture
def found(pane: SearchPane) -> Callable[[], list[str]]:
    """Give the texts of the hits in the list."""

    def texts() -> list[str]:
        hits = [pane.list.hits.index(row).data(HIT_ROLE) for row in range(pane.list.hits.rowCount())]
        return [hit.chunk.text for hit in hits if hit is not None]

    return texts
