"""What the contract tests of stores share: every test runs on each kind of store, on real files."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.rag.stores.milvus import MilvusLiteStore
from kbdesk.rag.stores.sqlite import SQLiteStore

DIMENSIONS = 16
CHILD = Path(__file__).with_name("child.py")


def vector_of(text: str) -> list[float]:
    """Return a unit vector that depends on the text only."""
    seed = int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8])
    vector = np.random.default_rng(seed).standard_normal(DIMENSIONS)
    return (vector / np.linalg.norm(vector)).astype(np.float32).tolist()


def records_of(document_id: str, texts: Sequence[str], metadata: Mapping[str, Any] | None = None) -> list[VectorRecord]:
    """Return one record per text; each vector is its text's."""
    return [
        VectorRecord(
            vector=vector_of(text),
            document_id=document_id,
            chunk=Chunk(
                content=TextBlock(text=text),
                source=f"{document_id}.md",
                chunk_index=index,
                total_chunks=len(texts),
                metadata=dict(metadata or {}),
            ),
        )
        for index, text in enumerate(texts)
    ]


@pytest.fixture
def vector() -> Callable[[str], list[float]]:
    return vector_of


@pytest.fixture
def records() -> Callable[..., list[VectorRecord]]:
    return records_of


@pytest.fixture(params=["sqlite", "milvus-lite"])
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def path(kind: str, tmp_path: Path) -> Path:
    return tmp_path / ("store.sqlite3" if kind == "sqlite" else "store.db")


@pytest.fixture
def new_store(kind: str, path: Path) -> Callable[[], VectorStoreBase]:
    """Makes another store object on the same file."""
    return lambda: SQLiteStore(path) if kind == "sqlite" else MilvusLiteStore(str(path))


@pytest.fixture
async def store(new_store: Callable[[], VectorStoreBase]) -> AsyncIterator[VectorStoreBase]:
    """An open store with an empty collection "handbook"."""
    async with new_store() as opened:
        await opened.create_collection("handbook", DIMENSIONS)
        yield opened


@pytest.fixture
def child(kind: str, path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a process that does a named job of child.py on the same file."""
    started: list[subprocess.Popen[str]] = []

    def start(job: str, *arguments: object) -> subprocess.Popen[str]:
        command = [sys.executable, str(CHILD), kind, str(path), job, *map(str, arguments)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
