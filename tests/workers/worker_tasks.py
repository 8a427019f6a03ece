"""Tasks for worker processes under test; importable there by name (see conftest.py)."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from kbdesk.errors import DamagedError
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


def crash_once(marker: Path, _report: Report) -> str:
    if marker.exists():
        return "done"
    marker.touch()
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def work_for_ever(report: Report) -> None:
    report(os.getpid())
    threading.Event().wait()


def stand_still(report: Report) -> None:
    report(os.getpid())
    os.kill(os.getpid(), signal.SIGSTOP)


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
