"""How soon orders take effect in the middle of a PDF of 5,000 pages; prints one JSON object.

    python tests/benchmarks/control.py [--pages 5000] [--rounds 3]

Pause, stop and cancel are given in the middle of reading and of embedding, resume and retry afterwards. Of each, in
seconds: how long the call takes, until the row says so, and until the processor is free again: the process that read
is gone, or the model answers a search.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import psutil
from large_pdf import write_pdf

from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, IngestProgress, State
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder

PHASES = {"reading": "page", "embedding": "passage"}
RESTING = {"pause": State.PAUSED, "stop": State.STOPPED, "cancel": None}


class Row:
    """The row of the one document, as the library tells of it."""

    def __init__(self, library: Library) -> None:
        self._told = asyncio.Event()
        self._progress: IngestProgress | None = None
        self.document: DocumentInfo | None = None
        library.watch(Watcher(self._note_progress, self._note, lambda _: self._note(None)))

    async def shows(self, *states: State | None) -> None:
        """Wait until the row has one of these states; None: until it is gone."""
        while (self.document.state if self.document else None) not in states:
            await self._next()

    async def is_in(self, phase: str) -> None:
        """Wait until a good part of the document is read, or of it embedded."""
        unit, self._progress = PHASES[phase], None  # what is known may be of the work before
        while not (self._progress and self._progress.unit == unit and self._progress.unit_number > 50):
            await self._next()

    async def _next(self) -> None:
        self._told.clear()
        await self._told.wait()

    def _note(self, document: DocumentInfo | None) -> None:
        self.document = document
        self._told.set()

    def _note_progress(self, progress: IngestProgress) -> None:
        self._progress = progress
        self._told.set()


class Times:
    """What was measured, in seconds, by what it was."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)

    async def take(self, what: str, started: float, work: Awaitable[object]) -> None:
        await work
        self._seconds[what].append(time.perf_counter() - started)

    def summary(self) -> dict[str, dict[str, float]]:
        return {
            what: {"median": round(statistics.median(seconds), 3), "worst": round(max(seconds), 3)}
            for what, seconds in sorted(self._seconds.items())
        }


async def measure(pdf: Path, data: Path, rounds: int) -> dict[str, object]:
    times = Times()
    async with await Library.open(DataFolder(data).prepare()) as library:
        await _add(library, _note(pdf.parent))  # something to search in
        row = Row(library)
        adding = [asyncio.create_task(_add(library, pdf))]
        for _ in range(rounds):
            for phase in PHASES:
                for order in RESTING:
                    await row.is_in(phase)
                    await _order(library, row, times, f"{order} while {phase}")
                    adding += await _go_on(library, row, times, order, pdf)
        await library.queue.cancel()
        await asyncio.gather(*adding)
    return times.summary()


async def _order(library: Library, row: Row, times: Times, what: str) -> None:
    assert row.document is not None
    order, phase = what.split(" while ")
    free = _gone(await _reader()) if phase == "reading" else _answers(library)
    act: Callable[[list[str]], Awaitable[None]] = getattr(library.queue, order)
    started = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        group.create_task(times.take(f"{what}: the call", started, act([row.document.id])))
        group.create_task(times.take(f"{what}: the row", started, row.shows(RESTING[order])))
        group.create_task(times.take(f"{what}: the processor", started, free))


async def _go_on(library: Library, row: Row, times: Times, order: str, pdf: Path) -> list[asyncio.Task[object]]:
    """Have the document worked on again; return what waits for its end."""
    working, document = row.shows(State.READING, State.EMBEDDING), row.document
    started = time.perf_counter()
    if document is None:
        waiting = [asyncio.create_task(_add(library, pdf))]
        await working
    elif order == "stop":
        waiting = [asyncio.create_task(library.retry([document.id]))]
        await times.take("retry: the row", started, working)
    else:
        waiting = []
        await library.queue.resume([document.id])
        await times.take("resume: the row", started, working)
    return [*waiting]


def _note(folder: Path) -> Path:
    path = folder / "note.txt"
    path.write_text("Trains are paid by the company.", "utf-8")
    return path


async def _add(library: Library, pdf: Path) -> object:
    return await library.add((await library.knowledge_bases())[0].id, [pdf])


async def _reader() -> psutil.Process:
    """Return the process that reads now: of all children the one that computes."""
    before = {child: child.cpu_times().user for child in psutil.Process().children()}
    await asyncio.sleep(0.3)
    return max(before, key=lambda child: child.cpu_times().user - before[child])


async def _gone(process: psutil.Process) -> None:
    with suppress(psutil.NoSuchProcess):
        while process.status() != psutil.STATUS_ZOMBIE:  # noqa: ASYNC110  the system tells nobody
            await asyncio.sleep(0.005)


async def _answers(library: Library) -> None:
    """Search for something that was not searched for before, so that the model has to be asked."""
    await library.search([f"Who pays for a train at {time.time_ns()}?"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "manual.pdf"
        write_pdf(pdf, options.pages)
        print(json.dumps(asyncio.run(measure(pdf, Path(folder) / "data", options.rounds)), indent=1))


if __name__ == "__main__":
    main()
