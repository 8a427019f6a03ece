"""Files inside documents: each becomes a document of its own, in the transaction that ends the reading of its parent.

Which files a content holds is noted before anything of it is stored (`note`), and becomes true when it is (`settle`),
also when that turns out only after a crash. What a person takes out stays out.
"""

from __future__ import annotations

import json
import os
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kbdesk.library.before import KEEP
from kbdesk.library.contents import makes_reading_needless, same_content
from kbdesk.texts import Text, text


@dataclass(frozen=True)
class FileInside:
    """A file inside a document.

    Attributes:
        name: Its name, in an archive the path below it with "/".
        sha256: Hash of its content.
        original: Name of its copy.
        size_bytes: Its size.
    """

    name: str
    sha256: str
    original: str
    size_bytes: int


def note(connection: sqlite3.Connection, document_id: str, files: Sequence[FileInside]) -> None:
    """Note which files are inside the content of a document that is being taken in."""
    forget_noted(connection, [document_id])
    connection.executemany(
        "INSERT INTO files_inside (document_id, is_new, name, sha256, original, size_bytes) VALUES (?, 1, ?, ?, ?, ?)",
        [(document_id, file.name, file.sha256, file.original, file.size_bytes) for file in files],
    )


def forget_noted(connection: sqlite3.Connection, document_ids: Sequence[str]) -> None:
    """Forget what is inside contents that are not taken in after all."""
    connection.executemany(
        "DELETE FROM files_inside WHERE document_id = ? AND is_new = 1", [(each,) for each in document_ids]
    )


def is_noted(connection: sqlite3.Connection, document_id: str) -> bool:
    """Return whether files are noted that are inside the content that is being taken in."""
    query = "SELECT 1 FROM files_inside WHERE document_id = ? AND is_new = 1 LIMIT 1"
    return connection.execute(query, (document_id,)).fetchone() is not None


def settle(connection: sqlite3.Connection, document_id: str) -> list[str]:
    """Let the files that were noted become documents, in place of those of the older content.

    Returns:
        The documents that are to be read.
    """
    return _Settling(connection, document_id).run()


def left(connection: sqlite3.Connection, parent_id: str | None = None) -> list[str]:
    """Return the documents whose files are inside their parents no longer; of one parent, or of all."""
    query = (
        "SELECT id FROM documents d WHERE parent_id != '' AND (?1 IS NULL OR parent_id = ?1) AND deletion_id IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM files_inside f"
        " WHERE f.document_id = d.parent_id AND f.is_new = 0 AND f.child_id = d.id)"
    )
    return [row["id"] for row in connection.execute(query, (parent_id,))]


def let_go(connection: sqlite3.Connection, child_id: str) -> None:
    """Let a document stand for itself if its file is inside its parent no longer."""
    connection.execute(
        "UPDATE documents SET parent_id = '' WHERE id = ?1"
        " AND NOT EXISTS (SELECT 1 FROM files_inside f WHERE f.document_id = parent_id AND f.child_id = ?1)",
        (child_id,),
    )


def hand_over(connection: sqlite3.Connection, document_ids: Sequence[str], doomed: Sequence[str]) -> list[str]:
    """Let documents whose files are inside others, too, come with these from now on.

    Args:
        connection: In a transaction.
        document_ids: The documents.
        doomed: Documents that are about to be deleted and with which nothing shall come.

    Returns:
        Those of the documents that come with others now.
    """
    query = (
        "SELECT d.id, d.parent_id, f.document_id AS other_id, f.name AS file FROM documents d"
        " JOIN files_inside f ON f.sha256 = iif(d.new_sha256 != '', d.new_sha256, d.sha256)"
        " AND f.child_id = '' AND f.is_new = 0"
        " JOIN documents p ON p.id = f.document_id"
        " AND p.deletion_id IS NULL AND p.knowledge_base_id = d.knowledge_base_id"
        " WHERE d.id IN (SELECT value FROM json_each(?1)) AND d.parent_id != '' AND d.deletion_id IS NULL"
        " AND p.id NOT IN (SELECT value FROM json_each(?2)) GROUP BY d.id"
    )
    ids = json.dumps(list(document_ids)), json.dumps(list(doomed))
    children = connection.execute(query, ids).fetchall()
    for child in children:
        _move(connection, child)
    return [child["id"] for child in children]


def _move(connection: sqlite3.Connection, child: sqlite3.Row) -> None:
    parent = connection.execute("SELECT * FROM documents WHERE id = ?", (child["other_id"],)).fetchone()
    forget_child(connection, child)
    connection.execute(
        "UPDATE files_inside SET child_id = ? WHERE document_id = ? AND is_new = 0 AND name = ?",
        (child["id"], parent["id"], child["file"]),
    )
    connection.execute(
        "UPDATE documents SET parent_id = ?, depth = ?, name = ?, path = ? WHERE id = ?",
        (
            parent["id"],
            parent["depth"] + 1,
            _name_in(parent, child["file"]),
            _path_in(parent, child["file"]),
            child["id"],
        ),
    )


def free_child(connection: sqlite3.Connection, child: sqlite3.Row) -> None:
    """Let a document stand for itself although its file is inside its parent still."""
    forget_child(connection, child)
    connection.execute("UPDATE documents SET parent_id = '', depth = 0 WHERE id = ?", (child["id"],))


def forget_child(connection: sqlite3.Connection, child: sqlite3.Row) -> None:
    """Note that a child is gone only because another document has its content."""
    connection.execute(
        "UPDATE files_inside SET child_id = '' WHERE document_id = ? AND child_id = ?",
        (child["parent_id"], child["id"]),
    )


def family(connection: sqlite3.Connection, document_ids: Sequence[str]) -> list[str]:
    """Return documents with all that came with them, whether they are there or in the trash."""
    query = (
        "WITH RECURSIVE family (id) AS (SELECT value FROM json_each(?) UNION"
        " SELECT d.id FROM family f JOIN documents d ON d.parent_id = f.id WHERE d.parent_id != '')"
        " SELECT id FROM family"
    )
    return [row["id"] for row in connection.execute(query, (json.dumps(list(document_ids)),))]


class _Settling:
    """One document whose content is taken in."""

    def __init__(self, connection: sqlite3.Connection, document_id: str) -> None:
        self._connection = connection
        self._parent = connection.execute("SELECT * FROM documents WHERE id = ?", (document_id,)).fetchone()
        self._new = self._rows(is_new=True)
        self._before = self._rows(is_new=False)
        gone = (row for name, row in self._before.items() if row["child_id"] and name not in self._new)
        self._renamed = {row["sha256"]: row for row in gone}
        self._here: list[tuple[str, sqlite3.Row]] = []
        self._queued: list[str] = []

    def run(self) -> list[str]:
        children = [(self._child(file), file["document_id"], name) for name, file in self._new.items()]
        connection = self._connection
        connection.execute("DELETE FROM files_inside WHERE document_id = ? AND is_new = 0", (self._parent["id"],))
        connection.executemany(
            "UPDATE files_inside SET is_new = 0, child_id = ?, original = ''"
            " WHERE document_id = ? AND is_new = 1 AND name = ?",
            children,
        )
        self._remark()
        return self._queued

    def _rows(self, *, is_new: bool) -> dict[str, sqlite3.Row]:
        query = "SELECT * FROM files_inside WHERE document_id = ? AND is_new = ? ORDER BY name"
        return {row["name"]: row for row in self._connection.execute(query, (self._parent["id"], is_new))}

    def _child(self, file: sqlite3.Row) -> str:
        """Return the document that a file is, was, or becomes; "" if another one has its content."""
        before = self._before.get(file["name"])
        if before is None or not before["child_id"]:
            before = self._renamed.pop(file["sha256"], None)
        if before is None:
            return self._take(file)
        query = "SELECT * FROM documents WHERE id = ? AND parent_id = ? AND deletion_id IS NULL"
        child = self._connection.execute(query, (before["child_id"], self._parent["id"])).fetchone()
        if child is not None and before["name"] != file["name"]:
            self._rename(child, file)
        elif child is not None and before["sha256"] != file["sha256"]:
            self._read_again(child, file)
        return before["child_id"]

    def _take(self, file: sqlite3.Row) -> str:
        parent = self._parent
        others = same_content(self._connection, parent["knowledge_base_id"], file["sha256"], besides=parent["id"])
        if other := next(filter(makes_reading_needless, others), None):
            self._here.append((file["name"], other))
            return ""
        child_id = uuid.uuid4().hex
        self._connection.execute(
            "INSERT INTO documents (id, knowledge_base_id, parent_id, depth, name, path, size_bytes, modified_ns,"
            " state, added_at, position, new_sha256, new_original)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?)",
            (
                child_id,
                parent["knowledge_base_id"],
                parent["id"],
                parent["depth"] + 1,
                _name_in(parent, file["name"]),
                _path_in(parent, file["name"]),
                file["size_bytes"],
                parent["modified_ns"],
                datetime.now(UTC).isoformat(),
                self._position(),
                file["sha256"],
                file["original"],
            ),
        )
        self._queued.append(child_id)
        return child_id

    def _rename(self, child: sqlite3.Row, file: sqlite3.Row) -> None:
        values = (_name_in(self._parent, file["name"]), _path_in(self._parent, file["name"]), child["id"])
        self._connection.execute("UPDATE documents SET name = ?, path = ? WHERE id = ?", values)

    def _read_again(self, child: sqlite3.Row, file: sqlite3.Row) -> None:
        self._connection.execute(
            f"UPDATE documents SET {KEEP}, state = 'queued', owner = '', crashes = 0, message = NULL, outcome = '',"  # noqa: S608
            " warnings = '[]', size_bytes = ?, position = ?, new_sha256 = ?, new_original = ? WHERE id = ?",
            (file["size_bytes"], self._position(), file["sha256"], file["original"], child["id"]),
        )
        self._queued.append(child["id"])

    def _position(self) -> float:
        """Return a place in the queue right behind the parent."""
        return self._parent["position"] + (len(self._queued) + 1) / (len(self._new) + 2)

    def _remark(self) -> None:
        remarks = list(_remarks(self._here))
        if remarks:
            said = [*json.loads(self._parent["warnings"]), *(remark.to_json() for remark in remarks)]
            values = (json.dumps(said), self._parent["id"])
            self._connection.execute("UPDATE documents SET warnings = ? WHERE id = ?", values)


def _name_in(parent: sqlite3.Row, file: str) -> str:
    return f"{parent['name']}/{file}"


def _path_in(parent: sqlite3.Row, file: str) -> bytes:
    """Return where a file would be if its parent were a folder."""
    return os.fsencode(Path(os.fsdecode(parent["path"]), file))


def _remarks(here: Sequence[tuple[str, sqlite3.Row]]) -> Iterator[Text]:
    """Say which files were left out since other documents have their content."""
    there = [(name, other["name"]) for name, other in here if other["deletion_id"] is None]
    in_trash = [(name, other["name"]) for name, other in here if other["deletion_id"] is not None]
    if len(there) == 1:
        (name, other) = there[0]
        yield text("library", "“{name}” inside it is already here, as “{other}”.", name=name, other=other)
    elif there:
        name, other = there[0]
        yield text(
            "library",
            "{count} files inside it are already here, for example “{name}” as “{other}”.",
            count=len(there),
            name=name,
            other=other,
        )
    if len(in_trash) == 1:
        (name, other) = in_trash[0]
        yield text(
            "library", "“{name}” inside it is in the trash, as “{other}”. Restore it there.", name=name, other=other
        )
    elif in_trash:
        name, other = in_trash[0]
        yield text(
            "library",
            "{count} files inside it are in the trash, for example “{name}” as “{other}”. Restore them there.",
            count=len(in_trash),
            name=name,
            other=other,
        )
