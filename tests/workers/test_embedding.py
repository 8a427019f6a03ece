"""The built-in model in a worker process."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

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


@needs_weights
async def test_a_query_overtakes_passages(pool: WorkerPool) -> None:
    model = WorkerEmbeddingModel(pool)
    await model(["warm"], purpose="query")
    passages = asyncio.create_task(model([f"{number} " + "word " * 300 for number in range(60)]))
    await asyncio.sleep(0)
    await model(["when is payday"], purpose="query")
    assert not passages.done()
    passages.cancel()


@needs_weights
async def test_a_cancelled_call_keeps_the_loaded_model(pool: WorkerPool) -> None:
    model = WorkerEmbeddingModel(pool)
    await model(["warm"])
    (before,) = children()
    call = asyncio.create_task(model(["word " * 300] * 8))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await model(["still here"])
    assert children() == [before]


@needs_weights
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
async def test_a_killed_process_is_replaced_in_the_middle_of_the_work(pool: WorkerPool) -> None:
    model = WorkerEmbeddingModel(pool)
    await model(["warm"])
    (process,) = children()
    call = asyncio.create_task(model(["word " * 300] * 8))
    await asyncio.sleep(0)
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
