"""What a document was before it was queued again: what cancelling goes back to."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

_COLUMNS = (
    "name size_bytes modified_ns kind media_type state outcome message warnings reader pages new_sha256 new_original"
)
_OWN_PLACE = ("name", "path")
"""What a document that is inside another one has from that."""

KEEP = (
    "before = iif(state NOT IN ('done', 'failed'), before, json_object('path', hex(path), "
    + ", ".join(f"'{column}', {column}" for column in _COLUMNS.split())
    + "))"
)
"""What an UPDATE sets that queues documents, so that `go_back` finds them as they were."""

ORIGINALS = "SELECT json_extract(before, '$.new_original') AS original FROM documents WHERE before != ''"
"""The copies that documents have again when they go back."""


def go_back(connection: sqlite3.Connection, row: sqlite3.Row) -> None:
    """Let a document be what it was before it was queued; its edits and what people say of it stay as they are."""
    values: dict[str, Any] = json.loads(row["before"])
    values["path"] = bytes.fromhex(values["path"])
    if row["parent_id"]:
        values = {column: value for column, value in values.items() if column not in _OWN_PLACE}
    gaps = ", ".join(f"{column} = ?" for column in values)
    connection.execute(
        f"UPDATE documents SET {gaps}, owner = '', before = '' WHERE id = ?",  # noqa: S608  # our own columns
        (*values.values(), row["id"]),
    )


def move(connection: sqlite3.Connection, document_id: str, name: str, path: bytes) -> None:
    """Let a document that has got another place go back to that one."""
    connection.execute(
        "UPDATE documents SET before = json_set(before, '$.name', ?, '$.path', ?) WHERE id = ? AND before != ''",
        (name, path.hex(), document_id),
    )
