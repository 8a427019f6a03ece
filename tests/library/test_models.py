"""Models behind an address: a small service on this computer takes the place of OpenAI's."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kbdesk.errors import EmbeddingError, ModelMismatchError, StoreError
from kbdesk.library.library import Library
from kbdesk.library.types import State
from kbdesk.paths import DataFolder
from kbdesk.settings import EmbeddingChoice

Write = Callable[[str, str], Path]


@dataclass
class Service:
    url: str = ""
    status: int = 200
    asked: int = 0

    @property
    def choice(self) -> EmbeddingChoice:
        return EmbeddingChoice("openai", model="two-numbers", dimensions=2, base_url=self.url)


@pytest.fixture
def service() -> Iterator[Service]:
    state = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            state.asked += len(texts)
            data = [{"index": n, "embedding": [1.0 + ("train" in text), 1.0]} for n, text in enumerate(texts)]
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


async def choose(library: Library, choice: EmbeddingChoice) -> None:
    await library.save_settings(dataclasses.replace(library.settings, embedding=choice))


async def test_a_service_that_refuses_fails_the_file_and_retry_takes_it(
    library: Library, kb_id: str, service: Service, handbook: Path
) -> None:
    await choose(library, service.choice)
    service.status = 401
    [result] = await library.add(kb_id, [handbook / "travel.txt"])
    assert (result.document.state, result.document.outcome) == (State.FAILED, "failed")
    assert result.message is not None
    with pytest.raises(EmbeddingError):
        await library.test_embedding(service.choice, "a key")
    service.status = 200
    [result] = await library.retry([result.document.id])
    assert result.document.state is State.DONE
    assert "answered in" in str(await library.test_embedding(service.choice, None))


async def test_texts_are_paid_for_once(library: Library, kb_id: str, service: Service, handbook: Path) -> None:
    await choose(library, service.choice)
    await library.add(kb_id, [handbook])
    other = (await library.create_knowledge_base("Other")).id
    await library.add(other, [handbook])
    assert service.asked == 3


async def test_a_filled_knowledge_base_stays_with_its_model_and_an_empty_one_follows_the_settings(
    library: Library, kb_id: str, service: Service, handbook: Path
) -> None:
    await library.add(kb_id, [handbook])
    await choose(library, service.choice)
    other = (await library.create_knowledge_base("Other")).id
    await library.add(kb_id, [handbook / "travel.txt"])
    await library.add(other, [handbook])
    first, second = await library.knowledge_bases()
    assert first.embedding == "words"
    assert service.url in second.embedding
    hits = await library.search(["train holidays"])
    assert [(hit.rank, hit.score_kind) for hit in hits[:2]] == [(1, "words"), (2, "meaning")]


async def test_a_knowledge_base_that_failed_to_fill_follows_the_next_choice(
    library: Library, kb_id: str, service: Service, handbook: Path
) -> None:
    service.status = 401
    await choose(library, service.choice)
    await library.add(kb_id, [handbook])
    await choose(library, EmbeddingChoice())
    results = await library.add(kb_id, [handbook])
    assert {result.document.state for result in results} == {State.DONE}
    assert (await library.knowledge_bases())[0].embedding == "words"


async def test_a_missing_key_is_said_before_anything_is_taken(library: Library, kb_id: str, handbook: Path) -> None:
    await choose(library, EmbeddingChoice("openai", model="text-embedding-3-small", secret_name="nobody"))
    with pytest.raises(EmbeddingError, match="not in the keyring"):
        await library.add(kb_id, [handbook])
    assert await library.documents(kb_id) == []


async def test_a_model_that_changed_is_said(
    library: Library, kb_id: str, service: Service, handbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kbdesk.embedding.openai import OpenAIEmbeddingModel

    await choose(library, service.choice)
    await library.add(kb_id, [handbook])
    monkeypatch.setattr(OpenAIEmbeddingModel, "version", "of the future")
    with pytest.raises(ModelMismatchError, match="Team handbook"):
        await library.search(["holidays"])


async def test_a_milvus_lite_folder_of_ones_own_does_all_of_it(
    library: Library, service: Service, handbook: Path, tmp_path: Path
) -> None:
    await choose(library, service.choice)
    kb = await library.create_knowledge_base("Mine", store="milvus-lite", store_path=tmp_path / "mine")
    results = await library.add(kb.id, [handbook])
    assert {result.document.state for result in results} == {State.DONE}
    assert [path.name for path in (await asyncio.to_thread(list, (tmp_path / "mine").iterdir()))] == [f"kb_{kb.id}.db"]
    assert len(await library.search(["train"])) == 3
    deletion = await library.delete_documents([results[0].document.id])
    assert len(await library.search(["train"])) == 2
    await library.undo(deletion)
    assert len(await library.search(["train"])) == 3
    assert service.asked == 4


async def test_a_store_elsewhere_that_is_away_is_missed_and_back_with_its_disk(
    folder: DataFolder, service: Service, handbook: Path, tmp_path: Path
) -> None:
    disk, away = tmp_path / "disk", tmp_path / "away"
    async with await Library.open(folder) as library:
        await choose(library, service.choice)
        kb = await library.create_knowledge_base("Mine", store="milvus-lite", store_path=disk)
        await library.add(kb.id, [handbook])
    await asyncio.to_thread(disk.rename, away)
    with closing(sqlite3.connect(folder.library_db)) as connection, connection:
        connection.execute("UPDATE library SET clean = 0")  # as after a crash, when stores are checked
    async with await Library.open(folder) as library:
        with pytest.raises(StoreError, match="passages of the knowledge base “Mine” are not in"):
            await library.search(["train"], [kb.id])
        assert {document.state for document in await library.documents(kb.id)} == {State.DONE}
    assert not await asyncio.to_thread(disk.exists)
    await asyncio.to_thread(away.rename, disk)
    async with await Library.open(folder) as library:
        assert len(await library.search(["train"], [kb.id])) == 3
