"""How late a 5 ms timer in the real window gets while files are taken in; prints one JSON object.

    python tests/benchmarks/window_lateness.py [--files 200] [--folder FOLDER]

The window is the real one over a real library in a temporary data folder; without a screen it is off-screen.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from array import array
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from kbdesk.library.library import Library
from kbdesk.library.types import State
from kbdesk.paths import DataFolder, resources
from kbdesk.secrets import SecretStore
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.garbage import GarbageCollector
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

TICK_S = 0.005


class Tick(NamedTuple):
    """One tick of the timer, in milliseconds.

    Attributes:
        late: How late it was.
        queued: How long its thread was ready meanwhile and waited for a processor that others had; 0 where the system
            does not tell.
        computed: How long its thread computed meanwhile.
    """

    late: float
    queued: float
    computed: float

    @property
    def own(self) -> float:
        """How late it was through this program, not through others on the same processors."""
        return max(0.0, self.late - self.queued)


class Ticker:
    """A 5 ms timer that notes each of its ticks, as plain numbers.

    The cycle collector looks at every object there is, on the thread that is measured: 170,000 ticks as objects made it
    take 100 ms.
    """

    def __init__(self) -> None:
        self._values = array("d")
        self._timer = QTimer(interval=round(TICK_S * 1000), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._last = time.perf_counter(), queued_s(), time.thread_time()
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter(), queued_s(), time.thread_time()
        passed, queued, computed = (new - old for new, old in zip(now, self._last, strict=True))
        self._values.extend((max(0.0, passed - TICK_S) * 1000, queued * 1000, computed * 1000))
        self._last = now

    @property
    def ticks(self) -> list[Tick]:
        """The ticks so far."""
        values = iter(self._values)
        return [Tick(*each) for each in zip(values, values, values, strict=True)]


def queued_s() -> float:
    """Return how long this thread has waited for a processor so far, in seconds (Linux; elsewhere 0)."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text("ascii").split()[1]) / 1e9
    except OSError:
        return 0.0


def make_files(folder: Path, count: int) -> None:
    """Write Markdown files of about 4 kB with a few headings each."""
    for number in range(count):
        parts = [f"# Policy {number}"]
        for section in range(4):
            sentence = f"Rule {section} of policy {number}: ask your lead before you book, and keep every receipt. "
            parts.append(f"## Section {section}\n\n{sentence * 10}")
        (folder / f"policy {number:04}.md").write_text("\n\n".join(parts), "utf-8")


async def measure(app: QApplication, files: Path, data: Path) -> dict[str, object]:
    secrets = SecretStore()
    async with await Library.open(DataFolder(data).prepare(), secrets=secrets) as library:
        theme = Theme(app, resources() / "icons")
        desk = Desk(library, theme, ErrorReporter(), Surroundings(data, secrets, files, lambda _: True))
        desk.window.show()
        desk.start()
        await asyncio.sleep(1)  # drawing the first picture is not what is measured
        garbage = GarbageCollector()
        ticker = Ticker()
        started = time.perf_counter()
        desk.take_paths([files])
        while desk.scope.is_busy:
            await asyncio.sleep(0.05)
            for dialog in desk.window.findChildren(QDialog):  # once, not in sync; and yes to the plan
                dialog.accept()
        seconds = time.perf_counter() - started
        documents = await library.documents((await library.knowledge_bases())[0].id)
        garbage.stop()
        await desk.scope.aclose()
        desk.window.close_now()
    secrets.close()
    done = sum(each.state == State.DONE for each in documents)
    return {"files": len(documents), "done": done, "seconds": round(seconds, 1), **summary(ticker.ticks)}


def summary(ticks: list[Tick]) -> dict[str, object]:
    """Return the lateness in milliseconds: median, 99th percentile, the five worst and what they waited for."""
    worst = sorted(ticks, reverse=True)
    return {
        "ticks": len(ticks),
        "late_ms_median": round(statistics.median(each.late for each in ticks), 1),
        "late_ms_p99": round(worst[len(worst) // 100].late, 1),
        "late_ms_worst": [round(each.late, 1) for each in worst[:5]],
        "of_that_waiting_for_a_processor": [round(each.queued, 1) for each in worst[:5]],
        "late_ms_worst_without_waiting": [round(each, 1) for each in sorted(each.own for each in ticks)[-5:][::-1]],
        "computed_ms_worst": round(max(each.computed for each in ticks), 1),
        "load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="take these files instead of made ones")
    options = parser.parse_args()
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as made:
        if options.folder is None:
            make_files(Path(made), options.files)
        with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
            result = runner.run(measure(app, options.folder or Path(made), Path(data)))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
