"""A knowledge base to a file and in from a file, in the window over a real library."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit, QMenu

from kbdesk.library.facts.types import Change
from kbdesk.library.library import Library
from kbdesk.library.packs.archives import ArchiveWriter
from kbdesk.library.packs.packs import Packs
from kbdesk.settings import EmbeddingChoice
from kbdesk.ui.desk import Desk
from kbdesk.ui.dialogs.pack import PackDialog
from kbdesk.ui.dialogs.pack_progress import PackProgressDialog
from kbdesk.ui.drops import announcement, read_offer

Idle = Callable[[Desk], Awaitable[None]]

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def library(real_library: Library) -> Library:
    return real_library


@pytest.fixture
async def pack(library: Library, tmp_path: Path) -> Path:
    """The knowledge base "Rules" with two documents as a file; it is deleted again."""
    base = await library.create_knowledge_base("Rules", description="What holds.")
    for name in ("travel.txt", "leave.txt"):
        (tmp_path / name).write_text(f"The rules of {name}.")
    results = await library.add(base.id, [tmp_path / "travel.txt", tmp_path / "leave.txt"])
    await library.facts.change([results[0].document.id], Change(("checked",)))
    await library.curation.annotate(results[0].document.id, 0, "Ask Ann.")
    path = (await library.packs.export(base.id, tmp_path / "rules.kbpack")).path
    await library.delete_knowledge_base(base.id)
    return path


@pytest.fixture
def desk(pack: Path, desk: Desk) -> Desk:
    """The window, opened when the knowledge base of the file has come and gone."""
    return desk


def names(desk: Desk) -> list[str]:
    model = desk.window.panes.knowledge_bases.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def action(desk: Desk, label: str) -> QAction:
    menu = desk.window.menuBar().actions()[0].menu()
    assert isinstance(menu, QMenu)
    return next(each for each in menu.actions() if each.text().replace("&", "") == label)


async def dialog_of(desk: Desk, kind: type[Any], wait: Any) -> Any:
    await wait.until(lambda: any(each.isVisible() for each in desk.window.findChildren(kind)))
    return next(each for each in desk.window.findChildren(kind) if each.isVisible())


async def export(desk: Desk, path: Path, wait: Any) -> PackProgressDialog:
    """Choose File > Export knowledge base… and a file."""
    action(desk, "Export knowledge base…").trigger()
    chooser: QFileDialog = await dialog_of(desk, QFileDialog, wait)
    chooser.setDirectory(str(path.parent))
    field = chooser.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    assert field.text() == "Team handbook.kbpack"
    field.setText(path.name)
    chooser.accept()
    return await dialog_of(desk, PackProgressDialog, wait)


async def test_what_is_in_a_file_is_shown_and_becomes_the_current_knowledge_base(
    desk: Desk, pack: Path, wait: Any, qtbot: Any, idle: Idle, rows: Callable[[Desk], dict[str, str]]
) -> None:
    desk.take_paths([pack])
    dialog: PackDialog = await dialog_of(desk, PackDialog, wait)
    assert dialog.heading.text().startswith("Add the knowledge base “Rules” with 2 document")
    assert dialog.description.text() == "What holds."
    assert [dialog.documents.item(row).text() for row in range(2)] == ["travel.txt", "leave.txt"]
    assert "Changes to passages by hand: 1. Check questions: 0." in dialog.rest.text()
    assert not dialog.privacy.isVisible()
    assert dialog.add_button.isDefault()
    qtbot.mouseClick(dialog.add_button, LEFT)
    await idle(desk)
    assert names(desk) == ["Team handbook", "Rules"]
    assert desk.window.panes.knowledge_bases.current is not None
    assert desk.window.panes.knowledge_bases.current.name == "Rules"
    await wait.until(lambda: rows(desk) == {"leave.txt": "Ready", "travel.txt": "Ready"})
    assert not desk.work.is_going


async def test_a_file_is_opened_from_the_menu_whatever_it_is_called(
    desk: Desk, pack: Path, wait: Any, qtbot: Any, idle: Idle
) -> None:
    renamed = Path(shutil.move(pack, pack.with_suffix(".zip")))
    action(desk, "Open knowledge base…").trigger()
    chooser: QFileDialog = await dialog_of(desk, QFileDialog, wait)
    assert chooser.nameFilters() == ["Knowledge bases (*.kbpack)", "All files (*)"]
    chooser.selectNameFilter("All files (*)")
    chooser.setDirectory(str(renamed.parent))
    field = chooser.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText(renamed.name)
    chooser.accept()
    dialog: PackDialog = await dialog_of(desk, PackDialog, wait)
    qtbot.mouseClick(dialog.add_button, LEFT)
    await idle(desk)
    assert names(desk) == ["Team handbook", "Rules"]


async def test_cancel_adds_nothing(desk: Desk, pack: Path, wait: Any, qtbot: Any, idle: Idle) -> None:
    desk.take_paths([pack])
    dialog: PackDialog = await dialog_of(desk, PackDialog, wait)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    await idle(desk)
    assert names(desk) == ["Team handbook"]


async def test_each_file_is_asked_about_and_what_comes_with_it_goes_its_usual_way(
    desk: Desk,
    pack: Path,
    tmp_path: Path,
    wait: Any,
    qtbot: Any,
    idle: Idle,
    rows: Callable[[Desk], dict[str, str]],
) -> None:
    other = Path(shutil.copy(pack, tmp_path / "Other.KBPACK"))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(each)) for each in (pack, tmp_path / "leave.txt", other)])
    QGuiApplication.clipboard().setMimeData(mime)
    qtbot.keyClick(desk.window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    for answer in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        dialog: PackDialog = await dialog_of(desk, PackDialog, wait)
        if answer == Qt.Key.Key_Return:
            qtbot.mouseClick(dialog.add_button, LEFT)
        else:
            qtbot.keyClick(dialog, answer)
        await wait.until(lambda dialog=dialog: dialog not in desk.window.findChildren(PackDialog))
    await idle(desk)
    assert names(desk) == ["Team handbook", "Rules"]
    desk.window.panes.knowledge_bases.choose((await desk._library.knowledge_bases())[0].id)
    await wait.until(lambda: rows(desk) == {"leave.txt": "Ready"})


async def test_it_is_said_when_texts_leave_this_computer(
    desk: Desk, library: Library, pack: Path, wait: Any, qtbot: Any, idle: Idle
) -> None:
    await library.save_settings(replace(library.settings, embedding=EmbeddingChoice("openai", model="m")))
    desk.take_paths([pack])
    dialog: PackDialog = await dialog_of(desk, PackDialog, wait)
    assert dialog.privacy.isVisible()
    assert "goes to api.openai.com" in dialog.privacy.text()
    dialog.reject()
    await idle(desk)


async def test_a_file_that_is_none_is_said(
    desk: Desk, tmp_path: Path, idle: Idle, message: Callable[[Desk], str]
) -> None:
    (tmp_path / "x.kbpack").write_text("nothing")
    desk.take_paths([tmp_path / "x.kbpack"])
    await idle(desk)
    assert message(desk) == "“x.kbpack” is damaged, or is no knowledge base of kbdesk."


async def test_a_file_that_cannot_be_taken_in_is_said_where_it_was_asked_about(
    desk: Desk, pack: Path, tmp_path: Path, wait: Any, qtbot: Any, idle: Idle
) -> None:
    desk.take_paths([pack])
    dialog: PackDialog = await dialog_of(desk, PackDialog, wait)
    shutil.copy(tmp_path / "leave.txt", pack)  # meanwhile
    qtbot.mouseClick(dialog.add_button, LEFT)
    progress: PackProgressDialog = await dialog_of(desk, PackProgressDialog, wait)
    await idle(desk)
    assert progress.heading.text() == "“rules.kbpack” is damaged, or is no knowledge base of kbdesk."
    qtbot.mouseClick(progress.buttons.button(QDialogButtonBox.StandardButton.Close), LEFT)
    assert names(desk) == ["Team handbook"]


async def test_adding_can_be_cancelled_on_the_way(
    desk: Desk, pack: Path, wait: Any, qtbot: Any, idle: Idle, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Packs._unpack

    async def endless(self: Packs, *arguments: Any) -> Any:
        await whole(self, *arguments)
        await asyncio.Event().wait()

    monkeypatch.setattr(Packs, "_unpack", endless)
    desk.take_paths([pack])
    dialog: PackDialog = await dialog_of(desk, PackDialog, wait)
    qtbot.mouseClick(dialog.add_button, LEFT)
    progress: PackProgressDialog = await dialog_of(desk, PackProgressDialog, wait)
    assert progress.heading.text() == "“Rules” is being added."
    await wait.until(lambda: progress.words.text() == "2 of 2 documents")
    assert desk.work.words == "“Rules” is being added."
    qtbot.mouseClick(progress.buttons.button(QDialogButtonBox.StandardButton.Cancel), LEFT)
    await idle(desk)
    assert names(desk) == ["Team handbook"]
    assert not desk.work.is_going


async def test_the_current_knowledge_base_is_exported_to_a_chosen_file(
    desk: Desk, library: Library, handbook_files: list[Path], tmp_path: Path, wait: Any, qtbot: Any, idle: Idle
) -> None:
    desk.take_paths(handbook_files)
    await idle(desk)
    dialog = await export(desk, tmp_path / "handbook", wait)
    await idle(desk)
    assert dialog.heading.text().startswith("“handbook.kbpack” holds 3 document")
    assert dialog.words.text().startswith("Whoever has kbdesk opens it with a double click")
    assert not dialog.left_out.isVisible()
    qtbot.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Close), LEFT)
    assert len((await library.packs.look_into(tmp_path / "handbook.kbpack")).documents) == 3


async def test_a_file_gets_the_ending_also_behind_a_name_with_a_dot(
    desk: Desk, tmp_path: Path, wait: Any, idle: Idle
) -> None:
    (tmp_path / "Handbook 2.0.kbpack").write_text("older")
    dialog = await export(desk, tmp_path / "Handbook 2.0", wait)
    await idle(desk)
    assert dialog.heading.text().startswith("“Handbook 2.0 (2).kbpack” holds")
    assert (tmp_path / "Handbook 2.0.kbpack").read_text() == "older"


async def test_what_is_not_in_the_file_is_listed(
    desk: Desk, library: Library, handbook_files: list[Path], tmp_path: Path, wait: Any, idle: Idle
) -> None:
    desk.take_paths(handbook_files)
    await idle(desk)
    [base] = await library.knowledge_bases()
    first, *_ = await library.documents(base.id)
    assert first.original is not None
    first.original.unlink()
    dialog = await export(desk, tmp_path / "handbook.kbpack", wait)
    await idle(desk)
    assert dialog.heading.text().startswith("“handbook.kbpack” holds 2 document")
    assert "no copy of their files" in dialog.words.text()
    assert dialog.left_out.toPlainText() == first.name


async def test_an_export_that_fails_says_why(
    desk: Desk, tmp_path: Path, wait: Any, idle: Idle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(ArchiveWriter, "describe", fail)
    dialog = await export(desk, tmp_path / "handbook.kbpack", wait)
    await idle(desk)
    assert dialog.heading.text() == "The file “handbook.kbpack” cannot be written."
    assert dialog.buttons.button(QDialogButtonBox.StandardButton.Close).hasFocus()


def test_the_overlay_says_that_a_knowledge_base_comes(tmp_path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "rules.kbpack"))])
    assert announcement(read_offer(mime), "Team handbook") == "Add the knowledge base in “rules.kbpack”"
