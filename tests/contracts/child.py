"""Jobs for another process on a store's file: `python child.py KIND PATH JOB [ARGUMENT...]`."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import resource
import secrets
import sys

import numpy as np

from kbdesk.errors import KbError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.language import language_of
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.rag.stores.milvus import MilvusLiteStore
from kbdesk.rag.stores.sqlite import SQLiteStore


def say(**line: object) -> None:
    print(json.dumps(line), flush=True)


def vector_of(text: str) -> list[float]:
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
    return np.random.default_rng(seed).standard_normal(16).tolist()


def records_of(document_id: str, texts: list[str]) -> list[VectorRecord]:
    return [
        VectorRecord(
            vector=vector_of(text),
            document_id=document_id,
            chunk=Chunk(content=TextBlock(text=text), source="a.md", chunk_index=index, total_chunks=len(texts)),
        )
        for index, text in enumerate(texts)
    ]


async def insert(store: VectorStoreBase, document_id: str, prefix: str, count: str) -> None:
    """Insert one document of `count` passages "PREFIX 0", "PREFIX 1" ..."""
    await store.create_collection("handbook", 16)
    await store.insert("handbook", records_of(document_id, [f"{prefix} {i}" for i in range(int(count))]))
    say(inserted=document_id)


async def replace_for_ever(store: VectorStoreBase, count: str) -> None:
    """Replace documents until killed; says each version before it is written and after."""
    await store.create_collection("handbook", 16)
    version = 0
    while True:
        version += 1
        size = int(count) + version
        say(begun=version)
        await store.insert("handbook", records_of(f"d{version % 3}", [f"v{version} {i}" for i in range(size)]))
        say(done=version)


async def look(store: VectorStoreBase) -> None:
    """Say what is there."""
    hits = await store.search("handbook", vector_of("question"), 100_000)
    documents = {document.document_id: document.chunk_count for document in await store.list_documents("handbook")}
    say(hits=len(hits), documents=documents)


async def fill_up(store: VectorStoreBase, count: str, limit_bytes: str) -> None:
    """Insert a large document while no file may grow above a limit."""
    language_of("Unpacks its model into a temporary file.")
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit_bytes), int(limit_bytes)))
    try:
        await insert(store, "large", "large", count)
    except KbError as exc:
        say(error=type(exc).__name__, sentence=str(exc))


async def insert_until_full(store: VectorStoreBase) -> None:
    """Replace documents until that has failed three times; say what was inserted and what is read back."""
    await store.create_collection("handbook", 16)
    inserted: dict[str, int] = {}
    sentences: list[str] = []
    kinds: set[str] = set()
    for number in itertools.count():
        document_id, count = f"d{number % 5}", 100 + number
        texts = [f"{document_id} {i} {secrets.token_hex(300)}" for i in range(count)]
        try:
            await store.insert("handbook", records_of(document_id, texts))
            inserted[document_id] = count
        except KbError as exc:
            sentences.append(str(exc))
            kinds.add(type(exc).__name__)
        if len(sentences) == 3:
            break
    listed = {document.document_id: document.chunk_count for document in await store.list_documents("handbook")}
    say(inserted=inserted, listed=listed, sentences=sentences, kinds=list(kinds))


JOBS = {job.__name__: job for job in (insert, replace_for_ever, look, fill_up, insert_until_full)}


async def main(kind: str, path: str, job: str, *arguments: str) -> None:
    store = SQLiteStore(path) if kind == "sqlite" else MilvusLiteStore(path)
    try:
        async with store:
            await JOBS[job](store, *arguments)
    except KbError as exc:
        say(error=type(exc).__name__, sentence=str(exc))


asyncio.run(main(*sys.argv[1:]))
