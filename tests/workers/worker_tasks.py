"""Tasks for worker processes under test; importable there by name (see conftest.py)."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from kbdesk.errors import DamagedError
from kbdesk.message import TextBlock
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.document import Chunk, Section
from kbdesk.texts import text
from kbdesk.workers.child import Report


def echo(value: object, _report: Report) -> object:
    return value


def process_id(_report: Report) -> int:
    return os.getpid()


def count(last: int, report: Report) -> int:
    for number in range(last):
        report(number)
    return last


def crash(_report: Report) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


WAYS_TO_DIE: dict[str, Callable[[], object]] = {
    "SIGKILL": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "SIGSEGV": lambda: ctypes.string_at(0),
    "SIGABRT": os.abort,
    "exit": lambda: os._exit(3),
}


def crash_for(times: int, way: str, tally: Path, _report: Report) -> str:
    """Die that many times; each call leaves a mark in the tally."""
    with tally.open("a") as file:
        file.write("|")
    if tally.stat().st_size <= times:
        WAYS_TO_DIE[way]()
    return "done"


def grow_and_be_killed(size_bytes: int, tally: Path, report: Report) -> None:
    """Take memory until the system ends the process, as one does that is short of it."""
    with tally.open("a") as file:
        file.write("|")
    report(os.getpid())
    eaten = b"x" * size_bytes
    threading.Event().wait()
    del eaten


class Fatal:
    """Kills the first process that sends it."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[object, ...]:
        if not self.marker.exists():
            self.marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return str, ("fine",)


class FatalChunker(ChunkerBase):
    """Makes chunks of which one kills the first process that sends it."""

    chunker_type = "fatal"

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
        def metadata(number: int) -> dict[str, object]:
            return {"fatal": Fatal(self.marker)} if number == 300 else {}

        return [
            Chunk(
                content=TextBlock(text=f"passage {number} of process {os.getpid()}"),
                source="fatal",
                chunk_index=number,
                total_chunks=400,
                metadata=metadata(number),
            )
            for number in range(400)
        ]


def work_for_ever(report: Report) -> None:
    report(os.getpid())
    threading.Event().wait()


def stand_still(report: Report) -> None:
    report(os.getpid())
    os.kill(os.getpid(), signal.SIGSTOP)


def hold_the_interpreter(report: Report) -> None:
    """Stay in a C function that lets no other thread run."""
    report(os.getpid())
    re.match(r"(a+)+$", "a" * 64 + "b")


def large(size: int, report: Report) -> list[bytes]:
    report(os.getpid())
    return [b"x" * size]


def eat_memory(size_bytes: int, report: Report) -> None:
    report(os.getpid())
    eaten = [b"x" * (1 << 20) for _ in range(size_bytes >> 20)]
    threading.Event().wait()
    del eaten


def refuse(_report: Report) -> None:
    raise DamagedError(text("test", "It is broken."), text("test", "Mend it."))


def fail_with_a_secret(_report: Report) -> None:
    raise ValueError("my secret")


def leave(_report: Report) -> None:
    raise SystemExit(3)


def print_something(_report: Report) -> str:
    print("noise")
    os.write(1, b"noise")
    os.write(2, b"noise")
    return "silent"


def environment(_report: Report) -> dict[str, str | int | bool]:
    import sys

    return {
        "threads": os.environ["OMP_NUM_THREADS"],
        "niceness": os.nice(0),
        "has_qt": any(name.startswith("PySide6") for name in sys.modules),
        "has_milvus": "pymilvus" in sys.modules,
    }


def wait_for(path: Path, report: Report) -> str:
    report("waiting")
    while not path.exists():
        threading.Event().wait(0.01)
    return "seen"
