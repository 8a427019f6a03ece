"""Searching in the real window: what a hit leads to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl

from kbdesk.library.rereading import PageText
from kbdesk.library.types import PageState
from kbdesk.ui.dialogs.health import HealthDialog

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
async def search(desk: Any, library: Any, make_document: Any, tmp_path: Path, idle: Any, qtbot: Any) -> Any:
    """Find the passage on the second page of a PDF, and choose it."""
    path = tmp_path / "travel.pdf"
    path.write_bytes(b"%PDF")
    document = library.put(
        make_document(path=path, pages=(PageState.TEXT, PageState.TEXT), passage_count=2),
        ["By car.", "By train. Often."],
    )
    library.reading.pages[document.id] = [
        PageText(number, "", PageState.TEXT, f"Text of {number}", None) for number in (1, 2)
    ]
    desk.presenters.documents.refresh()
    await idle(desk)
    qtbot.keyClick(desk.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    pane = desk.window.panes.search
    qtbot.keyClicks(pane.form.field, "train")
    qtbot.keyClick(pane.form.field, Qt.Key.Key_Return)
    await idle(desk)
    qtbot.keyClick(pane.form.field, Qt.Key.Key_Down)
    return pane


async def test_the_sentence_nearest_in_meaning_is_marked_after_the_hits_are_shown(search: Any) -> None:
    assert search.list.hits.sentence_of(search.list.current_hit) == (0, len("By train."))


async def test_the_page_of_a_hit_is_shown_as_it_looks(desk: Any, search: Any, idle: Any, qtbot: Any) -> None:
    qtbot.mouseClick(search.bar.page_button, LEFT)
    await idle(desk)
    dialog = desk.window.findChild(HealthDialog)
    assert dialog.current.number == 2
    assert dialog.text_view.toPlainText() == "Text of 2"


async def test_a_pdf_is_opened_at_the_page(
    desk: Any, search: Any, idle: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.fragment())
        return not url.hasFragment()

    monkeypatch.setattr(desk.presenters.originals, "_open_url", open_url)
    qtbot.mouseClick(search.bar.program_button, LEFT)
    await idle(desk)
    assert opened == ["page=2", ""], "where the page is not understood, the file is opened without it"


async def test_a_passage_that_is_turned_off_is_found_no_longer(desk: Any, search: Any, idle: Any, qtbot: Any) -> None:
    qtbot.keyClick(search.list, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    await idle(desk)
    assert search.list.hits.rowCount() == 0
    assert search.state_page.title == "Nothing was found"


async def test_a_note_is_written_from_nothing_found(desk: Any, search: Any, idle: Any, qtbot: Any) -> None:
    search.form.field.setText("parking garage")
    qtbot.mouseClick(search.form.button, LEFT)
    await idle(desk)
    qtbot.mouseClick(search.note_button, LEFT)
    assert desk.presenters.notes.dialog is not None
    desk.presenters.notes.dialog.close()
