"""A library with a document whose passages are acted upon."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.library.watchers import Watcher
from kbdesk.rag.document import Chunk
from kbdesk.settings import EmbeddingChoice

DIMENSIONS = 64

Write = Callable[[str, str], Path]

RULES = [
    f"Rule {one}. The number{one} form of the {what} is signed by the lead before the journey begins.\n\n"
    for one, what in enumerate(["flight", "train", "hotel", "taxi", "visa", "meal", "phone", "fair", "car", "ferry"])
]


@pytest.fixture
async def rules(library: Library, kb_id: str, write: Write) -> str:
    """The id of a document with ten rules, a passage each."""
    await library.chunking.set(kb_id, Chunking("paragraph", 32, 0))
    [result] = await library.add(kb_id, [write("rules.txt", "".join(RULES))])
    assert result.document.passage_count == len(RULES)
    return result.document.id


@dataclasses.dataclass
class Service:
    """A small service on this computer that takes the place of OpenAI's.

    Attributes:
        url: Its address.
        asked: The texts that it was asked for.
    """

    url: str = ""
    asked: list[str] = dataclasses.field(default_factory=list)

    async def choose(self, library: Library) -> None:
        """Fill empty knowledge bases with its model from now on."""
        choice = EmbeddingChoice("openai", model="words-in-common", dimensions=DIMENSIONS, base_url=self.url)
        await library.save_settings(dataclasses.replace(library.settings, embedding=choice))


async def passages(library: Library, document_id: str) -> list[Chunk]:
    document = await library.document(document_id)
    return await library.chunks(document_id, limit=document.passage_count)


async def texts_of(library: Library, document_id: str) -> list[str]:
    return [chunk.text for chunk in await passages(library, document_id)]


async def answers(library: Library, query: str) -> list[str]:
    return [hit.chunk.text for hit in await library.search([query])]


async def read_all(library: Library) -> None:
    """Let the queue work until there is nothing to do."""
    idle = asyncio.Event()
    stop_watching = library.watch(Watcher(on_idle=idle.set))
    await library.queue.start()
    async with asyncio.timeout(60):
        while True:
            idle.clear()
            if not await library.queue.waiting():
                break
            await idle.wait()
    stop_watching()


@pytest.fixture
def service() -> Iterator[Service]:
    state = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            state.asked += texts
            data = [{"index": index, "embedding": numbers(text)} for index, text in enumerate(texts)]
            content = json.dumps({"data": data}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


def numbers(text: str) -> list[float]:
    """Return a vector that depends on the words of a text."""
    vector = [0.01] * DIMENSIONS
    for word in text.casefold().split():
        vector[hashlib.sha256(word.strip(".,").encode()).digest()[0] % DIMENSIONS] += 1.0
    return vector
