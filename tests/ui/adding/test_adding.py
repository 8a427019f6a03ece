"""From a drop to the library: what is asked, and what is not."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt

from kbdesk.errors import InputError
from kbdesk.library.types import Choices
from kbdesk.ui.dialogs.folder_drop import FolderDropDialog
from kbdesk.ui.dialogs.plan import PlanDialog

from .conftest import KB, cancel, click, dialog_of, names


async def test_a_few_files_are_added_without_a_question(adding, quiet, files):
    adding.add(KB, files[:20])
    await quiet()
    ((kb_id, found, choices),) = adding.got["accepted"]
    assert (kb_id, [file.path for file in found], choices) == (KB, files[:20], Choices())


async def test_cancel_adds_nothing(adding, opened, quiet, files, qtbot):
    adding.add(KB, files)
    cancel(qtbot, await opened(PlanDialog))
    await quiet()
    assert not any(adding.got.values())


async def test_a_folder_is_asked_about_once(adding, opened, quiet, write, qtbot):
    folder = write("handbook/leave/sick.md").parent.parent
    adding.add(KB, [folder])
    dialog = await opened(FolderDropDialog)
    assert dialog.heading.text() == "The folder “handbook”"
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    await quiet()
    assert names(adding) == ["leave/sick.md"]
    assert not adding.got["sync_requested"]


async def test_a_folder_is_kept_in_sync_and_files_beside_it_are_added(adding, opened, quiet, write, qtbot):
    folder, single = write("handbook/sick.md").parent, write("travel.md", "Trains.")
    adding.add(KB, [folder, single])
    dialog = await opened(FolderDropDialog)
    click(qtbot, dialog.sync_button)
    await quiet()
    assert adding.got["sync_requested"] == [(KB, [folder])]
    assert names(adding) == ["travel.md"]


async def test_a_folder_is_not_added_when_its_question_is_cancelled(adding, opened, quiet, write, qtbot):
    adding.add(KB, [write("handbook/sick.md").parent])
    qtbot.keyClick(await opened(FolderDropDialog), Qt.Key.Key_Escape)
    await quiet()
    assert not any(adding.got.values())


async def test_a_large_folder_that_is_kept_in_sync_shows_its_plan_without_choices(adding, opened, quiet, files, qtbot):
    adding.add(KB, [files[0].parent])
    click(qtbot, (await opened(FolderDropDialog)).sync_button)
    dialog = await opened(PlanDialog)
    assert dialog.model.index(0, 0).data(Qt.ItemDataRole.CheckStateRole) is None
    click(qtbot, dialog.add_button)
    await quiet()
    assert len(adding.got["sync_requested"]) == 1
    assert not adding.got["accepted"]


async def test_a_folder_replaces_without_asking(adding, opened, quiet, here, qtbot):
    document = here("handbook/travel.md")
    document.path.write_text("New words.", "utf-8")
    adding.add(KB, [document.path.parent])
    click(qtbot, (await opened(FolderDropDialog)).once_button)
    await quiet()
    assert adding.got["accepted"][0][2] == Choices()


async def test_files_that_are_here_are_one_click_away(adding, quiet, here, write):
    documents = [here(name, f"Words of {name}.") for name in ("a.md", "b.md")]
    adding.add(KB, [*(document.path for document in documents), write("new.md")])
    await quiet()
    ((message,),) = adding.got["said"]
    assert (message.title, message.action) == ("2 of the files are already here.", "Show them")
    message.act()
    assert adding.got["show_requested"] == [([document.id for document in documents],)]


async def test_files_in_the_trash_are_offered_to_be_restored_and_not_read(adding, library, quiet, here):
    document = here()
    library.trash_documents([document.id])
    adding.add(KB, [document.path])
    await quiet()
    assert not adding.got["accepted"]
    ((message,),) = adding.got["said"]
    assert (message.title, message.action) == ("1 of the files are in the trash.", "Restore")
    message.act()
    assert adding.got["restore_requested"] == [([document.id],)]


async def test_what_is_only_in_the_cloud_is_left_out_and_said(adding, opened, quiet, write, qtbot):
    folder = write("handbook/.report.pdf.icloud").parent
    write("handbook/travel.md")
    adding.add(KB, [folder])
    click(qtbot, (await opened(FolderDropDialog)).once_button)
    await quiet()
    assert names(adding) == ["travel.md"]
    ((message,),) = adding.got["said"]
    assert message.title == "1 file(s) were left out: they are only in the cloud."


async def test_an_empty_folder_is_still_said(adding, opened, quiet, tmp_path, qtbot):
    (tmp_path / "empty").mkdir()
    adding.add(KB, [tmp_path / "empty"])
    click(qtbot, (await opened(FolderDropDialog)).once_button)
    await quiet()
    assert names(adding) == []


async def test_an_empty_folder_that_is_kept_in_sync_is_no_empty_drop(adding, opened, quiet, tmp_path, qtbot):
    (tmp_path / "empty").mkdir()
    adding.add(KB, [tmp_path / "empty"])
    click(qtbot, (await opened(FolderDropDialog)).sync_button)
    await quiet()
    assert adding.got["sync_requested"] == [(KB, [tmp_path / "empty"])]
    assert not adding.got["accepted"]


async def test_a_folder_named_on_the_command_line_is_the_same_folder(adding, opened, quiet, write, qtbot, monkeypatch):
    folder = write("handbook/sick.md").parent
    monkeypatch.chdir(folder)
    adding.add(KB, [Path()])
    dialog = await opened(FolderDropDialog)
    assert dialog.heading.text() == "The folder “handbook”"
    click(qtbot, dialog.sync_button)
    await quiet()
    assert adding.got["sync_requested"] == [(KB, [folder])]
    assert not adding.got["accepted"]


async def test_drops_wait_for_each_other_and_none_is_lost(adding, opened, quiet, files, write, qtbot):
    adding.add(KB, files)
    adding.add(KB, [write("second.md", "The second.")])
    adding.add(KB, [write("third.md", "The third.")])
    dialog = await opened(PlanDialog)
    await asyncio.sleep(0)
    assert not adding.got["accepted"]
    cancel(qtbot, dialog)
    await quiet()
    assert [[file.name for file in each[1]] for each in adding.got["accepted"]] == [["second.md"], ["third.md"]]


async def test_a_drop_that_fails_does_not_hold_up_the_next(adding, quiet, tmp_path, write):
    adding.add(KB, [tmp_path / "missing.md"])
    adding.add(KB, [write("second.md")])
    await quiet()
    assert [type(error) for error in adding.errors] == [InputError]
    assert names(adding) == ["second.md"]


async def test_a_long_look_is_said_and_can_be_cancelled(adding, library, quiet, files, wait, qtbot):
    library.plan_gate.clear()
    adding.add(KB, files)
    await wait.until(adding.line.isVisible)
    assert adding.line.label.text() == "Looking at the files…"
    adding.line.show_count(1250)
    assert adding.line.label.text() == "Looking at the files… 1250"
    click(qtbot, adding.line.cancel_button)
    await quiet()
    assert not adding.line.isVisible()
    assert not any(adding.got.values())


async def test_closing_the_window_takes_its_question_away(adding, opened, files):
    adding.add(KB, files)
    await opened(PlanDialog)
    await adding.scope.aclose()
    assert dialog_of(adding, PlanDialog) is None
