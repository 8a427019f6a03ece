"""The passages of a document as they would be without edits, kept in few bytes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence

from kbdesk.library.curation.runs import digest_of
from kbdesk.library.types import DocumentInfo
from kbdesk.message import DataBlock, URLSource
from kbdesk.rag.document import Chunk

_FAST = 1
_OF_DOCUMENTS = ("name", "kind", "sha256")
"""What the metadata of a stored passage has of its document, which may be called otherwise when it is stored again."""


def packed(chunks: Sequence[Chunk]) -> bytes:
    """Return passages without their pictures, which the store has."""
    return zlib.compress(json.dumps([_without_picture(chunk).model_dump() for chunk in chunks]).encode(), _FAST)


def unpacked(data: bytes) -> list[Chunk]:
    """Return passages as they were packed, without their pictures."""
    return [Chunk.model_validate(plain) for plain in json.loads(zlib.decompress(data))]


def has_pictures(chunks: Sequence[Chunk]) -> bool:
    """Return whether some of the passages are pictures."""
    return any(isinstance(chunk.content, DataBlock) for chunk in chunks)


def with_pictures(chunks: Sequence[Chunk], stored: Sequence[Chunk]) -> list[Chunk]:
    """Return passages that were unpacked with their pictures.

    Args:
        chunks: What `unpacked` gave.
        stored: The passages that the store has of the document; a picture that it has none of is left out.
    """
    pictures = {digest_of(chunk): chunk.content for chunk in stored if isinstance(chunk.content, DataBlock)}
    return [
        chunk.model_copy(update={"content": pictures[chunk.content.source.url]})
        if isinstance(chunk.content, DataBlock) and isinstance(chunk.content.source, URLSource)
        else chunk
        for chunk in chunks
        if not _is_missing(chunk, pictures)
    ]


def as_cut(stored: Sequence[Chunk]) -> list[Chunk]:
    """Return stored passages of a document without edits as they were when it was cut."""
    return [
        chunk.model_copy(
            update={"metadata": {key: value for key, value in chunk.metadata.items() if key not in _OF_DOCUMENTS}}
        )
        for chunk in stored
    ]


def of_document(document: DocumentInfo) -> dict[str, object]:
    """Return what the metadata of its passages has of a document."""
    return {"name": document.name, "kind": document.kind, "sha256": document.sha256}


def of_stored(stored: Chunk) -> dict[str, object]:
    """Return what the metadata of a stored passage has of its document."""
    return {key: stored.metadata.get(key) for key in _OF_DOCUMENTS}


def _without_picture(chunk: Chunk) -> Chunk:
    if not isinstance(chunk.content, DataBlock):
        return chunk
    source = URLSource(url=digest_of(chunk), media_type=chunk.content.source.media_type)
    return chunk.model_copy(update={"content": chunk.content.model_copy(update={"source": source})})


def _is_missing(chunk: Chunk, pictures: dict[str, DataBlock]) -> bool:
    return (
        isinstance(chunk.content, DataBlock)
        and chunk.content.source.type == "url"
        and (chunk.content.source.url not in pictures)
    )
