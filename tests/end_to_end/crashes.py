"""A program that is killed again and again, and what can be seen of it from outside."""

from __future__ import annotations

import contextlib
import hashlib
import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.types import State
from kbdesk.paths import DataFolder

from .crash import inside

CHILD = Path(__file__).with_name("crash.py")


class Crashes:
    """A program that is killed again and again, and the journal of what it did."""

    def __init__(self, folder: DataFolder, handbook: Path, journal: Path) -> None:
        self.folder = folder
        self.handbook = handbook
        self._journal = journal
        self._first = contents_of(handbook) | contents_inside(handbook)
        journal.touch()

    def lines(self) -> list[dict]:
        return [json.loads(line) for line in self._journal.read_text().splitlines()]

    def done(self) -> set[str]:
        """Return the documents that were done, as far as the program told of it, and were not made to leave."""
        states = {line["id"]: line["state"] for line in self.lines() if line["what"] == "document"}
        return {each for each, state in states.items() if state == State.DONE} - self.leaving()

    def leaving(self) -> set[str]:
        return self._ids("deleting") | self._ids("cancelling")

    def may_be_gone(self) -> set[str]:
        """Return the documents of which no row need be left: cancelled, and never done."""
        return self._ids("cancelling") - self.ever_done()

    def ever_done(self) -> set[str]:
        return {line["id"] for line in self.lines() if line["what"] == "document" and line["state"] == State.DONE}

    def contents(self) -> defaultdict[str, set[str]]:
        """Return all contents that each file ever had, by its path."""
        ever = defaultdict(set, {path: {content} for path, content in self._first.items()})
        for line in self.lines():
            if line["what"] == "wrote":
                ever[line["path"]].add(line["sha256"])
        return ever

    def moments(self) -> Counter[str]:
        """Return how often the program died at each moment."""
        return Counter(line["moment"] for line in self.lines() if line["what"] == "dying")

    def _ids(self, what: str) -> set[str]:
        return {each for line in self.lines() if line["what"] == what for each in line["ids"]}

    @contextmanager
    def running(self, seed: int, *moment: str) -> Iterator[subprocess.Popen[str]]:
        """Start the program; it is opening the library now, and killed in the end, if it has not killed itself."""
        before = len(self.lines())
        command = [sys.executable, CHILD, self.folder.root, self.handbook, self._journal, str(seed), *moment]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
            try:
                while len(self.lines()) == before and child.poll() is None:
                    time.sleep(0.01)
                yield child
            finally:
                ended = child.poll()
                child.kill()
                assert child.stderr is not None
                errors = child.stderr.read()
        assert ended is None or (moment and ended == -signal.SIGKILL), errors

    def kill_at(self, seconds: float, seed: int, *moment: str) -> None:
        with self.running(seed, *moment) as child, contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(seconds)


def make_older(folder: DataFolder) -> None:
    """Make the library's file one of the first version, as far as that could hold what is in it."""
    older = folder.root / "older.sqlite3"
    with closing(sqlite3.connect(older, isolation_level=None)) as connection:
        for statement in MIGRATIONS[0]:
            connection.execute(statement)
        connection.execute("ATTACH ? AS newer", (str(folder.library_db),))
        connection.execute("DELETE FROM library")
        for table in ("library", "deletions", "knowledge_bases", "documents", "trash_passages"):
            names = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM newer.{table}")
        connection.execute("PRAGMA user_version=1")
    for suffix in ("-wal", "-shm"):
        folder.library_db.with_name(folder.library_db.name + suffix).unlink(missing_ok=True)
    older.replace(folder.library_db)


@dataclass(frozen=True)
class Row:
    """What the catalog's file says of a document; `kept` passages of it are in the trash."""

    id: str
    path: str
    sha256: str
    new_sha256: str
    passage_count: int
    is_deleted: bool
    kept: int


def rows_of(library_db: Path) -> list[Row]:
    query = (
        "SELECT id, CAST(path AS TEXT), sha256, new_sha256, passage_count, deletion_id IS NOT NULL,"
        " (SELECT count(*) FROM trash_passages t WHERE t.document_id = documents.id) FROM documents"
    )
    with closing(sqlite3.connect(library_db)) as connection:
        return [Row(*row) for row in connection.execute(query)]


def schema_version(library_db: Path) -> int:
    if not library_db.exists():
        return 0
    with closing(sqlite3.connect(f"{library_db.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


def files_inside(library_db: Path) -> dict[str, set[str]]:
    """Return the names of the files inside documents that answer, by the documents."""
    query = "SELECT document_id, name FROM files_inside WHERE NOT is_new"
    found: defaultdict[str, set[str]] = defaultdict(set)
    with closing(sqlite3.connect(library_db)) as connection:
        for document_id, name in connection.execute(query):
            found[document_id].add(name)
    return found


def contents_inside(handbook: Path) -> dict[str, str]:
    """Return the contents of the files inside the first messages and archives, by where they seem to lie."""
    found: dict[str, str] = {}
    for suffix, what in ((".eml", "mail"), (".zip", "archive")):
        for number, path in enumerate(sorted(handbook.glob(f"*{suffix}"))):
            files = inside(what, number).items()
            found |= {str(path / name): hashlib.sha256(data).hexdigest() for name, data in files}
    return found


def contents_of(handbook: Path) -> dict[str, str]:
    files = [path for path in handbook.rglob("*") if path.is_file()]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
