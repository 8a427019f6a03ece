"""The command that looks for passages in the library."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kbdesk.cli.session import chosen_base, open_library
from kbdesk.terminal import one_line, remark, say, say_json, shortened

if TYPE_CHECKING:
    from kbdesk.library.types import Hit

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
