"""Check questions and their runs in library.sqlite3."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from kbdesk.errors import InputError
from kbdesk.library.catalog import find_base
from kbdesk.library.database import Database
from kbdesk.library.documents import Documents, no_such_document
from kbdesk.library.questions.types import Basis, Cause, PastRun, Question, Reason, Result, Run, Wanted
from kbdesk.library.types import DocumentInfo
from kbdesk.texts import Text, text

Value = TypeVar("Value")

KEPT_RUNS = 20
"""Runs of a knowledge base that are kept."""

_DOCUMENTS = """
    SELECT id, name, sha256, passage_count, cut_with, applied_edits, reader, pages, iif(passage_count, '', state)
    FROM documents WHERE knowledge_base_id = ? AND deletion_id IS NULL ORDER BY id
"""
# Without the expected document's id: another one may take its place, which changes nothing.
_QUESTIONS = """
    SELECT id, query, document_name, quote, first, mode FROM questions WHERE knowledge_base_id = ? ORDER BY id
"""
_SAME = (
    "SELECT * FROM questions WHERE knowledge_base_id = ? AND query = ? AND document_id = ? AND quote = ?"
    " AND first = ? AND mode = ?"
)
_RESULTS = """
    SELECT r.*, coalesce(d.name, '') AS instead FROM question_results r
    LEFT JOIN documents d ON d.id = r.instead_id AND d.deletion_id IS NULL WHERE r.run_id = ?
"""


@dataclass(frozen=True)
class Expected:
    """Where the expected document of a question is.

    Attributes:
        document: The document, or None if it is not there.
        is_in_trash: Whether the one that was chosen is in the trash; `document` has its name then, if there is any.
    """

    document: DocumentInfo | None
    is_in_trash: bool = False


class QuestionRows:
    """Every call is one transaction."""

    def __init__(self, database: Database, documents: Documents) -> None:
        """Use an open database."""
        self._database = database
        self._documents = documents

    async def save(self, kb_id: str, wanted: Wanted) -> tuple[Question, bool]:
        """Save a question; return it, and whether it is new.

        Raises:
            InputError: There is no such knowledge base, or no such document in it.
        """
        return await self._database.write(lambda connection: save(connection, kb_id, wanted))

    async def change_all(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """Change many questions in one transaction."""
        return await self._database.write(work)

    async def change(self, question_id: str, wanted: Wanted) -> Question:
        """Change a question, and forget what came of it as it was.

        Raises:
            InputError: There is no such question, or no such document.
        """

        def work(connection: sqlite3.Connection) -> Question:
            before = _one(connection, question_id)
            name = before.document_name
            if wanted.document_id != before.wanted.document_id:  # else it may be in the trash
                name = _document_name(connection, before.knowledge_base_id, wanted.document_id)
            connection.execute(
                "UPDATE questions SET query = ?, document_id = ?, quote = ?, first = ?, mode = ?, document_name = ?"
                " WHERE id = ?",
                (*_values(wanted), name, question_id),
            )
            if wanted != before.wanted:
                connection.execute("DELETE FROM question_results WHERE question_id = ?", (question_id,))
            return Question(question_id, before.knowledge_base_id, wanted, name)

        return await self._database.write(work)

    async def delete(self, question_ids: Sequence[str]) -> list[Question]:
        """Delete questions and return those that were there."""

        def work(connection: sqlite3.Connection) -> list[Question]:
            ids = json.dumps(list(question_ids))
            rows = connection.execute("SELECT * FROM questions WHERE id IN (SELECT value FROM json_each(?))", (ids,))
            gone = [_question(row) for row in rows]
            connection.executemany("DELETE FROM questions WHERE id = ?", [(each.id,) for each in gone])
            return gone

        return await self._database.write(work)

    async def put_back(self, questions: Sequence[Question]) -> None:
        """Have deleted questions again, unless their knowledge base is gone for good."""

        def work(connection: sqlite3.Connection) -> None:
            known = "SELECT 1 FROM knowledge_bases WHERE id = ?"
            for question in questions:
                if connection.execute(known, (question.knowledge_base_id,)).fetchone() is not None:
                    insert(connection, question)

        await self._database.write(work)

    async def of(self, kb_id: str) -> list[Question]:
        """Return the questions of a knowledge base, in the order they were saved."""
        query = "SELECT * FROM questions WHERE knowledge_base_id = ? ORDER BY rowid"
        return await self._database.view(lambda c: [_question(row) for row in c.execute(query, (kb_id,))])

    async def bases(self) -> list[str]:
        """Return the knowledge bases that have questions and are not in the trash, in the order of creation."""
        query = (
            "SELECT id FROM knowledge_bases b WHERE deletion_id IS NULL"
            " AND EXISTS (SELECT 1 FROM questions WHERE knowledge_base_id = b.id) ORDER BY created_at, rowid"
        )
        return await self._database.view(lambda c: [row["id"] for row in c.execute(query)])

    async def basis(self, kb_id: str, search: str) -> Basis:
        """Return what results rest on now; `search` is what the way of searching is told apart by."""

        def work(connection: sqlite3.Connection) -> Basis:
            documents = connection.execute(_DOCUMENTS, (kb_id,))
            questions = connection.execute(_QUESTIONS, (kb_id,))
            return Basis(_fingerprint(documents), _fingerprint(questions), search)

        return await self._database.view(work)

    async def expected(self, question: Question) -> Expected:
        """Return the expected document: the one that was chosen or, when it is gone, the one that has its name now."""

        def work(connection: sqlite3.Connection) -> Expected:
            query = "SELECT * FROM documents WHERE id = ?"
            chosen = connection.execute(query, (question.wanted.document_id,)).fetchone()
            is_in_trash = chosen is not None and chosen["deletion_id"] is not None
            row = chosen if chosen is not None and not is_in_trash else _named(connection, question)
            return Expected(None if row is None else self._documents.info(row), is_in_trash)

        return await self._database.view(work)

    async def adopt(self, question_id: str, document: DocumentInfo) -> None:
        """Expect another document from now on: the chosen one is gone, and this one has its name."""
        await self._database.write(
            lambda connection: connection.execute(
                "UPDATE questions SET document_id = ?, document_name = ? WHERE id = ?",
                (document.id, document.name, question_id),
            )
        )

    async def note(self, run: Run) -> None:
        """Keep a run, and forget the oldest ones; a knowledge base that is gone for good needs none."""
        basis = run.basis
        values = (run.ran_at.isoformat(), run.cause, basis.documents, basis.questions, basis.search)
        statement = (
            "INSERT INTO question_runs (knowledge_base_id, ran_at, cause, documents, questions, search)"
            " SELECT id, ?, ?, ?, ?, ? FROM knowledge_bases WHERE id = ?"
        )

        def work(connection: sqlite3.Connection) -> None:
            done = connection.execute(statement, (*values, run.knowledge_base_id))
            if not done.rowcount:
                return
            connection.executemany(
                "INSERT INTO question_results VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(done.lastrowid, *_result_values(result)) for result in run.results],
            )
            connection.execute(
                "DELETE FROM question_runs WHERE knowledge_base_id = ?1 AND id NOT IN"
                " (SELECT id FROM question_runs WHERE knowledge_base_id = ?1 ORDER BY id DESC LIMIT ?2)",
                (run.knowledge_base_id, KEPT_RUNS),
            )

        await self._database.write(work)

    async def runs(self, kb_id: str) -> list[tuple[PastRun, Basis]]:
        """Return the runs that are kept, newest first."""
        query = (
            "SELECT n.*, count(r.run_id) AS total, coalesce(sum(r.reason = 'found'), 0) AS right_count"
            " FROM question_runs n LEFT JOIN question_results r ON r.run_id = n.id"
            " WHERE n.knowledge_base_id = ? GROUP BY n.id ORDER BY n.id DESC"
        )
        return await self._database.view(lambda c: [_run(row) for row in c.execute(query, (kb_id,))])

    async def results(self, run_id: int) -> dict[str, Result]:
        """Return what came of each question in a run."""
        return await self._database.view(
            lambda c: {row["question_id"]: _result(row) for row in c.execute(_RESULTS, (run_id,))}
        )


def save(connection: sqlite3.Connection, kb_id: str, wanted: Wanted) -> tuple[Question, bool]:
    """Save a question; return it, and whether it is new.

    Raises:
        InputError: There is no such knowledge base, or no such document in it.
    """
    find_base(connection, kb_id)
    name = _document_name(connection, kb_id, wanted.document_id)
    same = connection.execute(_SAME, (kb_id, *_values(wanted))).fetchone()
    if same is not None:
        return _question(same), False
    question = Question(uuid.uuid4().hex, kb_id, wanted, name)
    insert(connection, question)
    return question, True


def hand_over(connection: sqlite3.Connection, document_id: str, to: str) -> None:
    """Let questions expect another document that has the content of theirs and takes its place."""
    query = "UPDATE questions SET document_id = ?1, document_name = (SELECT name FROM documents WHERE id = ?1)"
    connection.execute(f"{query} WHERE document_id = ?2", (to, document_id))


def _fingerprint(rows: Iterable[sqlite3.Row]) -> str:
    digest = hashlib.sha256()
    for row in map(tuple, rows):
        digest.update(repr(row).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def _values(wanted: Wanted) -> tuple[str, str, str, int, str]:
    return wanted.query, wanted.document_id, wanted.quote, wanted.first, wanted.mode


def insert(connection: sqlite3.Connection, question: Question) -> None:
    """Have a question that is right as it is, unless it is there."""
    connection.execute(
        "INSERT OR IGNORE INTO questions (id, knowledge_base_id, query, document_id, quote, first, mode, document_name)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (question.id, question.knowledge_base_id, *_values(question.wanted), question.document_name),
    )


def _question(row: sqlite3.Row) -> Question:
    wanted = Wanted(row["query"], row["document_id"], row["quote"], row["first"], row["mode"])
    return Question(row["id"], row["knowledge_base_id"], wanted, row["document_name"])


def _one(connection: sqlite3.Connection, question_id: str) -> Question:
    row = connection.execute("SELECT * FROM questions WHERE id = ?", (question_id,)).fetchone()
    if row is None:
        raise InputError(
            text("questions", "This check question is no longer there."),
            text("questions", "Choose another one from the list."),
        )
    return _question(row)


def _document_name(connection: sqlite3.Connection, kb_id: str, document_id: str) -> str:
    query = "SELECT name FROM documents WHERE id = ? AND knowledge_base_id = ? AND deletion_id IS NULL"
    row = connection.execute(query, (document_id, kb_id)).fetchone()
    if row is None:
        raise no_such_document()
    return str(row["name"])


def _named(connection: sqlite3.Connection, question: Question) -> sqlite3.Row | None:
    """Return the document that has the name of the expected one now, if one has."""
    query = (
        "SELECT * FROM documents WHERE knowledge_base_id = ? AND deletion_id IS NULL AND folded_name = folded(?)"
        " AND name = ? ORDER BY passage_count = 0, rowid DESC LIMIT 1"
    )
    name = question.document_name
    return connection.execute(query, (question.knowledge_base_id, name, name)).fetchone()


def _result_values(result: Result) -> tuple[object, ...]:
    problem = None if result.problem is None else result.problem.to_json()
    return result.question_id, result.reason, result.rank, int(result.is_weak), result.instead_id, problem


def _result(row: sqlite3.Row) -> Result:
    problem = None if row["problem"] is None else Text.from_json(row["problem"])
    return Result(
        question_id=row["question_id"],
        reason=Reason(row["reason"]),
        rank=row["position"],
        is_weak=bool(row["is_weak"]),
        instead_id=row["instead_id"],
        instead=row["instead"],
        problem=problem,
    )


def _run(row: sqlite3.Row) -> tuple[PastRun, Basis]:
    past = PastRun(
        row["id"], datetime.fromisoformat(row["ran_at"]), Cause(row["cause"]), row["right_count"], row["total"]
    )
    return past, Basis(row["documents"], row["questions"], row["search"])
