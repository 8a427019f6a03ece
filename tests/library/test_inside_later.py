"""Files inside files: new versions, the trash, crashes and moves of what they came with."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kbdesk.library import inside
from kbdesk.library.database import Database
from kbdesk.library.inside import FileInside
from kbdesk.library.library import Library
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.types import Choices, State
from kbdesk.library.walk import walk
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder

from .conftest import Clock, Sync, pdf_of
from .files_inside import mail_of, put, tree, zip_of


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    return put(tmp_path / "travel.eml", mail_of("See the rules.", rules__txt="Fly in economy.", hotels__md="# Hotels"))


async def test_a_new_version_replaces_adds_renames_and_takes_out(library: Library, kb_id: str, tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    first = zip_of(changed__txt="One.", kept__txt="Kept.", left__txt="Left.", old__txt="Renamed.")
    before = {one.document.name: one.document for one in await library.add(kb_id, [put(path, first)])}
    gone: list[str] = []
    library.watch(Watcher(on_removed=gone.extend))
    second = zip_of(changed__txt="Two.", kept__txt="Kept.", new__txt="New.", other__txt="Renamed.")
    await library.add(kb_id, [put(path, second)])
    after = await tree(library, kb_id)
    assert set(after) == {
        "all.zip",
        "all.zip/changed.txt",
        "all.zip/kept.txt",
        "all.zip/new.txt",
        "all.zip/other.txt",
    }
    assert after["all.zip/changed.txt"].id == before["all.zip/changed.txt"].id
    assert after["all.zip/other.txt"].id == before["all.zip/old.txt"].id
    assert after["all.zip/other.txt"].path == path / "other.txt"
    assert after["all.zip/kept.txt"] == before["all.zip/kept.txt"]
    assert {one.state for one in after.values()} == {State.DONE}
    assert [hit.chunk.text for hit in await library.search(["one two"])] == ["Two."]
    assert gone == [before["all.zip/left.txt"].id]
    assert [entry.name for entry in await library.trash.entries()] == ["all.zip/left.txt"]


async def test_what_was_in_an_archive_that_left_its_parent_is_said_to_be_gone_too(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    path = tmp_path / "all.zip"
    before = zip_of(inner__zip=zip_of(rules__txt="Fly in economy."))
    documents = {one.document.name: one.document for one in await library.add(kb_id, [put(path, before)])}
    rules = documents["all.zip/inner.zip/rules.txt"]
    gone: list[str] = []
    library.watch(Watcher(on_removed=gone.extend))
    await library.add(kb_id, [put(path, zip_of(other__txt="Other."))])
    assert set(gone) == {documents["all.zip/inner.zip"].id, rules.id}


async def test_what_left_its_parent_stands_for_itself_when_it_is_restored(
    folder: DataFolder, without_model: None, tmp_path: Path
) -> None:
    path = tmp_path / "all.zip"
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        await library.add(base.id, [put(path, zip_of(left__txt="Left.", kept__txt="Kept."))])
        await library.add(base.id, [put(path, zip_of(kept__txt="Kept."))])
        [entry] = await library.trash.entries()
        await library.trash.restore([entry.id])
        assert (await library.document(entry.id)).parent_id == ""
    async with await Library.open(folder) as library:
        await library.trash.tidy()
        assert (await library.document(entry.id)).name == "all.zip/left.txt"


async def test_what_left_its_parent_when_the_program_died_is_put_in_the_trash_later(
    folder: DataFolder, without_model: None, tmp_path: Path
) -> None:
    path = tmp_path / "all.zip"
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        await library.add(base.id, [put(path, zip_of(left__txt="Left."))])
    with closing(sqlite3.connect(folder.library_db)) as connection, connection:
        connection.execute("DELETE FROM files_inside")
    async with await Library.open(folder) as library:
        await library.trash.tidy()
        assert [entry.name for entry in await library.trash.entries()] == ["all.zip/left.txt"]


async def test_what_is_inside_stays_when_the_program_dies_while_it_reads_the_same_file_again(
    folder: DataFolder, without_model: None, mail: Path
) -> None:
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        await library.add(base.id, [mail])
        before = await tree(library, base.id)
    with closing(sqlite3.connect(folder.library_db)) as connection, connection:
        connection.execute("UPDATE library SET clean = 0")
        connection.execute(
            "UPDATE documents SET state = 'reading', owner = 'dead', new_sha256 = sha256, new_original = original"
            " WHERE parent_id = ''"
        )
    async with await Library.open(folder) as library:
        await library.trash.tidy()
        after = await tree(library, base.id)
    assert after == before


async def test_a_parent_goes_to_the_trash_and_comes_back_with_all_inside_it(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    path = put(tmp_path / "travel.eml", mail_of("See the rules.", all__zip=zip_of(rules__txt="Fly in economy.")))
    [message, *_] = [result.document for result in await library.add(kb_id, [path])]
    before = await tree(library, kb_id)
    deletion = await library.delete_documents([message.id])
    assert (deletion.count, str(deletion.label)) == (
        3,
        "“travel.eml” was deleted, with what was inside it: 2 documents.",
    )
    assert await library.documents(kb_id) == []
    assert await library.search(["economy"]) == []
    [entry] = await library.trash.entries()
    assert (entry.name, entry.passage_count) == ("travel.eml", 2)
    await library.undo(deletion)
    assert await tree(library, kb_id) == before
    await library.delete_documents([message.id])
    await library.trash.restore([message.id])
    assert await tree(library, kb_id) == before
    assert (await library.check()).findings == ()


async def test_a_parent_is_deleted_for_good_with_all_inside_it(
    folder: DataFolder, library: Library, kb_id: str, mail: Path
) -> None:
    [message, *_] = [result.document for result in await library.add(kb_id, [mail])]
    await library.delete_documents([message.id])
    await library.trash.delete_for_good([message.id])
    assert await library.trash.entries() == []
    assert list(folder.originals.glob("*/*")) == []


async def test_what_was_deleted_before_its_parent_is_restored_alone_and_outlives_it(
    library: Library, kb_id: str, mail: Path
) -> None:
    documents = {one.document.name: one.document for one in await library.add(kb_id, [mail])}
    rules = documents["travel.eml/rules.txt"]
    await library.delete_documents([rules.id])
    await library.delete_documents([documents["travel.eml"].id])
    assert {entry.name for entry in await library.trash.entries()} == {"travel.eml", "travel.eml/rules.txt"}
    await library.trash.restore([rules.id])
    await library.trash.empty()
    [left] = await library.documents(kb_id)
    assert (left.id, left.parent_id) == (rules.id, "")
    [result] = await library.retry([rules.id])
    assert result.document.state is State.DONE


async def test_a_parent_that_comes_back_beside_its_successor_keeps_its_own(
    library: Library, kb_id: str, mail: Path
) -> None:
    [message, *_] = [result.document for result in await library.add(kb_id, [mail])]
    deletion = await library.delete_documents([message.id])
    await library.add(kb_id, [put(mail, mail_of("Other rules.", rules__txt="Fly in business."))])
    await library.undo(deletion)
    documents = await tree(library, kb_id)
    assert set(documents) == {
        "travel.eml",
        "travel.eml/rules.txt",
        "travel (2).eml",
        "travel (2).eml/hotels.md",
        "travel (2).eml/rules.txt",
    }
    assert len({document.path for document in documents.values()}) == 5


async def test_a_parent_that_was_moved_takes_all_inside_it_along(library: Library, kb_id: str, tmp_path: Path) -> None:
    path = put(tmp_path / "old.eml", mail_of("See the rules.", all__zip=zip_of(rules__txt="Fly in economy.")))
    await library.add(kb_id, [path])
    moved = path.rename(tmp_path / "a longer name.eml")
    [result] = await library.add(kb_id, [moved])
    assert not result.is_new
    documents = await tree(library, kb_id)
    assert list(documents) == [
        "a longer name.eml",
        "a longer name.eml/all.zip",
        "a longer name.eml/all.zip/rules.txt",
    ]
    assert documents["a longer name.eml/all.zip/rules.txt"].path == moved / "all.zip" / "rules.txt"


async def test_what_is_inside_is_read_again_from_its_copy(library: Library, kb_id: str, mail: Path) -> None:
    documents = {one.document.name: one.document for one in await library.add(kb_id, [mail])}
    await asyncio.to_thread(mail.unlink)
    [result] = await library.retry([documents["travel.eml/rules.txt"].id])
    assert (result.document.state, result.document.passage_count) == (State.DONE, 1)


async def test_what_cannot_be_read_inside_keeps_its_copy(
    folder: DataFolder, without_model: None, tmp_path: Path
) -> None:
    path = put(tmp_path / "travel.eml", mail_of("See the program.", program__exe=b"MZ\x00\x01" * 100))
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        [_, inside] = [result.document for result in await library.add(base.id, [path])]
        assert inside.state is State.FAILED
    async with await Library.open(folder) as library:
        original = (await library.document(inside.id)).original
        assert original is not None
        assert original.read_bytes() == b"MZ\x00\x01" * 100


async def test_a_protected_archive_opens_with_its_password(library: Library, kb_id: str, tmp_path: Path) -> None:
    inner = pdf_of("Salaries are paid on the last day.", password="secret")
    path = put(tmp_path / "all.zip", zip_of(salaries__pdf=inner))
    [_, salaries] = [result.document for result in await library.add(kb_id, [path])]
    assert salaries.outcome == "password"
    [result] = await library.reading.unlock([salaries.id], "secret", remember=False)
    assert result.document.state is State.DONE


async def test_a_version_that_is_taken_back_leaves_what_is_inside_as_it_was(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    path = tmp_path / "all.zip"
    [archive, *_] = [one.document for one in await library.add(kb_id, [put(path, zip_of(one__txt="One."))])]
    before = await tree(library, kb_id)
    put(path, zip_of(two__txt="Two."))
    queued = await library.queue.add(kb_id, list(walk([path])), Choices())
    await library.queue.cancel([archive.id])
    await queued.results()
    assert await tree(library, kb_id) == before


async def test_a_folder_in_sync_keeps_what_is_inside_its_files_and_lets_it_go_with_them(
    library: Library, kb_id: str, clock: Clock, handbook: Path, sync: Sync
) -> None:
    mail = put(handbook / "travel.eml", mail_of("See the rules.", rules__txt="Fly in economy."))
    folder = await sync(await library.folders.keep(kb_id, handbook))
    assert folder.document_count == 4
    await sync(folder)
    assert "travel.eml/rules.txt" in await tree(library, kb_id)
    moved = mail.rename(handbook / "trips.eml")
    await sync(folder)
    assert "trips.eml/rules.txt" in await tree(library, kb_id)
    moved.unlink()
    await sync(folder)
    assert not [name for name in await tree(library, kb_id) if name.startswith("trips")]


async def test_a_backup_has_the_copies_of_what_is_inside(
    folder: DataFolder, library: Library, kb_id: str, mail: Path
) -> None:
    await library.add(kb_id, [mail])
    backup = await library.backups.make()
    copies = {path.name for path in (folder.backups / backup.id / "originals").glob("*/*")}
    assert copies == {path.name for path in folder.originals.glob("*/*")}
    assert len(copies) == 3


async def _steps(database: Database, count: int) -> int:
    """Return how many hundred steps SQLite takes to settle an archive of so many files, twice."""
    steps = [0]

    def step() -> int:
        steps[0] += 1
        return 0

    def work(connection: sqlite3.Connection) -> None:
        [kb_id] = connection.execute("SELECT id FROM knowledge_bases").fetchone()
        archive = f"archive of {count}"
        connection.execute(
            "INSERT INTO documents (id, knowledge_base_id, name, path, size_bytes, state, added_at)"
            " VALUES (?, ?, 'all.zip', CAST(? AS BLOB), 0, 'done', '')",
            (archive, kb_id, archive),
        )
        files = [FileInside(f"{number}.txt", f"{count}-{number}", "", 0) for number in range(count)]
        connection.set_progress_handler(step, 100)
        for _ in range(2):
            inside.note(connection, archive, files)
            inside.settle(connection, archive)
            assert inside.left(connection, archive) == []
        connection.set_progress_handler(None, 0)

    await database.write(work)
    return steps[0]


async def test_twice_as_many_files_in_an_archive_are_twice_the_work_and_not_four_times(
    folder: DataFolder, library: Library
) -> None:
    database = Database(folder.library_db, MIGRATIONS)
    await database.open()
    some, many = await _steps(database, 200), await _steps(database, 400)
    await database.aclose()
    assert many < 3 * some
