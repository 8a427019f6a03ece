"""What only the Milvus Lite store has: measures, a private engine, one owner per folder, faults of the engine."""

from __future__ import annotations

import asyncio
import json
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import psutil
import pytest

from kbdesk.errors import InputError, ModelMismatchError, StoreError
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.milvus import MilvusLiteStore
from kbdesk.rag.stores.milvus_file import MilvusFile


def records_of(document_id, vectors):
    return [
        VectorRecord(
            vector=vector,
            document_id=document_id,
            chunk=Chunk(content=TextBlock(text=f"{document_id} {i}"), source="a", chunk_index=i, total_chunks=1),
        )
        for i, vector in enumerate(vectors)
    ]


def random_vectors(count, dimensions=4):
    return np.random.default_rng(count).standard_normal((count, dimensions)).tolist()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new folder" / "it's 手册 #1.db"


@pytest.fixture
async def store(path):
    async with MilvusLiteStore(str(path)) as opened:
        await opened.create_collection("c", 4)
        yield opened


def engine_of(store):
    return store._file._engine


@pytest.mark.parametrize(("metric", "expected"), [("COSINE", [1.0, 0.6]), ("IP", [3.0, 2.0]), ("L2", [0.0, -5.0])])
async def test_scores_are_higher_is_better_in_every_measure(path, metric, expected):
    query = [0.0, 1.0, 0.0, 0.0] if metric != "L2" else [0.0, 3.0, 0.0, 0.0]
    second = [0.0, 3.0, 4.0, 0.0] if metric == "COSINE" else [0.0, 2.0, 2.0, 0.0]
    async with MilvusLiteStore(path, metric_type=metric) as store:
        await store.create_collection("c", 4)
        await store.insert("c", records_of("a", [[0.0, 3.0, 0.0, 0.0], second]))
        hits = await store.search("c", query)
        assert [hit.score for hit in hits] == pytest.approx(expected)
        assert [hit.chunk.chunk_index for hit in hits] == [0, 1]
        records = await store.list_records("c", "a")
        assert [record.vector for record in records] == [pytest.approx([0.0, 3.0, 0.0, 0.0]), pytest.approx(second)]


async def test_a_collection_keeps_its_measure_and_size(path):
    async with MilvusLiteStore(path, metric_type="L2") as store:
        await store.create_collection("c", 4)
    async with MilvusLiteStore(path, metric_type="COSINE") as store:
        with pytest.raises(ModelMismatchError):
            await store.create_collection("c", 4)
    async with MilvusLiteStore(path, metric_type="L2") as store:
        with pytest.raises(ModelMismatchError):
            await store.create_collection("c", 5)
        await store.create_collection("c", 4)


def test_arguments_that_cannot_be_right_are_refused():
    for arguments in (
        {"uri": "handbook"},
        {"uri": "http://localhost:19530"},
        {"uri": "a.db", "metric_type": "HAMMING"},
        {"uri": "a.db", "index_type": "DISKANN"},
        {"uri": "a.db", "batch_size": 0},
    ):
        with pytest.raises(InputError):
            MilvusLiteStore(**arguments)


async def test_the_engine_is_open_to_nobody_else(store, path):
    from pymilvus import MilvusClient
    from pymilvus.exceptions import MilvusException

    assert stat.S_IMODE(path.stat().st_mode) == 0o700
    address = engine_of(store).client._config.address
    assert stat.S_IMODE(Path(address.removeprefix("unix:")).parent.stat().st_mode) == 0o700
    with pytest.raises(MilvusException):
        await asyncio.to_thread(lambda: MilvusClient(address, token="guess", dedicated=True, timeout=1))
    assert not [one for one in psutil.Process().net_connections() if one.status == psutil.CONN_LISTEN]


async def test_a_proxy_in_the_environment_is_no_matter(path, monkeypatch):
    for name in ("http_proxy", "https_proxy", "grpc_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with MilvusLiteStore(path) as store:
        assert not await store.has_collection("c")


async def test_a_second_process_is_told_who_holds_it(store, path):
    code = f"""
import asyncio, json
from kbdesk.errors import StoreInUseError
from kbdesk.rag.stores.milvus import MilvusLiteStore
async def main():
    try:
        async with MilvusLiteStore({str(path)!r}):
            print("opened")
    except StoreInUseError as exc:
        print(json.dumps([str(exc.title), str(exc.remedy)]))
asyncio.run(main())
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=subprocess.PIPE)
    title, remedy = json.loads((await process.communicate())[0])
    assert title == f"Another program has {path} open."
    assert remedy.startswith("Close that program")
    await store.insert("c", records_of("a", random_vectors(2)))


async def test_another_name_of_the_same_folder_shares_its_engine(store, path, tmp_path):
    link = tmp_path / "link.db"
    link.symlink_to(path)
    async with MilvusLiteStore(link) as other:
        await other.insert("c", records_of("a", random_vectors(2)))
    assert len(await store.search("c", [1.0] * 4)) == 2
    assert list(MilvusFile._owners) == [path.resolve()]


async def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").touch()
    for bad in (tmp_path / "file" / "a.db", tmp_path / "a.db"):
        (tmp_path / "a.db").touch()
        with pytest.raises(StoreError, match="cannot be opened"):
            async with MilvusLiteStore(bad):
                pass
    assert MilvusFile._owners == {}


async def test_rows_are_flushed_when_they_are_many_and_at_the_end(path):
    async with MilvusLiteStore(path) as store:
        await store.create_collection("c", 4)
        await store.insert("c", records_of("a", random_vectors(600)))
        assert len(list(path.rglob("data_*.parquet"))) == 1
        await store.insert("c", records_of("b", random_vectors(3)))
    assert len(list(path.rglob("data_*.parquet"))) >= 2
    assert not [log for log in path.rglob("wal_data_*") if log.stat().st_size and "chunks" in str(log)]


@pytest.mark.logs_warnings
@pytest.mark.filterwarnings("ignore:unclosed file")  # the engine forgets the log of a failed flush
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_failed_flush_loses_nothing(store, path):
    await store.insert("c", records_of("a", random_vectors(100)))
    [folder] = (path / "collections").glob("chunks_*")
    folder = folder / "partitions" / "_default"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "data").write_text("in the way of the flush")
    broken = engine_of(store)
    await store.insert("c", records_of("b", random_vectors(600)))
    assert engine_of(store) is not broken
    (folder / "data").unlink()
    assert len(await store.search("c", [1.0] * 4, 1000)) == 700
    await store.insert("c", records_of("d", random_vectors(600)))
    await store.__aexit__(None, None, None)
    await store.__aenter__()
    assert [document.chunk_count for document in await store.list_documents("c")] == [100, 600, 600]
    assert len(await store.search("c", [1.0] * 4, 2000)) == 1300


@pytest.mark.logs_warnings
async def test_after_a_failed_write_the_old_version_answers(store, monkeypatch):
    from pymilvus.exceptions import MilvusException

    await store.insert("c", records_of("a", random_vectors(3)))
    client = engine_of(store).client
    real = client.upsert

    def fail_at_the_second_batch(name, rows, **arguments):
        if rows[0]["pk"] != "header" and isinstance(rows[0]["pk"], int) and rows[0]["pk"] & 0xFFFFFF:
            raise MilvusException(message="no space left")
        return real(name, rows, **arguments)

    monkeypatch.setattr(client, "upsert", fail_at_the_second_batch)
    with pytest.raises(StoreError, match="cannot be read or written"):
        await store.insert("c", records_of("a", random_vectors(300)))
    assert len(await store.search("c", [1.0] * 4, 1000)) == 3
    assert len(await store.list_chunks("c", "a", limit=1000)) == 3


async def test_rows_that_a_reader_may_still_need_are_deleted_later(store):
    await store.insert("c", records_of("a", random_vectors(3)))
    catalogue = store._file._catalogues["c"]
    with catalogue.reading() as view:
        await store.insert("c", records_of("a", random_vectors(5)))
        [old] = view.documents.values()
        assert len(catalogue.client.get(catalogue.chunks, ids=list(old.row_ids()))) == 3
        assert len(await store.search("c", [1.0] * 4, 100)) == 5
    await store.delete("c", "nobody")
    assert catalogue.client.get(catalogue.chunks, ids=list(old.row_ids())) == []
    assert catalogue.view.dead == frozenset()


async def test_pictures_lie_in_files_and_go_with_their_last_user(path):
    picture = DataBlock(source=Base64Source(data="aGFsbG8=", media_type="image/png"))
    chunk = Chunk(content=picture, source="a", chunk_index=0, total_chunks=1)

    def files():
        return [one for one in (path / "kbdesk-pictures").rglob("*") if one.is_file()]

    async with MilvusLiteStore(path) as store:
        await store.create_collection("c", 4)
        for document_id in ("a", "b"):
            await store.insert("c", [VectorRecord(vector=[1.0] * 4, document_id=document_id, chunk=chunk)])
        assert len(files()) == 1
        await store.delete("c", "a")
        assert (await store.list_chunks("c", "b")) == [chunk]
        await store.delete("c", "b")
        assert files() == []
        await store.insert("c", [VectorRecord(vector=[1.0] * 4, document_id="a", chunk=chunk)])
        (files()[0].parent / "left by a crash").write_text("x")
    async with MilvusLiteStore(path) as store:
        assert await store.list_chunks("c", "a") == [chunk]
        assert len(files()) == 1
        await store.delete_collection("c")
        assert files() == []


async def test_rows_that_got_lost_are_found_by_the_check(store):
    await store.insert("c", records_of("a", random_vectors(5)))
    await store.insert("c", records_of("b", random_vectors(3)))
    catalogue = store._file._catalogues["c"]
    [first, _] = catalogue.view.documents.values()
    await asyncio.to_thread(catalogue.client.delete, catalogue.chunks, ids=[first.row_ids()[2]])
    problems = await store.check("c", {"a": 5, "b": 3})
    assert [(problem.kind, problem.document_id, str(problem.text)) for problem in problems] == [
        ("passages", "a", "4 of 5 passages are stored.")
    ]
