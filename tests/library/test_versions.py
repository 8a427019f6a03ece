"""A data folder that a newer kbdesk has used is left alone, in words, by everything that could open it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from kbdesk.embedding.cache import SQLiteEmbeddingCache
from kbdesk.errors import StoreError
from kbdesk.library.backups import Backups
from kbdesk.library.library import Library
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.versions import is_outdated, refuse_newer
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.sqlite_schema import MIGRATIONS as STORE_MIGRATIONS

pytestmark = pytest.mark.usefixtures("filled")

SENTENCE = (
    "A newer kbdesk has used the data folder {folder}. Nothing was changed. Install the newest kbdesk, or start this "
    "one with --data-dir and another folder. To go back to how it was before the update, type “kbdesk backups”, then "
    "“kbdesk restore” and the name of the backup."
)
FILES = {"library.sqlite3": len(MIGRATIONS), "store.sqlite3": len(STORE_MIGRATIONS)}


@pytest.fixture(params=FILES)
def newer(request: pytest.FixtureRequest, folder: DataFolder) -> str:
    """Make one of the files one of the next version; return its name."""
    run(folder.root / request.param, f"PRAGMA user_version = {FILES[request.param] + 1}")
    return request.param


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def contents(folder: DataFolder) -> dict[str, bytes]:
    """Return all that is in a data folder but what was written down of its use."""
    files = [path for path in folder.root.rglob("*") if path.is_file() and folder.logs not in path.parents]
    return {path.relative_to(folder.root).as_posix(): path.read_bytes() for path in files}


def kbdesk(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "kbdesk", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


@pytest.mark.parametrize("access", ["write", "read"])
async def test_it_is_refused_and_nothing_in_it_is_changed(
    folder: DataFolder, newer: str, access: Literal["write", "read"]
) -> None:
    before = contents(folder)
    with pytest.raises(StoreError) as caught:
        await Library.open(folder, access=access)
    assert str(caught.value) == SENTENCE.format(folder=folder.root)
    assert contents(folder) == before


@pytest.mark.parametrize("command", [["documents"], ["add", __file__], ["backup"]])
def test_the_command_line_says_so_in_a_line(folder: DataFolder, command: list[str]) -> None:
    run(folder.store_db, f"PRAGMA user_version = {len(STORE_MIGRATIONS) + 1}")
    before = contents(folder)
    with kbdesk("--data-dir", folder.root, *command) as process:
        answer, said = process.communicate(timeout=60)
    assert (process.returncode, answer, said) == (1, "", f"kbdesk: {SENTENCE.format(folder=folder.root)}\n")
    assert contents(folder) == before


@pytest.mark.skipif(sys.platform == "win32", reason="it would be shown on the screen")
def test_the_window_says_so_until_it_was_read_or_the_program_is_to_end(folder: DataFolder, newer: str) -> None:
    before = contents(folder)
    with kbdesk("--data-dir", folder.root) as process:
        assert process.stderr is not None
        said = next(line for line in process.stderr if line.startswith("kbdesk: "))  # Qt says things too
        assert said == f"kbdesk: {SENTENCE.format(folder=folder.root)}\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.terminate()  # as at the end of a desktop session
        assert process.wait(30) == 1
    assert contents(folder) == before


def test_what_a_program_that_died_left_in_the_log_counts(folder: DataFolder) -> None:
    script = (
        "import os, sqlite3, sys; connection = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "connection.execute(f'PRAGMA user_version = {sys.argv[2]}'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, folder.library_db, str(len(MIGRATIONS) + 1)], check=True)
    before = {name: data for name, data in contents(folder).items() if not name.endswith("-shm")}
    with pytest.raises(StoreError, match="newer kbdesk"):
        refuse_newer(folder)
    assert {name: data for name, data in contents(folder).items() if not name.endswith("-shm")} == before


def test_a_file_that_is_none_of_ours_is_left_to_whoever_opens_it(folder: DataFolder) -> None:
    folder.library_db.write_bytes(b"this is no database" * 1000)
    refuse_newer(folder)
    assert not is_outdated(folder)


async def test_a_backup_from_before_the_update_leads_back(folder: DataFolder, newer: str) -> None:
    run(folder.root / newer, f"PRAGMA user_version = {FILES[newer]}")
    backups = Backups(folder)
    made = await backups.make()
    run(folder.root / newer, f"PRAGMA user_version = {FILES[newer] + 1}", "CREATE TABLE later (a)")
    process = kbdesk("--data-dir", folder.root, "restore", made.id)
    assert process.communicate(timeout=60)[1] == ""
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        assert base.document_count == 3
    [aside] = [info for info in await backups.list() if info.id != made.id]
    backups.close()
    with pytest.raises(StoreError, match="newer"):
        refuse_newer(DataFolder(aside.path))


async def test_why_the_way_back_failed_is_said(folder: DataFolder, newer: str) -> None:
    run(folder.root / newer, f"PRAGMA user_version = {FILES[newer]}")
    backups = Backups(folder)
    made = await backups.make()
    run(folder.root / newer, f"PRAGMA user_version = {FILES[newer] + 1}")
    await backups.restore(made.id)
    await backups.delete(made.id)
    backups.close()
    said = "could not be restored .* Your library is as it was before. Nothing was changed. Install the newest kbdesk"
    with pytest.raises(StoreError, match=said):
        await Library.open(folder)


@pytest.mark.parametrize("file", FILES)
async def test_a_damaged_file_does_not_hide_that_the_other_one_is_newer(folder: DataFolder, file: str) -> None:
    [other] = FILES.keys() - {file}
    (folder.root / file).write_bytes(b"this is no database" * 1000)
    run(folder.root / other, f"PRAGMA user_version = {FILES[other] + 1}")
    with pytest.raises(StoreError, match="newer kbdesk"):
        refuse_newer(folder)


async def test_a_cache_of_a_newer_kbdesk_is_left_alone_and_does_without(folder: DataFolder) -> None:
    folder.embeddings_db.unlink(missing_ok=True)
    run(folder.embeddings_db, "CREATE TABLE vectors (a)", "INSERT INTO vectors VALUES (1)", "PRAGMA user_version = 9")
    before = folder.embeddings_db.read_bytes()
    cache = SQLiteEmbeddingCache(folder.embeddings_db)
    await cache.store([[1.0]], "text")
    assert await cache.retrieve("text") is None
    async with await Library.open(folder) as library:
        assert await library.search(["travel"])
    assert folder.embeddings_db.read_bytes() == before


@pytest.mark.logs_warnings
async def test_settings_of_a_newer_kbdesk_are_kept_but_for_what_is_chosen_here(folder: DataFolder) -> None:
    wrote = {"theme": "sepia", "top_k": 20, "voice": {"pitch": "deep"}, "embedding": "the best one"}
    folder.settings_file.write_text(json.dumps(wrote), encoding="utf-8")
    async with await Library.open(folder) as library:
        await library.save_settings(replace(library.settings, top_k=30))
    assert json.loads(folder.settings_file.read_text(encoding="utf-8")).items() >= (wrote | {"top_k": 30}).items()
