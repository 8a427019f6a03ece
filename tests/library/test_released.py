"""The data folder of every released version opens, with all that was in it, and can be worked with."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kbdesk.embedding.local import find_weights
from kbdesk.library.backups import Backups
from kbdesk.library.database import Database
from kbdesk.library.facts.types import Change
from kbdesk.library.library import Library
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.snapshots import schema_version
from kbdesk.library.types import State
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.sqlite import SQLiteStore
from kbdesk.rag.stores.sqlite_schema import MIGRATIONS as STORE_MIGRATIONS

from ..data.released.look import look  # noqa: TID252  # the tests are no package that could be named
from .conftest import Write

RELEASED = Path(__file__).resolve().parents[1] / "data" / "released"
VERSIONS = sorted(path.name.removesuffix(".tar.xz") for path in RELEASED.glob("*.tar.xz"))

pytestmark = [pytest.mark.usefixtures("without_model"), pytest.mark.parametrize("version", VERSIONS)]


@pytest.fixture
def folder(tmp_path: Path, version: str) -> DataFolder:
    with tarfile.open(RELEASED / f"{version}.tar.xz") as archive:
        archive.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    return DataFolder(tmp_path / "data")


@pytest.fixture
def seen(version: str) -> dict[str, Any]:
    """What a person saw with that version."""
    return json.loads((RELEASED / f"{version}.json").read_text(encoding="utf-8"))


def plain(values: Any) -> Any:
    return json.loads(json.dumps(values))


async def test_everything_is_still_there(folder: DataFolder, seen: dict[str, Any]) -> None:
    async with await Library.open(folder) as library:
        now = plain(await look(library))
    assert {name: now[name] for name in seen} == seen


async def test_who_only_reads_sees_it_too(folder: DataFolder, seen: dict[str, Any]) -> None:
    async with await Library.open(folder, access="read") as library:
        bases = {base.name: base.passage_count for base in await library.knowledge_bases()}
        hits = await library.search(["daily allowance"], top_k=1)
    assert bases == {name: base["passages"] for name, base in seen["knowledge_bases"].items()}
    assert [hit.document.name for hit in hits] == seen["found"]["daily allowance"]


async def test_it_is_whole(folder: DataFolder, seen: dict[str, Any]) -> None:
    async with await Library.open(folder) as library:
        report = await library.check()
    assert [str(finding.sentence) for finding in report.findings] == []
    assert report.document_count == sum(len(base["documents"]) for base in seen["knowledge_bases"].values())
    assert report.backup_count >= len(seen["backups"])


async def test_people_can_go_on_working_in_it(
    folder: DataFolder, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KBDESK_MODEL_FILE")
    if find_weights() is None:
        pytest.skip("the weights of the built-in model are not here")
    async with await Library.open(folder) as library:
        handbook = next(base for base in await library.knowledge_bases() if base.name == "Team handbook")
        [added] = await library.add(handbook.id, [write("garden.txt", "Garden. Tomatoes are watered on Mondays.")])
        ids = {one.name: one.id for one in await library.documents(handbook.id)}
        await library.curation.correct(ids["canteen.md"], 0, "Lunch is at one o'clock.")
        await library.facts.change([ids["canteen.md"]], Change(add_tags=("food",)))
        await library.delete_documents([ids["phone-list.csv"]])
        await library.trash.restore([entry.id for entry in await library.trash.entries()])
        bases = {base.name for base in await library.knowledge_bases()}
        hits = [
            (await library.search([query], top_k=1))[0].document.name for query in ("tomatoes", "one o'clock lunch")
        ]
        report = await library.check(mend=False)
    assert added.document.state is State.DONE
    assert hits == ["garden.txt", "canteen.md"]
    assert "Old rules" in bases
    assert [str(finding.sentence) for finding in report.findings] == []


async def test_a_document_is_read_again_from_its_copy_with_the_edits_on_it(folder: DataFolder) -> None:
    async with await Library.open(folder) as library:
        handbook = next(base for base in await library.knowledge_bases() if base.name == "Team handbook")
        [canteen] = [one for one in await library.documents(handbook.id) if one.name == "canteen.md"]
        [again] = await library.retry([canteen.id])
        texts = [chunk.text for chunk in await library.chunks(canteen.id)]
        assert await library.curation.conflicts(handbook.id) == []
    assert again.document.state is State.DONE
    assert any("half past twelve" in text for text in texts)


async def test_its_backups_can_be_restored(folder: DataFolder, seen: dict[str, Any]) -> None:
    backups = Backups(folder)
    [made] = await backups.list()
    await backups.restore(made.id)
    backups.close()
    async with await Library.open(folder) as library:
        assert library.backups.restored is not None
        assert library.backups.restored.is_done
        now = plain(await look(library))
    assert now["knowledge_bases"] == seen["knowledge_bases"]


def tables(path: Path) -> dict[str, str]:
    """Return what a file was told to make, without what SQLite makes by itself and a collection has of its own."""
    query = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB '*_[0-9]*'"
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute(query).fetchall())


async def test_no_step_of_a_released_file_was_edited_since(folder: DataFolder, tmp_path: Path) -> None:
    """A file that has gone through a step never goes through it again."""
    database = Database(tmp_path / "library.sqlite3", MIGRATIONS[: schema_version(folder.library_db)])
    await database.open()
    await database.aclose()
    assert tables(tmp_path / "library.sqlite3") == tables(folder.library_db)
    with closing(sqlite3.connect(tmp_path / "store.sqlite3")) as connection, connection:
        for step in STORE_MIGRATIONS[: schema_version(folder.store_db)]:
            step(connection)
    assert tables(tmp_path / "store.sqlite3") == tables(folder.store_db)


async def test_each_file_opens_by_itself(folder: DataFolder, tmp_path: Path, seen: dict[str, Any]) -> None:
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(folder.store_db, alone / "store.sqlite3")
    async with await Library.open(folder) as library:
        ids = [base.id for base in await library.knowledge_bases()]
    total = 0
    async with SQLiteStore(alone / "store.sqlite3") as store:
        for kb_id in ids:
            counts = {one.document_id: one.chunk_count for one in await store.list_documents(f"kb_{kb_id}")}
            assert await store.check(f"kb_{kb_id}", counts) == []
            total += sum(counts.values())
    assert total == sum(base["passages"] for base in seen["knowledge_bases"].values())
    assert schema_version(alone / "store.sqlite3") == len(STORE_MIGRATIONS)
