"""Tasks that read files; they run in a worker process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kbdesk.errors import WorkerCrashError, WorkerLimitError
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.parsers.base import Attachment, Progress, ReadOptions
from kbdesk.rag.parsers.registry import ParsedFile, parse_file
from kbdesk.texts import text
from kbdesk.workers.child import Report

_REPORT_EVERY_S = 0.1  # a file of a million rows must not flood the window's loop
_CHUNKS_A_REPORT = 128  # 20,000 in one piece held up the loop of the window by 150 ms while they were unpickled


@dataclass(frozen=True)
class FileInside:
    """A file inside a file, taken out of it.

    Attributes:
        name: Its name, in an archive the path below it with "/"; never leads out of a folder.
        path: Where it is now.
    """

    name: str
    path: Path


def read(path: Path, name: str, options: ReadOptions, report: Report) -> ParsedFile:
    """Read a file; see `parse_file`."""
    return parse_file(path, name, options, on_progress=_sparing(report))


def read_and_chunk(
    path: Path, name: str, options: ReadOptions, chunker: ChunkerBase, files: Path | None, report: Report
) -> tuple[ParsedFile, list[FileInside]]:
    """Read a file and cut what was read; the sections stay here, and the chunks are reported, some at a time.

    Args:
        path: Where the file is.
        name: Its name for people.
        options: How it is to be read.
        chunker: Cuts the sections.
        files: The folder in which files inside it are put; None leaves them out.
        report: Told of the progress and of the chunks.
    """
    parsed = read(path, name, options, report)
    chunks = asyncio.run(chunker.chunk(parsed.sections))
    for start in range(0, len(chunks), _CHUNKS_A_REPORT):
        report(chunks[start : start + _CHUNKS_A_REPORT])
    inside = [] if files is None else _put_in(files, parsed.attachments, _sparing(report))
    parsed.sections, parsed.attachments = [], []
    return parsed, inside


def _put_in(folder: Path, attachments: Sequence[Attachment], tell: Callable[[Progress], None]) -> list[FileInside]:
    """Write files under numbers, whatever they are called."""
    inside: list[FileInside] = []
    for number, attachment in enumerate(attachments, 1):
        path = folder / str(number)
        path.write_bytes(attachment.data)
        inside.append(FileInside(attachment.name, path))
        tell(Progress("file", number, len(attachments)))
    return inside


def draw(path: Path, name: str, page: int, longest_side: int, options: ReadOptions, report: Report) -> bytes | None:
    """Return the picture of a page; see `draw_page`."""
    from kbdesk.rag.parsers.page_pictures import draw_page

    report(None)
    return draw_page(path, name, page, longest_side, options.password)


def unread(error: WorkerLimitError | WorkerCrashError) -> ParsedFile:
    """Return what is said of a file whose reading ended the process, at a limit or twice by itself."""
    if isinstance(error, WorkerLimitError):
        return ParsedFile("limit", message=error.sentence)
    return ParsedFile(
        "damaged",
        message=text(
            "parsing",
            "Reading this file made the reading program crash, twice. "
            "Open it in its own program and save it again, or get a fresh copy.",
        ),
    )


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
