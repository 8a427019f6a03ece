"""Check questions in the window, over a real library."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMessageBox, QStyleOptionViewItem

from kbdesk.library.library import Library
from kbdesk.library.questions.types import Verdict, Wanted
from kbdesk.paths import DataFolder
from kbdesk.ui.desk import Desk
from kbdesk.ui.dialogs.check_question import CheckQuestionDialog
from kbdesk.ui.dialogs.check_questions import CheckQuestionsDialog
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.models.knowledge_bases import LAMP_ROLE
from kbdesk.ui.models.questions import Column
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

from .test_accessibility import unnamed

Idle = Callable[[Desk], Awaitable[None]]
Open = Callable[[], Awaitable[CheckQuestionsDialog]]

LEFT = Qt.MouseButton.LeftButton
QUOTE = "The travel.md passage about trains."


@pytest.fixture
async def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Library]:
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")
    async with await Library.open(DataFolder(tmp_path / "data")) as opened:

        async def skip(_: float) -> None:
            await asyncio.sleep(0)

        opened.questions.following.sleep = skip
        yield opened


@pytest.fixture
async def kb_id(library: Library) -> str:
    return (await library.knowledge_bases())[0].id


@pytest.fixture
async def desk(
    library: Library, kb_id: str, theme: Theme, handbook: Path, tmp_path: Path, idle: Idle
) -> AsyncIterator[Desk]:
    """The window with leave.md, travel.md and broken.md."""
    await library.add(kb_id, [handbook])
    around = Surroundings(tmp_path, Any, handbook, lambda _: True)
    desk = Desk(library, theme, ErrorReporter(), around)
    desk.window.resize(1280, 800)
    desk.window.show()
    desk.start()
    await idle(desk)
    yield desk
    await desk.scope.aclose()
    desk.window.close_now()


async def save(library: Library, kb_id: str, query: str = "trains in travel", **changes: Any) -> None:
    [travel] = [each for each in await library.documents(kb_id) if each.name == "travel.md"]
    await library.questions.save(kb_id, Wanted(query, travel.id, **{"quote": QUOTE, **changes}))


@pytest.fixture
async def asked(desk: Desk, library: Library, kb_id: str, settled: Callable[[], Awaitable[None]]) -> None:
    """Two check questions, both right."""
    await save(library, kb_id)
    await save(library, kb_id, "which passage is about trains", first=50)
    await settled()


@pytest.fixture
def settled(desk: Desk, library: Library, kb_id: str, idle: Idle) -> Callable[[], Awaitable[None]]:
    """Wait until all questions were asked after the last change, and the window shows it."""

    async def settled() -> None:
        await idle(desk)
        changed = asyncio.Event()
        stop = library.questions.watch(changed.set)
        async with asyncio.timeout(20):
            while (report := await library.questions.report(kb_id)).is_outdated or report.is_running:
                await changed.wait()
                changed.clear()
        stop()
        await idle(desk)

    return settled


@pytest.fixture
def open_questions(desk: Desk, idle: Idle) -> Open:
    """Open the list by the menu."""

    async def open_dialog() -> CheckQuestionsDialog:
        [menu] = [action.menu() for action in desk.window.menuBar().actions() if action.text() == "&Edit"]
        [action] = [action for action in menu.actions() if action.text() == "Check &questions…"]
        action.trigger()
        await idle(desk)
        assert desk.presenters.questions.dialog is not None
        return desk.presenters.questions.dialog

    return open_dialog


def cells(dialog: CheckQuestionsDialog) -> list[tuple[str, ...]]:
    model = dialog.table.model()
    return [tuple(model.index(row, column).data() for column in Column) for row in range(model.rowCount())]


def lamp(desk: Desk) -> Any:
    return desk.window.panes.knowledge_bases.view.model().index(0, 0).data(LAMP_ROLE)


def spoken(desk: Desk) -> str:
    return desk.window.panes.knowledge_bases.view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


async def choose_file(dialog: CheckQuestionsDialog, wait: Any, path: Path) -> None:
    """Type the name of a file in the chooser that is open, and agree."""
    await wait.until(lambda: any(each.isVisible() for each in dialog.findChildren(QFileDialog)))
    [chooser] = [each for each in dialog.findChildren(QFileDialog) if each.isVisible()]
    chooser.setDirectory(str(path.parent))
    field = chooser.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText(str(path))
    chooser.accept()


def question_dialog(desk: Desk) -> CheckQuestionDialog:
    dialog = desk.presenters.questions.question_dialog
    assert dialog is not None
    return dialog


async def test_without_check_questions_there_is_no_lamp_and_the_list_says_what_they_are(
    desk: Desk, open_questions: Open
) -> None:
    assert lamp(desk) is None
    dialog = await open_questions()
    assert dialog.empty_page.isVisible()
    assert dialog.empty_page.title == "There are no check questions yet"
    assert not dialog.run_button.isEnabled()
    assert dialog.note_label.text() == (
        "They are asked by themselves after every change of documents, model or settings, on this computer."
    )
    assert unnamed(dialog) == []


async def test_a_question_is_added_by_searching_for_its_passage(
    desk: Desk, open_questions: Open, settled: Any, idle: Idle, qtbot: Any
) -> None:
    dialog = await open_questions()
    qtbot.mouseClick(dialog.add_button, LEFT)
    form = question_dialog(desk)
    assert unnamed(form) == []
    assert not form.submit_button.isEnabled()
    qtbot.keyClicks(form.query_field, "travel trains")
    qtbot.keyClick(form.query_field, Qt.Key.Key_Return)
    await idle(desk)
    assert form.found_label.text() == "Choose the passage that is the right answer:"
    names = [form.hits.topLevelItem(row).text(0) for row in range(form.hits.topLevelItemCount())]
    assert names[0] == "travel.md"
    form.hits.setFocus()
    qtbot.mouseClick(form.hits.viewport(), LEFT, pos=form.hits.visualItemRect(form.hits.topLevelItem(0)).center())
    assert form.document_label.text() == "travel.md"
    assert QUOTE in form.quote_field.toPlainText()
    qtbot.mouseClick(form.submit_button, LEFT)
    await settled()
    assert cells(dialog) == [("travel trains", "travel.md", "Right.", "1", "–")]
    assert dialog.state_label.text().startswith("1 of 1 check questions are right. Last asked: ")


async def test_words_that_find_nothing_are_told_and_other_words_can_be_used(
    desk: Desk, open_questions: Open, idle: Idle, qtbot: Any
) -> None:
    dialog = await open_questions()
    qtbot.mouseClick(dialog.add_button, LEFT)
    form = question_dialog(desk)
    qtbot.keyClicks(form.query_field, "zeppelins")
    qtbot.mouseClick(form.search_button, LEFT)
    await idle(desk)
    assert form.found_label.text() == "Nothing was found. Search for words that stand in the passage."
    qtbot.keyClicks(form.words_field, "leave")
    qtbot.keyClick(form.words_field, Qt.Key.Key_Return)
    await idle(desk)
    assert form.hits.topLevelItemCount()
    assert form.query_field.text() == "zeppelins"


async def test_the_lamp_says_in_words_and_by_its_sign_how_they_stand(
    desk: Desk, library: Library, asked: None, settled: Any, handbook: Path, kb_id: str
) -> None:
    assert (lamp(desk).icon, lamp(desk).color, lamp(desk).words) == ("circle-check", "success", "2 of 2 right")
    assert spoken(desk).endswith("2 of 2 check questions are right.")
    view = desk.window.panes.knowledge_bases.view
    assert "2 of 2" in QAccessible.queryAccessibleInterface(view).child(0).text(QAccessible.Text.Name)
    (handbook / "travel.md").write_text("Nothing is said here.")
    await library.add(kb_id, [handbook / "travel.md"])
    await settled()
    assert (lamp(desk).icon, lamp(desk).color, lamp(desk).words) == ("circle-x", "error", "0 of 2 right")


async def test_a_deletion_is_seen_at_the_lamp_and_its_undo_too(
    desk: Desk, library: Library, kb_id: str, asked: None, settled: Any, idle: Idle, qtbot: Any
) -> None:
    [travel] = [each for each in await library.documents(kb_id) if each.name == "travel.md"]
    desk.window.panes.documents.table.select_document(travel.id)
    desk.window.panes.documents.delete_action.trigger()
    await idle(desk)
    await settled()
    assert (lamp(desk).icon, lamp(desk).words) == ("triangle-alert", "0 of 2 right")
    qtbot.mouseClick(desk.window.undo_bar.undo_button, LEFT)
    await idle(desk)
    await settled()
    assert (lamp(desk).icon, lamp(desk).words) == ("circle-check", "2 of 2 right")


async def test_a_click_on_the_lamp_opens_the_list(desk: Desk, asked: None, idle: Idle, qtbot: Any) -> None:
    view = desk.window.panes.knowledge_bases.view
    index = view.model().index(0, 0)
    option = QStyleOptionViewItem()
    view.itemDelegate().initStyleOption(option, index)
    option.rect = view.visualRect(index)
    area = view.itemDelegate().lamp_area(option)
    assert option.rect.contains(area)
    qtbot.mouseClick(view.viewport(), LEFT, pos=option.rect.topLeft() + QPoint(20, 10))
    assert desk.presenters.questions.dialog is None
    qtbot.mouseClick(view.viewport(), LEFT, pos=area.center())
    await idle(desk)
    assert desk.presenters.questions.dialog is not None


async def test_the_list_says_what_has_become_wrong_and_right(
    desk: Desk, library: Library, asked: None, settled: Any, open_questions: Open, handbook: Path, kb_id: str
) -> None:
    dialog = await open_questions()
    old = (handbook / "travel.md").read_text()
    (handbook / "travel.md").write_text("Nothing is said here.")
    await library.add(kb_id, [handbook / "travel.md"])
    await settled()
    assert dialog.difference_label.text().startswith("2 question(s) are no longer right since ")
    assert "“trains in travel”" in dialog.difference_label.text()
    assert cells(dialog)[0][Column.RESULT].startswith("“travel.md” does not say this any more.")
    assert [row[Column.RANK] for row in cells(dialog)] == ["–", "–"]
    assert "They were asked because documents had changed." in dialog.state_label.text()
    (handbook / "travel.md").write_text(old)
    await library.add(kb_id, [handbook / "travel.md"])
    await settled()
    assert dialog.difference_label.text().startswith("2 question(s) became right since ")
    first = dialog.run_field.count() - 1
    dialog.run_field.setCurrentIndex(first)
    dialog.run_field.activated.emit(first)
    await settled()
    assert dialog.difference_label.text().startswith("Nothing has changed since ")


async def test_all_can_be_asked_now(desk: Desk, asked: None, open_questions: Open, settled: Any, qtbot: Any) -> None:
    dialog = await open_questions()
    qtbot.mouseClick(dialog.run_button, LEFT)
    assert not dialog.run_button.isEnabled()
    assert dialog.result_label.text() == "Asking…"
    await settled()
    assert dialog.run_button.isEnabled()
    assert dialog.result_label.text() == ""
    assert "They were asked because you wanted it." in dialog.state_label.text()


async def test_what_was_typed_into_a_form_is_thrown_away_only_after_a_question(
    desk: Desk, asked: None, open_questions: Open, qtbot: Any
) -> None:
    dialog = await open_questions()
    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.edit_button, LEFT)
    form = question_dialog(desk)
    qtbot.keyClicks(form.query_field, " by train?")
    qtbot.keyClick(form, Qt.Key.Key_Escape)
    [box] = form.findChildren(QMessageBox)
    assert (box.text(), form.isVisible()) == ("Throw away what you typed?", True)
    [agree] = [button for button in box.buttons() if button.text() == "Throw away"]
    qtbot.mouseClick(agree, LEFT)
    assert desk.presenters.questions.question_dialog is None


async def test_a_form_that_is_closed_while_it_is_saved_is_saved(
    desk: Desk, asked: None, open_questions: Open, settled: Any, qtbot: Any
) -> None:
    dialog = await open_questions()
    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.edit_button, LEFT)
    form = question_dialog(desk)
    form.query_field.clear()
    qtbot.keyClicks(form.query_field, "By train?")
    qtbot.mouseClick(form.submit_button, LEFT)
    form.done(0)
    await settled()
    assert ("By train?", "travel.md") in [row[:2] for row in cells(dialog)]


async def test_a_question_is_changed(desk: Desk, asked: None, open_questions: Open, settled: Any, qtbot: Any) -> None:
    dialog = await open_questions()
    dialog.table.selectRow(0)
    assert dialog.detail_label.text() == f"Right. Expected: “{QUOTE}” of “travel.md” among the first 5."
    before = dialog.selected[0].question
    qtbot.mouseClick(dialog.edit_button, LEFT)
    form = question_dialog(desk)
    assert form.wanted == before.wanted
    form.query_field.clear()
    assert not form.submit_button.isEnabled()
    qtbot.keyClicks(form.query_field, "By train?")
    form.quote_field.setPlainText("a" * 4001)
    qtbot.mouseClick(form.submit_button, LEFT)
    await settled()
    assert form.problem_label.text().startswith("The question or the passage is too long.")
    form.quote_field.setPlainText("")
    form.mode_field.setCurrentIndex(2)
    qtbot.mouseClick(form.submit_button, LEFT)
    await settled()
    assert ("By train?", "travel.md") in [row[:2] for row in cells(dialog)]
    assert dialog.detail_label.text().endswith("Expected: any passage of “travel.md” among the first 5.")


async def test_questions_are_deleted_and_the_deletion_is_undone(
    desk: Desk, asked: None, open_questions: Open, settled: Any, qtbot: Any
) -> None:
    dialog = await open_questions()
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)  # nothing of here to undo
    dialog.table.selectRow(0)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    await settled()
    assert len(cells(dialog)) == 1
    assert dialog.undo_bar.label.text().startswith("The check question “")
    qtbot.mouseClick(dialog.undo_bar.undo_button, LEFT)
    await settled()
    assert len(cells(dialog)) == 2
    assert not dialog.undo_bar.isVisible()
    dialog.table.selectAll()
    qtbot.mouseClick(dialog.delete_button, LEFT)
    await settled()
    assert dialog.undo_bar.label.text() == "2 check questions were deleted."
    assert dialog.empty_page.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await settled()
    assert len(cells(dialog)) == 2
    dialog.reject()
    desk.presenters.undo.redo()
    await settled()
    assert lamp(desk) is None


async def test_a_double_click_shows_the_passage(
    desk: Desk, asked: None, open_questions: Open, idle: Idle, qtbot: Any
) -> None:
    dialog = await open_questions()
    place = dialog.table.visualRect(dialog.table.model().index(0, 0)).center()
    qtbot.mouseClick(dialog.table.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(dialog.table.viewport(), LEFT, pos=place)
    await idle(desk)
    assert desk.presenters.questions.dialog is None
    assert desk.presenters.passages.document is not None
    assert desk.presenters.passages.document.name == "travel.md"
    assert desk.window.panes.passages.isVisible()


async def test_a_passage_that_is_gone_cannot_be_shown_and_that_is_said(
    desk: Desk, library: Library, kb_id: str, asked: None, open_questions: Open, settled: Any, idle: Idle, qtbot: Any
) -> None:
    [travel] = [each for each in await library.documents(kb_id) if each.name == "travel.md"]
    await library.delete_documents([travel.id])
    await settled()
    dialog = await open_questions()
    assert cells(dialog)[0][Column.RESULT] == "Cannot be checked: “travel.md” is in the trash."
    dialog.table.selectRow(0)
    qtbot.mouseClick(dialog.open_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text().startswith("“travel.md” is not there. Restore it from the trash")


async def test_they_are_exported_and_imported_with_file_choosers(
    desk: Desk, asked: None, open_questions: Open, settled: Any, tmp_path: Path, wait: Any, qtbot: Any
) -> None:
    dialog = await open_questions()
    path = tmp_path / "saved.csv"
    qtbot.mouseClick(dialog.export_button, LEFT)
    await choose_file(dialog, wait, path)
    await settled()
    assert dialog.result_label.text() == "2 check question(s) written to saved.csv."
    with path.open("a", encoding="utf-8") as file:
        file.write("Who?,nowhere.md\nAnother about trains?,travel.md\n")
    qtbot.mouseClick(dialog.import_button, LEFT)
    await choose_file(dialog, wait, path)
    await settled()
    assert dialog.result_label.text() == (
        "1 check question(s) imported. 2 were there already.\nLine 4: There is no document “nowhere.md”."
    )
    assert len(cells(dialog)) == 3


async def test_a_hit_of_the_search_is_made_a_check_question(
    desk: Desk, library: Library, kb_id: str, settled: Any, idle: Idle, qtbot: Any
) -> None:
    hits = await library.search(["trains"])
    desk.window.panes.search.check_question_requested.emit(hits[0], "Are there trains?")
    form = question_dialog(desk)
    assert form.query_field.text() == "Are there trains?"
    assert form.document_label.text() == hits[0].document.name
    qtbot.mouseClick(form.submit_button, LEFT)
    await settled()
    report = await library.questions.report(kb_id)
    assert report.count(Verdict.RIGHT) == 1
    assert lamp(desk).words == "1 of 1 right"


async def test_where_questions_leave_this_computer_that_is_said_and_nothing_happens_by_itself(
    desk: Desk, library: Library, kb_id: str, open_questions: Open, idle: Idle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library.questions, "_host", lambda _: "api.openai.com")
    await save(library, kb_id)
    dialog = await open_questions()
    assert dialog.note_label.text() == (
        "Each question is sent to api.openai.com, so they are asked only when you want it: press Ask all now after a"
        " change."
    )
    assert dialog.state_label.text() == "0 of 1 check questions are right. They were never asked."
    assert lamp(desk).icon == "triangle-alert"
    assert "Something has changed since they were last asked." in lamp(desk).sentence
