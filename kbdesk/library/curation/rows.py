"""The edits of all documents in library.sqlite3, and the acts that made them."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

from kbdesk.errors import InputError
from kbdesk.library.curation.acts import Change
from kbdesk.library.curation.pins import Pin
from kbdesk.library.curation.settling import Applied, add, pins_from_json, pins_of, pins_to_json, settle
from kbdesk.library.curation.types import Conflict, Edit
from kbdesk.library.database import Database
from kbdesk.library.documents import Documents, no_such_document
from kbdesk.library.sketch import note
from kbdesk.library.types import DocumentInfo, State
from kbdesk.rag.place import place_of
from kbdesk.texts import Text, text

MOST_ACTS = 200
"""Acts that can be taken back; older ones stand."""

_LIVE = (
    "documents d JOIN knowledge_bases b ON b.id = d.knowledge_base_id"
    " WHERE d.deletion_id IS NULL AND b.deletion_id IS NULL"
)


@dataclass(frozen=True)
class Standing:
    """A document whose passages a person acts upon.

    Attributes:
        document: Its row.
        pins: Its edits.
        number: How often they have been changed.
        unedited: Its passages without them, see `unedited.packed`; None where there are no edits.
    """

    document: DocumentInfo
    pins: Sequence[Pin]
    number: int
    unedited: bytes | None


@dataclass(frozen=True)
class Act:
    """Something a person did to the passages of a document.

    Attributes:
        id: 32 hexadecimal digits.
        document_id: The document.
        label: What to say of it.
        chunk_index: The passage to show.
        change: What it did to the edits.
    """

    id: str
    document_id: str
    label: Text
    chunk_index: int
    change: Change

    @classmethod
    def new(cls, document_id: str, label: Text, chunk_index: int, change: Change) -> Act:
        """Return an act with an id of its own."""
        return cls(uuid.uuid4().hex, document_id, label, chunk_index, change)


class EditRows:
    """The rows of edits and acts; every call is one transaction."""

    def __init__(self, database: Database, documents: Documents) -> None:
        """Use an open database."""
        self._database = database
        self._documents = documents

    async def pins(self, document_id: str) -> tuple[int, list[Pin]]:
        """Return how often the edits of a document have been changed, and what they are."""

        def work(connection: sqlite3.Connection) -> tuple[int, list[Pin]]:
            row = connection.execute("SELECT edits FROM documents WHERE id = ?", (document_id,)).fetchone()
            return (0, []) if row is None else (row["edits"], pins_of(connection, document_id))

        return await self._database.read(work)

    async def unapplied(self, document_id: str) -> tuple[int, list[Pin], bytes] | None:
        """Return edits that were noted and may not be in the store, as `pins` does, with the passages without them."""

        def work(connection: sqlite3.Connection) -> tuple[int, list[Pin], bytes] | None:
            query = (
                "SELECT d.edits, u.chunks FROM documents d JOIN unedited u ON u.document_id = d.id"
                " WHERE d.id = ? AND d.edits != d.applied_edits"
            )
            row = connection.execute(query, (document_id,)).fetchone()
            return None if row is None else (row["edits"], pins_of(connection, document_id), row["chunks"])

        return await self._database.read(work)

    async def standing(self, document_id: str) -> Standing:
        """Return a document whose passages can be acted upon.

        Raises:
            InputError: It is not there, has no passages, or is to be read again first.
        """

        def work(connection: sqlite3.Connection) -> Standing:
            row = connection.execute(f"SELECT d.* FROM {_LIVE} AND d.id = ?", (document_id,)).fetchone()  # noqa: S608
            if row is None:
                raise no_such_document()
            pins = pins_of(connection, document_id)
            query = "SELECT chunks FROM unedited WHERE document_id = ?"
            unedited = connection.execute(query, (document_id,)).fetchone()
            _check(row, is_known=not pins or unedited is not None)
            chunks = None if unedited is None else cast("bytes", unedited["chunks"])
            return Standing(self._documents.info(row), pins, row["edits"], chunks)

        return await self._database.read(work)

    async def act(self, act: Act, unedited: bytes) -> int:
        """Note an act before the store has what comes of it, and return how often the edits have been changed now.

        Args:
            act: The act; those that were taken back before it cannot be done again.
            unedited: The passages of the document without edits.
        """

        def work(connection: sqlite3.Connection) -> int:
            connection.execute("DELETE FROM edit_acts WHERE document_id = ? AND is_undone", (act.document_id,))
            values = (act.id, act.document_id, act.label.to_json(), act.chunk_index)
            changes = (pins_to_json(act.change.before), pins_to_json(act.change.after))
            connection.execute(
                "INSERT INTO edit_acts (id, document_id, label, chunk_index, before, after) VALUES (?, ?, ?, ?, ?, ?)",
                (*values, *changes),
            )
            connection.execute(
                "DELETE FROM edit_acts WHERE number <= (SELECT max(number) FROM edit_acts) - ?", (MOST_ACTS,)
            )
            return _change(connection, act.document_id, act.change, unedited)

        return await self._database.write(work)

    async def mark(self, act: Act, *, is_undone: bool, unedited: bytes) -> int:
        """Note that an act is taken back, or done again; returns the same as `act`."""

        def work(connection: sqlite3.Connection) -> int:
            connection.execute("UPDATE edit_acts SET is_undone = ? WHERE id = ?", (is_undone, act.id))
            return _change(connection, act.document_id, act.change.back if is_undone else act.change, unedited)

        return await self._database.write(work)

    async def forget(self, act: Act) -> None:
        """Take back an act that the store could not follow, as if it had never been."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM edit_acts WHERE id = ?", (act.id,))
            _restore(connection, act.document_id, act.change.back)

        await self._database.write(work)

    async def unmark(self, act: Act, *, is_undone: bool) -> None:
        """Take back a `mark` that the store could not follow."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE edit_acts SET is_undone = ? WHERE id = ?", (not is_undone, act.id))
            _restore(connection, act.document_id, act.change if is_undone else act.change.back)

        await self._database.write(work)

    async def settle(
        self, document_id: str, applied: Applied, *, passage_count: int, marks: Sequence[int] | None
    ) -> DocumentInfo:
        """Note that the store has what comes of the edits of a document, and return its row.

        Args:
            document_id: The document.
            applied: Its edits.
            passage_count: Number of its passages.
            marks: What similar documents are found by; None where that stays the same.
        """

        def work(connection: sqlite3.Connection) -> DocumentInfo:
            connection.execute("UPDATE documents SET passage_count = ? WHERE id = ?", (passage_count, document_id))
            if marks is not None:
                note(connection, document_id, marks)
            settle(connection, document_id, applied)
            return self._documents.info(_row(connection, document_id))

        return await self._database.write(work)

    async def to_take_back(self, act_id: str) -> Act:
        """Return an act that can be taken back.

        Raises:
            InputError: It cannot, or no longer.
        """
        return await self._acted(act_id, "max(number)", "NOT is_undone")

    async def to_do_again(self, act_id: str) -> Act:
        """Return an act that was taken back and can be done again.

        Raises:
            InputError: It cannot, or no longer.
        """
        return await self._acted(act_id, "min(number)", "is_undone")

    async def _acted(self, act_id: str, which: str, among: str) -> Act:
        def work(connection: sqlite3.Connection) -> Act:
            row = connection.execute("SELECT * FROM edit_acts WHERE id = ?", (act_id,)).fetchone()
            if row is None:
                raise _no_such_act()
            query = f"SELECT {which} FROM edit_acts WHERE document_id = ? AND {among}"  # noqa: S608  # our own words
            (number,) = connection.execute(query, (row["document_id"],)).fetchone()
            if number != row["number"]:
                raise _not_in_turn()
            return _act(row)

        return await self._database.read(work)

    async def last(self) -> tuple[Act, DocumentInfo] | None:
        """Return the last act that can be taken back, with its document."""
        query = (
            f"SELECT a.* FROM edit_acts a, {_LIVE} AND a.document_id = d.id AND NOT a.is_undone"  # noqa: S608
            " ORDER BY number DESC LIMIT 1"
        )

        def work(connection: sqlite3.Connection) -> tuple[Act, DocumentInfo] | None:
            row = connection.execute(query).fetchone()
            if row is None:
                return None
            return _act(row), self._documents.info(_row(connection, row["document_id"]))

        return await self._database.read(work)

    async def edits(self, document_id: str) -> list[Edit]:
        """Return the edits of a document as people see them."""
        _, pins = await self.pins(document_id)
        return [_edit(pin) for pin in pins]

    async def document_of(self, edit_id: str) -> str:
        """Return the document that an edit is of.

        Raises:
            InputError: There is no such edit.
        """

        def work(connection: sqlite3.Connection) -> str:
            row = connection.execute("SELECT document_id FROM edits WHERE id = ?", (edit_id,)).fetchone()
            if row is None:
                raise InputError(
                    text("curation", "This change is no longer there."), text("curation", "Look at the list again.")
                )
            return row["document_id"]

        return await self._database.read(work)

    async def conflicts(self, kb_id: str) -> list[Conflict]:
        """Return the edits of a knowledge base that are in trouble, by document."""
        query = (
            "SELECT d.*, e.pin, e.trouble FROM edits e INDEXED BY edits_in_trouble"  # noqa: S608  # our own words
            f" CROSS JOIN {_LIVE} AND d.id = e.document_id AND e.trouble != ''"
            " AND d.knowledge_base_id = ? ORDER BY d.sort_name, d.id, e.position, e.id"
        )

        def work(connection: sqlite3.Connection) -> list[Conflict]:
            return [
                _conflict(row["trouble"], Pin.from_json(row["pin"]), self._documents.info(row))
                for row in connection.execute(query, (kb_id,))
            ]

        return await self._database.read(work)


def _change(connection: sqlite3.Connection, document_id: str, change: Change, unedited: bytes) -> int:
    _replace(connection, document_id, change)
    connection.execute("INSERT OR IGNORE INTO unedited VALUES (?, ?)", (document_id, unedited))
    # What a person adds to a document without text is in the store under the content that it has.
    connection.execute(
        "UPDATE documents SET sha256 = new_sha256, original = new_original, new_sha256 = '', new_original = ''"
        " WHERE id = ? AND sha256 = ''",
        (document_id,),
    )
    query = "UPDATE documents SET edits = edits + 1 WHERE id = ? RETURNING edits"
    return connection.execute(query, (document_id,)).fetchone()["edits"]


def _restore(connection: sqlite3.Connection, document_id: str, change: Change) -> None:
    _replace(connection, document_id, change)
    connection.execute("UPDATE documents SET edits = applied_edits WHERE id = ?", (document_id,))


def _replace(connection: sqlite3.Connection, document_id: str, change: Change) -> None:
    gone = [(pin.id,) for pin in (*change.before, *change.after)]
    connection.executemany("DELETE FROM edits WHERE id = ?", gone)
    add(connection, document_id, change.after)


def _row(connection: sqlite3.Connection, document_id: str) -> sqlite3.Row:
    return connection.execute("SELECT * FROM documents WHERE id = ?", (document_id,)).fetchone()


def no_passages(state: State) -> InputError:
    """Return the error to raise for a document without passages."""
    if state.is_work:
        return InputError(
            text("curation", "This document has no passages yet."), text("curation", "Wait until it is read.")
        )
    return InputError(
        text("curation", "This document has no passages."),
        text("curation", "Use Try again on the document, or write a note about it."),
    )


def _check(row: sqlite3.Row, *, is_known: bool) -> None:
    state = State(row["state"])
    if not row["passage_count"] and not _gave_no_text(row):
        raise no_passages(state)
    if row["edits"] != row["applied_edits"] or not is_known:
        raise InputError(
            text("curation", "This document is to be read again first."),
            text("curation", "Wait until it is read.")
            if state.is_work
            else text("curation", "Use Try again on the document, then change its passage."),
        )


def _gave_no_text(row: sqlite3.Row) -> bool:
    """Return whether a document was looked into without any text coming of it; not one that lost its passages."""
    was_read = State(row["state"]) in (State.DONE, State.FAILED) and row["outcome"] != "failed"
    return was_read and bool(row["sha256"] or row["new_sha256"])


def _act(row: sqlite3.Row) -> Act:
    change = Change(pins_from_json(row["before"]), pins_from_json(row["after"]))
    return Act(row["id"], row["document_id"], Text.from_json(row["label"]), row["chunk_index"], change)


def _no_such_act() -> InputError:
    return InputError(
        text("curation", "This can no longer be taken back."),
        text("curation", "Change the passage again instead."),
    )


def _not_in_turn() -> InputError:
    return InputError(
        text("curation", "The passages of this document were changed again since."),
        text("curation", "Take back what was done last first."),
    )


def _edit(pin: Pin) -> Edit:
    return Edit(
        id=pin.id,
        kind=pin.kind,
        text_before=pin.text_before,
        text_now=pin.text_now,
        note=pin.notes,
        is_off=all(each.is_off for each in pin.wanted),
        place=place_of(pin.quotes[0].place if pin.quotes else {}),
        made_at=datetime.fromisoformat(pin.made_at),
    )


def _conflict(trouble: Literal["gone", "changed", "copied"], pin: Pin, document: DocumentInfo) -> Conflict:
    if trouble == "gone":
        reason = text(
            "curation",
            "The file no longer says what was changed here, so the change has no place in it. Keep it as a passage of"
            " its own, or drop it.",
        )
    elif trouble == "copied":
        reason = text(
            "curation",
            "The file says once more what you turned off, so it was turned off here too. Keep that, or drop it: then it"
            " is found.",
        )
    else:
        reason = text(
            "curation",
            "The file says something else here now, or more. The change by hand still stands. Keep it, or drop it.",
        )
    return Conflict(_edit(pin), document, trouble, reason)
