"""A knowledge base that comes out of a file, in library.sqlite3: all of it in one transaction."""

from __future__ import annotations

import os
import sqlite3
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from kbdesk.library import page_numbers
from kbdesk.library.catalog import free_name, insert_base
from kbdesk.library.curation import settling
from kbdesk.library.curation.unedited import packed
from kbdesk.library.facts.facts import write_facts
from kbdesk.library.originals import Copy
from kbdesk.library.packs.manifest import DocumentItem, Manifest
from kbdesk.library.questions import rows as question_rows
from kbdesk.library.questions.types import Question, Wanted
from kbdesk.library.walk import readable


@dataclass(frozen=True)
class Kept:
    """The file of a document, out of the archive.

    Attributes:
        original: The name of its copy; see `Copy`.
        sha256: Hash of its content.
        size_bytes: Its size.
        path: Where the document's file is from now on: of a note its own one, else the copy.
    """

    original: str
    sha256: str
    size_bytes: int
    path: Path

    @classmethod
    def of(cls, copy: Copy) -> Kept:
        """Return what is known of a copy, without holding on to it."""
        return cls(copy.name, copy.sha256, copy.size_bytes, copy.path)


@dataclass(frozen=True)
class Arrived:
    """A knowledge base that is there.

    Attributes:
        kb_id: The knowledge base.
        document_ids: Its documents, which are to be read.
    """

    kb_id: str
    document_ids: Sequence[str]


def settle_in(connection: sqlite3.Connection, manifest: Manifest, files: Sequence[Kept]) -> Arrived:
    """Make a knowledge base with everything that is said of it.

    Args:
        connection: In a transaction.
        manifest: What is said of it.
        files: The files of its documents, in their order.
    """
    name = free_name(connection, manifest.name)
    kb_id = insert_base(connection, name, manifest.description.strip(), "this-computer", None)
    connection.execute("UPDATE knowledge_bases SET chunking = ? WHERE id = ?", (manifest.cutting.to_json(), kb_id))
    arriving = _Arriving(connection, kb_id, manifest)
    for document, file in zip(manifest.documents, files, strict=True):
        arriving.take(document, file)
    arriving.take_questions()
    return Arrived(kb_id, list(arriving.ids.values()))


class _Arriving:
    """One knowledge base on its way in."""

    def __init__(self, connection: sqlite3.Connection, kb_id: str, manifest: Manifest) -> None:
        self.ids = {document.file: uuid.uuid4().hex for document in manifest.documents}
        self._connection = connection
        self._kb_id = kb_id
        self._manifest = manifest
        self._now = datetime.now(UTC).isoformat()
        self._depths = {"": -1}
        self._position = connection.execute("SELECT max(position) FROM documents").fetchone()[0] or 0

    def take(self, document: DocumentItem, file: Kept) -> None:
        document_id = self.ids[document.file]
        self._insert(document, file)
        write_facts(self._connection, {document_id: document.facts})
        pins = [replace(pin, id=uuid.uuid4().hex) for pin in document.edits]
        settling.add(self._connection, document_id, pins)
        if pins and not any(pin.quotes for pin in pins):  # all by hand: they stand also where the file gives no text
            self._connection.execute("INSERT INTO unedited VALUES (?, ?)", (document_id, packed(())))
        self._connection.executemany(
            "INSERT INTO files_inside (document_id, is_new, name, sha256, original, size_bytes, child_id)"
            " VALUES (?, 0, ?, ?, '', ?, ?)",
            [
                (document_id, each.name, each.sha256, each.size_bytes, self._child(each.became))
                for each in document.inside
            ],
        )

    def _insert(self, document: DocumentItem, file: Kept) -> None:
        self._position += 1
        self._depths[document.file] = self._depths[document.came_with] + 1
        self._connection.execute(
            "INSERT INTO documents (id, knowledge_base_id, name, path, parent_id, depth, size_bytes, state, added_at,"
            " position, new_sha256, new_original, ocr_pages, edits)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?)",
            (
                self.ids[document.file],
                self._kb_id,
                document.safe_name,
                os.fsencode(file.path),
                self.ids.get(document.came_with, ""),
                self._depths[document.file],
                file.size_bytes,
                self._now,
                self._position,
                file.sha256,
                file.original,
                page_numbers.written(document.ocr_pages),
                int(bool(document.edits)),
            ),
        )

    def _child(self, became: str | None) -> str:
        """Return the document that a file is; an id that no document has keeps it out."""
        return uuid.uuid4().hex if became is None else self.ids.get(became, "")

    def take_questions(self) -> None:
        names = {document.file: document.safe_name for document in self._manifest.documents}
        for each in self._manifest.questions:
            wanted = Wanted(each.query, self.ids.get(each.document, ""), each.quote, each.first, each.mode)
            name = names.get(each.document) or readable(each.document_name)
            question_rows.insert(self._connection, Question(uuid.uuid4().hex, self._kb_id, wanted, name))
