"""The check of what the stores hold."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from kbdesk.library.check_report import Severity
from kbdesk.library.library import Library
from kbdesk.paths import DataFolder

from .test_integrity import AGAIN, RIGHT, answers, change, check, mended, told

pytestmark = pytest.mark.usefixtures("without_model")


async def test_passages_that_are_gone_are_read_again(folder: DataFolder, filled: Path) -> None:
    change(folder.store_db, "DELETE FROM chunks WHERE text LIKE 'Travel%'")
    sentence = "“travel.txt” is not whole. 0 of 1 passages are stored."
    report = await check(folder, mend=False)
    assert told(report)[0][0] == sentence
    assert told(await check(folder))[0] == (sentence, AGAIN, True)
    assert told(await check(folder)) == []
    assert "travel.txt" in await answers(folder)


async def test_a_document_that_the_store_lost_is_read_again(folder: DataFolder, filled: Path) -> None:
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        [document, *_] = await library.documents(base.id)
        store = await library._parts.bases.store(await library._parts.catalog.base(base.id))
        await store.delete(f"kb_{base.id}", document.id)
    await mended(folder, (f"“{document.name}” is not whole. None of its passages are stored.", AGAIN))


async def test_a_number_of_passages_that_is_wrong_is_put_right(folder: DataFolder, filled: Path) -> None:
    change(folder.library_db, "UPDATE documents SET passage_count = 7 WHERE name = 'travel.txt'")
    await mended(folder, ("“travel.txt” is not whole. 1 of 7 passages are stored.", AGAIN))


async def test_a_vector_that_is_no_number_is_made_anew(folder: DataFolder, filled: Path) -> None:
    nothing = np.array([np.nan], "<f4").tobytes()
    first = "(SELECT id FROM chunks WHERE text LIKE 'Travel%')"
    change(folder.store_db, (f"UPDATE vectors SET data = ? WHERE first_chunk = {first}", [nothing]))
    sentence = "“travel.txt” is not whole. Some passages lack what they are found by when you search for their meaning."
    await mended(folder, (sentence, AGAIN))


async def test_a_vector_of_another_size_is_made_anew(folder: DataFolder, filled: Path) -> None:
    first = "(SELECT id FROM chunks WHERE text LIKE 'Travel%')"
    change(folder.store_db, (f"UPDATE vectors SET data = ? WHERE first_chunk = {first}", [b"\0" * 8]))
    sentence = "“travel.txt” is not whole. Some passages lack what they are found by when you search for their meaning."
    await mended(folder, (sentence, AGAIN))


async def test_passages_of_another_content_are_replaced(folder: DataFolder, filled: Path) -> None:
    change(
        folder.store_db, "UPDATE documents SET metadata = json_set(metadata, '$.sha256', 'x') WHERE source LIKE 't%'"
    )
    await mended(folder, ("“travel.txt” is not whole. Passages of another content are stored.", AGAIN))


async def test_words_that_are_out_of_step_are_put_right(folder: DataFolder, filled: Path) -> None:
    [table] = tables(folder.store_db, "words_%_docsize")
    change(folder.store_db, f"DELETE FROM {table} WHERE id = (SELECT min(id) FROM {table})")
    sentence = "“Team handbook”: Searching for words does not find the passages that are stored."
    await mended(folder, (sentence, RIGHT))


def tables(path: Path, pattern: str) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE ?"
        return [name for (name,) in connection.execute(query, (pattern,))]


async def test_passages_of_nobody_are_removed(folder: DataFolder, filled: Path) -> None:
    change(
        folder.library_db,
        "INSERT INTO documents (id, knowledge_base_id, name, path, size_bytes, state, added_at)"
        " SELECT 'gone', knowledge_base_id, 'x', path, 0, 'failed', added_at FROM documents LIMIT 1",
    )
    change(folder.store_db, "UPDATE documents SET document_id = 'nobody' WHERE source = 'travel.txt'")
    found = [one[0] for one in told(await check(folder))]
    assert found == [
        "“Team handbook” has passages of documents that are not in it: 1.",
        "“travel.txt” is not whole. None of its passages are stored.",
    ]
    assert told(await check(folder)) == []


async def test_parts_of_something_that_is_gone_are_removed(folder: DataFolder, filled: Path) -> None:
    change(
        folder.store_db,
        "INSERT INTO chunks (document, text, source, metadata, block) VALUES (999, 'x', 'x', '{}', '{}')",
    )
    sentence = "“Team handbook”: Parts of something deleted that are still stored: 1."
    await mended(folder, (sentence, RIGHT))


async def test_a_document_that_is_whole_but_not_said_to_be_done_is_done(folder: DataFolder, filled: Path) -> None:
    change(
        folder.library_db,
        "UPDATE documents SET state = 'failed', new_sha256 = sha256, new_original = original, sha256 = '',"
        " original = '', passage_count = 0 WHERE name = 'travel.txt'",
    )
    await mended(folder, ("“travel.txt” is whole, but not said to be done.", "Now it is."))


async def test_a_document_that_is_said_to_be_done_without_passages_is_read(folder: DataFolder, filled: Path) -> None:
    change(
        folder.library_db,
        "UPDATE documents SET sha256 = '', original = '', passage_count = 0 WHERE name = 'travel.txt'",
    )
    assert told(await check(folder)) == [("“travel.txt” has no passages.", AGAIN, True)]
    assert told(await check(folder)) == []


async def test_a_store_that_was_taken_away_is_filled_again(folder: DataFolder, filled: Path) -> None:
    for path in folder.root.glob("store.sqlite3*"):
        path.unlink()
    report = await check(folder)
    assert [one[0] for one in told(report)] == [
        f"“{name}” has no passages." for name in ("leave/holidays.txt", "leave/sick.txt", "travel.txt")
    ]
    assert str(report.summary) == "All 3 documents are whole. 3 things were mended."
    assert len(await answers(folder)) == 3


async def test_a_store_that_cannot_be_opened_is_said(folder: DataFolder, filled: Path, tmp_path: Path) -> None:
    async with await Library.open(folder) as library:
        (tmp_path / "away").write_text("a file where a folder should be")
        await library.create_knowledge_base("Elsewhere", store="milvus-lite", store_path=tmp_path / "away" / "x")
        report = await library.check()
    [(sentence, remedy, is_mended)] = told(report)
    assert "of the knowledge base “Elsewhere” cannot be used." in sentence
    assert (remedy, is_mended) == ("Check that its disk is connected and that you may write to it.", False)
    assert report.left[0].severity is Severity.DAMAGE
