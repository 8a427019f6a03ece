"""The built-in model in a worker process."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from kbdesk.embedding.base import Content, EmbeddingResponse, EmbeddingUsage, Purpose
from kbdesk.embedding.cache import EmbeddingCacheBase
from kbdesk.embedding.local import LocalEmbeddingModel, find_weights
from kbdesk.errors import EmbeddingError, WorkerError
from kbdesk.workers.child import Report
from kbdesk.workers.pool import WorkerPool
from kbdesk.workers.process import Limits

_LIMITS = Limits(progress_s=120.0)  # for one text, and before the first one for loading the model from a slow disk
_PATIENCE_S = 0.7  # most batches end in less; a new process would have to load the model

# Bytes, since every byte may be a token: two full passages. A larger batch saves nothing, and a query waits for it.
_BATCH_TOKENS = 4096


class WorkerEmbeddingModel(LocalEmbeddingModel):
    """The same vectors as `LocalEmbeddingModel`, computed in a process of a pool.

    Of the passages one batch is under way at a time, so a query waits for that one at most. The process keeps the
    model until it leaves. A cancelled call ends at once; its batch is finished for nobody, if that does not take long.
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
        task = partial(_encode, [str(content) for content in inputs], purpose, self._models)
        try:
            embeddings = await self._pool.run(task, lane="embedding", limits=_LIMITS, patience_s=_PATIENCE_S)
        except WorkerError as exc:
            raise EmbeddingError(exc.title, exc.remedy) from exc
        return EmbeddingResponse(embeddings=embeddings, usage=EmbeddingUsage(time=time.monotonic() - started))


def _encode(texts: list[str], purpose: Purpose, models: Path | None, report: Report) -> list[list[float]]:
    model = _model(find_weights(models))
    vectors: list[list[float]] = []
    for text in texts:
        vectors += model.encode([text], purpose)
        report(None)
    return vectors


@cache
def _model(weights: Path | None) -> LocalEmbeddingModel:
    return LocalEmbeddingModel(weights)
