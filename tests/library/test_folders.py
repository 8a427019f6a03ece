from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kbdesk.errors import EmbeddingError, InputError
from kbdesk.library.folder_rows import FolderInfo, FolderState
from kbdesk.library.folders import FolderWatcher
from kbdesk.library.library import Library
from kbdesk.library.syncing import Applied
from kbdesk.library.types import Deletion
from kbdesk.paths import DataFolder
from kbdesk.settings import EmbeddingChoice

from .conftest import Clock, Sync, Write, by_name, texts

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs a file that can be opened and not be read")


async def test_a_folder_is_taken_in_and_is_in_step(library: Library, kept: FolderInfo, kb_id: str) -> None:
    assert sorted(await by_name(library, kb_id)) == ["leave/holidays.txt", "leave/sick.txt", "travel.txt"]
    assert (kept.state, kept.document_count, kept.remarks) == (FolderState.IN_STEP, 3, ())
    assert kept.knowledge_base == "Team handbook"
    assert (await library.folders.look(kept.id)).unchanged == 3


async def test_what_is_added_changed_and_removed_is_followed(
    library: Library, kept: FolderInfo, kb_id: str, write: Write, sync: Sync
) -> None:
    before = await by_name(library, kb_id)
    write("leave/sick.txt", "Sick leave. Call your lead before eight.")
    write("parking.txt", "Parking is free.")
    (kept.path / "travel.txt").unlink()
    await sync(kept)
    after = await by_name(library, kb_id)
    assert sorted(after) == ["leave/holidays.txt", "leave/sick.txt", "parking.txt"]
    assert after["leave/sick.txt"] == before["leave/sick.txt"]
    assert "Sick leave. Call your lead before eight." in await texts(library, kb_id)
    assert (await library.folders.look(kept.id)).is_empty


async def test_what_went_to_the_trash_can_be_brought_back_and_stays(
    library: Library, kept: FolderInfo, kb_id: str, sync: Sync
) -> None:
    told: list[Applied] = []
    library.folders.watch(FolderWatcher(lambda: None, told.append))
    before = await by_name(library, kb_id)
    (kept.path / "travel.txt").unlink()
    await sync(kept)
    assert told[0].removed == (before["travel.txt"],)
    assert told[0].deletion is not None
    await library.undo(told[0].deletion)
    await sync(kept)
    assert await by_name(library, kb_id) == before


async def test_renamed_files_and_folders_keep_their_documents(
    library: Library, kept: FolderInfo, kb_id: str, sync: Sync
) -> None:
    before = await by_name(library, kb_id)
    (kept.path / "leave").rename(kept.path / "absence")
    (kept.path / "travel.txt").rename(kept.path / "trips.txt")
    await sync(kept)
    assert await by_name(library, kb_id) == {
        "absence/holidays.txt": before["leave/holidays.txt"],
        "absence/sick.txt": before["leave/sick.txt"],
        "trips.txt": before["travel.txt"],
    }
    document = await library.document(before["travel.txt"])
    assert document.path == kept.path / "trips.txt"
    assert (await library.folders.look(kept.id)).unchanged == 3


async def test_many_changes_wait_for_a_person(
    library: Library, kept: FolderInfo, kb_id: str, write: Write, sync: Sync
) -> None:
    for number in range(21):
        write(f"new/{number}.txt", f"Rule {number}.")
    folder = await sync(kept)
    assert folder.state is FolderState.WAITS
    assert str(folder.remarks[0]) == "21 new, 0 changed, 0 removed: waits for you."
    assert len(await library.documents(kb_id)) == 3
    plan = library.folders.plan(kept.id)
    assert plan is not None
    await library.folders.apply(plan)
    await library.folders.finished()
    (folder,) = await library.folders.list()
    assert (folder.state, folder.document_count) == (FolderState.IN_STEP, 24)
    assert library.folders.plan(kept.id) is None


async def test_a_plan_that_waited_takes_nothing_that_is_back(
    library: Library, kept: FolderInfo, kb_id: str, write: Write, sync: Sync
) -> None:
    aside = kept.path.rename(kept.path.with_name("aside"))
    kept.path.mkdir()
    folder = await sync(kept)
    assert folder.state is FolderState.WAITS
    assert str(folder.remarks[0]).startswith("All files of this folder are gone.")
    plan = library.folders.plan(kept.id)
    assert plan is not None
    assert len(plan.removed) == 3
    kept.path.rmdir()
    aside.rename(kept.path)
    await library.folders.apply(plan)
    assert len(await library.documents(kb_id)) == 3


async def test_a_plan_that_waited_leaves_alone_what_lives_elsewhere_now_or_was_deleted_meanwhile(
    library: Library, kept: FolderInfo, kb_id: str
) -> None:
    before = await by_name(library, kb_id)
    aside = (kept.path / "travel.txt").rename(kept.path.parent / "travel.txt")
    (kept.path / "leave" / "sick.txt").unlink()
    (kept.path / "leave" / "holidays.txt").unlink()
    plan = await library.folders.look(kept.id)
    assert len(plan.removed) == 3
    await library.add(kb_id, [aside])
    await library.delete_documents([before["leave/sick.txt"]])
    applied = await library.folders.apply(plan)
    assert applied.removed == (before["leave/holidays.txt"],)
    assert await by_name(library, kb_id) == {"travel.txt": before["travel.txt"]}


async def test_a_removal_that_is_cut_short_does_not_keep_the_file_out_when_it_is_back(
    library: Library, kept: FolderInfo, kb_id: str, write: Write, sync: Sync
) -> None:
    before = await by_name(library, kb_id)
    words = (kept.path / "travel.txt").read_text()
    (kept.path / "travel.txt").unlink()
    syncing = library.folders._syncing
    hands = syncing._hands

    async def delete(ids: Sequence[str]) -> Deletion:
        deletion = await hands.delete(ids)
        look.cancel()
        await asyncio.sleep(0)
        return deletion

    syncing._hands = replace(hands, delete=delete)
    look = asyncio.create_task(library.folders.sync(kept.id))
    await asyncio.wait([look])
    assert look.cancelled()
    write("travel.txt", words)
    await sync(kept)
    assert await by_name(library, kb_id) == before


async def test_it_is_not_said_that_all_files_are_gone_while_others_are_there(
    library: Library, kept: FolderInfo, write: Write, sync: Sync
) -> None:
    for path in (kept.path / "travel.txt", kept.path / "leave"):
        path.rename(kept.path.parent / path.name)
    write("parking.txt", "Parking is free.")
    folder = await sync(kept)
    assert folder.state is FolderState.WAITS
    assert str(folder.remarks[0]) == "1 new, 0 changed, 3 removed: waits for you."


async def test_nothing_is_removed_while_a_folder_is_not_connected(
    library: Library, kept: FolderInfo, kb_id: str, sync: Sync
) -> None:
    aside = kept.path.rename(kept.path.with_name("aside"))
    folder = await sync(kept)
    assert folder.state is FolderState.NOT_CONNECTED
    assert folder.last_look == kept.last_look
    assert len(await library.documents(kb_id)) == 3
    aside.rename(kept.path)
    assert (await sync(kept)).state is FolderState.IN_STEP


async def test_a_plan_is_not_applied_to_a_folder_that_is_not_connected(library: Library, kept: FolderInfo) -> None:
    plan = await library.folders.look(kept.id)
    shutil.rmtree(kept.path)
    with pytest.raises(InputError, match="nothing was changed"):
        await library.folders.apply(plan)


async def test_a_folder_that_went_away_between_two_looks_is_not_connected(
    library: Library, clock: Clock, kept: FolderInfo, kb_id: str, sync: Sync
) -> None:
    (kept.path / "travel.txt").unlink()
    clock.between = lambda: kept.path.rename(kept.path.with_name("aside"))
    assert (await sync(kept)).state is FolderState.NOT_CONNECTED
    assert len(await library.documents(kb_id)) == 3


async def test_what_a_person_deleted_stays_deleted(
    library: Library, kept: FolderInfo, kb_id: str, write: Write, sync: Sync
) -> None:
    await library.delete_documents([(await by_name(library, kb_id))["travel.txt"]])
    await sync(kept)
    write("travel.txt", "Travel, another version.")
    await sync(kept)
    assert sorted(await by_name(library, kb_id)) == ["leave/holidays.txt", "leave/sick.txt"]
    assert (await library.folders.look(kept.id)).left_out == 1


async def test_the_same_content_twice_is_one_document_which_lives_as_long_as_one_of_its_files(
    library: Library, kept: FolderInfo, kb_id: str, sync: Sync
) -> None:
    before = await by_name(library, kb_id)
    shutil.copy(kept.path / "travel.txt", kept.path / "travel copy.txt")
    await sync(kept)
    assert await by_name(library, kb_id) == before
    assert (await library.folders.look(kept.id)).unchanged == 4
    (kept.path / "travel.txt").unlink()
    await sync(kept)
    assert (await by_name(library, kb_id))["travel copy.txt"] == before["travel.txt"]


async def test_a_file_that_was_only_touched_is_looked_into_once(library: Library, kept: FolderInfo, sync: Sync) -> None:
    os.utime(kept.path / "travel.txt", (1, 1))
    await sync(kept)
    assert (await library.folders.look(kept.id)).unchanged == 3


async def test_a_file_that_is_being_written_waits_until_it_is_whole(
    library: Library, clock: Clock, kept: FolderInfo, kb_id: str, write: Write, sync: Sync
) -> None:
    write("report.txt", "Half of")
    clock.between = lambda: write("report.txt", "Half of the report, and more")
    folder = await sync(kept)
    assert [str(remark) for remark in folder.remarks] == [
        "“report.txt” is still being written; it is read when it is whole."
    ]
    clock.between = lambda: None
    assert (await sync(kept)).remarks == ()
    assert "Half of the report, and more" in await texts(library, kb_id)


@on_linux
async def test_a_file_that_cannot_be_read_is_tried_again(
    library: Library, kept: FolderInfo, kb_id: str, write: Write, sync: Sync
) -> None:
    (kept.path / "locked.txt").symlink_to("/proc/self/mem")
    folder = await sync(kept)
    assert "“locked.txt”: It cannot be read now (Input/output error)." in str(folder.remarks[0])
    assert len(await library.documents(kb_id)) == 3
    (kept.path / "locked.txt").unlink()
    write("locked.txt", "Free again.")
    assert (await sync(kept)).remarks == ()
    assert "Free again." in await texts(library, kb_id)


async def test_a_file_in_the_cloud_is_told_of_and_its_document_stays(
    library: Library, kept: FolderInfo, kb_id: str, sync: Sync
) -> None:
    (kept.path / ".plans.pdf.icloud").touch()
    (kept.path / "travel.txt").unlink()
    (kept.path / ".travel.txt.icloud").touch()
    folder = await sync(kept)
    assert folder.state is FolderState.IN_STEP
    assert "for example “plans.pdf”" in str(folder.remarks[0])
    assert len(await library.documents(kb_id)) == 3


async def test_a_folder_that_is_left_keeps_its_documents(library: Library, kept: FolderInfo, kb_id: str) -> None:
    await library.folders.leave(kept.id)
    assert await library.folders.list() == []
    assert len(await library.documents(kb_id)) == 3
    with pytest.raises(InputError, match="not kept in sync"):
        await library.folders.sync(kept.id)


async def test_a_folder_in_one_that_is_kept_is_that_one_and_one_around_it_takes_its_place(
    library: Library, kept: FolderInfo, kb_id: str
) -> None:
    assert (await library.folders.keep(kb_id, kept.path / "leave" / ".." / "leave")).id == kept.id
    around = await library.folders.keep(kb_id, kept.path.parent)
    assert [folder.id for folder in await library.folders.list()] == [around.id]


async def test_what_cannot_be_kept_in_sync_is_said(
    library: Library, kb_id: str, handbook: Path, folder: DataFolder
) -> None:
    with pytest.raises(InputError, match="no folder"):
        await library.folders.keep(kb_id, handbook / "travel.txt")
    with pytest.raises(InputError, match="own data"):
        await library.folders.keep(kb_id, folder.root)
    with pytest.raises(InputError, match="no longer there"):
        await library.folders.keep("unknown", handbook)


async def test_the_data_folder_is_never_taken_in_however_it_was_named(handbook: Path, without_model: None) -> None:
    async with await Library.open(DataFolder(handbook / "leave" / ".." / "data")) as library:
        kb_id = (await library.knowledge_bases())[0].id
        folder = await library.folders.keep(kb_id, handbook)
        plan = await library.folders.look(folder.id)
    assert [file.name for file in plan.added] == ["leave/holidays.txt", "leave/sick.txt", "travel.txt"]


async def test_the_folders_of_a_deleted_knowledge_base_rest_until_it_is_back(
    library: Library, kept: FolderInfo, kb_id: str
) -> None:
    deletion = await library.delete_knowledge_base(kb_id)
    assert await library.folders.list() == []
    await library.undo(deletion)
    assert [folder.id for folder in await library.folders.list()] == [kept.id]


async def test_an_error_stands_with_the_folder_until_it_is_gone(
    library: Library, clock: Clock, kb_id: str, handbook: Path, sync: Sync
) -> None:
    without_key = EmbeddingChoice("openai", model="text-embedding-3-small", secret_name="nobody")
    await library.save_settings(replace(library.settings, embedding=without_key))
    folder = await library.folders.keep(kb_id, handbook)
    with pytest.raises(EmbeddingError):
        await library.folders.sync(folder.id)
    (folder,) = await library.folders.list()
    assert (folder.state, folder.last_look) == (FolderState.PROBLEM, None)
    assert "not in the keyring" in str(folder.remarks[0])
    await library.save_settings(replace(library.settings, embedding=EmbeddingChoice()))
    folder = await sync(folder)
    assert (folder.state, folder.document_count, folder.remarks) == (FolderState.IN_STEP, 3, ())


async def test_a_file_in_the_cloud_is_not_opened_by_whoever_adds_it(
    library: Library, kb_id: str, handbook: Path
) -> None:
    (handbook / ".plans.pdf.icloud").touch()
    results = {result.document.name: result for result in await library.add(kb_id, [handbook])}
    assert "only in the cloud" in str(results["plans.pdf"].message)
