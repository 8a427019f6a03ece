"""Measures how well questions find their passage with each way of cutting, by the built-in model.

`python tests/benchmarks/chunkers.py [--sizes TOKENS...] [--overlap TOKENS] [--ways WAY...] [--handbooks NAME...]
[--cache FILE]` prints a line for each way and size, by meaning and by meaning and words ("hybrid").
The pages of ../shared/eval are put together again from their passages, once with a section for each heading, as they
are read from Markdown, and once as one long text, as from a PDF. A hit is right when it holds at least half of the
passage that answers the question. `--cache` keeps vectors for the next run.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from kbdesk.embedding.cache import SQLiteEmbeddingCache
from kbdesk.embedding.local import LocalEmbeddingModel
from kbdesk.library.chunking import Chunking, Way
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, Section, VectorSearchResult
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.rag.retrieval.fusion import Mode
from kbdesk.rag.stores.sqlite import SQLiteStore

EVAL = Path(__file__).resolve().parents[3] / "shared" / "eval"
TOP = 10
MODES: tuple[Mode, ...] = ("meaning", "hybrid")

Row = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """Where a passage of the set stands: the document, the number of its section, and the characters there."""

    document: str
    section: int
    start: int
    end: int


def rows(name: str) -> list[Row]:
    return [json.loads(line) for line in (EVAL / name).read_text("utf-8").splitlines()]


def documents(passages: Sequence[Row], *, by_heading: bool) -> Iterator[tuple[str, list[Section], dict[str, Place]]]:
    """Yield each document, its sections, and where its passages stand."""
    by_source: defaultdict[str, list[Row]] = defaultdict(list)
    for passage in passages:
        by_source[passage["source"]].append(passage)
    for source, own in by_source.items():
        texts: list[str] = [""]
        paths: list[list[str]] = [[]]
        places: dict[str, Place] = {}
        for passage in own:
            heading, _, body = passage["text"].partition("\n")
            path = heading.split(" > ")
            if path != paths[-1]:
                if by_heading or not texts[-1]:
                    texts.append("")
                    paths.append(path)
                paths[-1] = path
                texts[-1] += f"{'#' * min(len(path), 6)} {path[-1]}\n\n"
            start = len(texts[-1])
            texts[-1] += body + "\n\n"
            places[passage["id"]] = Place(source, len(texts) - 1, start, start + len(body))
        sections = [
            Section(
                content=TextBlock(text=words),
                source=source,
                metadata={"number": number, **({"heading_path": path} if by_heading else {})},
            )
            for number, (words, path) in enumerate(zip(texts, paths, strict=True))
        ]
        yield source, sections, places


def holds(chunk: Chunk, place: Place) -> bool:
    if (chunk.source, chunk.metadata["number"]) != (place.document, place.section):
        return False
    shared = min(chunk.metadata["end"], place.end) - max(chunk.metadata["start"], place.start)
    return shared >= (place.end - place.start) / 2


def ranked(hits: Sequence[VectorSearchResult], gold: Sequence[Place]) -> int:
    """Return the place of the first hit that holds what answers, from 1; 0 without any."""
    return next((rank for rank, hit in enumerate(hits, 1) if any(holds(hit.chunk, place) for place in gold)), 0)


def figures(ranks: Sequence[int]) -> dict[str, float]:
    return {
        "hit@1": round(sum(rank == 1 for rank in ranks) / len(ranks), 3),
        "hit@5": round(sum(0 < rank <= 5 for rank in ranks) / len(ranks), 3),
        "mrr@10": round(sum(1 / rank for rank in ranks if rank) / len(ranks), 3),
    }


async def measure(
    model: LocalEmbeddingModel, chunking: Chunking, texts: Sequence[Any], questions: Sequence[Row]
) -> Row:
    chunker = chunking.semantic_chunker(model) if chunking.needs(model) else chunking.chunker()
    places: dict[str, Place] = {}
    passages = 0
    with TemporaryDirectory(prefix="kbdesk-chunkers-") as folder:
        async with SQLiteStore(Path(folder) / "store.sqlite3") as store:
            knowledge = KnowledgeBase("handbooks", "", model, store, "handbooks")
            for source, sections, own in texts:
                chunks = await chunker.chunk(sections)
                await knowledge.insert_document(chunks, source)
                passages += len(chunks)
                places |= own
            found: dict[str, dict[str, float]] = {}
            for mode in MODES:
                ranks = []
                for question in questions:
                    hits = await knowledge.search([question["text"]], TOP, mode=mode)
                    ranks.append(ranked(hits, [places[each] for each in question["gold"] if each in places]))
                found[mode] = figures(ranks)
    return {"passages": passages, **found}


async def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sizes", type=int, nargs="*", default=[512])
    arguments.add_argument("--overlap", type=int, help="a tenth of the size by default")
    arguments.add_argument("--handbooks", nargs="*", default=["18f", "sourcegraph", "osguide-zh"])
    arguments.add_argument("--ways", nargs="*", default=list(get_args(Way)))
    arguments.add_argument("--cache", type=Path)
    chosen = arguments.parse_args()
    cache = None if chosen.cache is None else SQLiteEmbeddingCache(chosen.cache)
    model = LocalEmbeddingModel(embedding_cache=cache)
    passages = [each for each in rows("passages.jsonl") if each["source"].split("/")[0] in chosen.handbooks]
    ids = {each["id"] for each in passages}
    questions = [
        each
        for name in ("questions.jsonl", "faq_questions.jsonl")
        for each in rows(name)
        if ids.issuperset(each["gold"])
    ]
    answering = {each["source"] for each in passages if any(each["id"] in question["gold"] for question in questions)}
    passages = [each for each in passages if each["source"] in answering]
    for by_heading in (False, True):
        texts = list(documents(passages, by_heading=by_heading))
        for way, size in itertools.product(chosen.ways, chosen.sizes):
            chunking = Chunking(way, size, size // 10 if chosen.overlap is None else chosen.overlap)
            found = await measure(model, chunking, texts, questions)
            form = "sections" if by_heading else "one text"
            print(json.dumps({"form": form, **asdict(chunking), "questions": len(questions), **found}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
