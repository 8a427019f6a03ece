"""Commands that look: for passages in the library, for text in files."""

from __future__ import annotations

import argparse
import asyncio
import logging
from typing import TYPE_CHECKING, Any

from kbdesk.cli.session import SOME_FAILED, as_typed, chosen_base, open_library, print_row
from kbdesk.terminal import one_line, remark, say, say_json, shortened

if TYPE_CHECKING:
    from kbdesk.library.types import Hit
    from kbdesk.rag.document import Section
    from kbdesk.rag.parsers.registry import ParsedFile

_SNIPPET_LINES = 3


async def search(options: argparse.Namespace) -> int:
    """Find passages by what they mean."""
    async with open_library(options) as library:
        kb_ids = None if options.kb is None else [(await chosen_base(library, name)).id for name in options.kb]
        hits = await library.search(options.query, kb_ids, top_k=options.top_k, min_score=options.min_score)
        for notice in await library.notices():
            remark(notice)
    for hit in hits:
        values = {
            "rank": hit.rank,
            "score": hit.score,
            "document_id": hit.document.id,
            "name": hit.document.name,
            "chunk_index": hit.chunk.chunk_index,
            "text": hit.chunk.text,
            "place": str(hit.place),
            "metadata": hit.chunk.metadata,
        }
        if options.json:
            say_json(values)
        else:
            say(_shown(hit))
    if not hits:
        remark("Nothing was found.")
    return 0


def _shown(hit: Hit) -> str:
    place = str(hit.place)
    head = f"{hit.rank:>3}  {hit.score:.3f}  {one_line(hit.document.name)}{', ' if place else ''}{one_line(place)}"
    lines = [line.strip() for line in hit.chunk.text.splitlines() if line.strip()]
    return "\n".join([head, *(f"     {shortened(line)}" for line in lines[:_SNIPPET_LINES])])


async def parse(options: argparse.Namespace) -> int:
    """Show what is read in files, without keeping it."""
    from kbdesk.library.walk import walk
    from kbdesk.workers.pool import WorkerPool

    logging.getLogger("kbdesk").addHandler(logging.NullHandler())  # this command has no data folder and no log
    files = await asyncio.to_thread(lambda: list(walk(options.path)))
    is_whole = True
    async with WorkerPool() as pool:
        tasks = [asyncio.create_task(pool.parse(file.path, file.name)) for file in files]
        try:
            for file, task in zip(files, tasks, strict=True):
                parsed = await task
                is_whole = is_whole and parsed.outcome == "text"
                path = as_typed(file.path, options.path)
                said = parsed.message or f"{parsed.kind}, {len(parsed.sections)} sections"
                print_row(options, _parsed_values(path, parsed), f"{path}: {said}")
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return 0 if is_whole else SOME_FAILED


def _parsed_values(path: str, parsed: ParsedFile) -> dict[str, Any]:
    texts = [_text_of(section) for section in parsed.sections]
    return {
        "path": path,
        "outcome": parsed.outcome,
        "text": "\n\n".join(one for one in texts if one),
        "units": parsed.units,
        "sections": [
            {"text": one, "metadata": section.metadata} for one, section in zip(texts, parsed.sections, strict=True)
        ],
        "warnings": [str(warning) for warning in parsed.warnings],
        "message": None if parsed.message is None else str(parsed.message),
    }


def _text_of(section: Section) -> str:
    from kbdesk.message import TextBlock
    from kbdesk.rag.document import CAPTION

    content = section.content
    return content.text if isinstance(content, TextBlock) else str(section.metadata.get(CAPTION) or "")
