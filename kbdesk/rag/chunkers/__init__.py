"""Chunkers: from sections to chunks."""
