"""Which kinds of stores this kbdesk has."""

from __future__ import annotations

from kbdesk.library.types import StoreKind
from kbdesk.rag.stores import milvus_engine


def offered_stores() -> tuple[StoreKind, ...]:
    """Return the kinds that a new knowledge base can be kept in; the program that people install has no Milvus Lite."""
    return ("this-computer", "milvus-lite") if milvus_engine.is_installed() else ("this-computer",)
