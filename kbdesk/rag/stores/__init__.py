"""Stores: where documents, chunks and vectors are kept."""
