"""The program that people install has no Milvus Lite: it does not offer it, and says so where it meets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbdesk.embedding.local import find_weights
from kbdesk.errors import StoreError
from kbdesk.library.library import Library
from kbdesk.library.store_kinds import offered_stores
from kbdesk.paths import DataFolder
from kbdesk.rag.stores import milvus_engine

WORDS = "This kbdesk has no Milvus Lite."


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    file = tmp_path / "travel.md"
    file.write_text("# Travel\n\nTrains are preferred.", "utf-8")
    return file


@pytest.fixture
async def folder(own_data_folder: Path, handbook: Path, monkeypatch: pytest.MonkeyPatch) -> DataFolder:
    """A data folder with a knowledge base in Milvus Lite, from the time when there was one."""
    pytest.importorskip("milvus_lite", reason="Milvus Lite is not installed")
    if find_weights() is None:
        pytest.skip("the built-in model is not installed, and Milvus Lite searches by meaning only")
    folder = DataFolder(own_data_folder).prepare()
    async with await Library.open(folder) as library:
        base = await library.create_knowledge_base("Shared", store="milvus-lite")
        await library.add(base.id, [handbook])
    monkeypatch.setattr(milvus_engine, "is_installed", lambda: False)
    return folder


async def test_what_is_kept_in_it_is_not_searched_and_the_rest_is(folder: DataFolder, handbook: Path) -> None:
    async with await Library.open(folder) as library:
        home, shared = await library.knowledge_bases()
        await library.add(home.id, [handbook])
        with pytest.raises(StoreError, match=WORDS):
            await library.search(["trains"], [shared.id])
        assert [hit.document.name for hit in await library.search(["trains"])] == ["travel.md"]
        assert [document.name for document in await library.documents(shared.id)] == ["travel.md"]


async def test_its_documents_can_be_moved_to_this_computer(folder: DataFolder) -> None:
    async with await Library.open(folder) as library:
        home, shared = await library.knowledge_bases()
        (document,) = await library.documents(shared.id)
        assert document.original is not None
        (added,) = await library.add(home.id, [document.original])
        assert added.document.passage_count == 1


async def test_none_can_be_made(own_data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(milvus_engine, "is_installed", lambda: False)
    assert offered_stores() == ("this-computer",)
    async with await Library.open(DataFolder(own_data_folder).prepare()) as library:
        with pytest.raises(StoreError, match=WORDS):
            await library.create_knowledge_base("Shared", store="milvus-lite")
        assert len(await library.knowledge_bases()) == 1
