"""A drop of many real files with bad ones among them on the real window; prints one JSON object.

    python tests/benchmarks/mixed_drop.py [--files 2000] [--bad 40] [--sample 400]

How long it takes, how each file ends, how late a 5 ms timer of the window gets, how much memory its process takes, and
how many passages a second it takes in, compared with the model alone over an even sample of the same passages, right
before and right after. Without the shared corpus the files are made.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
from mixed_files import make_mix
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog
from window_lateness import Ticker, summary  # sets up Qt's platform first

from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, State
from kbdesk.paths import DataFolder, resources
from kbdesk.secrets import SecretStore
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.garbage import GarbageCollector
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

MEBIBYTE = 1 << 20


class Meter:
    """Looks ten times a second what this process and its children take.

    Attributes:
        window_bytes: Most memory of this process.
        children_bytes: Most memory of its children together.
        computed_s: How long each process computed, by its id; of a worker, its main thread.
        queued_s: How long it waited meanwhile for a processor that others had; empty where the system does not tell.
    """

    def __init__(self) -> None:
        self.window_bytes = self.children_bytes = 0
        self.computed_s: dict[int, float] = {}
        self.queued_s: dict[int, float] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        process = psutil.Process()
        while not self._ended.wait(0.1):
            self.window_bytes = max(self.window_bytes, self._note(process))
            self.children_bytes = max(self.children_bytes, sum(map(self._note, process.children())))

    def _note(self, process: psutil.Process) -> int:
        with suppress(psutil.Error):
            times = process.cpu_times()
            self.computed_s[process.pid] = times.user + times.system
            with suppress(OSError):
                computed, queued, _ = Path(f"/proc/{process.pid}/schedstat").read_text("ascii").split()
                self.computed_s[process.pid], self.queued_s[process.pid] = int(computed) / 1e9, int(queued) / 1e9
            return process.memory_info().rss
        return 0


class Clicker:
    """Agrees to what the window asks before a large drop."""

    def __init__(self) -> None:
        self._timer = QTimer(interval=50)
        self._timer.timeout.connect(self._click)
        self._timer.start()

    def _click(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                for name in ("once_button", "add_button"):
                    if hasattr(widget, name):
                        getattr(widget, name).click()


async def measure(app: QApplication, files: Path, data: Path) -> tuple[dict[str, Any], list[DocumentInfo]]:
    secrets = SecretStore()
    async with await Library.open(DataFolder(data).prepare(), secrets=secrets) as library:
        theme = Theme(app, resources() / "icons")
        desk = Desk(library, theme, ErrorReporter(), Surroundings(data, secrets, files, lambda _: True))
        desk.window.show()
        desk.start()
        await asyncio.sleep(1)  # drawing the first picture is not what is measured
        figures = await _drop(desk, files)
        documents = await library.documents((await library.knowledge_bases())[0].id)
        await desk.scope.aclose()
        desk.window.close_now()
    secrets.close()
    return figures, documents


async def _drop(desk: Desk, files: Path) -> dict[str, Any]:
    garbage, clicker, ticker, meter = GarbageCollector(), Clicker(), Ticker(), Meter()
    finished = asyncio.Event()
    desk.presenters.intake.finished.connect(finished.set)
    started = time.perf_counter()
    desk.take_paths([files])
    await finished.wait()
    seconds = time.perf_counter() - started
    meter.stop()
    garbage.stop()
    del clicker
    of_window = meter.computed_s.pop(os.getpid())
    model = max(meter.computed_s, key=lambda pid: meter.computed_s[pid])
    return {
        "seconds": round(seconds, 1),
        "model_computed_share": round(meter.computed_s[model] / seconds, 3),
        "model_waited_for_a_processor_share": round(meter.queued_s.get(model, 0.0) / seconds, 3),
        "window_computed_share": round(of_window / seconds, 3),
        "window_mib_most": meter.window_bytes // MEBIBYTE,
        "workers_mib_most": meter.children_bytes // MEBIBYTE,
        **summary(ticker.ticks),
    }


def endings(documents: list[DocumentInfo], bad: set[str]) -> dict[str, Any]:
    """Return how the files ended: how many well, the bad ones with their reasons, and whatever ended otherwise."""
    done = [document for document in documents if document.state == State.DONE]
    failed = {document.path.name: document for document in documents if document.state == State.FAILED}
    return {
        "files": len(documents),
        "done": len(done),
        "failed": len(failed),
        "passages": sum(document.passage_count for document in done),
        "bad_with_reason": sum(bool(failed[name].message) for name in bad if name in failed),
        "bad_that_did_not_fail": sorted(bad - failed.keys()),
        "others_that_failed": {name: str(one.message) for name, one in failed.items() if name not in bad},
        "others_unfinished": [one.name for one in documents if one.state not in (State.DONE, State.FAILED)],
        "reasons": {name: str(failed[name].message) for name in sorted(bad & failed.keys())},
    }


def passages_a_second(files: Path, sample: int) -> float:
    """Return how many passages the model alone takes in a second, in a process of its own."""
    command = [sys.executable, __file__, "--alone", str(files), "--sample", str(sample)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return float(done.stdout)


def embed_alone(files: Path, sample: int) -> float:
    from kbdesk.embedding.local import LocalEmbeddingModel
    from kbdesk.library.chunking import Chunking
    from kbdesk.library.walk import walk
    from kbdesk.rag.parsers.registry import parse_file

    parsed = [parse_file(found.path, found.name) for found in walk([files]) if not found.name.startswith("bad ")]
    texts = [
        chunk.text
        for one in parsed
        for chunk in asyncio.run(Chunking().chunker().chunk(one.sections))
        if chunk.text.strip()
    ]
    texts = [texts[int(number * max(1.0, len(texts) / sample))] for number in range(min(sample, len(texts)))]
    os.nice(5)  # as worker processes are, so that others on this computer slow both down alike
    model = LocalEmbeddingModel()
    model.encode(texts[:1], "passage")  # loads it
    started = time.perf_counter()
    model.encode(texts, "passage")
    return len(texts) / (time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--bad", type=int, default=40)
    parser.add_argument("--sample", type=int, default=400, help="passages for the model alone, each time")
    parser.add_argument("--alone", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        print(embed_alone(options.alone, options.sample))
        return
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as made:
        bad = make_mix(Path(made), options.files, options.bad)
        before = passages_a_second(Path(made), options.sample)
        with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
            figures, documents = runner.run(measure(app, Path(made), Path(data)))
        alone = (before + passages_a_second(Path(made), options.sample)) / 2
    ended = endings(documents, bad)
    rate = ended["passages"] / figures["seconds"]
    rates = {"passages_a_second": round(rate, 2), "model_alone": round(alone, 2), "ratio": round(rate / alone, 3)}
    print(json.dumps({**rates, **figures, **ended}, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
