"""What of edits changes together with the passages of their document, each function inside a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kbdesk.library.curation.pins import Pin, Quote
from kbdesk.library.curation.types import Trouble
from kbdesk.texts import Text, text


@dataclass(frozen=True)
class Applied:
    """The edits that the passages of a document were made with.

    Attributes:
        number: How often its edits had been changed.
        pins: The edits; new ones are kept from now on.
        troubles: What is the matter with each, by id.
        unedited: The passages without them, see `unedited.packed`; None where there are no edits.
    """

    number: int = 0
    pins: Sequence[Pin] = ()
    troubles: Mapping[str, Trouble] = field(default_factory=dict[str, Trouble])
    unedited: bytes | None = None


def settle(connection: sqlite3.Connection, document_id: str, applied: Applied) -> None:
    """Note that the store has a document with these edits, and remark on those that are in trouble."""
    connection.execute("UPDATE documents SET applied_edits = ? WHERE id = ?", (applied.number, document_id))
    before = {pin.id: pin for pin in pins_of(connection, document_id)}
    come = [pin for pin in applied.pins if pin.id not in before]
    add(connection, document_id, come)
    before |= {pin.id: pin for pin in come}
    pairs = [pair for pin in applied.pins for pair in zip(before[pin.id].quotes, pin.quotes, strict=True)]
    _pin_anew(connection, document_id, [(old, new) for old, new in pairs if old != new])
    connection.executemany(
        "UPDATE edits SET pin = ? WHERE id = ?",
        [(pin.to_json(), pin.id) for pin in applied.pins if pin != before[pin.id]],
    )
    connection.executemany(
        "UPDATE edits SET trouble = ?1 WHERE id = ?2 AND trouble != ?1",
        [(applied.troubles.get(pin.id, ""), pin.id) for pin in applied.pins],
    )
    unedited = applied.unedited if applied.pins else None
    connection.execute("DELETE FROM unedited WHERE document_id = ? AND chunks IS NOT ?", (document_id, unedited))
    if unedited is not None:
        connection.execute("INSERT OR IGNORE INTO unedited VALUES (?, ?)", (document_id, unedited))
    _warn(connection, document_id)


def add(connection: sqlite3.Connection, document_id: str, pins: Sequence[Pin]) -> None:
    """Give a document more edits."""
    connection.executemany(
        "INSERT INTO edits (id, document_id, position, pin) VALUES (?, ?, ?, ?)",
        [(pin.id, document_id, pin.position, pin.to_json()) for pin in pins],
    )


def pins_of(connection: sqlite3.Connection, document_id: str) -> list[Pin]:
    """Return the edits of a document."""
    query = "SELECT pin FROM edits WHERE document_id = ? ORDER BY position, id"
    return [Pin.from_json(row["pin"]) for row in connection.execute(query, (document_id,))]


def pins_to_json(pins: Sequence[Pin]) -> str:
    """Return edits as an act keeps them."""
    return json.dumps([pin.to_json() for pin in pins])


def pins_from_json(data: str) -> tuple[Pin, ...]:
    """Return what `pins_to_json` wrote."""
    return tuple(map(Pin.from_json, json.loads(data)))


def hand_over(connection: sqlite3.Connection, document_id: str, to: str) -> None:
    """Give the edits of a document to another one that has its content and takes its place."""
    for table in ("edits", "edit_acts"):
        connection.execute(f"UPDATE {table} SET document_id = ? WHERE document_id = ?", (to, document_id))  # noqa: S608
    count = "(SELECT edits FROM documents WHERE id = ?)"
    connection.execute(f"UPDATE documents SET edits = edits + {count} WHERE id = ?", (document_id, to))  # noqa: S608


def _pin_anew(connection: sqlite3.Connection, document_id: str, pairs: Sequence[tuple[Quote, Quote]]) -> None:
    """Let acts know quotes as the text has them now, so that taking them back still finds it."""
    if not pairs:
        return
    query = "SELECT number, before, after FROM edit_acts WHERE document_id = ?"
    for act in connection.execute(query, (document_id,)).fetchall():
        anew = [pins_to_json([_with(pin, pairs) for pin in pins_from_json(act[name])]) for name in ("before", "after")]
        connection.execute("UPDATE edit_acts SET before = ?, after = ? WHERE number = ?", (*anew, act["number"]))


def _with(pin: Pin, pairs: Sequence[tuple[Quote, Quote]]) -> Pin:
    return replace(pin, quotes=tuple(next((new for old, new in pairs if old == each), each) for each in pin.quotes))


def _warn(connection: sqlite3.Connection, document_id: str) -> None:
    """Let the document say how many of its edits are in trouble."""
    query = "SELECT count(*) FROM edits WHERE document_id = ? AND trouble != ''"
    (count,) = connection.execute(query, (document_id,)).fetchone()
    warning = text(
        "curation",
        "The file says something else now where its passages were changed by hand. Changes to look at: {count}.",
        count=count,
    )
    (before,) = connection.execute("SELECT warnings FROM documents WHERE id = ?", (document_id,)).fetchone()
    others = [each for each in json.loads(before) if Text.from_json(each).template != warning.template]
    said = json.dumps([*others, warning.to_json()] if count else others)
    if said != before:
        connection.execute("UPDATE documents SET warnings = ? WHERE id = ?", (said, document_id))
