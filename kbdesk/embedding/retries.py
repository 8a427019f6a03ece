"""The one layer of retries: exponential with jitter, shared by all requests of a model."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from kbdesk.errors import EmbeddingError
from kbdesk.texts import Text

logger = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST_WAIT_S = 120.0  # a service that asks for more is better reported than waited for


class TransientEmbeddingError(EmbeddingError):
    """The same request may succeed later (rate limit, lost connection, overload).

    Attributes:
        retry_after_s: How long the provider asks to wait, or None.
    """

    def __init__(self, title: Text, remedy: Text, retry_after_s: float | None = None) -> None:
        super().__init__(title, remedy)
        self.retry_after_s = retry_after_s


class Retries:
    """Tries a call again after transient errors.

    When one request is told to wait, all requests of the model wait with it.
    """

    def __init__(self, max_retries: int, delay_s: float) -> None:
        self.max_retries = max_retries
        self.delay_s = delay_s
        self._not_before = 0.0  # of time.monotonic()

    async def run(self, call: Callable[[], Awaitable[T]]) -> T:
        """Return what `call` returns.

        Raises:
            TransientEmbeddingError: The last try failed too, or the provider asks for a longer wait than is sensible.
        """
        attempt = 0
        while True:
            await asyncio.sleep(max(0.0, self._not_before - time.monotonic()))
            try:
                return await call()
            except TransientEmbeddingError as error:
                wait_s = self._wait_s(attempt, error.retry_after_s)
                if attempt == self.max_retries or wait_s > LONGEST_WAIT_S:
                    raise
                logger.info("Try %d failed, the next follows in %.1f s", attempt + 1, wait_s)
                self._not_before = max(self._not_before, time.monotonic() + wait_s)
                attempt += 1

    def _wait_s(self, attempt: int, retry_after_s: float | None) -> float:
        jitter = random.uniform(0.5, 1.0)  # noqa: S311  # spreads clients, guards no secret
        if retry_after_s is not None:
            return retry_after_s + self.delay_s * jitter / 10
        return self.delay_s * 2**attempt * jitter
