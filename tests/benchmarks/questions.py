"""Measure searches in a large collection: `python tests/benchmarks/questions.py --passages 50000 --json out.json`.

50,000 passages and questions of real handbooks in several languages, from ../shared/eval where that is there (each
passage several times, its words in other orders), with random vectors. A bare numpy search (one product, one partition)
runs in the same loop as the searches, query by query, so that a noisy machine slows both. For each: the wall clock, and
the processor time of all threads, which depends less on what else the machine does. `find` is the whole hybrid search
but for the embedding of the query.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from store import DIMENSIONS, WORDS, model_of, text_of

from kbdesk.message import TextBlock
from kbdesk.rag import Chunk, KnowledgeBase, VectorRecord
from kbdesk.rag.language import language_of
from kbdesk.rag.stores.sqlite import SQLiteStore

EVAL = Path(__file__).resolve().parents[3] / "shared" / "eval"
PER_DOCUMENT = 20
DEPTH = 50


def lines(name: str) -> list[str]:
    """Return the texts of a file of the evaluation set, [] if it is not there."""
    path = EVAL / name
    return [json.loads(line)["text"] for line in path.read_text().splitlines()] if path.exists() else []


def documents(passages: int) -> Iterator[tuple[str, list[str]]]:
    """Yield documents, each with its id and its passages; neighbours of the set stay together."""
    originals = lines("passages.jsonl") or [text_of(number // 100, number % 100) for number in range(5000)]
    for start in range(0, passages, PER_DOCUMENT):
        places = range(start, min(start + PER_DOCUMENT, passages))
        texts = [originals[place % len(originals)] for place in places]
        yield (
            f"document-{start}",
            [shuffled(text, place // len(originals)) for text, place in zip(texts, places, strict=True)],
        )


def shuffled(text: str, seed: int) -> str:
    """Return the text itself, or with its words, or parts between commas, in another order."""
    parts = re.split(r"(?<=[\s，。、；])", text)
    if seed:
        random.Random(seed).shuffle(parts)
    return "".join(parts)


def questions() -> list[str]:
    """Return questions as people ask them."""
    dice = random.Random(5)
    asked = lines("questions.jsonl") + lines("faq_questions.jsonl")
    return asked or [" ".join(dice.choices(WORDS, k=dice.randint(5, 15))) for _ in range(200)]


def terms_of(text: str, dice: random.Random) -> list[str]:
    """Return a phrase as somebody would quote it from a passage."""
    words = text.split()
    start = dice.randrange(max(1, len(words) - 3))
    return [" ".join(words[start : start + 3])[:30]]


class Clock:
    """Times of one kind of search, in seconds: by the wall, and of the processor."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.processor: list[float] = []

    async def of(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Await the work, note how long it took, return what it returned."""
        wall, processor = time.perf_counter(), time.process_time()
        result = await work()
        self.wall.append(time.perf_counter() - wall)
        self.processor.append(time.process_time() - processor)
        return result

    def figures(self, floor: Clock) -> dict[str, float]:
        """Return milliseconds, and ratios to the same figures of the floor."""
        result: dict[str, float] = {}
        for name, own, bare in (("wall", self.wall, floor.wall), ("cpu", self.processor, floor.processor)):
            for percentile in (50, 95):
                value = cut(own, percentile)
                result[f"{name}_p{percentile}_ms"] = round(value * 1000, 2)
                result[f"{name}_p{percentile}_ratio"] = round(value / max(cut(bare, percentile), 1e-9), 2)
        return result


def cut(seconds: list[float], percentile: int) -> float:
    """Return a percentile, the first measurement left out."""
    return statistics.quantiles(seconds[1:], n=100, method="inclusive")[percentile - 1]


class Bench:
    """A full store and the searches in it."""

    def __init__(self, store: SQLiteStore, passages: int) -> None:
        self.store = store
        self.model = model_of("kbdesk")
        self.knowledge = KnowledgeBase("bench", "bench", self.model, store, "bench")
        self.vectors = np.random.default_rng(1).standard_normal((passages, DIMENSIONS)).astype(np.float32)
        self.vectors /= np.linalg.norm(self.vectors, axis=1, keepdims=True)
        self.passages: list[str] = []

    async def fill(self) -> float:
        """Insert all documents and return the seconds it took."""
        await self.store.create_collection("bench", DIMENSIONS)
        start = time.perf_counter()
        for name, texts in documents(len(self.vectors)):
            records = [
                VectorRecord(
                    vector=self.vectors[len(self.passages) + index].tolist(),
                    document_id=name,
                    chunk=Chunk(content=TextBlock(text=text), source=name, chunk_index=index, total_chunks=len(texts)),
                )
                for index, text in enumerate(texts)
            ]
            await self.store.insert("bench", records)
            self.passages += texts
        return time.perf_counter() - start

    async def measure(self) -> dict[str, Any]:
        """Return the figures of each kind of search."""
        dice = random.Random(7)
        kinds = ("numpy", "search", "search_by_language", "search_text", "search_exact", "word_shares", "find")
        clocks = {kind: Clock() for kind in kinds}
        for question in [questions()[0], *questions()]:  # the first one warms up
            vector = self.vectors[dice.randrange(len(self.vectors))]
            self.model.known[question] = vector.tolist()
            await clocks["numpy"].of(lambda query=vector: self.bare(query))
            for kind, work in self.works(question, vector.tolist(), dice).items():
                await clocks[kind].of(work)
        return {kind: clock.figures(clocks["numpy"]) for kind, clock in clocks.items()}

    def works(self, question: str, vector: list[float], dice: random.Random) -> dict[str, Callable[[], Awaitable[Any]]]:
        """Return what is measured for one question."""
        store, language = self.store, language_of(question)
        terms = terms_of(dice.choice(self.passages), dice)
        chosen = [(f"document-{dice.randrange(len(self.vectors)) // PER_DOCUMENT * PER_DOCUMENT}", 0)] * DEPTH
        return {
            "search": lambda: store.search("bench", vector, DEPTH),
            "search_by_language": lambda: store.search_by_language("bench", vector, DEPTH, language=language),
            "search_text": lambda: store.search_text("bench", question, DEPTH),
            "search_exact": lambda: store.search_exact("bench", terms, DEPTH),
            "word_shares": lambda: store.word_shares("bench", question, chosen),
            "find": lambda: self.knowledge.find([question], top_k=10),
        }

    async def bare(self, query: np.ndarray) -> None:
        scores = self.vectors @ query
        best = np.argpartition(scores, -DEPTH)[-DEPTH:]
        best[np.argsort(-scores[best])]


async def run(passages: int) -> dict[str, Any]:
    """Fill a store in a folder of its own and measure it."""
    with tempfile.TemporaryDirectory(prefix="kbdesk-bench-") as folder:
        async with SQLiteStore(Path(folder) / "bench.sqlite3") as store:
            bench = Bench(store, passages)
            seconds = await bench.fill()
            languages = await store.languages("bench")
            figures = await bench.measure()
    return {"passages": passages, "languages": languages, "passages_per_s": round(passages / seconds), **figures}


def main() -> None:
    """Parse the command line and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--passages", type=int, default=50_000)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    arguments = parser.parse_args()
    text = json.dumps(asyncio.run(run(arguments.passages)), indent=1)
    if arguments.json:
        arguments.json.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
