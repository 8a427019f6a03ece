"""A passage is added by hand to a document without any text."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kbdesk.library.curation.unedited import packed
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, State
from kbdesk.paths import DataFolder

from .conftest import answers, read_all, texts_of

Write = Callable[[str, str], Path]

NOTHING = packed(())
ADDED = "The fire drill is on Mondays."


@pytest.fixture
async def scan(library: Library, kb_id: str, write: Write) -> DocumentInfo:
    """A document without text."""
    [result] = await library.add(kb_id, [write("scan.txt", " \n")])
    assert (result.document.state, result.document.passage_count) == (State.FAILED, 0)
    return result.document


async def test_it_is_found_and_the_document_still_says_why_it_has_no_text(
    library: Library, kb_id: str, scan: DocumentInfo
) -> None:
    edited = await library.curation.add(scan.id, None, ADDED)
    assert (edited.chunk_index, edited.document.passage_count) == (0, 1)
    assert edited.document.message == scan.message
    assert await answers(library, "fire drill") == [ADDED]
    assert (await library.knowledge_bases())[0].passage_count == 1
    await library.curation.add(scan.id, 0, "Doors stay shut.")
    assert await texts_of(library, scan.id) == [ADDED, "Doors stay shut."]
    assert (await library.check(mend=False)).left == ()


async def test_it_is_taken_back_and_added_again(library: Library, scan: DocumentInfo) -> None:
    edited = await library.curation.add(scan.id, None, ADDED)
    undone = await library.curation.undo(edited.id)
    assert undone.document.passage_count == 0
    assert undone.document.message == scan.message
    assert await answers(library, "fire drill") == []
    assert (await library.check(mend=False)).left == ()
    await library.curation.redo(edited.id)
    assert await answers(library, "fire drill") == [ADDED]


async def test_it_stays_when_the_file_is_read_again_and_when_it_has_text_by_then(
    library: Library, kb_id: str, scan: DocumentInfo, write: Write
) -> None:
    await library.curation.add(scan.id, None, ADDED)
    [result] = await library.retry([scan.id])
    assert result.document.state is State.FAILED
    assert await answers(library, "fire drill") == [ADDED]
    [result] = await library.add(kb_id, [write("scan.txt", "Extinguishers hang at the door.")])
    assert result.document.id == scan.id
    assert await texts_of(library, scan.id) == ["Extinguishers hang at the door.", ADDED]


async def test_what_a_program_that_died_had_noted_but_not_stored_is_there_at_the_next_start(
    library: Library, folder: DataFolder, scan: DocumentInfo
) -> None:
    edited = await library.curation.add(scan.id, None, ADDED)
    await library.curation.undo(edited.id)
    await library.aclose()
    with closing(sqlite3.connect(folder.library_db)) as connection:  # as if it had been done again up to there
        pin = connection.execute("SELECT json_extract(after, '$[0]') FROM edit_acts").fetchone()[0]
        connection.execute("INSERT INTO edits (id, document_id, position, pin) VALUES ('1', ?, 0, ?)", (scan.id, pin))
        connection.execute("UPDATE edits SET id = json_extract(pin, '$.id')")
        connection.execute("INSERT INTO unedited SELECT ?, ?", (scan.id, NOTHING))
        connection.execute("UPDATE edit_acts SET is_undone = 0")
        connection.execute("UPDATE documents SET edits = edits + 1")
        connection.commit()
    async with await Library.open(folder) as again:
        await read_all(again)
        assert await answers(again, "fire drill") == [ADDED]
        assert (await again.document(scan.id)).message == scan.message
        await again.curation.undo(edited.id)
        assert await answers(again, "fire drill") == []
