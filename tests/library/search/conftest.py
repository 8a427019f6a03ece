"""Knowledge bases with models of their own: a small service on this computer takes the place of OpenAI's."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kbdesk.library.library import Library
from kbdesk.library.types import StoreKind
from kbdesk.settings import EmbeddingChoice

SUBJECTS = (("travel", "flight", "train"), ("leave", "holiday", "vacation"), ("sick", "doctor"))


@dataclass
class Service:
    """Gives a number for each subject that a text speaks of, and one for all texts.

    Attributes:
        url: Its address.
        status: What it answers with; 200 is well.
        asked: The texts that it was asked for.
    """

    url: str = ""
    status: int = 200
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def service() -> Iterator[Service]:
    state = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            state.asked += texts
            data = [{"index": index, "embedding": numbers(text)} for index, text in enumerate(texts)]
            content = json.dumps({"data": data} if state.status == 200 else {"error": {"message": "no"}}).encode()
            self.send_response(state.status)
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
    folded = text.casefold()
    return [float(any(word in folded for word in words)) for words in SUBJECTS] + [0.3]


@dataclass(frozen=True)
class Bases:
    """Makes knowledge bases that are filled with files."""

    library: Library
    service: Service

    async def words(self, name: str, *paths: Path) -> str:
        """One without a model."""
        return await self._make(name, EmbeddingChoice(), "this-computer", paths)

    async def meaning(
        self, name: str, *paths: Path, model: str = "subjects", store: StoreKind = "this-computer"
    ) -> str:
        """One with a model of the service."""
        choice = EmbeddingChoice("openai", model=model, dimensions=len(SUBJECTS) + 1, base_url=self.service.url)
        return await self._make(name, choice, store, paths)

    async def _make(self, name: str, choice: EmbeddingChoice, store: StoreKind, paths: tuple[Path, ...]) -> str:
        await self.library.save_settings(dataclasses.replace(self.library.settings, embedding=choice))
        kb_id = (await self.library.create_knowledge_base(name, store=store)).id
        await self.library.add(kb_id, paths)
        return kb_id


@pytest.fixture
def bases(library: Library, service: Service) -> Bases:
    return Bases(library, service)
