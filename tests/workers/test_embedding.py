"""The built-in model in a worker process."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from kbdesk.embedding.cache import EmbeddingCacheBase, Vectors
from kbdesk.embedding.local import WEIGHTS_NAME, LocalEmbeddingModel, find_weights
from kbdesk.errors import EmbeddingError, ModelMissingError
from kbdesk.workers.embedding import WorkerEmbeddingModel
from kbdesk.workers.pool import WorkerPool

needs_weights = pytest.mark.skipif(find_weights() is None, reason="the weights of the built-in model are not here")
TEXTS = ["We travel by train.", "员工每年享有十天年假。"]


def children() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())]


@needs_weights
async def test_vectors_and_identity_are_those_of_the_model_in_this_process(pool: WorkerPool) -> None:
    here, there = LocalEmbeddingModel(), WorkerEmbeddingModel(pool)
    assert there.identity == here.identity
    for purpose in ("passage", "query"):
        expected = await here(TEXTS, purpose=purpose)
        assert (await there(TEXTS, purpose=purpose)).embeddings == expected.embeddings


async def under_way(pool: WorkerPool) -> None:
    while not pool._working:  # noqa: ASYNC110  the pool tells nobody
        await asyncio.sleep(0)


class Ledger(EmbeddingCacheBase):
    """A cache that keeps nothing and notes what each finished batch was for."""

    def __init__(self) -> None:
        self.finished: list[str] = []
        self.first = asyncio.Event()

    async def retrieve_many(self, identifiers: Sequence[Any]) -> list[Vectors | None]:
        return [None] * len(identifiers)

    async def store_many(
        self, entries: Sequence[tuple[Any, Sequence[Sequence[float]]]], *, overwrite: bool = False
    ) -> None:
        self.finished.append(entries[0][0]["purpose"])
        self.first.set()

    async def remove(self, identifier: Any) -> None: ...

    async def clear(self) -> None: ...


@needs_weights
async def test_a_query_waits_for_one_batch_of_passages_at_most(pool: WorkerPool) -> None:
    model = WorkerEmbeddingModel(pool, embedding_cache=(ledger := Ledger()))
    passages = asyncio.create_task(model([f"{number} " + "word " * 100 for number in range(200)]))
    await ledger.first.wait()
    before = len(ledger.finished)
    await model(["when is payday"], purpose="query")
    assert ledger.finished[before:] in (["query"], ["passage", "query"])
    passages.cancel()


@needs_weights
async def test_a_cancelled_call_keeps_the_loaded_model(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kbdesk.workers.embedding._PATIENCE_S", 60.0)  # on a busy computer a batch takes long
    model = WorkerEmbeddingModel(pool)
    await model(["warm"])
    (before,) = children()
    call = asyncio.create_task(model(["word " * 300] * 8))
    await under_way(pool)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await model(["still here"])
    assert children() == [before]


@needs_weights
async def test_a_cancelled_call_that_takes_long_gives_the_processor_back(pool: WorkerPool) -> None:
    model = WorkerEmbeddingModel(pool)
    await model(["warm"])
    (before,) = children()
    call = asyncio.create_task(model(["word " * 20_000] * 8))  # one batch of minutes
    await under_way(pool)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await model(["still here"])
    assert before not in children()


@needs_weights
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
async def test_a_killed_process_is_replaced_in_the_middle_of_the_work(pool: WorkerPool) -> None:
    model = WorkerEmbeddingModel(pool)
    await model(["warm"])
    (process,) = children()
    call = asyncio.create_task(model(["word " * 300] * 8))
    await under_way(pool)
    os.kill(process.pid, signal.SIGKILL)
    assert len((await call).embeddings) == 8


@needs_weights
async def test_the_weights_may_lie_in_another_folder(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = find_weights()
    assert weights is not None
    monkeypatch.delenv("KBDESK_MODEL_FILE", raising=False)
    model = WorkerEmbeddingModel(pool, models=tmp_path)
    expected = await model(TEXTS)
    (tmp_path / WEIGHTS_NAME).symlink_to(weights)
    assert (await model(TEXTS)).embeddings == expected.embeddings


async def test_without_weights_the_model_says_so(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KBDESK_MODEL_FILE", str(tmp_path / "missing.bin"))
    with pytest.raises(ModelMissingError):
        await WorkerEmbeddingModel(pool)(TEXTS)


async def test_a_closed_pool_is_an_error_of_the_model() -> None:
    async with WorkerPool() as pool:
        model = WorkerEmbeddingModel(pool)
    with pytest.raises(EmbeddingError, match="closing"):
        await model(TEXTS)
