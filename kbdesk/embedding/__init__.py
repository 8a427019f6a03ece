"""Embedding models: one file per kind of provider, the local default, the cache."""
