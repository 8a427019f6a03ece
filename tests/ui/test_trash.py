"""The trash in the window, over a real library."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtWidgets import QMessageBox, QPushButton

from kbdesk.library.library import Library
from kbdesk.ui.desk import Desk
from kbdesk.ui.dialogs.trash import TrashDialog
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.models.documents import DOCUMENT_ROLE
from kbdesk.ui.models.trash import Column
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

Idle = Callable[[Desk], Awaitable[None]]

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def library(real_library: Library) -> Library:
    return real_library


@pytest.fixture
async def desk(library: Library, theme: Theme, handbook: Path, tmp_path: Path, idle: Idle) -> AsyncIterator[Desk]:
    """The window with leave.md, travel.md and broken.md."""
    [base] = await library.knowledge_bases()
    await library.add(base.id, [handbook])
    around = Surroundings(tmp_path, Any, handbook, lambda _: True)
    desk = Desk(library, theme, ErrorReporter(), around)
    desk.window.show()
    desk.start()
    await idle(desk)
    yield desk
    await desk.scope.aclose()
    desk.window.close_now()


async def delete(desk: Desk, idle: Idle, *names: str) -> None:
    table = desk.window.panes.documents.table
    documents = [table.model().index(row, 0).data(DOCUMENT_ROLE) for row in range(table.model().rowCount())]
    desk.presenters.documents.delete([document.id for document in documents if document.name in names])
    await idle(desk)


@pytest.fixture
def open_trash(desk: Desk, idle: Idle) -> Callable[[], Awaitable[TrashDialog]]:
    """Open the dialog by the menu."""

    async def open_dialog() -> TrashDialog:
        [menu] = [action.menu() for action in desk.window.menuBar().actions() if action.text() == "&File"]
        [action] = [action for action in menu.actions() if action.text() == "&Trash…"]
        action.trigger()
        await idle(desk)
        assert desk.presenters.trash.dialog is not None
        return desk.presenters.trash.dialog

    return open_dialog


def rows(dialog: TrashDialog) -> list[tuple[str, str]]:
    model = dialog.table.model()
    return [(model.index(row, 0).data(), model.index(row, 1).data()) for row in range(model.rowCount())]


def select(dialog: TrashDialog, *names: str) -> None:
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    dialog.table.clearSelection()
    for row, (name, _) in enumerate(rows(dialog)):
        if name in names:
            dialog.table.selectionModel().select(dialog.table.model().index(row, 0), flags)


def question(dialog: TrashDialog) -> QMessageBox:
    [box] = [box for box in dialog.findChildren(QMessageBox) if box.isVisible()]
    return box


def press(qtbot: Any, box: QMessageBox, label: str) -> None:
    [button] = [button for button in box.findChildren(QPushButton) if button.text() == label]
    qtbot.mouseClick(button, LEFT)


async def test_the_trash_says_that_it_is_empty(open_trash: Any) -> None:
    dialog = await open_trash()
    assert dialog.empty_page.isVisible()
    assert dialog.empty_page.title == "The trash is empty."
    for button in (dialog.restore_button, dialog.purge_button, dialog.empty_button):
        assert not button.isEnabled()


async def test_it_lists_what_was_deleted_and_until_when_it_is_kept(desk: Desk, idle: Idle, open_trash: Any) -> None:
    await delete(desk, idle, "leave.md", "travel.md")
    dialog = await open_trash()
    assert sorted(rows(dialog)) == [("leave.md", "Team handbook"), ("travel.md", "Team handbook")]
    model = dialog.table.model()
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in Column]
    assert titles == ["Name", "Knowledge base", "Deleted", "Kept until", "Size"]
    assert all(model.index(0, column).data() for column in Column)
    assert model.index(0, Column.SIZE).data().endswith("bytes")
    assert dialog.note_label.text() == (
        "What is deleted is kept for 30 days and then deleted for good. Backups made before still contain it."
    )
    assert dialog.space_label.text().startswith("On the disk: documents ")


async def test_when_the_library_cannot_be_read_that_is_said_and_the_buttons_stay_alive(
    desk: Desk, library: Library, idle: Idle, open_trash: Any, qtbot: Any
) -> None:
    await delete(desk, idle, "leave.md")
    dialog = await open_trash()
    select(dialog, "leave.md")
    with closing(sqlite3.connect(library._parts.folder.library_db)) as connection:
        connection.execute("ALTER TABLE deletions RENAME COLUMN purging TO another")
        qtbot.mouseClick(dialog.restore_button, LEFT)
        await idle(desk)
        connection.execute("ALTER TABLE deletions RENAME COLUMN another TO purging")
    assert "library.sqlite3 cannot be read or written" in dialog.result_label.text()
    qtbot.mouseClick(dialog.restore_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text() == "1 entry(s) restored."


async def test_the_filter_looks_in_names_and_knowledge_bases(
    desk: Desk, idle: Idle, open_trash: Any, qtbot: Any
) -> None:
    await delete(desk, idle, "leave.md", "travel.md")
    dialog = await open_trash()
    assert dialog.filter_field.hasFocus()
    qtbot.keyClicks(dialog.filter_field, "hand leave")
    assert rows(dialog) == [("leave.md", "Team handbook")]
    qtbot.keyClicks(dialog.filter_field, " nowhere")
    assert dialog.no_match_label.isVisible()
    assert dialog.no_match_label.text() == "Nothing in the trash matches the filter."
    dialog.filter_field.clear()
    qtbot.keyClick(dialog.filter_field, Qt.Key.Key_Return)
    assert len(rows(dialog)) == 2


async def test_a_click_on_a_header_sorts(desk: Desk, idle: Idle, open_trash: Any, qtbot: Any) -> None:
    await delete(desk, idle, "leave.md", "travel.md")
    dialog = await open_trash()
    header = dialog.table.horizontalHeader()
    for expected in (["leave.md", "travel.md"], ["travel.md", "leave.md"]):
        x = header.sectionViewportPosition(Column.NAME) + 20
        qtbot.mouseClick(header.viewport(), LEFT, pos=QPoint(x, header.height() // 2))
        assert [name for name, _ in rows(dialog)] == expected


async def test_restored_documents_are_in_the_list_and_found_again(
    desk: Desk, library: Library, idle: Idle, open_trash: Any, qtbot: Any
) -> None:
    await delete(desk, idle, "leave.md", "travel.md")
    dialog = await open_trash()
    select(dialog, "travel.md")
    qtbot.mouseClick(dialog.restore_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text() == "1 entry(s) restored."
    assert [name for name, _ in rows(dialog)] == ["leave.md"]
    model = desk.window.panes.documents.table.model()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["broken.md", "travel.md"]
    assert [hit.document.name for hit in await library.search(["travel.md"], top_k=1)] == ["travel.md"]
    assert desk.window.undo_bar.isVisible()  # the other one can still be undone


async def test_a_restored_knowledge_base_is_in_its_list(
    desk: Desk, library: Library, idle: Idle, open_trash: Any, qtbot: Any
) -> None:
    second = await library.create_knowledge_base("Second")
    desk.presenters.bases.delete(second)
    await idle(desk)
    dialog = await open_trash()
    assert rows(dialog) == [("Second", "The whole knowledge base")]
    select(dialog, "Second")
    qtbot.mouseClick(dialog.restore_button, LEFT)
    await idle(desk)
    view = desk.window.panes.knowledge_bases.view
    assert [view.model().index(row, 0).data() for row in range(view.model().rowCount())] == ["Team handbook", "Second"]
    assert dialog.empty_page.isVisible()
    assert not desk.window.undo_bar.isVisible()  # there is nothing left to undo


async def test_what_stays_in_the_trash_says_why(
    desk: Desk, library: Library, idle: Idle, open_trash: Any, qtbot: Any
) -> None:
    [base] = await library.knowledge_bases()
    await delete(desk, idle, "leave.md")
    desk.presenters.bases.delete(base)
    await idle(desk)
    dialog = await open_trash()
    select(dialog, "leave.md")
    qtbot.mouseClick(dialog.restore_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text() == (
        "“leave.md” stays in the trash: its knowledge base “Team handbook” is there too. Restore that first."
    )


async def test_deleting_for_good_asks_first_and_enter_means_no(
    desk: Desk, idle: Idle, open_trash: Any, qtbot: Any
) -> None:
    await delete(desk, idle, "leave.md", "travel.md")
    dialog = await open_trash()
    select(dialog, "leave.md")
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    box = question(dialog)
    assert box.text() == "Delete 1 selected entry(s) for good?"
    assert box.informativeText() == "This cannot be undone. Backups made before still contain it."
    assert box.defaultButton().text().replace("&", "") == "Cancel"
    qtbot.keyClick(box, Qt.Key.Key_Return)
    await idle(desk)
    assert len(rows(dialog)) == 2
    qtbot.mouseClick(dialog.purge_button, LEFT)
    press(qtbot, question(dialog), "Delete for good")
    await idle(desk)
    assert [name for name, _ in rows(dialog)] == ["travel.md"]
    assert dialog.result_label.text().startswith("1 entry(s) deleted for good; ")
    assert dialog.result_label.text().endswith(" of the disk are free again.")


async def test_emptying_names_the_number_and_leaves_nothing_to_undo(
    desk: Desk, idle: Idle, open_trash: Any, qtbot: Any
) -> None:
    await delete(desk, idle, "leave.md", "travel.md")
    dialog = await open_trash()
    qtbot.mouseClick(dialog.empty_button, LEFT)
    box = question(dialog)
    assert box.text() == "Delete all 2 entry(s) in the trash for good?"
    press(qtbot, box, "Empty trash")
    await idle(desk)
    assert dialog.empty_page.isVisible()
    assert not desk.window.undo_bar.isVisible()


async def test_reclaiming_says_how_many_bytes_it_gave_back(desk: Desk, idle: Idle, open_trash: Any, qtbot: Any) -> None:
    await delete(desk, idle, "leave.md")
    dialog = await open_trash()
    assert dialog.reclaim_button.text().startswith("Re&claim ")
    assert dialog.reclaim_button.isEnabled()
    qtbot.mouseClick(dialog.reclaim_button, LEFT)
    assert dialog.result_label.text() == "Making the files of the library smaller…"
    assert not dialog.reclaim_button.isEnabled()
    await idle(desk)
    assert dialog.result_label.text().endswith("kB of the disk are free again.")
    assert dialog.reclaim_button.text() == "Re&claim 0 bytes"
    assert not dialog.reclaim_button.isEnabled()


async def test_a_disk_too_full_to_reclaim_says_so(
    desk: Desk, idle: Idle, open_trash: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await delete(desk, idle, "leave.md")
    dialog = await open_trash()
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 0}))
    qtbot.mouseClick(dialog.reclaim_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text().startswith("There is too little free space")
    assert dialog.reclaim_button.isEnabled()


async def test_closing_the_dialog_lets_its_work_end(desk: Desk, idle: Idle, open_trash: Any, qtbot: Any) -> None:
    await delete(desk, idle, "leave.md")
    dialog = await open_trash()
    select(dialog, "leave.md")
    qtbot.mouseClick(dialog.restore_button, LEFT)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    await idle(desk)
    assert desk.presenters.trash.dialog is None
    assert desk.window.panes.documents.table.model().rowCount() == 3


async def test_the_undo_bar_stays_and_says_why_something_stays_in_the_trash(
    desk: Desk, library: Library, idle: Idle, qtbot: Any, handbook: Path
) -> None:
    [base] = await library.knowledge_bases()
    await delete(desk, idle, "leave.md")
    content = (handbook / "leave.md").read_text()
    (handbook / "travel.md").write_text(content)
    await library.add(base.id, [handbook / "travel.md"])
    assert desk.window.undo_bar.isVisible()
    qtbot.mouseClick(desk.window.undo_bar.undo_button, LEFT)
    await idle(desk)
    assert desk.window.message_bar.title.text() == (
        "“leave.md” stays in the trash: its content is here already, as “travel.md”."
    )


async def test_everything_in_the_dialog_has_a_name(desk: Desk, idle: Idle, open_trash: Any) -> None:
    await delete(desk, idle, "leave.md")
    dialog = await open_trash()
    assert dialog.table.accessibleName() == "What is in the trash"
    assert dialog.filter_field.accessibleName() == "Filter the trash"
    assert all(button.text() for button in dialog.findChildren(QPushButton))
