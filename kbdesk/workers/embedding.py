"""The built-in model in a worker process."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from kbdesk.embedding.base import Content, EmbeddingResponse, EmbeddingUsage, Purpose
from kbdesk.embedding.cache import EmbeddingCacheBase
from kbdesk.embedding.local import LocalEmbeddingModel, find_weights
from kbdesk.errors import EmbeddingError, WorkerError, WorkerLimitError
from kbdesk.workers.child import Report
from kbdesk.workers.pool import WorkerPool
from kbdesk.workers.process import Limits

_LIMITS = Limits(progress_s=600.0)  # a batch reports nothing, and one of very long texts takes its time

# Bytes, since every byte may be a token: two full passages. A larger batch saves nothing, and a query waits for it.
_BATCH_TOKENS = 4096


class WorkerEmbeddingModel(LocalEmbeddingModel):
    """The same vectors as `LocalEmbeddingModel`, computed in a process of a pool.

    Of the passages one batch is under way at a time, so a query waits for that one at most. The process keeps the
    model until it leaves. A cancelled call ends at once; its batch is finished for nobody.
    """

    def __init__(
        self,
        pool: WorkerPool,
        *,
        models: Path | None = None,
        embedding_cache: EmbeddingCacheBase | None = None,
    ) -> None:
        """Set up the model; no process is started.

        Args:
            pool: Where it runs; the caller closes it.
            models: Where `find_weights` looks for the weights, each time; by default in the data folder.
            embedding_cache: Where vectors are kept, text by text.
        """
        super().__init__(embedding_cache=embedding_cache)
        self.batch_tokens = _BATCH_TOKENS
        self._pool = pool
        self._models = models

    async def _call_api(
        self, inputs: Sequence[Content], *, purpose: Purpose = "passage", **kwargs: object
    ) -> EmbeddingResponse:
        started = time.monotonic()
        texts = [str(content) for content in inputs]
        try:
            embeddings = await self._run(texts, purpose)
        except WorkerError as exc:
            raise EmbeddingError(exc.title, exc.remedy) from exc
        return EmbeddingResponse(embeddings=embeddings, usage=EmbeddingUsage(time=time.monotonic() - started))

    async def _run(self, texts: list[str], purpose: Purpose) -> list[list[float]]:
        task = partial(_encode, texts, purpose, self._models)
        try:
            return await self._pool.run(task, lane="embedding", limits=_LIMITS, kill_on_cancel=False)
        except WorkerLimitError:
            raise
        except WorkerError:  # the system or a person ended the process; that is no fault of the texts
            return await self._pool.run(task, lane="embedding", limits=_LIMITS, kill_on_cancel=False)


def _encode(texts: list[str], purpose: Purpose, models: Path | None, _report: Report) -> list[list[float]]:
    return _model(find_weights(models)).encode(texts, purpose)


@cache
def _model(weights: Path | None) -> LocalEmbeddingModel:
    return LocalEmbeddingModel(weights)
