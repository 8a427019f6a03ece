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
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from kbdesk.library.library import Library
from kbdesk.library.types import State
from kbdesk.paths import DataFolder, resources
from kbdesk.secrets import SecretStore
from kbdesk.ui.desk import Desk, Surroundings
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.garbage import GarbageCollector
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.theme import Theme

TICK_S = 0.005


class Ticker:
    """A 5 ms timer that notes for each tick how late it is and what the thread computed meanwhile, in milliseconds.

    A tick that is late although its own thread computed little waited for the processor or for another thread.
    """

    def __init__(self) -> None:
        self.ticks: list[tuple[float, float]] = []
        self._timer = QTimer(interval=round(TICK_S * 1000), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._last, self._last_cpu = time.perf_counter(), time.thread_time()
        self._timer.start()

    def _tick(self) -> None:
        now, cpu = time.perf_counter(), time.thread_time()
        self.ticks.append((max(0.0, now - self._last - TICK_S) * 1000, (cpu - self._last_cpu) * 1000))
        self._last, self._last_cpu = now, cpu


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
        while desk.scope.is_busy:  # noqa: ASYNC110  (tasks start others, so no one event tells the end)
            await asyncio.sleep(0.05)
        seconds = time.perf_counter() - started
        worst = sorted(ticker.ticks, reverse=True)
        late = [lateness for lateness, _ in worst]
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
        documents = await library.documents((await library.knowledge_bases())[0].id)
        garbage.stop()
        await desk.scope.aclose()
        desk.window.close_now()
    secrets.close()
    return {
        "files": len(documents),
        "done": sum(each.state == State.DONE for each in documents),
        "seconds": round(seconds, 1),
        "ticks": len(late),
        "late_ms_median": round(statistics.median(late), 1),
        "late_ms_p99": round(late[len(late) // 100], 1),
        "late_ms_worst": [round(lateness, 1) for lateness, _ in worst[:5]],
        "computed_ms_in_worst": [round(computed, 1) for _, computed in worst[:5]],
        "computed_ms_most": round(max(computed for _, computed in worst), 1),
        "load_average": load,
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
