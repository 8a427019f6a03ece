"""What runs in a worker process: it waits for tasks, does them one after the other, and leaves with its parent."""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Literal

Kind = Literal["beat", "progress", "result", "error"]
Report = Callable[[Any], None]
Task = Callable[[Report], Any]

BEAT_S = 0.25
SLICE_BYTES = 16_000
"""Of a message: a pipe takes that much in one piece, so a process that is stopped never leaves half a slice behind."""
MORE, LAST = b"+", b"."
"""The first byte of a slice."""
_NICENESS = 5
_PR_SET_PDEATHSIG = 1  # of Linux
_THREADS = "2"
_THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def main(connection: Connection) -> None:
    """Do tasks until the parent hangs up.

    Args:
        connection: Tasks come in, pairs of `Kind` and a value go out.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which then hangs up
    _die_with_the_parent()
    _be_modest()
    _be_silent()
    answers = _Answers(connection)
    threading.Thread(target=answers.beat, name="beat", daemon=True).start()
    while True:
        try:
            task = connection.recv_bytes()
        except EOFError:
            return
        answers.do(task)


class _Answers:
    """The way back to the parent, shared by the thread that works and the thread that beats."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._working = threading.Event()
        self._pause = threading.Event()

    def do(self, pickled: bytes) -> None:
        """Do a task and send its result or its error; beat meanwhile."""
        self._working.set()
        try:
            task: Task = pickle.loads(pickled)  # noqa: S301  from the parent; imports what the task needs
            answer = _packed("result", task(lambda value: self._send(_packed("progress", value))))
        except BaseException as exc:  # noqa: BLE001  whatever a parser raises belongs to one file, not to the process
            answer = _packed("error", _portable(exc))
        self._working.clear()
        self._send(answer)

    def beat(self) -> None:
        """Say again and again that this process still runs, while it works."""
        while self._working.wait():
            self._send(_packed("beat", None))
            self._pause.wait(BEAT_S)

    def _send(self, message: bytes) -> None:
        """Send to the parent, slice by slice, each a sign of life; end the process if there is no parent any more."""
        try:
            with self._lock:
                for start in range(0, len(message), SLICE_BYTES):
                    mark = LAST if start + SLICE_BYTES >= len(message) else MORE
                    self._connection.send_bytes(mark + message[start : start + SLICE_BYTES])
        except OSError:
            os._exit(1)  # no clean end: the thread that works may be deep in a library


def _packed(kind: Kind, value: Any) -> bytes:
    return pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)


def _portable(exception: BaseException) -> tuple[Exception, str]:
    """Return what of an error can travel: a pickle of it, and a traceback where nobody expected it."""
    from kbdesk.errors import KbError, unexpected
    from kbdesk.logs import describe

    if isinstance(exception, KbError | OSError):
        return exception, ""
    return unexpected(exception), describe(exception)


def _die_with_the_parent() -> None:
    """Let the system end this process with its parent, even while a library keeps the thread that beats from running.

    Elsewhere than on Linux such a process ends when the library gives way, and all others at their next beat.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _be_modest() -> None:
    """Leave the processor to the window."""
    for name in _THREAD_VARIABLES:
        os.environ.setdefault(name, _THREADS)
    if sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        import resource

        os.nice(_NICENESS)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would hold what stands in documents


def _be_silent() -> None:
    """Keep what libraries print away from the parent's terminal and its JSON."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(null, stream)
    os.close(null)
