"""Tasks that read files; they run in a worker process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from kbdesk.errors import WorkerError, WorkerLimitError
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.document import Chunk
from kbdesk.rag.parsers.base import Progress
from kbdesk.rag.parsers.registry import ParsedFile, parse_file
from kbdesk.texts import text
from kbdesk.workers.child import Report

_REPORT_EVERY_S = 0.1  # a file of a million rows must not flood the window's loop


def read(path: Path, name: str, password: str | None, report: Report) -> ParsedFile:
    """Read a file; see `parse_file`."""
    return parse_file(path, name, password=password, on_progress=_sparing(report))


def read_and_chunk(
    path: Path, name: str, password: str | None, chunker: ChunkerBase, report: Report
) -> tuple[ParsedFile, list[Chunk]]:
    """Read a file and cut what was read; the sections stay here, since the chunks hold all of them."""
    parsed = read(path, name, password, report)
    report(None)  # a sign of progress before the cutting
    chunks = asyncio.run(chunker.chunk(parsed.sections))
    parsed.sections = []
    return parsed, chunks


def unread(error: WorkerError) -> ParsedFile:
    """Return what is said of a file whose reading ended the process."""
    outcome = "limit" if isinstance(error, WorkerLimitError) else "damaged"
    message = text("parsing", "{title} {remedy}", title=error.title, remedy=error.remedy)
    return ParsedFile(outcome, message=message)


def _sparing(report: Report) -> Callable[[Progress], None]:
    """Return a function that passes on at most ten reports a second."""
    last = -_REPORT_EVERY_S

    def tell(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _REPORT_EVERY_S:
            last = now
            report(progress)

    return tell
