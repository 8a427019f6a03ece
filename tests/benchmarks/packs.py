"""How long a knowledge base takes to become a file and to come out of one, beside zipfile; prints one JSON object.

    python tests/benchmarks/packs.py [--documents 10000] [--rounds 3]

Beside each, in turn, the same files are packed by zipfile, or unpacked by it with one sync for all. Neither side reads
documents: taking in ends when all of it is there and queued. Times are the best of the rounds, in seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kbdesk.library.library import Library
from kbdesk.library.packs.archives import ArchiveWriter
from kbdesk.library.packs.manifest import DocumentItem, Manifest
from kbdesk.paths import DataFolder

WORDS = ("travel", "leave", "desk", "office", "form", "lead", "day", "week", "signed", "train", "hotel", "notice")
WORDS_A_DOCUMENT = 400


def make_pack(path: Path, count: int) -> list[str]:
    """Write a file with so many documents, each of other words; return their names in it."""
    dice = random.Random(7)
    items = [
        DocumentItem(file=f"documents/section {number % 97}/rule {number}.txt", name=f"section/rule {number}.txt")
        for number in range(count)
    ]
    source = path.with_name("source.txt")
    with path.open("wb") as file, ArchiveWriter(file, lambda: None) as writer:
        for item in items:
            source.write_text(f"{item.name}: {' '.join(dice.choices(WORDS, k=WORDS_A_DOCUMENT))}", encoding="utf-8")
            with source.open("rb") as reader:
                writer.add(item.file, reader, source.stat().st_size)
        writer.describe(Manifest(kbdesk="0.1.0", name="Rules", documents=items))
    return [item.file for item in items]


def unpack(pack: Path, names: list[str], folder: Path) -> None:
    folder.mkdir()
    with zipfile.ZipFile(pack) as archive:
        for number, name in enumerate(names):
            (folder / str(number)).write_bytes(archive.read(name))
    os.sync()


def pack_again(folder: Path, path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in folder.iterdir():
            archive.write(each)
    os.sync()


def timed(work: Callable[[], object]) -> float:
    os.sync()  # what was written before is not waited for here
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


async def take_in_and_export(pack: Path, folder: Path, out: Path) -> tuple[float, float]:
    """Return how long both took in a new library, which is closed before it has read much."""
    async with await Library.open(DataFolder(folder)) as library:
        os.sync()
        start = time.perf_counter()
        base = await library.packs.take_in(pack)
        taken_in = time.perf_counter() - start
        await library.queue.pause()
        os.sync()
        start = time.perf_counter()
        exported = await library.packs.export(base.id, out)
        assert exported.document_count == base.document_count
        return taken_in, time.perf_counter() - start


def measure(count: int, rounds: int) -> dict[str, Any]:
    times: dict[str, list[float]] = {"take_in": [], "unpack": [], "export": [], "pack": []}
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        pack, floor, data = work / "rules.kbpack", work / "floor", work / "data"
        names = make_pack(pack, count)
        for _ in range(rounds):
            times["unpack"].append(timed(lambda: unpack(pack, names, floor)))
            times["pack"].append(timed(lambda: pack_again(floor, work / "floor.zip")))
            taken_in, exported = asyncio.run(take_in_and_export(pack, data, work / "again.kbpack"))
            times["take_in"].append(taken_in)
            times["export"].append(exported)
            shutil.rmtree(floor)
            shutil.rmtree(data)
    best = {name: min(each) for name, each in times.items()}
    return {
        "documents": count,
        **{f"{name}_s": round(value, 2) for name, value in best.items()},
        "take_in_ratio": round(best["take_in"] / best["unpack"], 2),
        "export_ratio": round(best["export"] / best["pack"], 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    os.environ["KBDESK_MODEL_FILE"] = "/nowhere/weights.bin"  # nothing is to be embedded beside what is measured
    print(json.dumps(measure(options.documents, options.rounds)))


if __name__ == "__main__":
    main()
