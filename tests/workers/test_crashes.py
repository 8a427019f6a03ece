"""Workers that die, hang and grow: by real signals, in real children."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import struct
import sys
import tempfile
import termios
import threading
from functools import partial
from pathlib import Path
from types import ModuleType

import psutil
import pytest

from kbdesk.errors import WorkerCrashError, WorkerError, WorkerLimitError
from kbdesk.rag.chunkers.approx_token import ApproxTokenChunker
from kbdesk.rag.parsers.base import Progress
from kbdesk.workers.pool import WorkerPool
from kbdesk.workers.process import Limits, WorkerProcess

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

CHUNKER = ApproxTokenChunker(ApproxTokenChunker.Parameters(boundaries="sentence"))
WAYS = ["SIGKILL", "SIGSEGV", "SIGABRT", "exit"]
MEBIBYTE = 1 << 20


def children() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())]


class Killer:
    """Kills the reading process at its first sign of progress, a number of times."""

    def __init__(self, times: int) -> None:
        self.seen: list[Progress] = []
        self._times = times
        self._killed: set[int] = set()

    def __call__(self, progress: Progress) -> None:
        self.seen.append(progress)
        for child in children():
            if child.pid not in self._killed and len(self._killed) < self._times:
                self._killed.add(child.pid)
                os.kill(child.pid, signal.SIGKILL)


@pytest.fixture
def manual(tmp_path: Path, large_pdf: ModuleType) -> Path:
    path = tmp_path / "manual.pdf"
    large_pdf.write_pdf(path, 1_000)
    return path


@pytest.mark.parametrize("way", WAYS)
async def test_a_crash_costs_a_task_nothing(pool: WorkerPool, tasks: ModuleType, tmp_path: Path, way: str) -> None:
    assert await pool.run(partial(tasks.crash_for, 1, way, tmp_path / "tally")) == "done"


@pytest.mark.parametrize("way", WAYS)
async def test_a_second_crash_is_the_end(pool: WorkerPool, tasks: ModuleType, tmp_path: Path, way: str) -> None:
    with pytest.raises(WorkerCrashError):
        await pool.run(partial(tasks.crash_for, 9, way, tmp_path / "tally"))
    assert (tmp_path / "tally").read_text() == "||"


async def test_a_file_whose_reading_is_killed_once_is_read_whole(pool: WorkerPool, manual: Path) -> None:
    killer = Killer(1)
    cut = await pool.parse_and_chunk(manual, manual.name, CHUNKER, on_progress=killer)
    parsed, chunks = cut.parsed, cut.chunks
    assert (parsed.outcome, parsed.units) == ("text", {"pages": 1_000})
    assert [chunk.chunk_index for chunk in chunks] == list(range(chunks[0].total_chunks))
    assert [seen.done for seen in killer.seen].count(1) == 2


@pytest.mark.parametrize("read", ["parse", "parse_and_chunk"])
async def test_a_file_whose_reading_is_killed_twice_is_damaged(pool: WorkerPool, manual: Path, read: str) -> None:
    if read == "parse":
        parsed = await pool.parse(manual, manual.name, on_progress=Killer(2))
    else:
        cut = await pool.parse_and_chunk(manual, manual.name, CHUNKER, on_progress=Killer(2))
        parsed, chunks = cut.parsed, cut.chunks
        assert chunks == []
    assert parsed.outcome == "damaged"
    assert "crash, twice. Open it in its own program" in str(parsed.message)


async def test_passages_that_came_before_a_crash_are_not_there_twice(
    pool: WorkerPool, tasks: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("text")
    cut = await pool.parse_and_chunk(tmp_path / "a.txt", "a.txt", tasks.FatalChunker(tmp_path / "marker"))
    assert [chunk.chunk_index for chunk in cut.chunks] == list(range(400))
    assert len({chunk.text.split()[-1] for chunk in cut.chunks}) == 1
    assert cut.chunks[300].metadata == {"fatal": "fine"}


async def test_a_process_killed_for_its_memory_is_not_tried_again(
    pool: WorkerPool, tasks: ModuleType, tmp_path: Path
) -> None:
    """The system's answer to a shortage of memory looks like a crash."""
    tally, limits = tmp_path / "tally", Limits(memory_bytes=800 * MEBIBYTE)
    task = partial(tasks.grow_and_be_killed, 400 * MEBIBYTE, tally)
    call = asyncio.create_task(pool.run(task, limits=limits))
    await asyncio.to_thread(kill_when_large, 400 * MEBIBYTE)
    with pytest.raises(WorkerLimitError, match="memory"):
        await call
    assert tally.read_text() == "|"


def kill_when_large(size_bytes: int) -> None:
    while not (found := [child for child in children() if child.memory_info().rss > size_bytes]):
        threading.Event().wait(0.01)
    threading.Event().wait(0.5)  # seen by the parent, which looks ten times a second
    found[0].kill()


async def test_a_library_that_holds_the_interpreter_is_killed(pool: WorkerPool, tasks: ModuleType) -> None:
    with pytest.raises(WorkerLimitError, match="too long"):
        await pool.run(tasks.hold_the_interpreter, limits=Limits(beat_s=1.0))


async def test_a_task_that_reports_for_ever_is_stopped(pool: WorkerPool, tasks: ModuleType) -> None:
    with pytest.raises(WorkerLimitError, match="too long"):
        await pool.run(partial(tasks.count, 10**9), limits=Limits(total_s=0.5))


async def test_nothing_is_tried_again_after_a_cancel(pool: WorkerPool, tasks: ModuleType, tmp_path: Path) -> None:
    task = partial(tasks.crash_for, 9, "SIGKILL", tmp_path / "tally")
    call = asyncio.create_task(pool.run(task, patience_s=60.0))
    await asyncio.sleep(0)
    call.cancel()
    await asyncio.wait([call])
    assert await pool.run(partial(tasks.echo, 1)) == 1  # after that one
    assert (tmp_path / "tally").read_text() == "|"


async def test_nothing_is_tried_again_after_closing(tasks: ModuleType, tmp_path: Path) -> None:
    async with WorkerPool() as pool:
        call = asyncio.create_task(pool.run(partial(tasks.crash_for, 9, "SIGKILL", tmp_path / "tally")))
        await asyncio.sleep(0)
    with pytest.raises(WorkerError, match="closing"):
        await call
    assert not (tmp_path / "tally").exists() or (tmp_path / "tally").read_text() == "|"


def test_a_slow_reader_is_not_taken_for_a_child_that_hangs(tasks: ModuleType) -> None:
    """The child cannot beat while it waits for a reader of a long message."""
    worker = WorkerProcess()
    worker.run(tasks.process_id, lambda _: None, Limits())  # its start takes long on a busy computer
    limits = Limits(beat_s=1.0, progress_s=1.0)
    (result,) = worker.run(partial(tasks.large, 20 * MEBIBYTE), lambda _: threading.Event().wait(1.5), limits)
    assert len(result) == 20 * MEBIBYTE
    worker.leave()


def test_a_child_that_stops_in_the_middle_of_a_long_message_is_killed(tasks: ModuleType) -> None:
    worker = WorkerProcess()

    def stop(pid: int) -> None:
        handle = worker._connection.fileno()
        while struct.unpack("i", fcntl.ioctl(handle, termios.FIONREAD, bytes(4)))[0] < 100_000:
            threading.Event().wait(0.01)
        os.kill(pid, signal.SIGSTOP)

    with pytest.raises(WorkerLimitError, match="too long"):
        worker.run(partial(tasks.large, 20 * MEBIBYTE), stop, Limits(beat_s=0.5))
    worker.leave()


async def test_no_zombie_and_no_temporary_file_is_left(
    manual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tasks: ModuleType
) -> None:
    from PIL import Image

    Image.new("L", (800, 600), 255).save(tmp_path / "blank.png")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", None)
    async with WorkerPool() as pool:
        await pool.parse(tmp_path / "blank.png", "blank.png")
        await pool.parse(manual, manual.name, on_progress=Killer(1))
        with pytest.raises(WorkerCrashError):
            await pool.run(tasks.crash)
    assert [child for child in psutil.Process().children() if child.status() == psutil.STATUS_ZOMBIE] == []
    assert list(temporary.iterdir()) == []
