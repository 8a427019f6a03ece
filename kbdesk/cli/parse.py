"""The command that shows what is read in files, without keeping it."""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kbdesk.cli.session import SOME_FAILED, as_typed
from kbdesk.terminal import counted, one_line, say, say_json

if TYPE_CHECKING:
    from kbdesk.rag.document import Section
    from kbdesk.rag.parsers.base import Attachment
    from kbdesk.rag.parsers.registry import ParsedFile
    from kbdesk.workers.pool import WorkerPool


async def parse(options: argparse.Namespace) -> int:
    """Show what is read in files, and in the files inside of them."""
    from kbdesk.library.walk import walk
    from kbdesk.workers.pool import WorkerPool

    logging.getLogger("kbdesk").addHandler(logging.NullHandler())  # this command has no data folder and no log
    files = await asyncio.to_thread(lambda: list(walk(options.path)))
    is_whole = True
    async with WorkerPool() as pool:
        tasks = [asyncio.create_task(_Reading(pool).read(file.path, file.name)) for file in files]
        try:
            for file, task in zip(files, tasks, strict=True):
                found = await task
                found.name = as_typed(file.path, options.path)
                is_whole = is_whole and found.outcome == "text"
                _print(found, as_json=options.json)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return 0 if is_whole else SOME_FAILED


@dataclass
class Found:
    """What was read in a file and in the files inside of it.

    Attributes:
        name: Its name for people.
        parsed: How reading it ended.
        inside: The same of the files inside, in their order.
    """

    name: str
    parsed: ParsedFile
    inside: list[Found] = field(default_factory=list["Found"])

    @property
    def outcome(self) -> str:
        """How reading ended; what has no text of its own, only files, is what they are."""
        outcomes = {found.outcome for found in self.inside}
        if self.parsed.sections or not outcomes:
            return self.parsed.outcome
        if "text" in outcomes:
            return "text"
        if self.parsed.outcome != "text":
            return self.parsed.outcome
        if len(outcomes) == 1:
            return outcomes.pop()
        return "limit" if "limit" in outcomes else "empty"

    @property
    def text(self) -> str:
        """Its own text, then that of the files inside."""
        texts = [*map(_text_of, self.parsed.sections), *(found.text for found in self.inside)]
        return "\n\n".join(text for text in texts if text)

    def values(self) -> dict[str, Any]:
        """Return what is printed as JSON."""
        sections = [{"text": _text_of(section), "metadata": section.metadata} for section in self.parsed.sections]
        return {
            "outcome": self.outcome,
            "text": self.text,
            "units": self.parsed.units,
            "sections": sections,
            "warnings": [str(warning) for warning in self.parsed.warnings],
            "message": None if self.parsed.message is None else str(self.parsed.message),
            "attachments": [{"name": found.name, **found.values()} for found in self.inside],
        }

    def lines(self, indent: str = "") -> Iterator[str]:
        """Yield what is printed for people."""
        said = self.parsed.message or f"{self.parsed.kind}, {counted(len(self.parsed.sections), 'section')}"
        yield indent + one_line(f"{self.name}: {said}")
        for found in self.inside:
            yield from found.lines(indent + "    ")


class _Reading:
    """Reads a file and the files inside of it, all within the limits for one file."""

    def __init__(self, pool: WorkerPool) -> None:
        from kbdesk.rag.parsers import limits

        self._pool = pool
        self._files_left = limits.MAX_ATTACHMENTS
        self._bytes_left = limits.MAX_ATTACHED_BYTES

    async def read(self, path: Path, name: str, depth: int = 0) -> Found:
        from kbdesk.rag.parsers.base import ReadOptions

        found = Found(name, await self._pool.parse(path, name, options=ReadOptions(depth=depth)))
        attachments, found.parsed.attachments = found.parsed.attachments, []
        for attachment in attachments:
            found.inside.append(await self._read_inside(attachment, depth + 1))
        return found

    async def _read_inside(self, attachment: Attachment, depth: int) -> Found:
        self._files_left -= 1
        self._bytes_left -= len(attachment.data)
        if self._files_left < 0 or self._bytes_left < 0:
            return Found(attachment.name, _too_much())
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "file")
            await asyncio.to_thread(path.write_bytes, attachment.data)
            return await self.read(path, attachment.name, depth)


def _too_much() -> ParsedFile:
    from kbdesk.rag.parsers.registry import ParsedFile
    from kbdesk.texts import text

    return ParsedFile(
        "limit", message=text("parsing", "There are too many files inside each other. Unpack them yourself.")
    )


def _print(found: Found, *, as_json: bool) -> None:
    if as_json:
        say_json({"path": found.name, **found.values()})
        return
    for line in found.lines():
        say(line)


def _text_of(section: Section) -> str:
    from kbdesk.message import TextBlock
    from kbdesk.rag.document import CAPTION

    content = section.content
    return content.text if isinstance(content, TextBlock) else str(section.metadata.get(CAPTION) or "")
