"""Two programs that make one file at the same moment wait for each other."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from kbdesk.rag.stores.sqlite_schema import use_log


class Watched(sqlite3.Connection):
    """Tells when it was refused."""

    refused = Event()

    def execute(self, *arguments):
        try:
            return super().execute(*arguments)
        except sqlite3.OperationalError:
            self.refused.set()
            raise


def test_two_programs_make_a_file_at_the_same_moment(tmp_path: Path):
    path = tmp_path / "new.sqlite3"
    with closing(sqlite3.connect(path)) as other, ThreadPoolExecutor(1) as thread:
        other.execute("BEGIN EXCLUSIVE")
        own = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False, factory=Watched)
        switching = thread.submit(use_log, own, 60)
        assert own.refused.wait(60)
        other.commit()
        switching.result(60)
        assert own.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        own.close()


def test_a_file_that_another_program_keeps_is_given_up(tmp_path: Path):
    path = tmp_path / "new.sqlite3"
    with closing(sqlite3.connect(path)) as other, closing(sqlite3.connect(path, timeout=0)) as own:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            use_log(own, 0)
