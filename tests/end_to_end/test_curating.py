"""Passages are curated in the real window over the real library: what answers follows at once, and stays."""

import asyncio

import pytest
from PySide6.QtCore import Qt

from kbdesk.ui.dialogs.passage_text import PassageTextDialog

TRAVEL = "\n\n".join(
    f"## Rule {number}\n\nRule {number}: the receipt of a journey is handed in within {number + 1} days."
    for number in range(1, 8)
)


@pytest.fixture
def travel(tmp_path):
    file = tmp_path / "travel.md"
    file.write_text(TRAVEL, "utf-8")
    return file


async def idle(desk):
    async with asyncio.timeout(90):
        while desk.scope.is_busy or desk.work.is_going:  # noqa: ASYNC110  (tasks start others: no one event tells it)
            await asyncio.sleep(0.02)


async def replace(desk, file):
    """Read a new version of a file, about which the window would ask."""
    base = desk.window.panes.knowledge_bases.current
    await desk._library.add(base.id, [file])
    await idle(desk)


async def open_document(desk):
    table = desk.window.panes.documents.table
    table.selectRow(0)
    await idle(desk)
    return desk.window.panes.passages


@pytest.fixture
async def desk(open_desk, travel):
    desk = await open_desk()
    await idle(desk)
    desk.take_paths([travel])
    await idle(desk)
    return desk


def count(pane):
    return pane.view.page.document.passage_count


async def found(desk, qtbot, question):
    """Return the texts found by words."""
    hits = await desk._library.search([question], top_k=20)
    return [hit.chunk.text for hit in hits]


async def correct(desk, pane, qtbot, old, new):
    pane.acts.correct.trigger()
    await idle(desk)
    dialog = desk.presenters.curation_dialogs.dialog
    assert isinstance(dialog, PassageTextDialog)
    text = dialog.text.replace(old, new)
    dialog.field.selectAll()
    dialog.field.insertPlainText(text)
    qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert desk.presenters.curation_dialogs.dialog is None


async def test_a_corrected_passage_is_found_by_its_new_words_and_stays_so(desk, open_desk, travel, qtbot):
    pane = await open_document(desk)
    pane.view.choose(2)
    await correct(desk, pane, qtbot, "receipt", "zeppelinticket")
    assert "zeppelinticket" in pane.view.toPlainText()
    assert any("zeppelinticket" in each for each in await found(desk, qtbot, "zeppelinticket"))

    desk = await open_desk()
    await idle(desk)
    pane = await open_document(desk)
    assert "zeppelinticket" in pane.view.toPlainText()
    travel.write_text(TRAVEL + "\n\n## Rule 8\n\nA rule that is new.", "utf-8")
    await replace(desk, travel)
    pane = await open_document(desk)
    assert "zeppelinticket" in pane.view.toPlainText()
    assert "A rule that is new." in pane.view.toPlainText()
    assert not desk.window.conflicts_button.isVisible()


async def test_a_passage_that_is_off_answers_no_more_until_that_is_undone_and_redone(desk, qtbot):
    pane = await open_document(desk)
    pane.view.choose(3)
    words = pane.view.chosen.first.text
    assert words in await found(desk, qtbot, words)
    qtbot.mouseClick(pane.tools.switch_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert "turned off: does not answer" in pane.view.toPlainText()
    assert words not in await found(desk, qtbot, words)
    qtbot.mouseClick(desk.window.undo_bar.undo_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert words in await found(desk, qtbot, words)
    desk._menus.redo_action.trigger()
    await idle(desk)
    assert words not in await found(desk, qtbot, words)


async def test_what_was_done_last_can_be_undone_after_a_restart(desk, open_desk, qtbot):
    pane = await open_document(desk)
    before = count(pane)
    pane.view.choose(0)
    pane.acts.merge.trigger()
    await idle(desk)
    assert count(pane) == before - 1
    desk = await open_desk()
    await idle(desk)
    pane = await open_document(desk)
    assert count(pane) == before - 1
    assert not desk.window.undo_bar.isVisible()
    desk._menus.undo_action.trigger()
    await idle(desk)
    assert count(pane) == before


async def test_a_change_whose_text_is_gone_from_the_file_is_told_and_kept(desk, travel, qtbot):
    pane = await open_document(desk)
    pane.view.choose(4)
    await correct(desk, pane, qtbot, "receipt", "zeppelinticket")
    travel.write_text("# Something else\n\nNothing of the old text is here any more.", "utf-8")
    await replace(desk, travel)
    button = desk.window.conflicts_button
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    await idle(desk)
    dialog = desk.presenters.edits.conflicts_dialog
    qtbot.mouseClick(dialog.keep_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert not button.isVisible()
    dialog.reject()
    pane = await open_document(desk)
    assert "zeppelinticket" in pane.view.toPlainText()
    assert "added by hand" in pane.view.toPlainText()


async def test_a_document_that_was_deleted_meanwhile_is_said_and_what_was_typed_stays(desk, qtbot):
    pane = await open_document(desk)
    document = pane.view.page.document
    pane.acts.correct.trigger()
    dialog = desk.presenters.curation_dialogs.dialog
    dialog.field.setPlainText("Typed with care.")
    await desk._library.delete_documents([document.id])
    qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert dialog.field.toPlainText() == "Typed with care."
    assert dialog.result_line.text()
    dialog.done(0)
