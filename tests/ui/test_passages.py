"""The passages of a document: text, place, size, pictures, pages."""

from __future__ import annotations

import asyncio
import base64
import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QTextCursor, QTextDocument

from kbdesk.errors import InputError
from kbdesk.library.types import DocumentInfo, Hit, State
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.texts import text
from kbdesk.ui.models.passages import PassagePage
from kbdesk.ui.panes.passages import PassagesPane
from kbdesk.ui.presenters.passages import PassagesPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.widgets.pictures import decode_picture, picture_size

LEAVE = "每位员工每年享有十五天带薪年假。"


def picture(width: int, height: int, orientation: int = 1) -> DataBlock:
    buffer = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.new("RGB", (width, height), "#336699").save(buffer, "JPEG", exif=exif)
    data = base64.b64encode(buffer.getvalue()).decode()
    return DataBlock(source=Base64Source(data=data, media_type="image/jpeg"))


def chunk(number: int, content: str | DataBlock, **metadata: Any) -> Chunk:
    block = TextBlock(text=content) if isinstance(content, str) else content
    return Chunk(content=block, source="travel.pdf", chunk_index=number, total_chunks=208, metadata=metadata)


def hit_of(document: DocumentInfo, found: Chunk, *words: str) -> Hit:
    spans = tuple((found.text.index(word), found.text.index(word) + len(word)) for word in words)
    return Hit(1, 0.8, "meaning", document, found, text("place", "page {page}", page=1), spans)


@pytest.fixture
async def pane(theme: Theme, qtbot: Any) -> PassagesPane:
    pane = PassagesPane(theme)
    qtbot.addWidget(pane)
    pane.resize(560, 600)
    pane.show()
    return pane


@pytest.fixture
def scope() -> TaskScope:
    return TaskScope()


@pytest.fixture
def document(library: Any, make_document: Callable[..., DocumentInfo]) -> DocumentInfo:
    passages = [f"Passage about topic {number}." for number in range(208)]
    return library.put(make_document(passage_count=208), passages)


@pytest.fixture
def presenter(pane: PassagesPane, library: Any, scope: TaskScope) -> PassagesPresenter:
    return PassagesPresenter(pane, library, scope)


def shown_words(pane: PassagesPane) -> str:
    return pane.view.toPlainText()


def marked_words(pane: PassagesPane, theme: Theme) -> list[str]:
    words: list[str] = []
    block = pane.view.document().begin()
    while block.isValid():
        for part in block.textFormats():
            if part.format.background().color().name() == theme.tokens.mark:
                utf16 = block.text().encode("utf-16-le")
                words.append(utf16[2 * part.start : 2 * (part.start + part.length)].decode("utf-16-le"))
        block = block.next()
    return words


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


def test_a_picture_takes_the_place_kept_for_it(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo], theme: Theme
) -> None:
    page = PassagePage(make_document(passage_count=1), 1, [chunk(0, picture(40, 20), caption="Exit")])
    pane.show_page(page, {0: QSize(40, 20)})
    height = pane.view.document().size().height()
    blue = QImage(40, 20, QImage.Format.Format_RGB32)
    blue.fill("#336699")
    pane.set_picture(0, blue)
    theme.set_mode("dark")
    assert pane.view.document().size().height() == height
    kept = pane.view.document().resource(QTextDocument.ResourceType.ImageResource.value, "picture:0")
    assert kept.pixelColor(5, 5).name() == "#336699"


def test_a_picture_shrinks_with_the_pane(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo], qapp: Any
) -> None:
    page = PassagePage(make_document(passage_count=1), 1, [chunk(0, picture(480, 240))])
    pane.show_page(page, {0: QSize(480, 240)})
    height = pane.view.document().size().height()
    pane.resize(380, 600)
    qapp.processEvents()
    assert pane.view.document().idealWidth() <= pane.view.viewport().width()
    assert pane.view.document().size().height() < height


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


def test_a_damaged_picture_is_named_as_such(pane: PassagesPane, make_document: Callable[..., DocumentInfo]) -> None:
    damaged = DataBlock(source=Base64Source(data="aGVsbG8=", media_type="image/png"))
    assert picture_size(damaged, QSize(400, 400)) is None
    pane.show_page(PassagePage(make_document(passage_count=1), 1, [chunk(0, damaged)]), {})
    assert "This picture cannot be shown." in shown_words(pane)


def test_a_picture_is_turned_upright_and_fits() -> None:
    sideways = picture(1000, 500, orientation=6)
    size = picture_size(sideways, QSize(400, 400))
    assert size == QSize(200, 400)
    assert decode_picture(sideways, size, 2.0).size() == QSize(400, 800)


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


async def test_a_document_opens_at_its_first_page(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, wait: Any
) -> None:
    presenter.show_document(document)
    await wait.until(lambda: "topic 0." in shown_words(pane))
    assert "topic 29." in shown_words(pane)
    assert "topic 30." not in shown_words(pane)


async def test_a_hit_opens_among_its_neighbours(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, library: Any, theme: Theme, wait: Any
) -> None:
    (found,) = await library.chunks(document.id, offset=45, limit=1)
    presenter.show_hit(hit_of(document, found, "topic"))
    await wait.until(lambda: "topic 45." in shown_words(pane))
    assert marked_words(pane, theme) == ["topic"]
    assert "topic 44." in shown_words(pane)
    assert pane.view.verticalScrollBar().value() > 0


async def test_a_page_of_the_document_is_found(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, wait: Any, qtbot: Any
) -> None:
    presenter.show_document(document)
    await wait.until(lambda: pane.section_jump.isVisible())
    pane.section_jump.field.selectAll()
    qtbot.keyClicks(pane.section_jump.field, "100")
    qtbot.keyClick(pane.section_jump.field, Qt.Key.Key_Return)
    await wait.until(lambda: "topic 99." in shown_words(pane))
    pane.section_jump.field.setValue(31)
    qtbot.mouseClick(pane.section_jump.go_button, Qt.MouseButton.LeftButton)
    await wait.until(lambda: "topic 30." in shown_words(pane))


async def test_the_field_for_a_page_of_the_document_follows_what_is_shown(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, library: Any, wait: Any
) -> None:
    (found,) = await library.chunks(document.id, offset=45, limit=1)
    presenter.show_hit(hit_of(document, found, "topic"))
    await wait.until(lambda: "topic 45." in shown_words(pane))
    assert pane.section_jump.field.value() == found.metadata["page"]
    presenter.show_document(document)
    await wait.until(lambda: "topic 0." in shown_words(pane))
    assert pane.section_jump.field.value() == 1


async def test_a_page_beyond_the_end_shows_the_last_passage(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, wait: Any
) -> None:
    presenter.show_document(document)
    await wait.until(lambda: pane.section_jump.isVisible())
    pane.section_page_requested.emit(5000)
    await wait.until(lambda: "topic 207." in shown_words(pane))


async def test_the_newest_page_wins(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, library: Any, wait: Any
) -> None:
    gates = {30: asyncio.Event(), 60: asyncio.Event()}
    fetch = library.chunks

    async def gated(document_id: str, *, offset: int = 0, limit: int = 30) -> list[Chunk]:
        await gates[offset].wait()
        return await fetch(document_id, offset=offset, limit=limit)

    library.chunks = gated
    presenter.show_document(document, 30)
    presenter.show_document(document, 60)
    gates[60].set()
    await wait.until(lambda: "topic 60." in shown_words(pane))
    gates[30].set()
    await asyncio.sleep(0)
    assert "topic 30." not in shown_words(pane)


async def test_pictures_are_decoded_and_shown(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, library: Any, wait: Any
) -> None:
    async def pictures(document_id: str, *, offset: int = 0, limit: int = 30) -> list[Chunk]:
        return [chunk(0, picture(1000, 500), caption="Exit")]

    library.chunks = pictures
    presenter.show_document(document)

    def is_shown() -> bool:
        image = pane.view.document().resource(QTextDocument.ResourceType.ImageResource.value, "picture:0")
        return isinstance(image, QImage) and image.width() == 480

    await wait.until(is_shown)


async def test_a_document_that_is_gone_leaves_the_pane_and_is_told(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, library: Any, scope: TaskScope, wait: Any
) -> None:
    async def gone(document_id: str, *, offset: int = 0, limit: int = 30) -> list[Chunk]:
        raise InputError(text("library", "This document is no longer there."), text("library", "Add it again."))

    library.chunks = gone
    presenter.show_document(document)
    (error,) = await wait.signal(scope.failed)
    assert isinstance(error, InputError)
    assert presenter.document is None
    assert pane.state_page.isVisible()


async def test_a_document_that_was_read_again_is_shown_anew(
    presenter: PassagesPresenter,
    pane: PassagesPane,
    library: Any,
    make_document: Callable[..., DocumentInfo],
    wait: Any,
) -> None:
    presenter.show_document(make_document(state=State.READING, passage_count=0))
    assert pane.state_page.isVisible()
    presenter.update_document(library.put(make_document(passage_count=1), ["Fresh text."]))
    await wait.until(lambda: "Fresh text." in shown_words(pane))


async def test_a_document_cut_anew_stays_on_the_page_that_is_shown(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, library: Any, wait: Any
) -> None:
    presenter.show_document(document, 35)
    await wait.until(lambda: "topic 35." in shown_words(pane))
    passages = [f"Passage about topic {number}, cut anew." for number in range(100)]
    presenter.update_document(library.put(replace(document, passage_count=100), passages))
    await wait.until(lambda: "topic 35, cut anew." in shown_words(pane))
    assert pane.view.chosen is not None
    assert pane.view.chosen.first.chunk_index == 35


async def test_a_document_with_fewer_passages_than_shown_goes_to_its_last_page(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, library: Any, wait: Any
) -> None:
    presenter.show_document(document, 200)
    await wait.until(lambda: "topic 200." in shown_words(pane))
    presenter.update_document(library.put(replace(document, passage_count=2), ["The first.", "The last."]))
    await wait.until(lambda: "The last." in shown_words(pane))


async def test_a_closed_document_leaves_the_pane(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, wait: Any
) -> None:
    presenter.show_document(document)
    await wait.until(lambda: shown_words(pane))
    presenter.clear()
    assert presenter.document is None
    assert pane.state_page.isVisible()


async def test_the_state_of_the_open_document_is_kept_true(
    presenter: PassagesPresenter, pane: PassagesPane, document: DocumentInfo, wait: Any
) -> None:
    presenter.show_document(document)
    await wait.until(lambda: shown_words(pane))
    reason = text("parsing", "The file <b>a</b>.pdf is damaged.")
    presenter.update_document(replace(document, state=State.FAILED, message=reason))
    assert pane.notes == "The file <b>a</b>.pdf is damaged."
    assert "Failed" in pane.facts
