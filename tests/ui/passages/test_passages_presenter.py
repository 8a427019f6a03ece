"""Documents are opened at a passage, and followed when they change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTextDocument

from kbdesk.errors import InputError
from kbdesk.library.types import DocumentInfo, State
from kbdesk.rag.document import Chunk
from kbdesk.texts import text
from kbdesk.ui.panes.passages import PassagesPane
from kbdesk.ui.presenters.passages import PassagesPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme

from .conftest import chunk, hit_of, marked_words, picture, shown_words


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
