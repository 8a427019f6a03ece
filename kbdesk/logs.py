"""The log file: what happened, never what stands in a file, a query or a key."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

_FORMAT = "%(asctime)s %(levelname)s %(process)d %(threadName)s %(name)s: %(message)s"
_MAX_BYTES = 1_000_000
_OLD_FILES = 3

# They log whole tracebacks of refused calls, which the caller gets as an exception anyway.
_NOISY_LOGGERS = ("grpc._server", "pymilvus", "milvus_lite")


class _DiscreetFormatter(logging.Formatter):
    """Leaves out an exception's own words: they may quote a file, a query or a key."""

    def formatException(  # noqa: N802  the name is logging's
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        return describe(ei[1]) if ei[1] else ""


@contextmanager
def logging_to(folder: Path) -> Generator[Path]:
    """Write what kbdesk logs to a file in `folder` that rotates at 1 MB and keeps three old ones.

    Args:
        folder: Exists and is private.

    Yields:
        The log file.
    """
    path = folder / "kbdesk.log"
    handler = RotatingFileHandler(path, maxBytes=_MAX_BYTES, backupCount=_OLD_FILES, encoding="utf-8", delay=True)
    handler.setFormatter(_DiscreetFormatter(_FORMAT))
    logger = logging.getLogger("kbdesk")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    for name in _NOISY_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield path
    finally:
        logger.removeHandler(handler)
        handler.close()


def describe(exception: BaseException) -> str:
    """Return a traceback, the cause first, of each exception its type only."""
    return "\n".join(_lines(exception))


def _lines(exception: BaseException | None) -> Iterator[str]:
    if exception is None:
        return
    yield from _lines(exception.__cause__ or (None if exception.__suppress_context__ else exception.__context__))
    for frame in traceback.extract_tb(exception.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield type(exception).__qualname__
