"""With the built-in model, in its worker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from kbdesk.embedding.local import find_weights
from kbdesk.errors import ModelMissingError
from kbdesk.library.library import Library
from kbdesk.library.search.types import Request
from kbdesk.paths import DataFolder
from kbdesk.settings import EmbeddingChoice

Write = Callable[[str, str], Path]

pytestmark = pytest.mark.skipif(find_weights(Path()) is None, reason="the weights of the built-in model are not here")


@pytest.fixture
async def library(folder: DataFolder) -> AsyncIterator[Library]:
    async with await Library.open(folder) as opened:
        yield opened


async def test_questions_find_what_is_meant(library: Library, kb_id: str, handbook: Path) -> None:
    await library.add(kb_id, [handbook])
    hits = await library.search(["How much vacation do I get?", " "], top_k=2)
    assert [(hit.rank, hit.score_kind) for hit in hits] == [(1, "meaning"), (2, "meaning")]
    assert hits[0].document.name == "leave/holidays.txt"
    assert hits[0].score > hits[1].score
    assert (await library.knowledge_bases())[0].embedding.startswith("local|")
    assert await library.search(["How much vacation do I get?"], min_score=0.99) == []
    assert await library.search([" "]) == []
    assert "answered in" in str(await library.test_embedding(EmbeddingChoice(), None))
    assert await library.notices() == []
    await library.undo(await library.delete_documents([hit.document.id for hit in hits]))
    assert await library.search(["How much vacation do I get?"], top_k=2) == hits


async def test_the_same_passage_in_two_knowledge_bases_is_one_hit(library: Library, kb_id: str, handbook: Path) -> None:
    other = (await library.create_knowledge_base("Other")).id
    await library.add(kb_id, [handbook])
    await library.add(other, [handbook / "travel.txt"])
    assert len(await library.search(["flights"])) == 3
    assert [hit.document.knowledge_base_id for hit in await library.search(["flights"], [other])] == [other]


async def test_when_the_model_goes_words_are_searched(
    library: Library, kb_id: str, handbook: Path, monkeypatch: pytest.MonkeyPatch, folder: DataFolder
) -> None:
    await library.add(kb_id, [handbook])
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere")
    async with await Library.open(folder, access="read") as reader:
        results = await reader.find(Request(("holiday",)))
        [hit] = results.hits
        assert "the built-in model is missing: “Team handbook”" in str(results.notices[0])
        assert (hit.score_kind, hit.document.name) == ("words", "leave/holidays.txt")
        assert [hit.chunk.text[start:end] for start, end in hit.spans] == ["Holidays", "holiday"]
        assert "not on this computer" in str((await reader.notices())[0])
        with pytest.raises(ModelMissingError):
            await reader.test_embedding(EmbeddingChoice(), None)


async def test_documents_whose_new_versions_could_not_be_read_still_both_answer(
    library: Library, kb_id: str, write: Write
) -> None:
    folder = write("a.txt", "Travel by train.").parent
    write("b.txt", "Travel by bicycle.")
    await library.add(kb_id, [folder])
    for name in ("a.txt", "b.txt"):
        write(name, "")
    await library.add(kb_id, [folder])
    assert {hit.document.name for hit in await library.search(["travel"])} == {"a.txt", "b.txt"}
