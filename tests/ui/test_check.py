"""Help > Check my library and File > Backups, over a real library."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMessageBox, QPushButton

from kbdesk.library import backups as module
from kbdesk.library.check_report import CheckProgress
from kbdesk.library.library import Library
from kbdesk.paths import DataFolder
from kbdesk.ui.desk import Desk
from kbdesk.ui.dialogs.backups import BackupsDialog
from kbdesk.ui.dialogs.check import CheckDialog
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

Idle = Callable[[Desk], Awaitable[None]]

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def library(real_library: Library) -> Library:
    return real_library


@pytest.fixture
def opened_urls() -> list[QUrl]:
    return []


@pytest.fixture
async def desk(
    library: Library, theme: Theme, handbook: Path, tmp_path: Path, idle: Idle, opened_urls: list[QUrl]
) -> AsyncIterator[Desk]:
    """The window with leave.md, travel.md and broken.md."""
    [base] = await library.knowledge_bases()
    await library.add(base.id, [handbook])

    def open_url(url: QUrl) -> bool:
        opened_urls.append(url)
        return True

    around = Surroundings(tmp_path, Any, handbook, open_url)
    desk = Desk(library, theme, ErrorReporter(), around)
    desk.window.show()
    desk.start()
    await idle(desk)
    yield desk
    await desk.scope.aclose()
    desk.window.close_now()


def choose(desk: Desk, menu_title: str, label: str) -> None:
    [menu] = [action.menu() for action in desk.window.menuBar().actions() if action.text() == menu_title]
    [action] = [action for action in menu.actions() if action.text() == label]
    action.trigger()


@pytest.fixture
def check(desk: Desk) -> Callable[[], CheckDialog]:
    """Open the check by the menu."""

    def open_dialog() -> CheckDialog:
        choose(desk, "&Help", "Check my &library…")
        assert desk.presenters.check.dialog is not None
        return desk.presenters.check.dialog

    return open_dialog


@pytest.fixture
def backups(desk: Desk, idle: Idle) -> Callable[[], Awaitable[BackupsDialog]]:
    """Open the backups by the menu."""

    async def open_dialog() -> BackupsDialog:
        choose(desk, "&File", "&Backups…")
        await idle(desk)
        assert desk.presenters.backups.dialog is not None
        return desk.presenters.backups.dialog

    return open_dialog


def damage(folder: DataFolder) -> None:
    with closing(sqlite3.connect(folder.library_db)) as connection, connection:
        connection.execute("UPDATE documents SET passage_count = 9 WHERE name = 'travel.md'")


def button(dialog: QDialog, label: str) -> QPushButton:
    [found] = [each for each in dialog.findChildren(QPushButton) if each.text() == label]
    return found


def question(dialog: QDialog) -> QMessageBox:
    [box] = [box for box in dialog.findChildren(QMessageBox) if box.isVisible()]
    return box


async def test_a_whole_library_is_said_to_be_whole_in_words(desk: Desk, check: Any, idle: Idle) -> None:
    dialog = check()
    assert dialog.title_label.text() == "Your library is being checked. You can go on working meanwhile."
    assert dialog.progress_bar.isVisible()
    await idle(desk)
    assert dialog.title_label.text() == "All 3 documents are whole. Nothing had to be mended."
    assert dialog.detail_label.text() == (
        "Looked at: knowledge bases 1, documents 3, passages 3, copies of files 3, backups 0."
    )
    assert not dialog.progress_bar.isVisible()
    assert not dialog.findings_view.isVisible()


async def test_how_far_a_check_is_is_counted(desk: Desk, check: Any, idle: Idle) -> None:
    dialog = check()
    dialog.show_progress(CheckProgress(12, 205, "travel.md"))
    assert dialog.detail_label.text() == "12 of 205 files and documents were looked at."
    assert (dialog.progress_bar.value(), dialog.progress_bar.maximum()) == (12, 205)
    await idle(desk)


async def test_what_was_found_and_mended_is_listed_and_can_be_copied(
    desk: Desk, folder: DataFolder, check: Any, idle: Idle, qtbot: Any
) -> None:
    damage(folder)
    dialog = check()
    await idle(desk)
    line = "“travel.md” is not whole. 1 of 9 passages are stored. It was read again."
    assert dialog.title_label.text() == "All 3 documents are whole. One thing was mended."
    assert dialog.findings_view.toPlainText() == line
    qtbot.mouseClick(button(dialog, "Copy &report"), LEFT)
    assert QGuiApplication.clipboard().text().splitlines() == [
        "All 3 documents are whole. One thing was mended.",
        "Looked at: knowledge bases 1, documents 3, passages 3, copies of files 3, backups 0.",
        line,
    ]


async def test_what_cannot_be_mended_is_said_with_what_to_do(
    desk: Desk, library: Library, handbook: Path, check: Any, idle: Idle
) -> None:
    [base] = await library.knowledge_bases()
    [document] = [each for each in await library.documents(base.id) if each.name.endswith("travel.md")]
    assert document.original is not None
    document.original.write_text("another text")
    (handbook / "travel.md").unlink()
    dialog = check()
    await idle(desk)
    assert dialog.title_label.text() == "One thing is not as it should be. Nothing was mended."
    assert dialog.findings_view.toPlainText() == (
        f"The kept copy of “{document.name}” was changed. Add the file again from where you have it."
    )


async def test_a_check_can_be_ended_and_begun_again(desk: Desk, check: Any, idle: Idle, qtbot: Any) -> None:
    dialog = check()
    qtbot.mouseClick(dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Cancel), LEFT)
    await idle(desk)
    assert desk.presenters.check.dialog is None
    dialog = check()
    await idle(desk)
    qtbot.mouseClick(dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close), LEFT)
    assert desk.presenters.check.dialog is None


async def test_what_a_check_mended_until_it_was_closed_is_shown(desk: Desk, check: Any, idle: Idle) -> None:
    mended: list[bool] = []
    desk.presenters.check.mended.connect(lambda: mended.append(True))
    dialog = check()
    await asyncio.sleep(0)
    dialog.reject()
    await idle(desk)
    assert mended == [True]


async def test_a_check_that_fails_says_why(desk: Desk, library: Library, check: Any, idle: Idle) -> None:
    with closing(sqlite3.connect(library._parts.folder.library_db)) as connection, connection:
        connection.execute("ALTER TABLE documents RENAME COLUMN owner TO another")
        connection.commit()
        dialog = check()
        await idle(desk)
        connection.execute("ALTER TABLE documents RENAME COLUMN another TO owner")
    assert dialog.title_label.text() == "The check could not be ended."
    assert "library.sqlite3 cannot be read or written" in dialog.detail_label.text()


async def test_a_check_is_work_that_is_told_when_it_ends(desk: Desk, check: Any, idle: Idle) -> None:
    told: list[str] = []
    desk.work.ended.connect(lambda words, _seconds: told.append(words))
    await idle(desk)
    dialog = check()
    assert desk.work.is_going
    await idle(desk)
    assert told == [dialog.title_label.text()]
    assert not desk.work.is_going


async def test_there_is_one_check_at_a_time(desk: Desk, check: Any, idle: Idle) -> None:
    assert check() is check()
    await idle(desk)


async def test_backups_are_made_and_listed_with_date_reason_and_size(
    desk: Desk, library: Library, backups: Any, idle: Idle, qtbot: Any
) -> None:
    dialog = await backups()
    assert dialog.none_label.text() == "There are no backups yet."
    assert dialog.none_label.isVisible()
    for each in (dialog.restore_button, dialog.delete_button, dialog.show_button):
        assert not each.isEnabled()
    qtbot.mouseClick(dialog.make_button, LEFT)
    assert dialog.result_label.text() == "Backing up…"
    assert not dialog.make_button.isEnabled()
    await idle(desk)
    assert dialog.result_label.text() == "The backup is made."
    [made] = await library.backups.list()
    item = dialog.list.topLevelItem(0)
    year = str(made.made_at.astimezone().year % 100)
    assert year in item.text(0)
    assert (item.text(1), item.text(2)) == ("You made it", "3")
    assert item.text(3).endswith(("kB", "bytes"))


async def test_the_dialog_says_what_is_in_a_backup(backups: Any) -> None:
    dialog = await backups()
    assert "keys for models are not in it" in dialog.note_label.text()
    assert "keeps at most five of these" in dialog.note_label.text()


async def test_a_backup_is_deleted_after_asking(
    desk: Desk, library: Library, backups: Any, idle: Idle, qtbot: Any
) -> None:
    await library.backups.make()
    dialog = await backups()
    qtbot.mouseClick(dialog.delete_button, LEFT)
    box = question(dialog)
    assert box.text().startswith("Delete the backup of ")
    assert box.informativeText() == "This cannot be undone. Your library stays as it is."
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    qtbot.mouseClick(button(box, "Delete"), LEFT)
    await idle(desk)
    assert dialog.result_label.text() == "The backup is deleted."
    assert dialog.none_label.isVisible()
    assert await library.backups.list() == []


async def test_a_restore_says_what_happens_and_is_done_at_the_next_start(
    desk: Desk, library: Library, folder: DataFolder, backups: Any, idle: Idle, qtbot: Any, wait: Any
) -> None:
    await library.backups.make()
    dialog = await backups()
    qtbot.mouseClick(dialog.restore_button, LEFT)
    box = question(dialog)
    assert box.text().startswith("Restore the backup of ")
    assert box.informativeText() == (
        "kbdesk closes. When you start it again, your library is as it was then. "
        "What is there now becomes a backup first, so that you can go back to it."
    )
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    qtbot.mouseClick(button(box, "Restore and close kbdesk"), LEFT)
    await wait.signal(desk.presenters.leaving.left)
    await idle(desk)
    assert dialog.result_label.text() == "The backup is in place when kbdesk is started the next time."
    [base] = await library.knowledge_bases()
    await library.delete_documents([each.id for each in await library.documents(base.id)])
    await library.aclose()
    async with await Library.open(folder) as again:
        assert len(await again.documents(base.id)) == 3


async def test_a_damaged_backup_is_not_restored(
    desk: Desk, library: Library, backups: Any, idle: Idle, qtbot: Any
) -> None:
    made = await library.backups.make()
    (made.path / "store.sqlite3").write_bytes(b"x")
    dialog = await backups()
    qtbot.mouseClick(dialog.restore_button, LEFT)
    qtbot.mouseClick(button(question(dialog), "Restore and close kbdesk"), LEFT)
    await idle(desk)
    assert dialog.result_label.text() == f"The backup “{made.id}” is damaged. Choose another backup."
    assert dialog.result_label.property("role") == "error"
    assert not library._parts.folder.restore_file.exists()


async def test_a_nearly_full_disk_is_said(
    desk: Desk, backups: Any, idle: Idle, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = await backups()
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _: SimpleNamespace(free=5_000_000))
    qtbot.mouseClick(dialog.make_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text().startswith("There is too little free space for a backup: it takes ")


async def test_the_folder_of_a_backup_is_shown(
    library: Library, backups: Any, qtbot: Any, opened_urls: list[QUrl]
) -> None:
    made = await library.backups.make()
    dialog = await backups()
    qtbot.mouseClick(dialog.show_button, LEFT)
    assert [Path(url.toLocalFile()) for url in opened_urls] == [made.path]


async def test_what_a_restore_did_is_said_at_the_start(
    library: Library, theme: Theme, handbook: Path, tmp_path: Path, folder: DataFolder, idle: Idle, message: Any
) -> None:
    made = await library.backups.make()
    await library.backups.restore(made.id)
    await library.aclose()
    async with await Library.open(folder) as again:
        desk = Desk(again, theme, ErrorReporter(), Surroundings(tmp_path, Any, handbook, lambda _: True))
        desk.window.show()
        desk.start()
        await idle(desk)
        assert "Your library is as it was on " in message(desk)
        await desk.scope.aclose()
        desk.window.close_now()
