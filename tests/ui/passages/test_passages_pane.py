"""The passages of a document: text, place, size, pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor

from kbdesk.library.types import DocumentInfo, State
from kbdesk.texts import text
from kbdesk.ui.models.passages import PassagePage
from kbdesk.ui.panes.passages import PassagesPane
from kbdesk.ui.theme import Theme

from .conftest import LEAVE, chunk, hit_of, marked_words, shown_words


def test_without_a_document_the_pane_says_what_to_do(pane: PassagesPane) -> None:
    assert "Choose a document" in pane.state_page.body


def test_a_passage_shows_its_number_place_size_and_whole_text(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo]
) -> None:
    document = make_document(passage_count=208)
    pane.show_page(PassagePage(document, 2, [chunk(30, "x" * 2000, page=12)]), {})
    for words in ("Passage 31 of 208", "page 12", "2000 character", "x" * 2000):
        assert words in shown_words(pane)


def test_a_passage_read_by_ocr_says_so(pane: PassagesPane, make_document: Callable[..., DocumentInfo]) -> None:
    page = PassagePage(make_document(passage_count=1), 1, [chunk(0, "Fire exit", ocr=True, ocr_confidence=0.934)])
    pane.show_page(page, {})
    assert "read by OCR, 93 %" in shown_words(pane)


def test_a_passage_that_was_hidden_says_so(pane: PassagesPane, make_document: Callable[..., DocumentInfo]) -> None:
    page = PassagePage(make_document(passage_count=1), 1, [chunk(0, "Draft", slide=3, hidden=True)])
    pane.show_page(page, {})
    assert "slide 3  ·  5 character(s)  ·  hidden slide" in shown_words(pane)


def test_warnings_are_shown_above_the_passages(pane: PassagesPane, make_document: Callable[..., DocumentInfo]) -> None:
    warning = text("parsing", "Pages without text were left out.")
    pane.show_page(PassagePage(make_document(warnings=(warning,)), 1, [chunk(0, "Text")]), {})
    assert pane.notes == "Pages without text were left out."


@pytest.mark.parametrize("content", [f"😀😀 {LEAVE} 𠮷野家 年假 again", "line\nline 年假\r\n\r\nend 年假"])
def test_matched_words_of_the_hit_are_marked(
    pane: PassagesPane, theme: Theme, make_document: Callable[..., DocumentInfo], content: str
) -> None:
    document, found = make_document(passage_count=3), chunk(1, content)
    page = PassagePage(document, 1, [chunk(0, LEAVE), found, chunk(2, LEAVE)], hit_of(document, found, "年假"), 1)
    pane.show_page(page, {})
    assert marked_words(pane, theme) == ["年假"]
    assert "Found" in shown_words(pane)


def test_the_whole_passage_with_the_cursor_is_copied(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo]
) -> None:
    pane.show_page(PassagePage(make_document(passage_count=2), 1, [chunk(0, "First."), chunk(1, LEAVE)]), {})
    pane.view.moveCursor(QTextCursor.MoveOperation.End)
    pane.view.copy_action.trigger()
    assert QGuiApplication.clipboard().text() == LEAVE


def test_a_sentence_is_selected_and_copied_by_keyboard(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo], qtbot: Any
) -> None:
    pane.show_page(PassagePage(make_document(passage_count=1), 1, [chunk(0, LEAVE)]), {})
    qtbot.keyClick(pane.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(pane.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert LEAVE in QGuiApplication.clipboard().text()


def test_the_passage_at_the_top_stays_when_the_pane_grows(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo], qapp: Any
) -> None:
    page = PassagePage(make_document(passage_count=30), 1, [chunk(n, "word " * 200) for n in range(30)], None, 12)
    pane.show_page(page, {})
    pane.resize(420, 600)
    qapp.processEvents()
    assert 0 <= pane.view.card_rect(12).top() - pane.view.verticalScrollBar().value() < 30


def test_a_page_that_came_while_hidden_is_scrolled_to_when_shown(
    theme: Theme, make_document: Callable[..., DocumentInfo], qtbot: Any, qapp: Any
) -> None:
    pane = PassagesPane(theme)
    qtbot.addWidget(pane)
    passages = [chunk(n, "word " * 200) for n in range(30)]
    pane.show_page(PassagePage(make_document(passage_count=30), 1, passages, None, 12), {})
    pane.resize(560, 600)
    pane.show()
    qapp.processEvents()
    assert 0 <= pane.view.card_rect(12).top() - pane.view.verticalScrollBar().value() < 30


def test_buttons_ask_for_pages(pane: PassagesPane, make_document: Callable[..., DocumentInfo], qtbot: Any) -> None:
    asked: list[int] = []
    pane.page_requested.connect(asked.append)
    pane.show_page(PassagePage(make_document(passage_count=208), 3, [chunk(60, "Text")]), {})
    for button in (pane.page_bar.first, pane.page_bar.previous, pane.page_bar.next, pane.page_bar.last):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked == [1, 2, 4, 7]


def test_a_page_is_typed_and_entered(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo], qtbot: Any
) -> None:
    asked: list[int] = []
    pane.page_requested.connect(asked.append)
    pane.show_page(PassagePage(make_document(passage_count=208), 1, [chunk(0, "Text")]), {})
    assert pane.page_bar.field.text() == "Part 1 of 7"
    pane.page_bar.field.selectAll()
    qtbot.keyClicks(pane.page_bar.field, "5")
    assert asked == []
    qtbot.keyClick(pane.page_bar.field, Qt.Key.Key_Return)
    assert asked == [5]


def test_one_page_needs_no_buttons(pane: PassagesPane, make_document: Callable[..., DocumentInfo]) -> None:
    pane.show_page(PassagePage(make_document(passage_count=3), 1, [chunk(0, "Text")]), {})
    assert not pane.page_bar.isVisible()


@pytest.mark.parametrize(("metadata", "field"), [({"page": 3}, "page"), ({"slide": 2}, "slide"), ({}, None)])
def test_a_document_of_pages_or_slides_can_be_jumped_in(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo], metadata: dict[str, int], field: str | None
) -> None:
    pane.show_page(PassagePage(make_document(passage_count=3), 1, [chunk(0, "Text", **metadata)]), {})
    assert pane.section_jump.isVisible() == (field is not None)
    assert field is None or field in pane.section_jump.field.accessibleName()


@pytest.mark.parametrize("state", [State.READING, State.FAILED])
def test_a_document_without_passages_says_why(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo], state: State
) -> None:
    reason = text("parsing", "The file is damaged.")
    pane.show_no_passages(make_document(state=state, passage_count=0, message=reason))
    assert pane.notes == "The file is damaged."
    assert pane.state_page.isVisible()
