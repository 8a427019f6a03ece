"""Measure stores side by side: `python tests/benchmarks/store.py --sizes 1000,10000,50000 --json out.json`.

Every subject runs in a process of its own, through the public KnowledgeBase API, over the same texts and vectors. A
bare numpy search (one product, one partition) runs in the same loop as each subject's searches, query by query, so
that a noisy machine slows both; figures are best read as ratios to it. `--peer-python` names a Python that has
agentscope, pymilvus and milvus-lite; it then runs the same steps with agentscope's own classes.
Searches for words, in languages and for both, with real questions, are measured by `questions.py` beside this.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import hashlib
import importlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np

VOCABULARY = (
    "knowledge base vector store chunk parser section embedding search index policy handbook travel refund security"
    " audit budget quarter release note 年假 报销 制度 检索 向量 知识库 文档 分块 幻灯片 表格 图片 设置"
)
WORDS = VOCABULARY.split()
SUBJECTS = {
    "sqlite": ("kbdesk", "SQLiteStore", "bench.sqlite3"),
    "milvus-lite": ("kbdesk", "MilvusLiteStore", "bench.db"),
    "agentscope": ("agentscope", "MilvusLiteStore", "bench.db"),
}
TEAMS = 10
PER_DOCUMENT = 100
CHARACTERS = 500
DIMENSIONS = 384
LISTING_LIMIT_S = 10.0


def vector_of(text: str) -> np.ndarray:
    """Return the unit vector of a text: normal numbers seeded by its hash."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    vector = np.random.default_rng(seed).standard_normal(DIMENSIONS).astype(np.float32)
    return vector / np.linalg.norm(vector)


def text_of(document: int, index: int) -> str:
    """Return the text of a passage: random words up to about 500 characters."""
    dice = random.Random(document * 1_000_003 + index)
    words = [f"doc{document} chunk{index}:"]
    length = len(words[0])
    while length < CHARACTERS:
        word = dice.choice(WORDS)
        words.append(word)
        length += len(word) + 1
    return " ".join(words)


class Lateness:
    """How late a 5 ms timer on the loop fires meanwhile; the worst in milliseconds."""

    def __init__(self) -> None:
        self.worst_ms = 0.0

    async def __aenter__(self) -> Lateness:
        self._task = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _tick(self) -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(0.005)
            self.worst_ms = max(self.worst_ms, round((time.perf_counter() - start - 0.005) * 1000, 2))


def spread(seconds: list[float]) -> dict[str, float]:
    """Return median and 95th percentile in milliseconds."""
    ordered = sorted(seconds)
    last = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return {"p50_ms": round(statistics.median(ordered) * 1000, 3), "p95_ms": round(last * 1000, 3)}


async def timed(times: list[float], work: Callable[[], Awaitable[Any]]) -> Any:
    """Await the work, note how long it took, return what it returned."""
    start = time.perf_counter()
    result = await work()
    times.append(time.perf_counter() - start)
    return result


def memory_mib(field: str) -> float:
    """Return a figure of this process ("VmRSS", "VmHWM") in MiB."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(field))
    return round(int(line.split()[1]) / 1024, 1)


def model_of(library: str) -> Any:
    """Return an embedding model of the library that looks vectors up or makes them from the text's hash."""
    embedding = importlib.import_module(f"{library}.embedding")
    credential = importlib.import_module(f"{library}.credential")

    class Credential(credential.CredentialBase):
        type: str = "none"

        @classmethod
        def get_chat_model_class(cls) -> None:
            return None

    class HashModel(embedding.EmbeddingModelBase):
        known: dict[str, list[float]] = {}  # noqa: RUF012  # one model a process

        async def _call_api(self, inputs: Any, **_: Any) -> Any:
            vectors = [self.known.get(text) or vector_of(text).tolist() for text in inputs]
            return embedding.EmbeddingResponse(embeddings=vectors, usage=embedding.EmbeddingUsage(tokens=0, time=0.0))

    return HashModel(
        credential=Credential(),
        model="hash",
        dimensions=DIMENSIONS,
        parameters=None,
        context_size=8191,
        batch_size=512,
        max_retries=0,
        retry_delay=0.0,
    )


class Bench:
    """One store, filled step by step and measured at each size."""

    def __init__(self, subject: str, folder: Path, queries: int) -> None:
        self.library, self.store_class, self.file = SUBJECTS[subject]
        self.folder = folder
        self.queries = queries
        self.rag = importlib.import_module(f"{self.library}.rag")
        self.message = importlib.import_module(f"{self.library}.message")
        self.model = model_of(self.library)
        self.documents = 0
        self.rows: list[np.ndarray] = []
        self.matrix = np.empty((0, DIMENSIONS), np.float32)
        self.store = self.new_store()

    def new_store(self) -> Any:
        return getattr(self.rag, self.store_class)(str(self.folder / self.file))

    def knowledge(self, team: int | None) -> Any:
        scope = None if team is None else {"team": f"team{team}"}
        return self.rag.KnowledgeBase(
            name="bench",
            description="bench",
            embedding_model=self.model,
            vector_store=self.store,
            collection="bench",
            metadata_filter=scope,
        )

    def chunks_of(self, document: int) -> list[Any]:
        return [
            self.rag.Chunk(
                content=self.message.TextBlock(text=text_of(document, index)),
                source=f"doc{document}.md",
                chunk_index=index,
                total_chunks=PER_DOCUMENT,
                metadata={"page": index + 1},
            )
            for index in range(PER_DOCUMENT)
        ]

    async def run(self, sizes: list[int]) -> list[dict[str, Any]]:
        await self.store.__aenter__()
        stages: list[dict[str, Any]] = []
        for size in sizes:
            stage: dict[str, Any] = {"passages": size}
            stage["insert"] = await self.fill(size)
            gc.collect()
            stage |= await self.search()
            stage |= await self.read_and_delete()
            stage |= await self.reopen()
            stage["rss_mib"], stage["peak_rss_mib"] = memory_mib("VmRSS"), memory_mib("VmHWM")
            stages.append(stage)
            print(json.dumps(stage), file=sys.stderr, flush=True)
        await self.store.__aexit__(None, None, None)
        return stages

    async def insert(self, document: int, times: list[float], lateness: Lateness) -> None:
        """Insert a document; its texts and vectors are ready before the clock runs."""
        knowledge, chunks = self.knowledge(document % TEAMS), await asyncio.to_thread(self.chunks_of, document)
        texts = [chunk.content.text for chunk in chunks]
        vectors = await asyncio.to_thread(lambda: np.array([vector_of(text) for text in texts]))
        self.model.known.update(zip(texts, vectors.tolist(), strict=True))
        metadata = {"filename": f"doc{document}.md"}
        async with lateness:
            await timed(times, lambda: knowledge.insert_document(chunks, f"doc-{document:06d}", metadata))
        self.model.known.clear()
        if document == self.documents:
            self.documents += 1
            self.rows.append(vectors)

    async def fill(self, size: int) -> dict[str, Any]:
        times: list[float] = []
        lateness = Lateness()
        while self.documents * PER_DOCUMENT < size:
            await self.insert(self.documents, times, lateness)
        self.matrix = np.concatenate(self.rows)
        return {
            "passages_per_s": round(len(times) * PER_DOCUMENT / sum(times), 1),
            "document": spread(times),
            "late_ms": lateness.worst_ms,
        }

    async def search(self) -> dict[str, Any]:
        dice = random.Random(7)
        asked = [(dice.randrange(self.documents), dice.randrange(PER_DOCUMENT)) for _ in range(self.queries)]
        result: dict[str, Any] = {}
        for name, team in (("search", None), ("search_filtered", 3)):
            teams = np.arange(self.documents * PER_DOCUMENT) // PER_DOCUMENT % TEAMS
            rows = np.flatnonzero(teams == team) if team is not None else None
            knowledge = self.knowledge(team)
            own: list[float] = []
            floor: list[float] = []
            found = 0
            async with Lateness() as lateness:
                for document, index in [(0, 0), *asked]:  # the first one warms up
                    text = text_of(document, index)
                    query = vector_of(text)
                    self.model.known[text] = query.tolist()
                    floor.append(self.bare_search(query, rows))
                    hits = await timed(own, lambda text=text, knowledge=knowledge: self.find(knowledge, text))
                    found += bool(hits) and hits[0].document_id == f"doc-{document:06d}"
            result[name] = {
                "first_ms": round(own[0] * 1000, 3),
                **spread(own[1:]),
                "numpy": spread(floor[1:]),
                "found_itself": round(found / len(own), 3),
                "late_ms": lateness.worst_ms,
            }
            for percentile in ("p50_ms", "p95_ms"):
                ratio = result[name][percentile] / result[name]["numpy"][percentile]
                result[name][f"{percentile[:3]}_ratio"] = round(ratio, 2)
        return result

    async def find(self, knowledge: Any, text: str) -> list[Any]:
        """Search by meaning, which is all that the peer and bare numpy do."""
        more = {"mode": "meaning"} if self.library == "kbdesk" else {}
        return await knowledge.search([text], top_k=5, **more)

    def bare_search(self, query: np.ndarray, rows: np.ndarray | None) -> float:
        start = time.perf_counter()
        scores = (self.matrix if rows is None else self.matrix[rows]) @ query
        best = np.argpartition(scores, -5)[-5:]
        best[np.argsort(-scores[best])]
        return time.perf_counter() - start

    async def read_and_delete(self) -> dict[str, Any]:
        knowledge = self.knowledge(None)
        lists: list[float] = []
        pages: list[float] = []
        deletions: list[float] = []
        async with Lateness() as lateness:
            for _ in range(5):
                listed = await timed(lists, knowledge.list_documents)
                if sum(lists) > LISTING_LIMIT_S:
                    break
            for number in range(20):
                document = f"doc-{number * 7919 % self.documents:06d}"
                page = await timed(pages, lambda name=document: knowledge.list_chunks(name, offset=60, limit=30))
                assert [chunk.chunk_index for chunk in page] == list(range(60, 90))
            for document in range(3):
                name = f"doc-{document:06d}"
                await timed(deletions, lambda name=name: knowledge.delete_document(name))
        assert len(listed) == self.documents
        for document in range(3):
            await self.insert(document, [], Lateness())
        # Inserting again moved the rows of these documents behind all others; the bare matrix need not follow.
        return {
            "list_documents": {"documents": len(listed), **spread(lists)},
            "deep_page": spread(pages),
            "delete_document": spread(deletions),
            "reading_late_ms": lateness.worst_ms,
        }

    async def reopen(self) -> dict[str, Any]:
        start = time.perf_counter()
        await self.store.__aexit__(None, None, None)
        closed = time.perf_counter()
        self.store = self.new_store()
        await self.store.__aenter__()
        opened = time.perf_counter()
        result = {"close_ms": round((closed - start) * 1000, 1), "open_ms": round((opened - closed) * 1000, 1)}
        try:
            hits = await self.find(self.knowledge(None), text_of(0, 0))
        except Exception as exc:  # noqa: BLE001  # a peer that cannot search after reopening is a finding
            # Loading by hand is what its users have to do; the next size needs it.
            await asyncio.to_thread(self.store.get_client().load_collection, "bench")
            return {**result, "first_search_error": f"{type(exc).__name__}: {exc}"[:200]}
        return {**result, "first_search_ms": round((time.perf_counter() - opened) * 1000, 1), "hits": len(hits)}


def measure(subject: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Run one subject in a process of its own and return its figures."""
    peer = subject == "agentscope"
    command = [arguments.peer_python if peer else sys.executable, __file__, "--subject", subject]
    command += ["--sizes", arguments.sizes, "--queries", str(arguments.queries)]
    root = str(Path(__file__).resolve().parents[2])
    environment = dict(os.environ) if peer else {**os.environ, "PYTHONPATH": root}
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment, check=False)
    return json.loads(ran.stdout) if ran.returncode == 0 else {"failed": ran.returncode}


def main() -> None:
    """Parse the command line and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000,50000", help="passages, ascending")
    parser.add_argument("--stores", default="sqlite,milvus-lite", help="which of ours to measure")
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--peer-python", help="a Python with agentscope")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--subject", choices=SUBJECTS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.subject:
        with tempfile.TemporaryDirectory(prefix="kbdesk-bench-") as folder:
            bench = Bench(arguments.subject, Path(folder), arguments.queries)
            stages = asyncio.run(bench.run(sorted(int(size) for size in arguments.sizes.split(","))))
        print(json.dumps({"stages": stages}))
        return
    subjects = [*arguments.stores.split(","), *(["agentscope"] if arguments.peer_python else [])]
    figures = {subject: measure(subject, arguments) for subject in subjects}
    text = json.dumps(figures, indent=1)
    if arguments.json:
        arguments.json.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
