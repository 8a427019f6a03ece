from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from kbdesk.errors import InputError, StoreInUseError
from kbdesk.library.library import Library
from kbdesk.paths import DataFolder

Write = Callable[[str, str], Path]


async def test_a_new_folder_gets_a_knowledge_base(library: Library) -> None:
    assert [(kb.name, kb.store, kb.document_count) for kb in await library.knowledge_bases()] == [
        ("Team handbook", "this-computer", 0)
    ]


async def test_names_of_knowledge_bases_are_one_of_a_kind(library: Library, kb_id: str) -> None:
    made = await library.create_knowledge_base("  HR   rules ", description=" for all ")
    assert (made.name, made.description) == ("HR rules", "for all")
    for name in ("hr RULES", "", " ", "x" * 101, "two\nlines\x07"):
        with pytest.raises(InputError):
            await library.create_knowledge_base(name)
    with pytest.raises(InputError):
        await library.update_knowledge_base(kb_id, name="HR Rules")
    renamed = await library.update_knowledge_base(made.id, name="hr rules", description="")
    assert (renamed.name, renamed.description) == ("hr rules", "")


async def test_an_id_that_is_not_there_is_said(library: Library, handbook: Path) -> None:
    for call in (
        library.add("0" * 32, [handbook]),
        library.document("0" * 32),
        library.chunks("0" * 32),
        library.delete_documents(["0" * 32]),
        library.delete_knowledge_base("0" * 32),
        library.retry(["0" * 32]),
        library.search(["x"], ["0" * 32]),
    ):
        with pytest.raises(InputError):
            await call


async def test_everything_is_there_after_a_restart(folder: DataFolder, without_model: None, handbook: Path) -> None:
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await library.add(kb_id, [handbook])
        documents = await library.documents(kb_id)
        hits = await library.search(["holiday"])
    async with await Library.open(folder) as library:
        assert await library.documents(kb_id) == documents
        assert await library.search(["holiday"]) == hits


async def test_one_writes_and_others_may_look(folder: DataFolder, library: Library, kb_id: str, handbook: Path) -> None:
    await library.add(kb_id, [handbook])
    with pytest.raises(StoreInUseError):
        await Library.open(folder)
    async with await Library.open(folder, access="read") as reader:
        assert len(await reader.documents(kb_id)) == 3
        assert len(await reader.search(["holiday"])) == 1


async def test_passages_come_page_by_page(library: Library, kb_id: str, write: Write) -> None:
    long = write("long.txt", "\n\n".join(f"Paragraph {number}. " + "word " * 300 for number in range(20)))
    document = (await library.add(kb_id, [long]))[0].document
    pages = [await library.chunks(document.id, offset=offset, limit=4) for offset in range(0, 24, 4)]
    indices = [chunk.chunk_index for page in pages for chunk in page]
    assert indices == list(range(document.passage_count))[:24]
    assert await library.chunks(document.id, offset=10_000) == []
    assert await library.chunks(document.id, limit=0) == []


async def test_a_page_of_the_document_leads_to_its_first_passage(library: Library, kb_id: str) -> None:
    from kbdesk.paths import resources

    document = (await library.add(kb_id, [resources() / "sample" / "travel-and-expenses.pdf"]))[0].document
    second = await library.first_chunk_of(document.id, "page", 2)
    assert second is not None
    assert (await library.chunks(document.id, offset=second, limit=1))[0].metadata["page"] == 2
    assert await library.first_chunk_of(document.id, "page", 99) is None


async def test_settings_are_kept(folder: DataFolder, library: Library) -> None:
    await library.save_settings(dataclasses.replace(library.settings, top_k=7))
    assert library.settings.top_k == 7
    async with await Library.open(folder, access="read") as reader:
        assert reader.settings.top_k == 7
