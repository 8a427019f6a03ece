"""Search: a question, where to look, hits with score, place and marked words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QLineEdit, QStyleOptionViewItem

from kbdesk.errors import StoreError
from kbdesk.library.types import DocumentInfo, Hit, KnowledgeBaseInfo
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.settings import Settings
from kbdesk.texts import text
from kbdesk.ui.models.hits import HIT_ROLE, SHARE_ROLE, HitsModel, place_words
from kbdesk.ui.models.marks import excerpt, split_marked, utf16_ranges
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.presenters.search import SearchPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme

BASE = KnowledgeBaseInfo("kb0", "Team handbook", "", "this-computer", None, "words", 1, 1)
MakeHit = Callable[..., Hit]


@pytest.fixture
def make_hit(make_document: Callable[..., DocumentInfo]) -> MakeHit:
    def make(
        content: str,
        *,
        score: float = 0.8,
        kind: Any = "meaning",
        spans: Sequence[tuple[int, int]] = (),
        place: str = "",
    ) -> Hit:
        found = Chunk(content=TextBlock(text=content), source="travel.pdf", chunk_index=0, total_chunks=1)
        return Hit(1, score, kind, make_document(), found, text("place", place), tuple(spans))

    return make


@pytest.fixture
async def pane(theme: Theme, qtbot: Any) -> SearchPane:
    pane = SearchPane(theme)
    qtbot.addWidget(pane)
    pane.set_knowledge_base(BASE, has_others=True)
    pane.set_options(10, None)
    pane.resize(560, 600)
    pane.show()
    return pane


@pytest.fixture
def presenter(pane: SearchPane, library: Any) -> SearchPresenter:
    return SearchPresenter(pane, library, TaskScope())


@pytest.fixture
def handbook(library: Any, make_document: Callable[..., DocumentInfo]) -> DocumentInfo:
    passages = ["Travel by train.", "每位员工享有年假。", "The van can be borrowed. Travel safely."]
    return library.put(make_document(passage_count=3), passages)


def found_texts(pane: SearchPane) -> list[str]:
    rows = range(pane.list.hits.rowCount())
    return [pane.list.hits.index(row).data(HIT_ROLE).chunk.text for row in rows]


@given(st.text(), st.lists(st.tuples(st.integers(-5, 50), st.integers(-5, 50))))
def test_marking_loses_no_character(content: str, spans: list[tuple[int, int]]) -> None:
    assert "".join(piece for piece, _ in split_marked(content, spans)) == content


def test_overlapping_spans_are_marked_once() -> None:
    assert split_marked("abcdef", [(3, 5), (1, 4)]) == [("a", False), ("bcd", True), ("e", True), ("f", False)]


def test_marks_are_counted_in_utf16_units() -> None:
    assert utf16_ranges(split_marked("😀年假𠮷年假", [(1, 3), (4, 6)])) == [(2, 2), (6, 2)]


def test_an_excerpt_begins_where_most_words_are_marked() -> None:
    content = "far " * 100 + "leave and leave and leave" + " far" * 100
    spans = [(0, 3), (400, 405), (410, 415), (420, 425)]
    joined = "".join(piece for piece, _ in excerpt(content, spans, 120))
    assert joined.startswith("… far")
    assert "leave and leave and leave" in joined
    assert joined.endswith(" …")


def test_an_excerpt_runs_white_space_together_and_cuts_no_word() -> None:
    assert excerpt("one\n\n  two three", [(0, 3)], 12) == [("one", True), (" two", False), (" …", False)]


@given(st.text(), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))), st.integers(1, 80))
def test_an_excerpt_of_any_text_can_be_made(content: str, spans: list[tuple[int, int]], length: int) -> None:
    assert sum(len(piece) for piece, _ in excerpt(content, spans, length)) <= length + 4


def test_the_model_holds_the_hits(make_hit: MakeHit, qtmodeltester: Any) -> None:
    model = HitsModel()
    for hits in ((), (make_hit("one"), make_hit("two")), (make_hit("three"),), ()):
        model.set_hits(hits)
        qtmodeltester.check(model)
        assert model.rowCount() == len(hits)


@pytest.mark.parametrize(("score", "share"), [(0.8, 0.8), (-0.2, 0.0), (1.0, 1.0)])
def test_a_score_by_meaning_is_its_own_share(make_hit: MakeHit, score: float, share: float) -> None:
    model = HitsModel()
    model.set_hits([make_hit("text", score=score)])
    assert model.index(0).data(SHARE_ROLE) == share
    assert "-1.00 to 1.00" in model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole).startswith("travel.pdf\n")


def test_a_score_by_words_is_a_share_of_the_best(make_hit: MakeHit) -> None:
    model = HitsModel()
    model.set_hits([make_hit("a", score=12.0, kind="words"), make_hit("b", score=3.0, kind="words")])
    assert [model.index(row).data(SHARE_ROLE) for row in (0, 1)] == [1.0, 0.25]
    assert "one search only" in model.index(1).data(Qt.ItemDataRole.ToolTipRole)


def test_a_screen_reader_hears_score_document_place_and_text(make_hit: MakeHit) -> None:
    model = HitsModel()
    model.set_hits([make_hit("Ride the train.", score=0.834, place="page 12")])
    words = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert words == "Score 0.83, travel.pdf, page 12: Ride the train."


def test_a_hit_read_by_ocr_says_so_beside_its_place(make_hit: MakeHit) -> None:
    hit = make_hit("Ride the train.", score=0.834, place="page 12")
    hit.chunk.metadata.update(ocr=True, ocr_confidence=0.876)
    model = HitsModel()
    model.set_hits([hit])
    words = "page 12 · read by OCR, 87 %"
    assert place_words(hit) == words
    assert (
        model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == f"Score 0.83, travel.pdf, {words}: Ride the train."
    )
    assert words in model.index(0).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize("content", ["😀 年假 " * 3, "x" * 5000, "", "年" * 3000])
async def test_matched_words_are_painted_on_the_mark_colour(
    pane: SearchPane, make_hit: MakeHit, theme: Theme, content: str
) -> None:
    spans = [(2, 4)] if "年假" in content else []
    pane.show_hits([make_hit(content, spans=spans)])
    option = QStyleOptionViewItem()
    option.rect, option.font = QRect(0, 0, 500, 100), pane.font()
    image = QImage(500, 100, QImage.Format.Format_RGB32)
    image.fill(theme.tokens.base)
    painter = QPainter(image)
    pane.list.itemDelegate().paint(painter, option, pane.list.hits.index(0))
    painter.end()
    colors = {image.pixelColor(QPoint(x, y)).name() for x in range(70, 500) for y in range(30, 95)}
    assert (theme.tokens.mark in colors) == bool(spans)


def test_typing_and_enter_asks(pane: SearchPane, type_text: Callable[..., None], qtbot: Any) -> None:
    asked: list[str] = []
    pane.search_requested.connect(asked.append)
    pane.focus_field()
    type_text(pane.field, "  年假 ")
    qtbot.keyClick(pane.field, Qt.Key.Key_Return)
    qtbot.mouseClick(pane.button, Qt.MouseButton.LeftButton)
    assert asked == ["年假", "年假"]


def test_down_leads_to_the_list_enter_opens_and_up_leads_back(
    pane: SearchPane, make_hit: MakeHit, qtbot: Any, qapp: Any
) -> None:
    opened: list[Hit] = []
    pane.hit_activated.connect(opened.append)
    hits = [make_hit("one"), make_hit("two")]
    pane.show_hits(hits)
    pane.activateWindow()
    pane.focus_field()
    qtbot.keyClick(pane.field, Qt.Key.Key_Down)
    assert pane.list.hasFocus()
    qtbot.keyClick(pane.list, Qt.Key.Key_Down)
    qtbot.keyClick(pane.list, Qt.Key.Key_Return)
    assert opened == [hits[1]]
    qtbot.keyClick(pane.list, Qt.Key.Key_Up)
    qtbot.keyClick(pane.list, Qt.Key.Key_Up)
    assert pane.field.hasFocus()
    assert isinstance(qapp.focusWidget(), QLineEdit)


def test_a_double_click_opens_a_hit(pane: SearchPane, make_hit: MakeHit, qtbot: Any) -> None:
    opened: list[Hit] = []
    pane.hit_activated.connect(opened.append)
    pane.show_hits([make_hit("one")])
    middle = pane.list.visualRect(pane.list.hits.index(0)).center()
    qtbot.mouseClick(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseDClick(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert len(opened) == 1


def test_the_text_of_a_hit_is_copied(pane: SearchPane, make_hit: MakeHit, qtbot: Any) -> None:
    pane.show_hits([make_hit("年假十五天")])
    pane.list.enter()
    qtbot.keyClick(pane.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "年假十五天"


def test_nothing_found_says_what_to_try(pane: SearchPane) -> None:
    pane.set_options(10, 0.4)
    pane.show_hits([])
    for words in ("fewer words", "0.40", "all knowledge bases"):
        assert words in pane.state_page.body


def test_with_one_knowledge_base_all_of_them_are_not_spoken_of(pane: SearchPane) -> None:
    pane.set_knowledge_base(BASE, has_others=False)
    pane.show_hits([])
    assert pane.where.count() == 1
    assert "all knowledge bases" not in pane.state_page.body


def test_all_knowledge_bases_stay_chosen_when_another_is_selected(pane: SearchPane) -> None:
    assert pane.kb_id == "kb0"
    pane.where.setCurrentIndex(1)
    pane.set_knowledge_base(BASE, has_others=True)
    assert pane.kb_id is None


def test_another_knowledge_base_is_searched_anew(pane: SearchPane, type_text: Callable[..., None]) -> None:
    asked: list[str] = []
    pane.search_requested.connect(asked.append)
    type_text(pane.field, "train")
    pane.set_knowledge_base(BASE, has_others=True)
    assert asked == []
    pane.set_knowledge_base(replace(BASE, id="another"), has_others=True)
    assert asked == ["train"]


def test_another_choice_searches_again(pane: SearchPane, type_text: Callable[..., None]) -> None:
    asked: list[str] = []
    pane.search_requested.connect(asked.append)
    pane.top_k_field.setValue(20)
    assert asked == []
    type_text(pane.field, "train")
    pane.where.setCurrentIndex(1)
    pane.min_score_field.setValue(0.3)
    assert asked == ["train", "train"]


def test_options_set_by_the_program_ask_nothing(pane: SearchPane, type_text: Callable[..., None]) -> None:
    asked: list[str] = []
    pane.search_requested.connect(asked.append)
    type_text(pane.field, "train")
    pane.set_options(30, 0.5)
    assert (pane.top_k, pane.min_score, asked) == (30, 0.5, [])


async def test_a_search_shows_its_hits(
    pane: SearchPane, presenter: SearchPresenter, handbook: DocumentInfo, type_text: Callable[..., None], wait: Any
) -> None:
    type_text(pane.field, "travel")
    pane.search_requested.emit(pane.query)
    await wait.until(lambda: len(found_texts(pane)) == 2)
    assert "2 passage" in pane.status


async def test_the_newest_question_wins(
    pane: SearchPane, presenter: SearchPresenter, library: Any, handbook: DocumentInfo, wait: Any
) -> None:
    gates = {"travel": asyncio.Event(), "年假": asyncio.Event()}
    find = library.search

    async def gated(queries: Sequence[str], *arguments: Any, **options: Any) -> list[Hit]:
        await gates[queries[0]].wait()
        return await find(queries, *arguments, **options)

    library.search = gated
    pane.search_requested.emit("travel")
    pane.search_requested.emit("年假")
    gates["年假"].set()
    await wait.until(lambda: found_texts(pane) == ["每位员工享有年假。"])
    gates["travel"].set()
    await asyncio.sleep(0)
    assert found_texts(pane) == ["每位员工享有年假。"]


async def test_deleted_documents_leave_the_hits(
    pane: SearchPane,
    presenter: SearchPresenter,
    library: Any,
    handbook: DocumentInfo,
    type_text: Callable[..., None],
    wait: Any,
) -> None:
    type_text(pane.field, "travel")
    pane.search_requested.emit(pane.query)
    await wait.until(lambda: found_texts(pane))
    await library.delete_documents([handbook.id])
    presenter.refresh()
    await wait.until(lambda: not found_texts(pane))


async def test_a_blank_question_ends_the_search(
    pane: SearchPane, presenter: SearchPresenter, handbook: DocumentInfo, wait: Any
) -> None:
    pane.search_requested.emit("travel")
    pane.search_requested.emit("")
    await asyncio.sleep(0)
    assert pane.state_page.title == "Search your handbook"


async def test_an_error_says_what_happened_and_can_be_tried_again(
    pane: SearchPane,
    presenter: SearchPresenter,
    library: Any,
    handbook: DocumentInfo,
    type_text: Callable[..., None],
    wait: Any,
    qtbot: Any,
) -> None:
    find = library.search

    async def broken(*arguments: Any, **options: Any) -> list[Hit]:
        raise StoreError(text("stores", "The store is broken."), text("stores", "Mend it."))

    library.search = broken
    type_text(pane.field, "travel")
    pane.search_requested.emit(pane.query)
    await wait.until(lambda: pane.state_page.title == "The store is broken.")
    assert pane.state_page.body == "Mend it."
    library.search = find
    qtbot.mouseClick(pane.state_page.retry_button, Qt.MouseButton.LeftButton)
    await wait.until(lambda: found_texts(pane))


async def test_options_come_from_the_settings_and_go_back_to_them(pane: SearchPane, library: Any, wait: Any) -> None:
    library.settings = Settings(top_k=25, min_score=0.2)
    presenter = SearchPresenter(pane, library, TaskScope())
    assert (pane.top_k, pane.min_score) == (25, 0.2)
    pane.top_k_field.setValue(5)
    pane.min_score_field.setValue(0.0)
    await wait.until(lambda: library.settings == Settings(top_k=5, min_score=None))
    presenter.apply_settings()
    assert (pane.top_k, pane.min_score) == (5, None)
