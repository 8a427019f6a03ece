"""Searches as they are written down."""

from __future__ import annotations

from dataclasses import replace

from pydantic import TypeAdapter

from kbdesk.library.search.types import Request


def queries_of(request: Request) -> tuple[str, ...]:
    """Return the queries of a search that are words, without blank ones; pictures are never written down."""
    return tuple(query.strip() for query in request.queries if isinstance(query, str) and query.strip())


def to_json(request: Request) -> str:
    """Return a search as JSON; equal searches give equal text."""
    return TypeAdapter(Request).dump_json(replace(request, queries=queries_of(request))).decode()


def from_json(data: str) -> Request:
    """Return the search that `to_json` wrote."""
    return TypeAdapter(Request).validate_json(data)
