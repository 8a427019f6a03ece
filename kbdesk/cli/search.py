"""The command that looks for passages in the library."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from kbdesk.cli.session import SOME_FAILED, check_documents, chosen_base, open_library
from kbdesk.terminal import one_line, remark, say, say_json, shortened

if TYPE_CHECKING:
    from kbdesk.library.library import Library
    from kbdesk.library.search.types import Request
    from kbdesk.library.types import Hit, Why

_ALL_FAILED = 1
_SNIPPET_LINES = 3


async def search(options: argparse.Namespace) -> int:
    """Find passages; what comes near and is no answer stands under a line "weak"."""
    async with open_library(options) as library:
        results = await library.find(await _request(library, options))
        for notice in [*await library.notices(), *results.notices]:
            remark(notice)
    if options.json:
        for hit in [*results.hits, *results.weak]:
            say_json(_values(hit))
    else:
        for hit in results.hits:
            say(_shown(hit, options))
        if results.weak:
            say("weak")
        for hit in results.weak:
            say(_shown(hit, options))
    for failure in results.failures:
        remark(f"“{failure.base.name}” was not searched: {failure.error}")
    if not results.hits and not results.failures:
        remark("Nothing good was found." if results.weak else "Nothing was found.")
    if results.failures:
        return _ALL_FAILED if results.has_failed else SOME_FAILED
    return 0


async def _request(library: Library, options: argparse.Namespace) -> Request:
    from kbdesk.library.search.types import Filters, Request

    await check_documents(library, options.document or ())
    kb_ids = None if options.kb is None else tuple([(await chosen_base(library, name)).id for name in options.kb])
    filters = Filters(
        document_ids=tuple(options.document or ()),
        folders=tuple(folder.rstrip("/") for folder in options.folder or ()),
        tags=tuple(options.tag or ()),
        kinds=tuple(options.kind or ()),
        languages=tuple(options.language or ()),
        added_from=options.added_from,
        added_to=options.added_to,
    )
    return Request(_queries(options), kb_ids, options.top_k, options.min_score, options.mode, filters)


def _queries(options: argparse.Namespace) -> tuple[str, ...]:
    return " ".join(options.query), *options.also


def _values(hit: Hit) -> dict[str, object]:
    return {
        "rank": hit.rank,
        "score": hit.score,
        "score_kind": hit.score_kind,
        "is_weak": hit.is_weak,
        "document_id": hit.document.id,
        "name": hit.document.name,
        "chunk_index": hit.chunk.chunk_index,
        "text": hit.chunk.text,
        "place": str(hit.place),
        "metadata": hit.chunk.metadata,
        "why": asdict(hit.why),
    }


def _shown(hit: Hit, options: argparse.Namespace) -> str:
    place = str(hit.place)
    head = f"{hit.rank:>3}  {hit.score:.3f}  {one_line(hit.document.name)}{', ' if place else ''}{one_line(place)}"
    lines = [line.strip() for line in hit.chunk.text.splitlines() if line.strip()][:_SNIPPET_LINES]
    reasons = [f"({_reasons(hit.why, with_query=bool(options.also))})"] if options.why else []
    return "\n".join([head, *(f"     {line}" for line in (*map(shortened, lines), *reasons))])


def _reasons(why: Why, *, with_query: bool) -> str:
    reasons = [
        f"exactly: {', '.join(why.exact)}" if why.exact else "",
        f"by meaning: place {why.meaning_rank}" if why.meaning_rank else "",
        f"by words: place {why.words_rank}" if why.words_rank else "",
        f"words: {', '.join(why.words)}" if why.words else "",
        f"language: {why.language}" if why.language else "",
        f"query: {why.query}" if with_query else "",
    ]
    return one_line("; ".join(reason for reason in reasons if reason))
