"""Passages are chosen by mouse and keyboard; what can be done with them follows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtWidgets import QMenu

from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.ui.models.passages import PassagePage
from kbdesk.ui.panes.passages import PassagesPane

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def chunk(number, words, **metadata):
    return Chunk(content=TextBlock(text=words), source="a", chunk_index=number, total_chunks=5, metadata=metadata)


@pytest.fixture
def pane(theme, qtbot, make_document):
    pane = PassagesPane(theme)
    qtbot.addWidget(pane)
    pane.resize(560, 600)
    pane.show()
    document = make_document(passage_count=5)
    pane.show_page(PassagePage(document, 1, [chunk(number, f"Passage {number} here.") for number in range(4)]), {})
    return pane


def chosen(pane):
    return [each.chunk_index for each in pane.view.chosen.chunks]


def click(qtbot, pane, number, keys=Qt.KeyboardModifier.NoModifier):
    """Click into the text of a passage."""
    rect = pane.view.card_rect(number)
    at = QPoint(int(rect.left()) + 60, int(rect.bottom()) - 20 - pane.view.verticalScrollBar().value())
    qtbot.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, keys, at)


def test_the_first_passage_of_a_page_is_chosen(pane):
    assert chosen(pane) == [0]


def test_a_click_chooses_a_passage(pane, qtbot):
    click(qtbot, pane, 2)
    assert chosen(pane) == [2]


def test_a_click_with_shift_chooses_all_between(pane, qtbot):
    click(qtbot, pane, 3)
    click(qtbot, pane, 1, SHIFT)
    assert chosen(pane) == [1, 2, 3]


def test_keys_go_from_passage_to_passage(pane, qtbot):
    qtbot.keyClick(pane.view, Qt.Key.Key_Down, CONTROL)
    qtbot.keyClick(pane.view, Qt.Key.Key_Down, CONTROL)
    assert chosen(pane) == [2]
    qtbot.keyClick(pane.view, Qt.Key.Key_Up, CONTROL)
    assert chosen(pane) == [1]
    qtbot.keyClick(pane.view, Qt.Key.Key_Down, CONTROL | SHIFT)
    qtbot.keyClick(pane.view, Qt.Key.Key_Down, CONTROL | SHIFT)
    assert chosen(pane) == [1, 2, 3]


def test_arrow_keys_alone_go_line_by_line_into_the_next_passage(pane, qtbot):
    for _ in range(2):
        qtbot.keyClick(pane.view, Qt.Key.Key_Down)
    assert chosen(pane) == [1]


@pytest.mark.qt_log_ignore("This plugin does not support")  # what the off-screen platform says of every popup
def test_the_menu_of_a_passage_has_its_acts_and_chooses_it(pane, qtbot, qapp):
    click(qtbot, pane, 0)
    at = pane.view.card_rect(2).center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, pane.view.viewport().mapToGlobal(at))
    qapp.sendEvent(pane.view.viewport(), event)
    menu = next(each for each in qapp.topLevelWidgets() if isinstance(each, QMenu) and each.isVisible())
    assert set(pane.acts.all) <= set(menu.actions())
    assert chosen(pane) == [2]
    menu.close()


def test_the_choice_stays_when_the_colours_change(pane, qtbot, theme):
    click(qtbot, pane, 2)
    theme.set_mode("dark")
    assert chosen(pane) == [2]


def test_the_tools_stand_at_the_upper_edge_of_the_chosen_passage(pane, qtbot):
    click(qtbot, pane, 2)
    middle = pane.tools.geometry().center().y()
    assert abs(middle - (pane.view.card_rect(2).top() - pane.view.verticalScrollBar().value())) <= 2
    assert pane.tools.isVisible()


def test_the_tools_go_with_the_text(pane, make_document):
    pages = [chunk(number, "word " * 400) for number in range(4)]
    pane.show_page(PassagePage(make_document(passage_count=5), 1, pages), {})
    top = pane.tools.y()
    pane.view.verticalScrollBar().setValue(50)
    assert pane.tools.y() == top - 50


def test_no_tools_without_passages(pane):
    pane.show_nothing()
    assert not pane.tools.isVisibleTo(pane)


def test_where_the_cursor_is_in_the_text_is_known(pane, make_document):
    pane.show_page(PassagePage(make_document(passage_count=5), 1, [chunk(0, "😀 One.\r\nTwo 年假.\nThree.")]), {})
    cursor = pane.view.document().find("假", 0)
    cursor.setPosition(cursor.selectionStart())
    pane.view.setTextCursor(cursor)
    assert pane.view.chosen.position == "😀 One.\r\nTwo 年假.\nThree.".index("假")
    pane.view.moveCursor(QTextCursor.MoveOperation.Start)
    assert pane.view.chosen.position == 0


def test_a_passage_that_is_off_says_so_and_is_grey(pane, make_document, theme):
    page = PassagePage(make_document(passage_count=5), 1, [chunk(0, "Old rule.", off=True)])
    pane.show_page(page, {})
    assert "turned off: does not answer" in pane.view.toPlainText()
    cursor = pane.view.document().find("Old")
    assert cursor.charFormat().foreground().color().name() == theme.tokens.muted
    assert pane.acts.switch.text() == "&Turn on"


@pytest.mark.parametrize(
    ("kind", "words"),
    [("correct", "corrected"), ("add", "added by hand"), ("merge", "merged"), ("split", "split")],
)
def test_a_passage_says_in_a_word_what_was_done_to_it(pane, make_document, kind, words):
    passages = [chunk(0, "A rule.", edit="e1"), chunk(1, "Another rule.")]
    pane.show_page(PassagePage(make_document(passage_count=5), 1, passages, kinds={"e1": kind}), {})
    assert pane.view.toPlainText().splitlines()[0].endswith(f"7 character(s)  ·  {words}")
    assert pane.view.toPlainText().count(words) == 1


def test_a_note_stands_below_its_passage(pane, make_document):
    page = PassagePage(
        make_document(passage_count=5), 1, [chunk(0, "A rule.", note="Ask Anna.\nOr Ben."), chunk(1, "B")]
    )
    pane.show_page(page, {})
    assert pane.view.toPlainText().splitlines()[1:4] == ["A rule.", "Note: Ask Anna.", "Or Ben."]


def enabled(pane):
    return {name for name in ("correct", "switch", "note", "merge", "split", "add", "revert") if
            getattr(pane.acts, name).isEnabled()}  # fmt: skip


def test_what_can_be_done_follows_the_choice(pane, qtbot, make_document):
    assert enabled(pane) == {"correct", "switch", "note", "merge", "split", "add"}
    click(qtbot, pane, 2)
    click(qtbot, pane, 3, SHIFT)
    assert enabled(pane) == {"switch", "merge", "add"}
    assert pane.acts.merge.text() == "&Merge the chosen passages"
    pane.show_page(PassagePage(make_document(passage_count=5), 1, [chunk(4, "The last.", note="x")]), {})
    assert enabled(pane) == {"correct", "switch", "note", "split", "add", "revert"}


def test_a_picture_is_neither_cut_nor_merged(pane, make_document):
    picture = DataBlock(source=Base64Source(data="aGVsbG8=", media_type="image/png"))
    chunks = [Chunk(content=picture, source="a", chunk_index=0, total_chunks=5), chunk(1, "Text.")]
    pane.show_page(PassagePage(make_document(passage_count=5), 1, chunks), {})
    assert enabled(pane) == {"correct", "switch", "note", "add"}  # corrected: the words that stand for it


def test_keys_and_tools_ask_for_acts(pane, qtbot):
    asked = []
    for name in ("correct", "switch", "note", "merge", "split", "add"):
        signal = getattr(pane.acts, f"{name}_requested")
        signal.connect(lambda what, name=name: asked.append((name, what.first.chunk_index)))
    click(qtbot, pane, 1)
    pane.view.setFocus()
    for button in (pane.tools.correct_button, pane.tools.switch_button, pane.tools.note_button):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(pane.view, Qt.Key.Key_M, CONTROL)
    qtbot.keyClick(pane.view, Qt.Key.Key_Return, CONTROL)
    qtbot.keyClick(pane.view, Qt.Key.Key_A, CONTROL | SHIFT)
    assert asked == [(name, 1) for name in ("correct", "switch", "note", "merge", "split", "add")]
