"""Embedding models: one file per kind of provider, the local default, the cache."""

from kbdesk.embedding.base import EmbeddingModelBase, EmbeddingResponse, EmbeddingUsage, Purpose
from kbdesk.embedding.cache import EmbeddingCacheBase
from kbdesk.embedding.local import LocalEmbeddingModel

__all__ = [
    "EmbeddingCacheBase",
    "EmbeddingModelBase",
    "EmbeddingResponse",
    "EmbeddingUsage",
    "LocalEmbeddingModel",
    "Purpose",
]
