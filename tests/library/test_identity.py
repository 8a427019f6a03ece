from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from kbdesk.library.catalog import Catalog
from kbdesk.library.database import Database
from kbdesk.library.documents import Documents
from kbdesk.library.identity import Candidate, Identity
from kbdesk.library.library import Library
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.types import Choices, State
from kbdesk.library.walk import walk
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]


@asynccontextmanager
async def opened(folder: Path) -> AsyncGenerator[tuple[Identity, str]]:
    """The rows of a library in which nobody works."""
    database = Database(folder / "library.sqlite3", MIGRATIONS)
    await database.open()
    catalog = Catalog(database)
    await catalog.ensure_default()
    [base] = await catalog.bases()
    yield Identity(database, Documents(database, folder)), base.info.id
    await database.aclose()


async def found(library: Library, query: str) -> list[str]:
    return sorted(hit.document.name for hit in await library.search([query]))


async def test_a_file_that_was_renamed_keeps_its_document(library: Library, kb_id: str, write: Write) -> None:
    path = write("travel.txt", "Flights are booked by the office.")
    [before] = await library.add(kb_id, [path])
    moved = path.rename(path.with_name("journeys.txt"))
    [result] = await library.add(kb_id, [moved])
    assert (result.is_new, result.document.id) == (False, before.document.id)
    [document] = await library.documents(kb_id)
    assert (document.id, document.path, document.name) == (before.document.id, moved, "journeys.txt")
    [hit] = await library.search(["flights"])
    [chunk] = await library.chunks(document.id)
    assert {hit.document.name, hit.chunk.source, hit.chunk.metadata["name"]} == {"journeys.txt"}
    assert {chunk.source, chunk.metadata["name"]} == {"journeys.txt"}


async def test_a_copy_beside_the_file_leaves_its_document_as_it_is(library: Library, kb_id: str, write: Write) -> None:
    path = write("travel.txt", "Flights are booked by the office.")
    [before] = await library.add(kb_id, [path])
    [result] = await library.add(kb_id, [write("copy.txt", "Flights are booked by the office.")])
    assert (result.is_new, result.is_in_trash) == (False, False)
    assert await library.documents(kb_id) == [before.document]


async def test_content_in_the_trash_is_not_taken_again(library: Library, kb_id: str, write: Write) -> None:
    path = write("travel.txt", "Flights are booked by the office.")
    [before] = await library.add(kb_id, [path])
    deletion = await library.delete_documents([before.document.id])
    [result] = await library.add(kb_id, [path])
    assert (result.is_new, result.is_in_trash, result.document.id) == (False, True, before.document.id)
    assert str(result.message) == "This content is in the trash as “travel.txt”. Restore it from there."
    assert await library.documents(kb_id) == []
    await library.undo(deletion)
    assert await found(library, "flights") == ["travel.txt"]


async def test_the_same_file_dropped_twice_at_once_is_one_document(library: Library, kb_id: str, write: Write) -> None:
    path = write("travel.txt", "Flights are booked by the office.")
    first, second = await asyncio.gather(library.add(kb_id, [path]), library.add(kb_id, [path]))
    assert first[0].document.id == second[0].document.id
    assert sorted(result.is_new for result in [*first, *second]) == [False, True]
    assert len(await library.documents(kb_id)) == 1


async def test_both_versions_are_kept_when_that_is_chosen(
    library: Library, kb_id: str, write: Write, folder: DataFolder
) -> None:
    path = write("rules.txt", "Be on time.")
    [old] = await library.add(kb_id, [path])
    path.write_text("Be kind.")
    [new] = await library.add(kb_id, [path], choices=Choices(keep_both=frozenset({path})))
    assert (new.is_new, new.document.name, new.document.path) == (True, "rules (2).txt", path)
    assert (await found(library, "time"), await found(library, "kind")) == (["rules.txt"], ["rules (2).txt"])
    [again] = await library.retry([old.document.id])  # it lives on by its copy
    assert (again.document.state, again.document.sha256) == (State.DONE, old.document.sha256)
    path.write_text("Be brave.")
    [result] = await library.add(kb_id, [path])
    assert result.document.id == new.document.id


async def test_a_file_elsewhere_replaces_the_document_it_was_chosen_for(
    library: Library, kb_id: str, write: Write
) -> None:
    [old] = await library.add(kb_id, [write("rules.txt", "Be on time.")])
    path = write("new/rules.txt", "Be kind.")
    [result] = await library.add(kb_id, [path], choices=Choices(replacing={path: old.document.id}))
    assert (result.is_new, result.document.id, result.document.path) == (True, old.document.id, path)
    assert (await found(library, "time"), await found(library, "kind")) == ([], ["rules.txt"])
    assert len(await library.documents(kb_id)) == 1


async def test_a_file_elsewhere_replaces_a_document_that_still_waits_to_be_read(tmp_path: Path, write: Write) -> None:
    old, new = walk([write("rules.txt", "Be on time."), write("new/rules.txt", "Be kind.")])
    async with opened(tmp_path) as (identity, kb_id):
        [waiting] = await identity.accept(kb_id, [Candidate(old)], Choices())
        [again] = await identity.accept(kb_id, [Candidate(old)], Choices())
        assert (again.document.id, again.is_new) == (waiting.document.id, False)
        choices = Choices(replacing={new.path: waiting.document.id})
        [replaced] = await identity.accept(kb_id, [Candidate(new, "hash of the new one")], choices)
    assert (replaced.document.id, replaced.is_new) == (waiting.document.id, True)
    assert replaced.document.path == new.path
