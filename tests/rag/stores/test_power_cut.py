"""A power cut in the middle of writes, emulated: the log is cut off at any byte the disk had not promised to keep."""

from __future__ import annotations

import os
import random
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from kbdesk.library.database import Database
from kbdesk.rag.stores.sqlite import SQLiteStore

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped there")

WAL_HEADER, FRAME = 32, 24 + 4096
ATTEMPTED = 128  # where the index of the log tells how many frames may be on their way into the file


def frozen_files(process, path):
    """Return the bytes of the file, its log and the log's index at one moment."""
    process.send_signal(signal.SIGSTOP)
    os.waitpid(process.pid, os.WUNTRACED)
    files = [path.with_name(path.name + suffix).read_bytes() for suffix in ("", "-wal", "-shm")]
    process.send_signal(signal.SIGCONT)
    return files


def cut(log, index, dice):
    """Return the log as a power cut may leave it.

    What is on its way into the file was made durable before: without it no disk is left that keeps its promises.
    """
    frames = struct.unpack_from("=I", index, ATTEMPTED)[0]
    end = dice.randint(WAL_HEADER + frames * FRAME if frames else 0, len(log))
    start = dice.randint(max(end - 2000, WAL_HEADER + frames * FRAME if frames else 0), end)
    return log[:start] + (dice.randbytes(end - start) if dice.random() < 0.5 else log[start:end])


async def check_store(path):
    async with SQLiteStore(path) as store:
        documents = await store.list_documents("c") if await store.has_collection("c") else []
        assert await store.check("c", {one.document_id: one.chunk_count for one in documents}) == []
        for document in documents:
            chunks = await store.list_chunks("c", document.document_id, limit=1000)
            [version] = {int(chunk.text.split()[0]) for chunk in chunks}
            assert (document.document_id, document.chunk_count) == (f"d{version % 7}", 50 + version % 200)
        return len(documents)


async def check_library(path):
    database = Database(path, [("CREATE TABLE things (version INTEGER, content TEXT)",)])
    await database.open()
    counts = await database.read(lambda c: c.execute("SELECT count(*) FROM things GROUP BY version").fetchall())
    assert await database.read(lambda c: c.execute("PRAGMA quick_check").fetchone()[0]) == "ok"
    await database.aclose()
    assert all(tuple(count) == (100,) for count in counts)
    return len(counts)


def cut_off(kind, folder, *, moments, cuts):
    """Cut the power at some moments, with the log cut off in several places each; yield the file as it was left."""
    dice = random.Random(7)
    path, copy = folder / "live.sqlite3", folder / "copy.sqlite3"
    command = [sys.executable, Path(__file__).with_name("power_cut.py"), kind, path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            for _ in range(moments):
                for _ in range(dice.randint(1, 12)):
                    process.stdout.readline()
                file, log, index = frozen_files(process, path)
                for _ in range(cuts):
                    copy.write_bytes(file)
                    copy.with_name("copy.sqlite3-wal").write_bytes(cut(log, index, dice))
                    yield copy
        finally:
            process.kill()


CHECKS = {"store": check_store, "library": check_library}


@pytest.mark.parametrize("kind", CHECKS)
async def test_after_a_power_cut_everything_is_whole_or_absent(kind, tmp_path):
    found = [await CHECKS[kind](copy) for copy in cut_off(kind, tmp_path, moments=5, cuts=4)]
    assert len(found) == 20
    assert max(found) > 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHECKS)
async def test_after_a_thousand_power_cuts_everything_is_whole_or_absent(kind, tmp_path):
    found = [await CHECKS[kind](copy) for copy in cut_off(kind, tmp_path, moments=100, cuts=10)]
    assert len(found) == 1000
