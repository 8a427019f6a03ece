"""People change passages of a real library: at once, whole or not at all, and all of it can be taken back."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pptx import Presentation

from kbdesk.errors import InputError, StoreError
from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.library.search.types import Request
from kbdesk.library.types import DocumentInfo, State, StoreKind
from kbdesk.message import TextBlock
from kbdesk.paths import DataFolder
from kbdesk.rag.document import NOTE, OFF, VectorRecord
from kbdesk.rag.stores.sqlite import SQLiteStore
from kbdesk.texts import text

from .conftest import RULES, Service, answers, passages, read_all, texts_of

Write = Callable[[str, str], Path]


async def test_a_passage_that_is_turned_off_stays_in_the_list_and_answers_no_more(library: Library, rules: str) -> None:
    assert await answers(library, "number3") == [RULES[3]]
    edited = await library.curation.turn_off(rules, [3])
    assert str(edited.label) == "A passage was turned off."
    assert edited.chunk_index == 3
    assert await answers(library, "number3") == []
    assert await texts_of(library, rules) == RULES
    assert (await passages(library, rules))[3].metadata[OFF] is True
    await library.curation.turn_on(rules, [3])
    assert await answers(library, "number3") == [RULES[3]]
    assert await library.curation.edits(rules) == []


async def test_a_corrected_passage_answers_with_its_new_words_only(library: Library, rules: str) -> None:
    await library.curation.correct(rules, 3, "Taxis are paid by zebra.")
    assert await answers(library, "zebra") == ["Taxis are paid by zebra."]
    assert await answers(library, "number3") == []
    [edit] = await library.curation.edits(rules)
    assert (edit.kind, edit.text_before, edit.text_now) == ("correct", RULES[3].strip(), "Taxis are paid by zebra.")
    await library.curation.revert(rules, 3)
    assert await texts_of(library, rules) == RULES


async def test_passages_are_joined_and_split(library: Library, rules: str) -> None:
    joined = await library.curation.merge(rules, 2, 4)
    assert joined.document.passage_count == 8
    assert (await texts_of(library, rules))[2] == "".join(RULES[2:5])
    await library.curation.split(rules, 2, len(RULES[2]))
    assert (await texts_of(library, rules))[2:4] == [RULES[2], RULES[3] + RULES[4]]
    assert [chunk.chunk_index for chunk in await passages(library, rules)] == list(range(9))


async def test_a_note_is_searched_with_its_passage(library: Library, rules: str) -> None:
    await library.curation.annotate(rules, 3, "Also for a zebra.")
    assert await answers(library, "zebra") == [RULES[3]]
    assert (await passages(library, rules))[3].metadata[NOTE] == "Also for a zebra."


async def test_a_passage_is_added_by_hand(library: Library, rules: str) -> None:
    first = await library.curation.add(rules, 3, "Zebras are not allowed.")
    last = await library.curation.add(rules, None, "This is the end.")
    assert (first.chunk_index, last.chunk_index) == (4, 11)
    assert await texts_of(library, rules) == [
        *RULES[:4],
        "Zebras are not allowed.",
        *RULES[4:],
        "This is the end.",
    ]
    assert await answers(library, "zebras") == ["Zebras are not allowed."]
    assert last.document.passage_count == 12


async def test_all_that_was_done_is_taken_back_one_by_one_and_done_again(library: Library, rules: str) -> None:
    curation, done, states = library.curation, [], [await passages(library, rules)]
    for act in (
        lambda: curation.turn_off(rules, [1, 2]),
        lambda: curation.merge(rules, 2, 4),
        lambda: curation.split(rules, 0, 20),
        lambda: curation.correct(rules, 1, "Corrected."),
        lambda: curation.add(rules, 1, "Added."),
        lambda: curation.annotate(rules, 6, "Noted."),
    ):
        done.append(await act())
        states.append(await passages(library, rules))

    def like(chunks: list) -> list:
        return [(chunk.text, chunk.metadata) for chunk in chunks]

    for number in range(len(done) - 1, -1, -1):
        last = await curation.last()
        assert last is not None
        assert last.id == done[number].id
        await curation.undo(last.id)
        assert like(await passages(library, rules)) == like(states[number])
    assert await curation.last() is None
    for number, edited in enumerate(done):
        await curation.redo(edited.id)
        assert like(await passages(library, rules)) == like(states[number + 1])


async def test_what_was_done_is_taken_back_after_a_restart(folder: DataFolder, rules: str, library: Library) -> None:
    await library.curation.correct(rules, 3, "Taxis are paid by zebra.")
    await library.aclose()
    async with await Library.open(folder) as again:
        last = await again.curation.last()
        assert last is not None
        assert str(last.label) == "A passage was corrected."
        await again.curation.undo(last.id)
        assert await texts_of(again, rules) == RULES


async def test_only_what_was_done_last_to_a_document_is_taken_back(library: Library, rules: str) -> None:
    first = await library.curation.turn_off(rules, [1])
    second = await library.curation.turn_off(rules, [2])
    with pytest.raises(InputError, match="changed again"):
        await library.curation.undo(first.id)
    await library.curation.undo(second.id)
    await library.curation.undo(first.id)
    await library.curation.turn_off(rules, [3])
    with pytest.raises(InputError, match="can no longer"):
        await library.curation.redo(first.id)


async def test_who_listens_is_told_of_the_document(library: Library, rules: str) -> None:
    told: list[DocumentInfo] = []
    library.curation.on_change.append(told.append)
    edited = await library.curation.add(rules, None, "One more.")
    await library.curation.undo(edited.id)
    assert [document.passage_count for document in told] == [11, 10]


async def test_nonsense_is_refused_in_words_and_changes_nothing(library: Library, rules: str) -> None:
    curation = library.curation
    for act in (
        lambda: curation.correct(rules, 3, " "),
        lambda: curation.merge(rules, 3, 3),
        lambda: curation.split(rules, 3, 0),
        lambda: curation.split(rules, 3, len(RULES[3])),
        lambda: curation.add(rules, None, ""),
        lambda: curation.turn_on(rules, [3]),
        lambda: curation.turn_off(rules, [10]),
        lambda: curation.revert(rules, 3),
        lambda: curation.drop("no such edit"),
        lambda: curation.undo("no such act"),
        lambda: curation.turn_off("no such document", [0]),
    ):
        with pytest.raises(InputError):
            await act()
    assert await texts_of(library, rules) == RULES
    assert await curation.last() is None


def slides_of(tmp_path: Path) -> Path:
    """Return slides with a picture and some words."""
    picture, path = tmp_path / "map.png", tmp_path / "slides.pptx"
    Image.effect_noise((300, 300), 60).save(picture)
    slides = Presentation()
    for words in ("Above the map.", "Below the map."):
        slide = slides.slides.add_slide(slides.slide_layouts[5])
        slide.shapes.title.text = words
    shape = slides.slides[0].shapes.add_picture(str(picture), 0, 0)
    shape._element.nvPicPr.cNvPr.set("descr", "A map of the zebra house")
    slides.save(str(path))
    return path


async def test_a_picture_is_turned_off_and_corrected(library: Library, kb_id: str, tmp_path: Path) -> None:
    [result] = await library.add(kb_id, [slides_of(tmp_path)])
    document_id = result.document.id
    [index] = [chunk.chunk_index for chunk in await passages(library, document_id) if chunk.content.type == "data"]
    before = (await passages(library, document_id))[index].content
    await library.curation.correct(document_id, index, "A map of the yak house")
    await library.curation.annotate(document_id, index, "old")
    assert await answers(library, "yak") == ["A map of the yak house"]
    await library.retry([document_id])
    now = (await passages(library, document_id))[index]
    assert (now.text, now.metadata[NOTE]) == ("A map of the yak house", "old")
    assert now.content.model_dump(include={"source"}) == before.model_dump(include={"source"})
    await library.curation.turn_off(document_id, [index])
    assert await answers(library, "yak") == []
    with pytest.raises(InputError, match="split"):
        await library.curation.split(document_id, index, 3)


@pytest.mark.parametrize("store", ["this-computer", "milvus-lite"])
async def test_only_what_is_new_is_embedded_whatever_the_store(
    library: Library, write: Write, service: Service, store: StoreKind
) -> None:
    await service.choose(library)
    kb_id = (await library.create_knowledge_base("Other", store=store)).id
    await library.chunking.set(kb_id, Chunking("paragraph", 32, 0))
    [result] = await library.add(kb_id, [write("rules.txt", "".join(RULES))])
    document_id = result.document.id
    service.asked.clear()
    await library.curation.turn_off(document_id, [3])
    last = await library.curation.correct(document_id, 5, "Meals are paid by zebra.")
    assert service.asked == ["Meals are paid by zebra."]
    found = await library.search(["Meals are paid by zebra."], [kb_id], top_k=20)
    assert found[0].chunk.text == "Meals are paid by zebra."
    assert {RULES[3], RULES[5]}.isdisjoint(hit.chunk.text for hit in found)
    await library.curation.undo(last.id)
    await library.retry([document_id])
    found = await library.search([RULES[5]], [kb_id], top_k=20)
    assert found[0].chunk.text == RULES[5]
    assert RULES[3] not in [hit.chunk.text for hit in found]


async def test_a_note_is_found_by_its_meaning_too_and_no_longer_when_it_is_taken_back(
    library: Library, write: Write, service: Service
) -> None:
    await service.choose(library)
    kb_id = (await library.create_knowledge_base("Other")).id
    await library.chunking.set(kb_id, Chunking("paragraph", 32, 0))
    [result] = await library.add(kb_id, [write("rules.txt", "".join(RULES))])
    noted = await library.curation.annotate(result.document.id, 3, "Zebra zebra zebra.")
    by_meaning = Request(("zebra",), (kb_id,), mode="meaning")
    assert [hit.chunk.text for hit in (await library.find(by_meaning)).hits][:1] == [RULES[3]]
    await library.curation.undo(noted.id)
    assert RULES[3] not in [hit.chunk.text for hit in (await library.find(by_meaning)).hits]


async def test_only_passages_that_are_others_now_are_written(
    library: Library, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[range, list[int]]] = []
    replace = SQLiteStore.replace_chunks

    async def noting(store: SQLiteStore, name: str, records: Sequence[VectorRecord], **more: Any) -> None:
        written.append((more["place"], [record.chunk.chunk_index for record in records]))
        await replace(store, name, records, **more)

    monkeypatch.setattr(SQLiteStore, "replace_chunks", noting)
    curation = library.curation
    off = await curation.turn_off(rules, [3])
    await curation.correct(rules, 5, "Something else.")
    await curation.undo((await curation.merge(rules, 7, 8)).id)
    await curation.add(rules, None, "By hand.")
    await curation.turn_on(rules, [3])
    await curation.turn_off(rules, [1, 4])
    assert off.chunk_index == 3
    assert written == [
        (range(3, 4), [3]),
        (range(5, 6), [5]),
        (range(7, 9), [7]),
        (range(7, 8), [7, 8]),
        (range(10, 10), [10]),
        (range(3, 4), [3]),
        (range(1, 5), [1, 2, 3, 4]),
    ]
    assert [chunk.chunk_index for chunk in await passages(library, rules)] == list(range(11))
    assert (await library.check(mend=False)).left == ()


async def test_a_document_that_is_not_stored_as_it_should_be_is_written_whole(
    library: Library, kb_id: str, rules: str, folder: DataFolder
) -> None:
    await library.curation.annotate(rules, 2, "Remember.")
    async with SQLiteStore(folder.store_db) as store:
        [other] = await store.list_records(f"kb_{kb_id}", rules, offset=3, limit=1)
        chunk = other.chunk.model_copy(update={"content": TextBlock(text="Cut otherwise.")})
        record = other.model_copy(update={"chunk": chunk})
        await store.replace_chunks(f"kb_{kb_id}", [record], document_id=rules, place=range(3, 4))
    assert (await texts_of(library, rules))[3] == "Cut otherwise."
    await library.curation.turn_off(rules, [3])
    assert await texts_of(library, rules) == RULES


async def test_a_store_that_cannot_be_written_leaves_all_as_it_was(
    library: Library, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StoreError(text("stores", "No."), text("stores", "Try again."))

    edited = await library.curation.turn_off(rules, [1])
    with monkeypatch.context() as patch:
        patch.setattr(SQLiteStore, "replace_chunks", fail)
        with pytest.raises(StoreError):
            await library.curation.turn_off(rules, [3])
        with pytest.raises(StoreError):
            await library.curation.undo(edited.id)
    assert await answers(library, "number3") == [RULES[3]]
    last = await library.curation.last()
    assert last is not None
    assert last.id == edited.id
    await library.curation.undo(edited.id)
    assert await answers(library, "number1") == [RULES[1]]
    assert await library.curation.edits(rules) == []


async def test_an_edit_that_is_made_while_its_document_is_read_anew_is_in_both_versions(
    library: Library, kb_id: str, rules: str, write: Write
) -> None:
    is_reading = asyncio.Event()

    def note(document: DocumentInfo) -> None:
        if document.state is State.EMBEDDING:
            is_reading.set()

    write("rules.txt", "".join(["Preface to the rules of this house.\n\n", *RULES]))
    document = await library.document(rules)
    adding = asyncio.create_task(library.add(kb_id, [document.path], on_document=note))
    await is_reading.wait()
    await library.curation.turn_off(rules, [3])
    assert await answers(library, "number3") == []
    [result] = await adding
    assert result.document.state is State.DONE
    assert await answers(library, "number3") == []
    assert await answers(library, "preface") != []


async def test_what_a_program_that_died_had_noted_but_not_stored_is_applied_at_the_next_start(
    library: Library, folder: DataFolder, rules: str
) -> None:
    edited = await library.curation.turn_off(rules, [3])
    await library.curation.undo(edited.id)
    await library.aclose()
    with closing(sqlite3.connect(folder.library_db)) as connection:  # as if it had been done again up to there
        pin = connection.execute("SELECT json_extract(after, '$[0]') FROM edit_acts").fetchone()[0]
        connection.execute("INSERT INTO edits (id, document_id, position, pin) VALUES ('1', ?, 0, ?)", (rules, pin))
        connection.execute("UPDATE edits SET id = json_extract(pin, '$.id')")
        connection.execute("UPDATE edit_acts SET is_undone = 0")
        connection.execute("UPDATE documents SET edits = edits + 1")
        connection.commit()
    async with await Library.open(folder) as again:
        with pytest.raises(InputError, match="read again first"):
            await again.curation.turn_off(rules, [5])
        await read_all(again)
        assert await answers(again, "number3") == []
        await again.curation.turn_off(rules, [5])


async def test_only_the_last_acts_can_be_taken_back(
    library: Library, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kbdesk.library.curation.rows.MOST_ACTS", 3)
    first, *_ = [await library.curation.turn_off(rules, [index]) for index in range(4)]
    for _ in range(3):
        last = await library.curation.last()
        assert last is not None
        await library.curation.undo(last.id)
    assert await library.curation.last() is None
    with pytest.raises(InputError, match="can no longer"):
        await library.curation.undo(first.id)
    assert [edit.kind for edit in await library.curation.edits(rules)] == ["off"]
