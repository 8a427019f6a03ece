"""The tables of a store's file, and how an older file becomes a newer one."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from kbdesk.errors import StoreError
from kbdesk.rag import language
from kbdesk.rag.stores import marks, words
from kbdesk.rag.stores.rows import searched_text
from kbdesk.texts import text

_AGAIN_S = 0.02

_TABLES = """
CREATE TABLE properties (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- `version` grows with every change: what is derived in memory compares it, also when another process wrote.
CREATE TABLE collections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE scopes (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL,
    pairs TEXT NOT NULL,
    UNIQUE (collection, pairs)
);

-- The chunks of a document have consecutive ids from `first_chunk`: id - first_chunk is the chunk index.
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    source TEXT NOT NULL,
    metadata TEXT NOT NULL,
    first_chunk INTEGER NOT NULL,
    chunk_count INTEGER NOT NULL,
    UNIQUE (scope, document_id)
);
CREATE INDEX documents_in_collection ON documents (collection, first_chunk, chunk_count);
CREATE INDEX documents_by_id ON documents (collection, document_id);

-- AUTOINCREMENT: an id is never used again but for a chunk in the same place, so a larger one is always a later one.
-- `block` is the content block as JSON without its text and data; `text` is also what the full text was made of.
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL,
    text TEXT NOT NULL,
    source TEXT NOT NULL,
    metadata TEXT NOT NULL,
    block TEXT NOT NULL,
    picture TEXT
);
CREATE INDEX chunks_with_picture ON chunks (picture) WHERE picture IS NOT NULL;

-- Base64 as it came, once per content, apart from the chunks so that reading those stays fast.
CREATE TABLE pictures (hash TEXT PRIMARY KEY, data TEXT NOT NULL);

-- Little-endian float32, consecutive rows of one document; the key is the id of the first row's chunk.
CREATE TABLE vectors (first_chunk INTEGER PRIMARY KEY, data BLOB NOT NULL);
"""

MARK = "substr(d.marks, c.id - d.first_chunk + 1, 1)"
"""The mark of chunk c of document d, in SQL."""

Begin = Literal["BEGIN", "BEGIN IMMEDIATE"]


def use_log(connection: sqlite3.Connection, patience_s: float) -> None:
    """Have a file written through a log (WAL), so that readers and a writer do not wait for each other.

    Args:
        connection: Outside a transaction.
        patience_s: How long to try while another program does the same with a new file: SQLite itself does not wait
            there, since the two could wait for each other.
    """
    deadline = time.monotonic() + patience_s
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as exc:
            if exc.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_AGAIN_S)
        else:
            return


@contextmanager
def transaction(connection: sqlite3.Connection, begin: Begin) -> Generator[None, None, None]:
    """Run the block in a transaction that is rolled back when it raises."""
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _create_tables(connection: sqlite3.Connection) -> None:
    for statement in _statements(_TABLES):
        connection.execute(statement)
    connection.execute("INSERT INTO properties VALUES ('words', ?)", (words.VERSION,))


def _statements(script: str) -> Iterable[str]:
    """Yield the statements one by one; `executescript` would commit the open transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _add_marks(connection: sqlite3.Connection) -> None:
    """Make room for one byte per chunk, see `marks`; `migrate` fills it."""
    connection.execute("ALTER TABLE documents ADD COLUMN marks BLOB NOT NULL DEFAULT x''")
    connection.execute("INSERT INTO properties VALUES ('languages', '')")


def _tell_changes(connection: sqlite3.Connection) -> None:
    """Make room for the version of the collection in which chunks of a document were last replaced under their ids."""
    connection.execute("ALTER TABLE documents ADD COLUMN changed INTEGER NOT NULL DEFAULT 0")


def _tell_written(connection: sqlite3.Connection) -> None:
    """Make room for how much of a document is written in each language, JSON; "": not told yet."""
    connection.execute("ALTER TABLE documents ADD COLUMN written TEXT NOT NULL DEFAULT ''")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _create_tables,
    _add_marks,
    _tell_changes,
    _tell_written,
)
"""Step n makes version n + 1 of the file out of version n; steps are only ever added."""


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the file to the newest version, in one transaction.

    Raises:
        StoreError: A newer kbdesk made the file.
    """
    if _version(connection) != len(MIGRATIONS):
        with transaction(connection, "BEGIN IMMEDIATE"):
            version = _version(connection)
            if version > len(MIGRATIONS):
                raise StoreError(
                    text("stores", "{path} was made by a newer kbdesk.", path=path),
                    text("stores", "Update kbdesk, then try again."),
                )
            for step in MIGRATIONS[version:]:
                step(connection)
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    if _property(connection, "languages") != language.VERSION:
        with transaction(connection, "BEGIN IMMEDIATE"):
            _mark_anew(connection)
    if _property(connection, "words") != words.VERSION:  # they depend on the languages
        with transaction(connection, "BEGIN IMMEDIATE"):
            _build_words_anew(connection)


def _version(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA user_version").fetchone()[0]


def _property(connection: sqlite3.Connection, name: str) -> str:
    return connection.execute("SELECT value FROM properties WHERE name = ?", (name,)).fetchone()[0]


def _build_words_anew(connection: sqlite3.Connection) -> None:
    """Make the full text of every collection again from the chunks, with the words of this version."""
    for (collection,) in connection.execute("SELECT id FROM collections").fetchall():
        build_words(connection, collection)
    connection.execute("UPDATE properties SET value = ? WHERE name = 'words'", (words.VERSION,))


def _mark_anew(connection: sqlite3.Connection) -> None:
    """Mark the chunks of every document again, with the languages of this version."""
    for key, first, count in connection.execute("SELECT id, first_chunk, chunk_count FROM documents").fetchall():
        rows = connection.execute(
            "SELECT text, metadata FROM chunks WHERE id >= ? AND id < ? ORDER BY id", (first, first + count)
        ).fetchall()
        found = marks.marks_of([row[0] for row in rows], [json.loads(row[1]) for row in rows])
        connection.execute("UPDATE documents SET marks = ?, written = '' WHERE id = ?", (found, key))
    connection.execute("UPDATE properties SET value = ? WHERE name = 'languages'", (language.VERSION,))


def build_words(connection: sqlite3.Connection, collection: int) -> None:
    """Make the full text of a collection again from its chunks."""
    drop_words(connection, collection)
    create_words(connection, collection)
    documents = connection.execute("SELECT first_chunk, chunk_count FROM documents WHERE collection = ?", (collection,))
    for first, count in documents.fetchall():
        add_words(connection, collection, (first, first + count))


def create_words(connection: sqlite3.Connection, collection: int) -> None:
    """Make the full-text tables of a collection.

    The table is contentless: it holds words only, the text stands in `chunks`. The "ascii" tokenizer leaves our own
    words as they are.
    """
    connection.execute(f"CREATE VIRTUAL TABLE words_{collection} USING fts5(words, content='', tokenize='ascii')")
    connection.execute(f"CREATE VIRTUAL TABLE vocabulary_{collection} USING fts5vocab('words_{collection}', 'row')")


def drop_words(connection: sqlite3.Connection, collection: int) -> None:
    """Drop the full-text tables of a collection, as far as they are there."""
    connection.execute(f"DROP TABLE IF EXISTS vocabulary_{collection}")
    connection.execute(f"DROP TABLE IF EXISTS words_{collection}")


def add_words(connection: sqlite3.Connection, collection: int, ids: tuple[int, int]) -> None:
    """Add a half-open range of chunks to the full text of a collection; those turned off stay out of it."""
    insert_words(connection, collection, words_in(connection, ids))


def remove_words(connection: sqlite3.Connection, collection: int, ids: tuple[int, int]) -> None:
    """Remove a half-open range of chunks, as they were added, from the full text of a collection."""
    delete_words(connection, collection, words_in(connection, ids))


def insert_words(connection: sqlite3.Connection, collection: int, rows: Iterable[tuple[int, str]]) -> None:
    """Add what `words_in` gives, ascending by id, to the full text of a collection."""
    connection.executemany(
        f"INSERT INTO words_{collection} (rowid, words) VALUES (?, ?)",  # noqa: S608  # a number of our own
        rows,
    )


def delete_words(connection: sqlite3.Connection, collection: int, rows: Iterable[tuple[int, str]]) -> None:
    """Remove what `words_in` gave from the full text of a collection."""
    table = f"words_{collection}"
    connection.executemany(
        f"INSERT INTO {table} ({table}, rowid, words) VALUES ('delete', ?, ?)",  # noqa: S608  # a number of our own
        rows,
    )


def words_in(connection: sqlite3.Connection, ids: tuple[int, int]) -> Iterator[tuple[int, str]]:
    """Yield the ids and words of a half-open range of chunks, but of those turned off."""
    rows = connection.execute(
        f"SELECT c.id, c.text, c.metadata, {MARK} FROM chunks c JOIN documents d ON d.id = c.document"  # noqa: S608  # our own names
        " WHERE c.id >= ? AND c.id < ? ORDER BY c.id",
        ids,
    )
    for chunk_id, content, data, mark in rows:
        metadata: dict[str, Any] = json.loads(data)
        if not marks.is_off(metadata):
            yield chunk_id, " ".join(words.words_of(searched_text(content, metadata), marks.language_of_mark(mark)))


def merge_words(connection: sqlite3.Connection) -> None:
    """Take the words of removed chunks out of the file; until then they stand there beside a note that they are gone.

    Where nothing was added or removed since the last time, nothing happens.
    """
    for (collection,) in connection.execute("SELECT id FROM collections").fetchall():
        table = f"words_{collection}"
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")  # noqa: S608  # a number of our own


def ids_as_json(ids: Iterable[int]) -> str:
    """Return ids for `IN (SELECT value FROM json_each(?))`, which has no limit on their number."""
    return json.dumps(list(ids))
