"""How long the window takes to open, list, filter and sort, by the number of documents; prints one JSON object.

    python tests/benchmarks/opening.py [--sizes 10,1000,10000] [--rounds 7] [--visible 8]

Each round opens the program's own window process once for every size, in turn, on libraries made beforehand; without a
screen it is off-screen. Times are medians in milliseconds, from the start of the process, or from what a person does,
until the list that results is painted; the ratio is that to the smallest size. `visible` rows are in sight at every
size, so that the same is painted. Opening a list is going to another knowledge base and back to this one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
import uuid
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt
from typing_extensions import override

from kbdesk import app, session
from kbdesk.library.database import Database
from kbdesk.library.library import Library
from kbdesk.library.schema import MIGRATIONS
from kbdesk.message import TextBlock
from kbdesk.paths import DataFolder
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.sqlite import SQLiteStore
from kbdesk.ui.desk import Desk
from kbdesk.ui.models.documents import Column

DIMENSIONS = 384
KINDS = ("Saved web page", "Web page")
PASSAGES = 2
REVIEWED = 9
"""Documents that a filter finds, at every size."""
LISTS = 5
"""How often each process goes through filters and orders."""


async def make_library(folder: Path, count: int) -> None:
    """Make a data folder with a knowledge base of `count` documents, and a second one that is empty."""
    data = DataFolder(folder)
    async with await Library.open(data) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await library.create_knowledge_base("Another one")
    rows = [_row(kb_id, number) for number in range(count)]
    database = Database(data.library_db, MIGRATIONS)
    await database.open()
    statement = f"INSERT INTO documents ({', '.join(rows[0])}) VALUES ({', '.join('?' * len(rows[0]))})"
    await database.write(lambda connection: connection.executemany(statement, [tuple(each.values()) for each in rows]))
    await database.aclose()
    async with SQLiteStore(data.store_db) as store:
        await store.create_collection(f"kb_{kb_id}", DIMENSIONS)
        for start in range(0, count, 500):
            await store.insert(f"kb_{kb_id}", [each for row in rows[start : start + 500] for each in _records(row)])


def _row(kb_id: str, number: int) -> dict[str, Any]:
    reviewed = ", reviewed" if number < REVIEWED else ""
    name = f"Handbook/Section {number % 37}/Policy {number} about travel and leave{reviewed}.md"
    state = ("done", "done", "done", "failed", "stopped")[number % 5]
    return {
        "id": uuid.uuid5(uuid.NAMESPACE_OID, name).hex,
        "knowledge_base_id": kb_id,
        "name": name,
        "path": b"/handbook/" + name.encode(),
        "kind": KINDS[number % len(KINDS)],
        "media_type": "text/markdown",
        "size_bytes": number * 7919 % 1_000_003,
        "state": state,
        "outcome": {"done": "text", "failed": "damaged"}.get(state, ""),
        "passage_count": PASSAGES if state == "done" else 0,
        "added_at": (datetime(2026, 3, 1, tzinfo=UTC) + timedelta(seconds=number)).isoformat(),
        "sha256": f"{number:064x}",
        "position": number,
        "tags": json.dumps([f"topic {number % 23}", "kept" if number < REVIEWED else "travel"]),
        "responsible": f"Person {number % 11}",
        "review_by": f"2099-{number % 12 + 1:02}-01",
        "description": f"What policy {number} is for, and for whom: everybody who travels on business.",
    }


def _records(row: dict[str, Any]) -> list[VectorRecord]:
    return [
        VectorRecord(
            vector=np.full(DIMENSIONS, 0.05, np.float32).tolist(),
            document_id=row["id"],
            chunk=Chunk(
                content=TextBlock(text=f"{row['name']}: passage {index} about trains and planes."),
                source=row["name"],
                chunk_index=index,
                total_chunks=PASSAGES,
            ),
        )
        for index in range(row["passage_count"])
    ]


class Paints(QObject):
    """Tells when a list that was not there before has been painted."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._pane = desk.window.panes.documents
        self._lists = 0
        self._painted = asyncio.Event()
        self._pane.table.model().list_started.connect(self._count)
        self._pane.table.viewport().installEventFilter(self)

    async def of(self, act: Callable[[], object]) -> float:
        """Return the seconds until the list that follows an act is painted."""
        self._lists = 0
        self._painted.clear()
        start = time.monotonic()
        act()
        await self._painted.wait()
        return time.monotonic() - start

    async def first(self) -> None:
        """Return when the first list is painted."""
        await self._painted.wait()

    def _count(self) -> None:
        self._lists += 1

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._lists and self._pane.table.model().rowCount():
            asyncio.get_running_loop().call_soon(self._painted.set)  # after the painting
        return False


class MeasuredDesk(Desk):
    """The window's desk, which looks on the clock and then ends the program."""

    started: float
    visible: int

    @override
    def start(self, paths: Sequence[Path] = ()) -> None:
        table = self.window.panes.documents.table
        self._paints = Paints(self)
        self.window.resize(self.window.width(), 900)
        table.setMaximumHeight(table.horizontalHeader().sizeHint().height() + self._row_height() * self.visible)
        self.scope.start(self._measure())
        super().start(paths)

    def _row_height(self) -> int:
        return self.window.panes.documents.table.verticalHeader().defaultSectionSize()

    async def _measure(self) -> None:
        await self._paints.first()
        figures: dict[str, float] = {"start": time.monotonic() - self.started}
        await asyncio.sleep(1)  # what is loaded behind the window is not what is measured
        pane = self.window.panes.documents
        lists = [await self._measure_list(number) for number in range(LISTS)]
        figures |= {name: statistics.median(each[name] for each in lists) for name in lists[0]}
        bases = self.window.panes.knowledge_bases.view
        bases.setCurrentIndex(bases.model().index(1, 0))
        await asyncio.sleep(0.5)
        tracemalloc.start()
        await self._paints.of(lambda: bases.setCurrentIndex(bases.model().index(0, 0)))
        await asyncio.sleep(0.5)
        figures["model_mib"] = tracemalloc.get_traced_memory()[0] / 2**20
        figures["rows"] = pane.table.model().rowCount()
        figures["rss_mib"] = _rss_mib()
        print(json.dumps(figures), flush=True)
        self.presenters.leaving.left.emit()

    async def _measure_list(self, round_number: int) -> dict[str, float]:
        pane = self.window.panes.documents
        bases = self.window.panes.knowledge_bases.view
        figures: dict[str, float] = {}

        async def note(name: str, act: Callable[[], object]) -> None:
            figures[name] = await self._paints.of(act)
            await asyncio.sleep(0.3)

        bases.setCurrentIndex(bases.model().index(1, 0))
        await asyncio.sleep(0.3)
        await note("open_list", lambda: bases.setCurrentIndex(bases.model().index(0, 0)))
        await note("filter_name", lambda: pane.set_filter("policy"))
        await note("filter_few", lambda: pane.set_filter("reviewed"))
        await note("filter_kind", lambda: pane.set_filter("reviewed page"))
        await note("filter_owner", lambda: pane.set_filter("person 7"))
        await note("filter_tag", lambda: pane.details.facts.tag_chosen.emit("kept"))
        await note("filter_off", lambda: pane.set_filter(""))
        order = (Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder)[round_number % 2]
        for column in (*list(Column)[1:], Column.NAME):
            await note(f"sort_{column.name.lower()}", lambda column=column: pane.table.sortByColumn(column, order))
        return figures


def _rss_mib() -> float:
    line = next(line for line in Path("/proc/self/status").read_text("ascii").splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def open_window(folder: Path, visible: int) -> dict[str, float]:
    """Run the program once on a data folder and return its figures."""
    root = str(Path(__file__).resolve().parents[2])
    command = [sys.executable, __file__, "--child", str(folder), "--visible", str(visible)]
    started = time.monotonic()
    ran = subprocess.run(
        [*command, "--started", str(started)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root, "KBDESK_MODEL_FILE": "/nowhere/weights.bin"},
        check=True,
        timeout=180,
    )
    return json.loads(ran.stdout.splitlines()[-1])


def summary(figures: dict[int, list[dict[str, float]]]) -> dict[str, Any]:
    """Return the median of every figure by size, and its ratio to the smallest size."""
    result: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    smallest = min(figures)
    for name in figures[smallest][0]:
        medians = {size: statistics.median(each[name] for each in rounds) for size, rounds in figures.items()}
        is_time = not name.endswith(("mib", "rows"))
        for size, value in medians.items():
            result[name][str(size)] = round(value * 1000, 1) if is_time else round(value, 2)
        if is_time:
            result[name]["ratio"] = round(medians[max(figures)] / medians[smallest], 2)
    return dict(result)


def main() -> None:
    """Parse the command line; measure, or be what is measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="10,1000,10000")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--visible", type=int, default=8, help="rows in sight")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--started", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        MeasuredDesk.started, MeasuredDesk.visible = options.started, options.visible
        session.Desk = MeasuredDesk
        sys.exit(app.main(options.child, []))
    sizes = [int(each) for each in options.sizes.split(",")]
    figures: dict[int, list[dict[str, float]]] = {size: [] for size in sizes}
    with tempfile.TemporaryDirectory(prefix="kbdesk-opening-") as made:
        for size in sizes:
            asyncio.run(make_library(Path(made) / str(size), size))
        for number in range(options.rounds + 1):
            for size in sizes:
                found = open_window(Path(made) / str(size), options.visible)
                if number:  # the first round reads the files into the system's cache
                    figures[size].append(found)
    print(json.dumps(summary(figures), indent=1))


if __name__ == "__main__":
    main()
