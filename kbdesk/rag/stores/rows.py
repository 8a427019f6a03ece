"""A chunk taken apart for storing, and put together again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import NOTE, Chunk
from kbdesk.rag.stores.scope import plain_metadata, storable, to_json


class ChunkRow(NamedTuple):
    """What is stored of a chunk, apart from its place in the document.

    Attributes:
        text: The text, or what stands for it: also what the full text is made of.
        source: The document's name.
        metadata: JSON.
        block: The content block as JSON, without its text or data.
        picture: Hash of the data that is stored apart, or None.
    """

    text: str
    source: str
    metadata: str
    block: str
    picture: str | None


def taken_apart(chunk: Chunk) -> tuple[ChunkRow, str]:
    """Return the row of a chunk and, if it carries data, that data in base64 (else "")."""
    block = chunk.content
    data = ""
    if isinstance(block, TextBlock):
        fields = block.model_dump(exclude={"text"})
    else:
        fields = block.model_dump(exclude={"source": {"data"}})
        data = block.source.data if isinstance(block.source, Base64Source) else ""
    row = ChunkRow(
        text=storable(chunk.text),
        source=storable(chunk.source),
        metadata=to_json(plain_metadata(chunk.metadata)),
        block=to_json(fields),
        picture=hashlib.sha256(data.encode()).hexdigest() if data else None,
    )
    return row, data


def searched_text(content: str, metadata: Mapping[str, Any]) -> str:
    """Return what a chunk is found by when words are searched: its text and what a person noted on it."""
    note = metadata.get(NOTE)
    return f"{content}\n{note}" if isinstance(note, str) else content


def put_together(row: ChunkRow, *, index: int, total: int, data: str | None) -> Chunk:
    """Return the chunk of a row, with the data that was stored apart."""
    fields: dict[str, Any] = json.loads(row.block)
    if fields["type"] == "text":
        content = TextBlock(text=row.text, **fields)
    else:
        if fields["source"]["type"] == "base64":
            fields["source"]["data"] = data or ""
        content = DataBlock.model_validate(fields)
    return Chunk(
        content=content, source=row.source, chunk_index=index, total_chunks=total, metadata=json.loads(row.metadata)
    )
