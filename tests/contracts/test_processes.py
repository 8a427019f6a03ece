"""What holds in every store across processes: kills, full disks, others on the same file."""

from __future__ import annotations

import json

import pytest


def lines(process):
    return [json.loads(line) for line in process.communicate(timeout=60)[0].splitlines() if line.endswith("}")]


async def whole_documents(store, vector):
    """Return the chunk count of each document after checking that all of it is of one version."""
    hits = await store.search("handbook", vector("question"), 100_000)
    documents = await store.list_documents("handbook")
    for document in documents:
        chunks = await store.list_chunks("handbook", document.document_id, limit=100_000)
        own = [hit.chunk.text for hit in hits if hit.document_id == document.document_id]
        assert sorted(own) == sorted(chunk.text for chunk in chunks)
        assert [chunk.chunk_index for chunk in chunks] == list(range(document.chunk_count))
        assert len({chunk.text.split()[0] for chunk in chunks}) == 1
    assert len(hits) == sum(document.chunk_count for document in documents)
    return {document.document_id: document.chunk_count for document in documents}


def test_another_process_sees_what_one_wrote(child):
    assert lines(child("insert", "a", "text", 10)) == [{"inserted": "a"}]
    assert lines(child("look")) == [{"hits": 10, "documents": {"a": 10}}]


async def check_kill(child, new_store, vector, kill_at):
    process = child("replace_for_ever", 200)
    done = 0
    for line in process.stdout:
        done = json.loads(line).get("done", done)
        if json.loads(line).get("begun") == kill_at:
            break
    process.kill()
    rest = [json.loads(line) for line in process.communicate()[0].splitlines() if line.endswith("}")]
    done = max([done, *(line.get("done", 0) for line in rest)])
    async with new_store() as store:
        counts = await whole_documents(store, vector)
        for number in {done, done - 1, done - 2} - {0, -1}:
            document_id = f"d{number % 3}"
            assert counts[document_id] in (200 + number, 203 + number)


async def test_a_killed_writer_leaves_whole_documents_and_all_it_had_said_were_done(child, new_store, vector):
    await check_kill(child, new_store, vector, 4)


@pytest.mark.slow
async def test_thirty_killed_writers_leave_whole_documents(child, new_store, vector):
    for round_number in range(30):
        await check_kill(child, new_store, vector, 2 + round_number % 7)


async def test_a_full_disk_is_said_and_what_was_there_stays(child, new_store, vector, records):
    async with new_store() as store:
        await store.create_collection("handbook", 16)
        await store.insert("handbook", records("a", ["text 0", "text 1"]))
    [line] = lines(child("fill_up", 5_000, 400_000))
    assert line["error"] == "StoreError"
    async with new_store() as store:
        assert await whole_documents(store, vector) == {"a": 2}
        await store.insert("handbook", records("b", ["b 0"]))
        assert await whole_documents(store, vector) == {"a": 2, "b": 1}
