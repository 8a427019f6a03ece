from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kbdesk.errors import StoreInUseError
from kbdesk.library.lock import WINDOW, WriterLock
from kbdesk.texts import Text

HOLDER = """
import asyncio, sys, pathlib
from kbdesk.library.lock import WriterLock
lock = WriterLock(pathlib.Path(sys.argv[1]))
asyncio.run(lock.acquire(sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kbdesk.lock"


def hold(path: Path, program: str = "kbdesk add") -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path), program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


async def test_the_second_is_told_who_holds_it(path: Path) -> None:
    with hold(path) as other:
        with pytest.raises(StoreInUseError, match=rf"kbdesk add \(process {other.pid}\) is working"):
            await WriterLock(path).acquire("a test")
        other.kill()


async def test_a_window_is_not_said_to_work_but_to_be_open(path: Path) -> None:
    with hold(path, WINDOW) as other:
        with pytest.raises(StoreInUseError, match=rf"open on this data folder \(process {other.pid}\)\. Close it"):
            await WriterLock(path).acquire("a test")
        other.kill()


async def test_a_process_that_was_killed_locks_nobody_out(path: Path) -> None:
    with hold(path) as other:
        other.kill()
        other.wait()
        lock = WriterLock(path)
        await lock.acquire("a test")
    owner = lock.owner()
    assert owner is not None
    assert owner.program == "a test"
    await lock.release()


async def test_whoever_waits_is_told_for_whom_and_gets_its_turn(path: Path) -> None:
    told: list[Text] = []
    with hold(path) as other:

        def leave(held: Text) -> None:
            told.append(held)
            other.kill()

        lock = WriterLock(path)
        await lock.acquire("a test", patience_s=30, on_wait=leave)
        await lock.release()
    assert [text.values["program"] for text in told] == ["kbdesk add"]


async def test_a_released_lock_is_free_and_names_nobody(path: Path) -> None:
    lock = WriterLock(path)
    await lock.acquire("a test")
    await lock.release()
    assert lock.owner() is None
    second = WriterLock(path)
    await second.acquire("another")
    await second.release()


async def test_it_is_taken_also_where_nobody_can_be_named(path: Path) -> None:
    path.with_name("kbdesk.lock.owner").mkdir()  # as little can be written to it as on a full disk
    lock = WriterLock(path)
    await lock.acquire("a test")
    with pytest.raises(StoreInUseError, match="Another program"):
        await WriterLock(path).acquire("another")
    await lock.release()
