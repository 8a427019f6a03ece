"""Knowledge bases in the whole window: made, renamed, deleted, shown."""

import asyncio

from PySide6.QtCore import Qt

from kbdesk.errors import InputError
from kbdesk.library.types import State
from kbdesk.rag.stores import milvus_engine
from kbdesk.texts import text
from kbdesk.ui.dialogs.knowledge_base import KnowledgeBaseDialog


async def test_a_knowledge_base_is_made_in_the_dialog(desk, qtbot, wait, idle):
    desk.window.panes.knowledge_bases.create_action.trigger()
    dialog = desk.window.findChild(KnowledgeBaseDialog)
    assert not dialog.submit_button.isEnabled()
    qtbot.keyClicks(dialog.name_field, "Product")
    qtbot.mouseClick(dialog.submit_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert desk.window.panes.knowledge_bases.current.name == "Product"
    assert desk.window.panes.documents.empty_state.isVisible()


async def test_a_folder_of_one_s_own_must_be_named(desk, tmp_path, qtbot, idle):
    desk.window.panes.knowledge_bases.create_action.trigger()
    dialog = desk.window.findChild(KnowledgeBaseDialog)
    qtbot.keyClicks(dialog.name_field, "Shared")
    dialog.place.folder_choice.setChecked(True)
    assert not dialog.submit_button.isEnabled()
    dialog.place.folder_field.setText(str(tmp_path / "milvus"))
    qtbot.mouseClick(dialog.submit_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert desk.window.panes.knowledge_bases.current.store_path == tmp_path / "milvus"


async def test_where_it_is_kept_is_not_asked_where_there_is_no_choice(desk, qtbot, monkeypatch, idle):
    monkeypatch.setattr(milvus_engine, "is_installed", lambda: False)
    desk.window.panes.knowledge_bases.create_action.trigger()
    dialog = desk.window.findChild(KnowledgeBaseDialog)
    assert not dialog.place.isVisible()
    qtbot.keyClicks(dialog.name_field, "Product")
    qtbot.mouseClick(dialog.submit_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert desk.window.panes.knowledge_bases.current.store == "this-computer"


async def test_enter_in_a_field_makes_the_knowledge_base(desk, tmp_path, qtbot, idle):
    desk.window.panes.knowledge_bases.create_action.trigger()
    dialog = desk.window.findChild(KnowledgeBaseDialog)
    qtbot.keyClicks(dialog.name_field, "Shared")
    dialog.place.folder_choice.setChecked(True)
    qtbot.keyClicks(dialog.place.folder_field, str(tmp_path / "milvus"))
    qtbot.keyClick(dialog.place.folder_field, Qt.Key.Key_Return)
    await idle(desk)
    assert desk.window.panes.knowledge_bases.current.store_path == tmp_path / "milvus"


async def test_a_name_that_is_taken_can_be_mended(desk, library, qtbot, monkeypatch, idle):
    async def refuse(*_args, **_kwargs):
        raise InputError(text("library", "The name is taken."), text("library", "Choose another one."))

    monkeypatch.setattr(library, "create_knowledge_base", refuse)
    desk.window.panes.knowledge_bases.create_action.trigger()
    dialog = desk.window.findChild(KnowledgeBaseDialog)
    qtbot.keyClicks(dialog.name_field, "Team handbook")
    qtbot.mouseClick(dialog.submit_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert dialog.isVisible()
    assert dialog.problem.text() == "The name is taken. Choose another one."
    dialog.reject()


async def test_a_knowledge_base_is_renamed_and_described(desk, qtbot, idle):
    pane = desk.window.panes.knowledge_bases
    pane.view.setFocus()
    qtbot.keyClick(pane.view, Qt.Key.Key_F2)
    dialog = desk.window.findChild(KnowledgeBaseDialog)
    dialog.name_field.setText("Handbook")
    dialog.description_field.setPlainText("All our rules")
    qtbot.mouseClick(dialog.submit_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert (pane.current.name, pane.current.description) == ("Handbook", "All our rules")


async def test_a_knowledge_base_is_deleted_and_comes_back(desk, library, qtbot, idle):
    await library.create_knowledge_base("Second")
    desk.presenters.bases.refresh()
    await idle(desk)
    pane = desk.window.panes.knowledge_bases
    pane.view.setFocus()
    qtbot.keyClick(pane.view, Qt.Key.Key_Delete)
    await idle(desk)
    assert pane.current.name == "Second"
    qtbot.mouseClick(desk.window.undo_bar.undo_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert pane.view.model().rowCount() == 2


async def test_without_a_knowledge_base_a_drop_says_what_to_do(desk, handbook_files, idle, message):
    desk.window.panes.knowledge_bases.delete_action.trigger()
    await idle(desk)
    desk.take_paths(handbook_files)
    assert message(desk) == "There is no knowledge base to add to."


async def test_each_knowledge_base_shows_its_own_documents(filled, library, idle, rows):
    other = await library.create_knowledge_base("Other")
    filled.presenters.bases.refresh(other.id)
    await idle(filled)
    assert rows(filled) == {}
    filled.presenters.bases.refresh("kb0")
    await idle(filled)
    assert len(rows(filled)) == 3


async def test_the_window_remembers_its_columns_and_its_knowledge_base(desk, library, idle):
    other = await library.create_knowledge_base("Other")
    desk.presenters.bases.refresh(other.id)
    await idle(desk)
    desk.window.close_now()
    places = (desk.around.data_folder / "window.ini").read_text("utf-8")
    assert other.id in places
    assert "splitter" in places


async def test_the_knowledge_base_counts_files_as_soon_as_they_are_rows(desk, library, make_document, idle):
    document = library.put(make_document(state=State.READING))
    desk.presenters.intake.documents_changed.emit([document])
    await idle(desk)
    assert desk.window.panes.knowledge_bases.current.document_count == 1


async def test_a_new_name_is_shown_everywhere_at_once(desk, library, idle):
    await library.update_knowledge_base("kb0", name="Handbook")
    desk.presenters.bases.refresh()
    await idle(desk)
    assert desk.window.panes.documents.title == "Handbook"
    assert desk.window.panes.search.form.where.text() == "Handbook"


async def test_documents_still_loading_do_not_outlive_their_knowledge_base(desk, library, make_document, idle, rows):
    library.put(make_document())
    desk.presenters.documents.refresh()
    desk.presenters.documents.show_knowledge_base(None)
    await idle(desk)
    assert rows(desk) == {}


async def test_a_dialog_closed_while_its_answer_is_saved_is_left_alone(desk, library, monkeypatch, idle, message):
    saved = asyncio.Event()

    async def create(*_args, **_kwargs):
        await saved.wait()

    monkeypatch.setattr(library, "create_knowledge_base", create)
    desk.window.panes.knowledge_bases.create_action.trigger()
    dialog = desk.window.findChild(KnowledgeBaseDialog)
    dialog.submitted.emit()
    dialog.reject()
    saved.set()
    await idle(desk)
    assert message(desk) == ""


async def test_passages_of_a_deleted_knowledge_base_are_no_longer_found(filled, library, idle):
    await library.create_knowledge_base("Other")
    await library.create_knowledge_base("A third, so that all of them can stay chosen")
    filled.presenters.bases.refresh()
    await idle(filled)
    search = filled.window.panes.search
    search.form.where.all_action.trigger()
    search.form.field.setText("trains")
    search.form.button.click()
    await idle(filled)
    assert search.list.hits.rowCount() == 3
    for document in await library.documents("kb0"):
        library._documents.pop(document.id)
    filled.window.panes.knowledge_bases.delete_action.trigger()
    await idle(filled)
    assert search.list.hits.rowCount() == 0
