"""The pane of a search: a question, where and how to look, hits with score, place and marked words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from kbdesk.errors import StoreError
from kbdesk.library.search.types import Failure, Request, Results
from kbdesk.library.types import Hit, KnowledgeBaseInfo
from kbdesk.texts import text
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.theme import Theme

MakeHit = Callable[..., Hit]
LEFT = Qt.MouseButton.LeftButton
BROKEN = StoreError(text("stores", "The store is broken."), text("stores", "Mend it."))

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)", extend=True)  # menus


def show(pane: SearchPane, hits: Sequence[Hit] = (), weak: Sequence[Hit] = (), **more: Any) -> None:
    pane.show_results(pane.form.request, Results(hits, weak, **{"answered": 1, **more}))


@pytest.fixture
def asked(pane: SearchPane) -> list[Request]:
    requests: list[Request] = []
    pane.form.submitted.connect(requests.append)
    pane.form.changed.connect(requests.append)
    return requests


@pytest.fixture
def opened(pane: SearchPane) -> list[Hit]:
    hits: list[Hit] = []
    pane.hit_activated.connect(hits.append)
    return hits


def painted(pane: SearchPane, theme: Theme, row: int = 0, state: QStyle.StateFlag = QStyle.StateFlag.State_None):
    """Return the colours of a row, the bar of its score left out."""
    option = QStyleOptionViewItem()
    option.rect, option.font, option.state = QRect(0, 0, 500, 110), pane.font(), state
    image = QImage(500, 110, QImage.Format.Format_RGB32)
    image.fill(theme.tokens.base)
    painter = QPainter(image)
    pane.list.itemDelegate().paint(painter, option, pane.list.hits.index(row))
    painter.end()
    return {image.pixelColor(QPoint(x, y)).name() for x in range(70, 480) for y in range(5, 105)}


@pytest.mark.parametrize("content", ["😀 年假 " * 3, "x" * 5000, "", "年" * 3000])
async def test_matched_words_are_painted_on_the_mark_colour(
    pane: SearchPane, make_hit: MakeHit, theme: Theme, content: str
) -> None:
    spans = [(2, 4)] if "年假" in content else []
    show(pane, [make_hit(content, spans=spans)])
    assert (theme.tokens.mark in painted(pane, theme)) == bool(spans)


async def test_the_sentence_nearest_in_meaning_is_underlined(pane: SearchPane, make_hit: MakeHit, theme: Theme) -> None:
    def is_blue(name: str) -> bool:
        color = QColor(name)
        return color.blue() - color.red() > 60

    hit = make_hit("Take the train. Or walk.")
    show(pane, [hit])
    assert not any(map(is_blue, painted(pane, theme)))
    pane.list.hits.set_sentences([hit], [(0, 15)])
    assert any(map(is_blue, painted(pane, theme)))


async def test_a_weak_hit_is_grey(pane: SearchPane, make_hit: MakeHit, theme: Theme) -> None:
    show(pane, [make_hit("strong")], [make_hit("weak", is_weak=True)])
    assert theme.tokens.text in painted(pane, theme)
    assert theme.tokens.text not in painted(pane, theme, row=2)
    assert theme.tokens.muted in painted(pane, theme, row=2)


def test_typing_and_enter_asks(
    pane: SearchPane, asked: list[Request], type_text: Callable[..., None], qtbot: Any
) -> None:
    pane.form.focus_field()
    type_text(pane.form.field, "  年假 ")
    qtbot.keyClick(pane.form.field, Qt.Key.Key_Return)
    qtbot.mouseClick(pane.form.button, LEFT)
    assert asked == [Request(("年假",), ("kb0",))] * 2


def test_down_leads_to_the_list_enter_opens_and_up_leads_back(
    pane: SearchPane, make_hit: MakeHit, opened: list[Hit], qtbot: Any, type_text: Callable[..., None]
) -> None:
    hits = [make_hit("one"), make_hit("two", index=1)]
    type_text(pane.form.field, "one")
    show(pane, hits)
    pane.activateWindow()
    pane.form.focus_field()
    qtbot.keyClick(pane.form.field, Qt.Key.Key_Down)
    assert pane.list.hasFocus()
    qtbot.keyClick(pane.list, Qt.Key.Key_Down)
    qtbot.keyClick(pane.list, Qt.Key.Key_Return)
    assert opened == [hits[1]]
    qtbot.keyClick(pane.list, Qt.Key.Key_Up)
    qtbot.keyClick(pane.list, Qt.Key.Key_Up)
    assert pane.form.field.hasFocus()


def test_the_line_above_weak_hits_is_passed_by(
    pane: SearchPane, make_hit: MakeHit, opened: list[Hit], qtbot: Any
) -> None:
    show(pane, [make_hit("strong")], [make_hit("weak", index=1, is_weak=True)])
    pane.list.enter()
    qtbot.keyClick(pane.list, Qt.Key.Key_Down)
    qtbot.keyClick(pane.list, Qt.Key.Key_Return)
    assert [hit.chunk.text for hit in opened] == ["weak"]


def test_with_weak_hits_only_the_first_of_them_is_entered(pane: SearchPane, make_hit: MakeHit, qtbot: Any) -> None:
    show(pane, weak=[make_hit("weak", is_weak=True)])
    pane.activateWindow()
    pane.list.enter()
    assert pane.list.current_hit.chunk.text == "weak"
    qtbot.keyClick(pane.list, Qt.Key.Key_Up)
    assert pane.form.field.hasFocus()


def test_a_double_click_opens_a_hit(pane: SearchPane, make_hit: MakeHit, opened: list[Hit], qtbot: Any) -> None:
    show(pane, [make_hit("one")])
    middle = pane.list.visualRect(pane.list.hits.index(0)).center()
    qtbot.mouseClick(pane.list.viewport(), LEFT, pos=middle)
    qtbot.mouseDClick(pane.list.viewport(), LEFT, pos=middle)
    assert len(opened) == 1


def test_a_hit_is_copied_with_where_it_comes_from(pane: SearchPane, make_hit: MakeHit, qtbot: Any) -> None:
    show(pane, [make_hit("年假十五天", place="page 2")])
    pane.list.enter()
    qtbot.keyClick(pane.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "年假十五天 (travel.pdf, page 2)"


def test_nothing_found_says_what_to_try(pane: SearchPane) -> None:
    pane.form.options.set_values(10, 0.4)
    pane.form.mode.choose("words")
    show(pane)
    assert pane.state_page.title == "Nothing was found"
    for words in ("fewer words", "0.40", "all knowledge bases", "by meaning and words"):
        assert words in pane.state_page.body


def test_where_all_is_searched_that_is_not_advised(pane: SearchPane, bases: list[KnowledgeBaseInfo]) -> None:
    pane.form.where.show_knowledge_bases(bases[:1], bases[0])
    show(pane)
    assert "all knowledge bases" not in pane.state_page.body


def test_with_only_weak_hits_nothing_good_was_found_and_they_stand_below_the_line(
    pane: SearchPane, make_hit: MakeHit, found: Callable[[], list[str]]
) -> None:
    show(pane, weak=[make_hit("weak", is_weak=True)])
    assert pane.state_page.isVisible()
    assert pane.state_page.title == "Nothing good was found. 1 weak passage(s) stand below."
    assert pane.status == ""
    assert pane.list.isVisible()
    assert found() == ["weak"]
    show(pane, [make_hit("strong")])
    assert not pane.state_page.isVisible()


def test_from_nothing_found_a_note_is_written_or_a_passage_missed(
    pane: SearchPane, qtbot: Any, type_text: Callable[..., None]
) -> None:
    notes: list[str] = []
    missed: list[Request] = []
    pane.note_requested.connect(notes.append)
    pane.expected_requested.connect(missed.append)
    type_text(pane.form.field, "parking")
    show(pane)
    qtbot.mouseClick(pane.note_button, LEFT)
    qtbot.mouseClick(pane.expected_button, LEFT)
    assert (notes, missed) == (["parking"], [pane.form.request])
    pane.show_error("Title", "Remedy")
    assert not pane.note_button.isVisible()


def test_a_knowledge_base_that_failed_is_a_line_beside_the_hits_of_the_others(
    pane: SearchPane, make_hit: MakeHit, bases: list[KnowledgeBaseInfo], found: Callable[[], list[str]]
) -> None:
    notice = text("search", "Searched by words only.")
    show(pane, [make_hit("one")], failures=[Failure(bases[1], BROKEN)], notices=[notice])
    assert found() == ["one"]
    assert pane.notes.texts == [
        "“Contracts” could not be searched. The store is broken. Mend it.",
        "Searched by words only.",
    ]
    show(pane, [make_hit("one")])
    assert not pane.notes.isVisible()


def test_when_none_could_be_searched_that_is_said_large(
    pane: SearchPane, bases: list[KnowledgeBaseInfo], asked: list[Request], qtbot: Any
) -> None:
    show(pane, failures=[Failure(base, BROKEN) for base in bases[:2]], answered=0)
    assert (pane.state_page.title, pane.state_page.body) == ("The store is broken.", "Mend it.")
    assert pane.notes.texts == ["“Contracts” could not be searched. The store is broken. Mend it."]
    qtbot.mouseClick(pane.state_page.retry_button, LEFT)
    assert len(asked) == 1


def test_scores_by_words_are_called_what_they_are(pane: SearchPane, make_hit: MakeHit) -> None:
    show(pane, [make_hit("one", kind="words")])
    assert pane.status == "1 passage(s) found; the score is the share of your words"
    show(pane, [make_hit("one")])
    assert pane.status == "1 passage(s) found"


def test_the_hit_that_is_chosen_stays_so_when_it_is_found_again(pane: SearchPane, make_hit: MakeHit) -> None:
    one, two = make_hit("one"), make_hit("two", index=1)
    show(pane, [one, two])
    pane.list.setCurrentIndex(pane.list.hits.index(1))
    show(pane, [two, one])
    assert pane.list.currentIndex().row() == 0
    assert pane.list.current_hit == two


def test_where_a_hit_is_gone_the_next_one_is_chosen_when_the_same_is_searched(
    pane: SearchPane, make_hit: MakeHit, qtbot: Any
) -> None:
    hits = [make_hit(words, index=number) for number, words in enumerate(("one", "two", "three"))]
    request = Request(("number",))
    pane.show_results(request, Results(hits, answered=1))
    qtbot.mouseClick(
        pane.list.viewport(), Qt.MouseButton.LeftButton, pos=pane.list.visualRect(pane.list.hits.index(1)).center()
    )
    pane.show_results(request, Results([hits[0], hits[2]], answered=1))
    assert pane.list.current_hit == hits[2]
    pane.show_results(request, Results([hits[0]], answered=1))
    assert pane.list.current_hit == hits[0]
    pane.show_results(Request(("another",)), Results([hits[1]], answered=1))
    assert pane.list.current_hit is None


def test_another_way_number_or_score_searches_again(
    pane: SearchPane, asked: list[Request], type_text: Callable[..., None], qtbot: Any
) -> None:
    changes: list[bool] = []
    pane.form.options_changed.connect(lambda: changes.append(True))
    qtbot.mouseClick(pane.form.options_button, LEFT)
    pane.form.options.top_k_field.setValue(20)
    assert asked == []
    type_text(pane.form.field, "train")
    pane.form.options.min_score_field.setValue(0.3)
    pane.form.mode.actions_by_mode["words"].trigger()
    assert asked[-1] == Request(("train",), ("kb0",), 20, 0.3, "words")
    assert len(changes) == 3


def test_the_way_of_searching_is_opened_by_a_click_and_said(pane: SearchPane, qtbot: Any) -> None:
    qtbot.mouseClick(pane.form.mode, LEFT)
    assert pane.form.mode.popup.isVisible()
    assert [action.text() for action in pane.form.mode.popup.actions()] == ["Meaning and words", "Meaning", "Words"]
    pane.form.mode.popup.close()
    pane.form.mode.actions_by_mode["meaning"].trigger()
    assert pane.form.mode.accessibleName() == "How to search: Meaning"


def test_options_set_by_the_program_ask_nothing(
    pane: SearchPane, asked: list[Request], type_text: Callable[..., None]
) -> None:
    type_text(pane.form.field, "train")
    pane.form.options.set_values(30, 0.5)
    pane.form.mode.choose("words")
    assert (pane.form.request.top_k, pane.form.request.min_score, pane.form.request.mode, asked) == (
        30,
        0.5,
        "words",
        [],
    )
