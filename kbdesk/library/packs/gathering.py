"""A knowledge base in library.sqlite3 as it goes into a file."""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kbdesk import __version__
from kbdesk.library import page_numbers
from kbdesk.library.catalog import find_base
from kbdesk.library.curation.settling import pins_of
from kbdesk.library.documents import facts_of
from kbdesk.library.packs.manifest import DocumentItem, InsideItem, Manifest, QuestionItem, without_id
from kbdesk.library.packs.member_names import MemberNames


@dataclass(frozen=True)
class Source:
    """A document that is to be written to a file.

    Attributes:
        id: The document.
        item: What is said of it.
        original: The name of the copy of its file; "" where there is none.
    """

    id: str
    item: DocumentItem
    original: str


@dataclass(frozen=True)
class Gathered:
    """A knowledge base as it is at one moment.

    Attributes:
        manifest: What is said of it, without its documents.
        sources: Its documents; what was inside one stands behind it.
    """

    manifest: Manifest
    sources: Sequence[Source]

    def without(self, files: set[str]) -> Manifest:
        """Return what is said of it and its documents without some, which nothing speaks of any more."""
        documents = [
            each.item.model_copy(
                update={
                    "came_with": "" if each.item.came_with in files else each.item.came_with,
                    "inside": [inside for inside in each.item.inside if inside.became not in files],
                }
            )
            for each in self.sources
            if each.item.file not in files
        ]
        questions = [
            each.model_copy(update={"document": "" if each.document in files else each.document})
            for each in self.manifest.questions
        ]
        return self.manifest.model_copy(update={"documents": documents, "questions": questions})


def gather(connection: sqlite3.Connection, kb_id: str, notes: Path) -> Gathered:
    """Return a knowledge base with all its documents that are not in the trash.

    Args:
        connection: In a transaction.
        kb_id: The knowledge base.
        notes: The folder of the documents that were written in kbdesk.

    Raises:
        InputError: There is no such knowledge base.
    """
    base = find_base(connection, kb_id)
    query = "SELECT * FROM documents WHERE knowledge_base_id = ? AND deletion_id IS NULL ORDER BY depth, rowid"
    rows = connection.execute(query, (kb_id,)).fetchall()
    names = MemberNames()
    files = {row["id"]: names.name(row["name"]) for row in rows}
    inside = _inside(connection, kb_id, files)
    sources = [
        Source(
            row["id"],
            DocumentItem(
                file=files[row["id"]],
                name=row["name"],
                is_note=Path(os.fsdecode(row["path"])).parent == notes,
                ocr_pages=sorted(page_numbers.read(row["ocr_pages"])),
                came_with=files.get(row["parent_id"], ""),
                inside=inside[row["id"]],
                edits=[without_id(pin) for pin in pins_of(connection, row["id"])],
                **_facts(row),
            ),
            row["original"] or row["new_original"],  # what answers: a newer version may be one that cannot be read
        )
        for row in rows
    ]
    manifest = Manifest(
        kbdesk=__version__,
        name=base.info.name,
        description=base.info.description,
        cutting=base.chunking,
        documents=[source.item for source in sources],
        questions=_questions(connection, kb_id, files),
    )
    return Gathered(manifest, sources)


def _facts(row: sqlite3.Row) -> dict[str, Any]:
    facts = facts_of(row)
    return {
        "tags": list(facts.tags),
        "responsible": facts.responsible,
        "review_by": facts.review_by,
        "description": facts.description,
    }


def _inside(connection: sqlite3.Connection, kb_id: str, files: Mapping[str, str]) -> defaultdict[str, list[InsideItem]]:
    """Return the files inside each document, by its id."""
    query = (
        "SELECT f.* FROM files_inside f JOIN documents d ON d.id = f.document_id"
        " WHERE d.knowledge_base_id = ? AND f.is_new = 0 ORDER BY f.document_id, f.name"
    )
    inside: defaultdict[str, list[InsideItem]] = defaultdict(list)
    for row in connection.execute(query, (kb_id,)):
        became = files.get(row["child_id"]) if row["child_id"] else ""
        item = InsideItem(name=row["name"], sha256=row["sha256"], size_bytes=row["size_bytes"], became=became)
        inside[row["document_id"]].append(item)
    return inside


def _questions(connection: sqlite3.Connection, kb_id: str, files: Mapping[str, str]) -> list[QuestionItem]:
    # What a document in the trash says is no longer part of the knowledge base.
    query = (
        "SELECT q.*, iif(d.deletion_id IS NULL, q.quote, '') AS said FROM questions q"
        " LEFT JOIN documents d ON d.id = q.document_id WHERE q.knowledge_base_id = ? ORDER BY q.rowid"
    )
    return [
        QuestionItem(
            query=row["query"],
            document=files.get(row["document_id"], ""),
            document_name=row["document_name"],
            quote=row["said"],
            first=row["first"],
            mode=row["mode"],
        )
        for row in connection.execute(query, (kb_id,))
    ]
