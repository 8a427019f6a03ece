from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

from kbdesk.library.folder_rows import FolderInfo, FolderState
from kbdesk.library.folders import FolderWatcher
from kbdesk.library.library import Library
from kbdesk.library.syncing import Applied
from kbdesk.paths import DataFolder

from .conftest import Clock, Write, by_name, texts


class Told:
    """Lets a test wait until a folder is as it should be."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._changed = asyncio.Event()
        library.folders.watch(FolderWatcher(self._changed.set, lambda _: None))

    async def until(self, is_so: Callable[[], Awaitable[bool]]) -> None:
        async with asyncio.timeout(20):
            while not await is_so():
                await self._changed.wait()
                self._changed.clear()
                await self._library.folders.finished()


async def test_changes_are_followed_while_the_program_runs_and_found_when_it_starts(
    library: Library, kept: FolderInfo, kb_id: str, write: Write
) -> None:
    async def are(*names: str) -> bool:
        return sorted(await by_name(library, kb_id)) == sorted(names)

    told = Told(library)
    write("while closed.txt", "Written while kbdesk was closed.")
    await library.folders.start()
    old = ("leave/holidays.txt", "leave/sick.txt", "travel.txt")
    await told.until(lambda: are(*old, "while closed.txt"))
    write("new/deep/parking.txt", "Parking is free.")
    await told.until(lambda: are(*old, "while closed.txt", "new/deep/parking.txt"))
    (kept.path / "while closed.txt").unlink()
    await told.until(lambda: are(*old, "new/deep/parking.txt"))


async def test_an_editor_that_writes_a_new_file_in_place_of_the_old_one_makes_one_change(
    library: Library, kept: FolderInfo, kb_id: str, write: Write
) -> None:
    told = Told(library)
    applied: list[Applied] = []
    library.folders.watch(FolderWatcher(lambda: None, applied.append))
    await library.folders.start()
    before = await by_name(library, kb_id)

    async def is_saved() -> bool:
        return "Travel by train." in await texts(library, kb_id)

    (kept.path / "travel.txt").rename(kept.path / "travel.txt~")
    (write("travel.txt.tmp", "Travel by train.")).rename(kept.path / "travel.txt")
    (kept.path / "travel.txt~").unlink()
    await told.until(is_saved)
    assert await by_name(library, kb_id) == before
    assert [each.removed for each in applied if each.removed] == []


async def test_a_folder_that_is_connected_again_is_followed_again(
    library: Library, clock: Clock, kept: FolderInfo, kb_id: str, write: Write
) -> None:
    told = Told(library)

    async def has_state(state: FolderState) -> bool:
        return [folder.state for folder in await library.folders.list()] == [state]

    async def has_parking() -> bool:
        return "parking.txt" in await by_name(library, kb_id)

    await library.folders.start()
    aside = kept.path.rename(kept.path.with_name("aside"))
    await told.until(lambda: has_state(FolderState.NOT_CONNECTED))
    aside.rename(kept.path)
    write("parking.txt", "Parking is free.")
    await clock.pass_(60)
    await told.until(has_parking)


def followed() -> int:
    """Return how many folders are being watched."""
    return len([thread for thread in threading.enumerate() if thread.name.startswith("watch")])


async def test_a_folder_in_one_that_is_kept_now_is_followed_no_longer(
    library: Library, clock: Clock, kept: FolderInfo, kb_id: str
) -> None:
    told = Told(library)

    async def are_in_step() -> bool:
        return {folder.state for folder in await library.folders.list()} == {FolderState.IN_STEP} and followed() == 1

    await library.folders.start()
    await told.until(are_in_step)
    around = await library.folders.keep(kb_id, kept.path.parent)
    await told.until(are_in_step)
    assert list(library.folders._tasks) == [around.id]


async def test_a_folder_whose_knowledge_base_comes_back_from_the_trash_is_followed_again(
    library: Library, clock: Clock, kept: FolderInfo, kb_id: str, write: Write
) -> None:
    told = Told(library)

    async def has_parking() -> bool:
        return "parking.txt" in await by_name(library, kb_id)

    deletion = await library.delete_knowledge_base(kb_id)
    await library.folders.start()
    await clock.waiting(60)
    await library.undo(deletion)
    write("parking.txt", "Parking is free.")
    await clock.pass_(60)
    await told.until(has_parking)


async def test_nothing_goes_on_after_closing(folder: DataFolder, without_model: None, handbook: Path) -> None:
    async with await Library.open(folder) as library:
        await library.folders.start()
        kb_id = (await library.knowledge_bases())[0].id
        await library.folders.keep(kb_id, handbook)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith(("watch", "folders"))]
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []
