"""Files of check questions: taken in and written."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kbdesk.errors import InputError
from kbdesk.library.catalog import Catalog
from kbdesk.library.questions.rows import QuestionRows, save
from kbdesk.library.questions.sheet import LONGEST_FILE, BadLine, Numbered, Row, read, written
from kbdesk.library.questions.types import Wanted
from kbdesk.texts import Text, text


@dataclass(frozen=True)
class Imported:
    """What came of a file of check questions.

    Attributes:
        added: Questions that are new.
        known: Questions that were there already.
        bad: Lines that are none, in the order of the file.
    """

    added: int
    known: int
    bad: Sequence[BadLine]


class Sheets:
    """Check questions as files that spreadsheets open (CSV)."""

    def __init__(self, rows: QuestionRows, catalog: Catalog, touch: Callable[[], None]) -> None:
        """Use the open parts of a library.

        Args:
            rows: The questions.
            catalog: The knowledge bases.
            touch: Told that there are new questions.
        """
        self._rows = rows
        self._catalog = catalog
        self._touch = touch

    async def write(self, path: Path, kb_id: str | None = None) -> int:
        """Write the check questions of one knowledge base, or of all, to a file, and return how many.

        Raises:
            InputError: The file cannot be written, or there is no such knowledge base.
        """
        bases = await self._catalog.bases() if kb_id is None else [await self._catalog.base(kb_id)]
        rows = [
            Row(
                each.wanted.query,
                each.document_name,
                each.wanted.quote,
                base.info.name,
                each.wanted.first,
                each.wanted.mode,
            )
            for base in bases
            for each in await self._rows.of(base.info.id)
        ]
        try:
            await asyncio.to_thread(path.write_bytes, written(rows))
        except OSError as error:
            raise InputError(
                text("questions", "The file “{name}” cannot be written.", name=path.name),
                text("questions", "Choose another folder, or close the program that has the file open."),
            ) from error
        return len(rows)

    async def read(self, path: Path, kb_id: str) -> Imported:
        """Take in the check questions of a file; each line that is none is told, and costs nothing else.

        Args:
            path: The file.
            kb_id: The knowledge base of lines that name none.

        Raises:
            InputError: The file cannot be read, or there is no such knowledge base.
        """
        await self._catalog.base(kb_id)
        rows, bad = await asyncio.to_thread(_read, path)
        imported = await self._rows.change_all(lambda connection: _take(connection, kb_id, rows))
        if imported.added:
            self._touch()
        return Imported(imported.added, imported.known, sorted([*bad, *imported.bad], key=lambda line: line.number))


def _read(path: Path) -> tuple[list[Numbered], list[BadLine]]:
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise InputError(
            text("questions", "The file “{name}” cannot be read.", name=path.name),
            text("questions", "Check that it is there and that you may read it."),
        ) from error
    if len(data) > LONGEST_FILE:
        raise InputError(
            text("questions", "The file “{name}” is too large for a list of check questions.", name=path.name),
            text("questions", "Choose a table that a spreadsheet saved as CSV."),
        )
    return read(data)


def _take(connection: sqlite3.Connection, kb_id: str, rows: Sequence[Numbered]) -> Imported:
    added = known = 0
    bad: list[BadLine] = []
    for each in rows:
        found = _place(connection, kb_id, each.row)
        if isinstance(found, Text):
            bad.append(BadLine(each.number, found))
            continue
        base_id, document_id = found
        row = each.row
        wanted = Wanted(" ".join(row.question.split()), document_id, row.expected_passage, row.first, row.mode)
        _, is_new = save(connection, base_id, wanted)
        added += is_new
        known += not is_new
    return Imported(added, known, bad)


def _place(connection: sqlite3.Connection, kb_id: str, row: Row) -> tuple[str, str] | Text:
    """Return the knowledge base and the document of a line, or why there are none."""
    if row.knowledge_base:
        query = "SELECT id FROM knowledge_bases WHERE folded_name = ? AND deletion_id IS NULL"
        base = connection.execute(query, (row.knowledge_base.casefold(),)).fetchone()
        if base is None:
            return text("questions", "There is no knowledge base “{name}”.", name=row.knowledge_base)
        kb_id = base["id"]
    named = (
        "SELECT id FROM documents WHERE knowledge_base_id = ? AND deletion_id IS NULL AND folded_name = folded(?)"
        " ORDER BY name != ? LIMIT 2"
    )
    name = row.expected_document
    found = connection.execute(named, (kb_id, name, name)).fetchall()
    if not found:
        return text("questions", "There is no document “{name}”.", name=name)
    if len(found) > 1:
        return text("questions", "There are several documents “{name}”.", name=name)
    return kb_id, found[0]["id"]
