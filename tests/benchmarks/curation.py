"""How long acts upon passages take, by the number of passages of their document; prints one JSON object.

    python tests/benchmarks/curation.py [--sizes 100,5000] [--rounds 5]

Passages are found by their words only, so that no model is measured. `write_one` is the floor: the store writes one
passage of the document. Times are medians in milliseconds; `ratio` is that of the largest document to `write_one` of
the same document, in the same run. Merging, splitting, adding, and taking these back number all passages behind anew.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

os.environ["KBDESK_MODEL_FILE"] = "/nowhere/weights.bin"

from kbdesk.library.chunking import Chunking
from kbdesk.library.curation.types import Edited
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.sqlite import SQLiteStore

WORDS = "travel leave office form lead euro hotel rule week team budget invoice training laptop desk badge parking"

Times = defaultdict[str, list[float]]


async def make(library: Library, folder: Path, count: int) -> DocumentInfo:
    """Have a document of so many passages and no other."""
    dice, words = random.Random(1), WORDS.split()
    rules = (f"Rule {number}. {' '.join(dice.choices(words, k=30))}." for number in range(count))
    path = folder / f"{count}.txt"
    path.write_text("\n\n".join(rules))
    kb_id = (await library.knowledge_bases())[0].id
    await library.chunking.set(kb_id, Chunking("paragraph", 64, 0))
    [result] = await library.add(kb_id, [path])
    return result.document


async def measure(folder: Path, count: int, rounds: int) -> dict[str, float]:
    """Return the median time of each act in seconds."""
    times: Times = defaultdict(list)
    data = DataFolder(folder / str(count))
    async with await Library.open(data) as library, SQLiteStore(data.store_db) as store:
        document = await make(library, folder, count)
        await library.curation.annotate(document.id, 0, "The first act on a document also keeps it as it was cut.")
        for number in range(rounds):
            await act(library, document.id, 1 + number * 9, times)
            times["write_one"].append(await write_one(store, document))
    return {name: statistics.median(values) for name, values in times.items()}


async def act(library: Library, document_id: str, index: int, times: Times) -> None:
    """Do every act once, at passages from `index` on."""
    curation = library.curation

    async def timed(name: str, work: Callable[[], Awaitable[Edited]]) -> Edited:
        start = time.perf_counter()
        edited = await work()
        times[name].append(time.perf_counter() - start)
        return edited

    await timed("turn_off", lambda: curation.turn_off(document_id, [index]))
    await timed("turn_on", lambda: curation.turn_on(document_id, [index]))
    await timed("correct", lambda: curation.correct(document_id, index + 1, "Something else is said here now."))
    await timed("annotate", lambda: curation.annotate(document_id, index + 2, "Asked for often."))
    await timed("merge", lambda: curation.merge(document_id, index + 3, index + 4))
    await timed("split", lambda: curation.split(document_id, index + 4, 40))
    added = await timed("add", lambda: curation.add(document_id, index + 6, "Added by hand."))
    await timed("undo", lambda: curation.undo(added.id))


async def write_one(store: SQLiteStore, document: DocumentInfo) -> float:
    """Return the time in which the store alone writes the first passage of a document."""
    collection = f"kb_{document.knowledge_base_id}"
    [record] = await store.list_records(collection, document.id, limit=1)
    start = time.perf_counter()
    await store.replace_chunks(collection, [record], document_id=document.id, place=range(1))
    return time.perf_counter() - start


def summary(figures: dict[int, dict[str, float]]) -> dict[str, Any]:
    """Return the times of each act by size, and its ratio."""
    largest = figures[max(figures)]
    return {
        name: {str(count): round(found[name] * 1000, 1) for count, found in figures.items()}
        | {"ratio": round(largest[name] / largest["write_one"], 1)}
        for name in largest
    }


def main() -> None:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="100,5000", help="passages")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    figures: dict[int, dict[str, float]] = {}
    with tempfile.TemporaryDirectory(prefix="kbdesk-curation-") as made:
        for size in map(int, options.sizes.split(",")):
            figures[size] = asyncio.run(measure(Path(made), size, options.rounds))
    json.dump(summary(figures), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
