"""Embedding models: one file per kind of provider, the local default, the cache."""

from kbdesk.embedding.base import EmbeddingModelBase, EmbeddingResponse, EmbeddingUsage, Purpose
from kbdesk.embedding.cache import EmbeddingCacheBase, FileEmbeddingCache, SQLiteEmbeddingCache
from kbdesk.embedding.local import LocalEmbeddingModel
from kbdesk.embedding.openai import OpenAIEmbeddingModel

__all__ = [
    "EmbeddingCacheBase",
    "EmbeddingModelBase",
    "EmbeddingResponse",
    "EmbeddingUsage",
    "FileEmbeddingCache",
    "LocalEmbeddingModel",
    "OpenAIEmbeddingModel",
    "Purpose",
    "SQLiteEmbeddingCache",
]
