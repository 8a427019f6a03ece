from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kbdesk.library.catalog import Catalog
from kbdesk.library.database import Database
from kbdesk.library.documents import Candidate, Documents
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.types import State

FIRST = Candidate(Path("/handbook/a.txt"), "a.txt", 0, "hash of nothing")
SECOND = Candidate(Path("/handbook/b.txt"), "b.txt", 0, "hash of nothing")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(tmp_path / "library.sqlite3", MIGRATIONS)
    await database.open()
    yield database
    await database.aclose()


@pytest.fixture
def documents(database: Database, tmp_path: Path) -> Documents:
    return Documents(database, tmp_path)


@pytest.fixture
async def kb_id(database: Database) -> str:
    catalog = Catalog(database)
    await catalog.ensure_default()
    return (await catalog.bases())[0].info.id


async def test_files_without_content_share_a_row_however_soon_the_first_has_failed(
    documents: Documents, kb_id: str
) -> None:
    first = (await documents.accept(kb_id, FIRST, set())).document
    failed = await documents.end(first.id, State.FAILED, message=None, outcome="empty")
    second = await documents.accept(kb_id, SECOND, set(), {first.id})
    assert (second.document, second.is_new) == (failed, False)


async def test_a_failed_file_that_was_moved_is_read_again_in_its_row(documents: Documents, kb_id: str) -> None:
    first = (await documents.accept(kb_id, FIRST, set())).document
    await documents.end(first.id, State.FAILED, message=None, outcome="empty")
    moved = await documents.accept(kb_id, SECOND, set())
    assert (moved.document.id, moved.document.name, moved.is_new) == (first.id, "b.txt", True)
