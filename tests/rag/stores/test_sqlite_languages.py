"""Whatever is replaced in a document, its passages are in the languages that all of it read anew would be in."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from kbdesk.message import TextBlock
from kbdesk.rag.document import OFF, Chunk, VectorRecord
from kbdesk.rag.stores.sqlite import SQLiteStore

GERMAN = "Die Anträge für Reisen werden zehn Tage vorher beim Büro gestellt und von der Leitung unterschrieben."
ENGLISH = "The forms for journeys are handed in at the office ten days ahead, and are signed by the lead."
CHINESE = "员工每年享有十天带薪年假，另有病假。"
UNTOLD = ["4711 | 0815", "Formular", "Note 12", "REQ-0417", "Tarif 3"]
TEXTS = [GERMAN, GERMAN.replace("zehn", "zwölf"), ENGLISH, ENGLISH.replace("ten", "six"), CHINESE, *UNTOLD]


def records(texts, off=(), start=0):
    return [
        VectorRecord(
            vector=[1.0, 0.0],
            document_id="a",
            chunk=Chunk(
                content=TextBlock(text=text),
                source="a.md",
                chunk_index=start + index,
                total_chunks=len(texts),
                metadata={OFF: True} if start + index in off else {},
            ),
        )
        for index, text in enumerate(texts)
    ]


def kept(path):
    """What the file has of the languages, and of the words that are cut down by them."""
    with closing(sqlite3.connect(path)) as file:
        marks = file.execute("SELECT marks, written FROM documents").fetchone()
        collection = file.execute("SELECT id FROM collections").fetchone()[0]
        words = file.execute(f"SELECT term, doc, cnt FROM vocabulary_{collection} ORDER BY term").fetchall()
    return marks[0], words


async def anew(path, texts, off):
    async with SQLiteStore(path) as store:
        await store.create_collection("c", 2)
        await store.insert("c", records(texts, off))
    return kept(path)


async def replaced(path, texts, place, new):
    """Replace some chunks of a document, and return what is kept then, with what is kept of it read anew."""
    after = [*texts[: place.start], *new, *texts[place.stop :]]
    async with SQLiteStore(path / "one.sqlite3") as store:
        await store.create_collection("c", 2)
        await store.insert("c", records(texts))
        await store.replace_chunks("c", records(new, start=place.start), document_id="a", place=place)
        assert await store.check("c", {"a": len(after)}) == []
    return kept(path / "one.sqlite3"), await anew(path / "other.sqlite3", after, ())


@pytest.mark.parametrize(
    "new", [["Note 12"], ["Note 12", "Tarif 3"], [ENGLISH], [CHINESE * 30], [CHINESE * 30, "Note"]]
)
async def test_a_short_passage_is_in_the_language_of_its_document(tmp_path, new):
    one, other = await replaced(tmp_path, [GERMAN, *UNTOLD, GERMAN], range(3, 4), new)
    assert one == other


async def test_when_most_is_in_another_language_so_are_the_short_passages(tmp_path):
    one, other = await replaced(tmp_path, [GERMAN, *UNTOLD, ENGLISH * 2], range(6, 7), ["Note 1"])
    assert one == other


@pytest.mark.parametrize("seed", range(6))
async def test_one_replacement_after_the_other(tmp_path, seed):
    dice = random.Random(seed)
    texts, off = dice.choices(TEXTS, k=12), set()
    async with SQLiteStore(tmp_path / "one.sqlite3") as store:
        await store.create_collection("c", 2)
        await store.insert("c", records(texts))
        for step in range(12):
            place = range(*sorted(dice.sample(range(len(texts) + 1), 2)))
            new = dice.choices(TEXTS, k=len(place) if step % 2 else dice.randrange(1, 5))
            turned_off = {place.start + index for index in range(len(new)) if dice.random() < 0.3}
            by = len(new) - len(place)
            off = {each + by * (each >= place.stop) for each in off if each not in place} | turned_off
            await store.replace_chunks("c", records(new, turned_off, start=place.start), document_id="a", place=place)
            texts[place.start : place.stop] = new
            assert kept(tmp_path / "one.sqlite3") == await anew(tmp_path / f"{step}.sqlite3", texts, off)


async def test_a_document_of_an_older_kbdesk_is_told_of_when_it_is_changed(tmp_path):
    path = tmp_path / "one.sqlite3"
    await anew(path, [GERMAN, *UNTOLD], ())
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE documents SET written = ''")
    async with SQLiteStore(path) as store:
        await store.replace_chunks("c", records(["Note 7"], start=2), document_id="a", place=range(2, 3))
    after = [GERMAN, UNTOLD[0], "Note 7", *UNTOLD[2:]]
    assert kept(path) == await anew(tmp_path / "other.sqlite3", after, ())
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT written FROM documents").fetchone()[0]
