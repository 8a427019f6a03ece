"""Whatever becomes of documents, no edit is lost without being told, what is off never answers, what is corrected does.

Documents are cut in all ways, embedded with another model, and replaced by changed versions at random, with acts upon
their passages, and acts that are taken back, in between.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking
from kbdesk.library.curation.types import Edit
from kbdesk.library.library import Library
from kbdesk.paths import DataFolder
from kbdesk.rag.document import EDIT, NOTE, OFF, Chunk
from kbdesk.settings import EmbeddingChoice

from .conftest import Service, passages, read_all

WAYS = [
    Chunking("approx_token", 64, 8),
    Chunking("approx_token", 200, 40),
    Chunking("sentence", 48, 16),
    Chunking("paragraph", 64, 0),
    Chunking("markdown", 96, 12),
    Chunking("table_rows", 64, 8, 2),
    Chunking("semantic", 64),
]
WORDS = re.findall(
    r"\w+",
    "travel leave office form lead euro hotel rule week team budget invoice training laptop desk badge parking canteen "
    "visitor contract notice salary bonus pension health safety alarm printer scanner network password backup",
)


def mark(number: int) -> str:
    """Return the word by which a part of a document is known."""
    return f"mark{number}x"


class Handbook:
    """Files that change at random; each part of them has a mark of its own."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self._folder = folder
        self._dice = dice
        self._count = 0
        folder.mkdir()
        self.files = {name: [self._part() for _ in range(8)] for name in ("rules.md", "notes.txt", "prices.md")}

    def paths(self) -> list[Path]:
        for name, parts in self.files.items():
            (self._folder / name).write_text("\n\n".join(parts) + "\n")
        return [self._folder / name for name in self.files]

    def change(self) -> Path:
        """Write the next version of a file and return its path."""
        name = self._dice.choice(list(self.files))
        parts = self.files[name]
        for _ in range(self._dice.randint(1, 3)):
            index = self._dice.randrange(len(parts))
            match self._dice.randrange(6):
                case 0 if len(parts) > 3:
                    del parts[index]
                case 1:
                    parts.insert(index, self._part())
                case 2:
                    self._dice.shuffle(parts)
                case 3:
                    words = parts[index].split(" ")
                    words[self._dice.randrange(1, len(words))] = self._dice.choice(WORDS)
                    parts[index] = " ".join(words)
                case 4:
                    parts[index] = parts[index].replace(" ", "  ").replace("\n\n", "\n\n\n")
                case _:
                    parts[index] = self._part()
        self.paths()
        return self._folder / name

    def _part(self) -> str:
        self._count += 1
        if self._dice.random() < 0.2:
            rows = "".join(f"| {self._word()} | {mark(self._count)} {number} |\n" for number in range(5))
            return f"| what | price |\n| --- | --- |\n{rows}"
        head = f"## {self._word()} {self._count}\n\n" if self._dice.random() < 0.3 else ""
        sentences = [
            " ".join([mark(self._count), *(self._word() for _ in range(self._dice.randint(4, 14)))]) + "."
            for _ in range(self._dice.randint(1, 5))
        ]
        return head + " ".join(sentences)

    def _word(self) -> str:
        return self._dice.choice(WORDS)


class Story:
    """A library, and what happens to it.

    Attributes:
        library: The library, which is opened anew now and then.
    """

    def __init__(self, folder: DataFolder, handbook: Handbook, service: Service, dice: random.Random) -> None:
        self.library: Library
        self._folder = folder
        self._handbook = handbook
        self._service = service
        self._dice = dice
        self._count = 0

    async def begin(self) -> None:
        self.library = await Library.open(self._folder)
        self._kb_id = (await self.library.knowledge_bases())[0].id
        await self.library.chunking.set(self._kb_id, WAYS[0])
        await self.library.add(self._kb_id, self._handbook.paths())

    async def go_on(self) -> None:
        """Let something happen, and look whether all is as it should be."""
        edits = await self._edits()
        if self._dice.random() < 0.6:
            await self._dice.choice([self._act, self._act, self._act, self._take_back])()
        else:
            await self._dice.choice([self._replace, self._replace, self._cut, self._embed_anew, self._reopen])()
            assert likes(await self._edits()) == likes(edits)
        await self._look()

    async def _edits(self) -> dict[str, Edit]:
        documents = await self.library.documents(self._kb_id)
        return {edit.id: edit for one in documents for edit in await self.library.curation.edits(one.id)}

    async def _act(self) -> None:
        document = self._dice.choice(await self.library.documents(self._kb_id))
        count, curation = document.passage_count, self.library.curation
        index = self._dice.randrange(count)
        chunk = (await passages(self.library, document.id))[index]
        last = min(index + self._dice.randint(1, 2), count - 1)
        middle = chunk.text.find(" ", len(chunk.text) // 2)
        self._count += 1
        acts: list[Callable[[], Awaitable[object]]] = [
            *[lambda: curation.turn_off(document.id, range(index, last + 1))] * 3,
            lambda: curation.turn_on(document.id, [index]),
            *[lambda: curation.correct(document.id, index, f"Corrected to new{self._count}y by hand.")] * 3,
            lambda: curation.merge(document.id, index, last),
            lambda: curation.split(document.id, index, middle),
            lambda: curation.annotate(document.id, index, f"Noted as note{self._count}z."),
            lambda: curation.add(document.id, self._dice.choice([index, None]), f"Added as new{self._count}y."),
            lambda: curation.revert(document.id, index),
        ]
        with suppress(InputError):  # a passage without a blank, one that is on already, the last one
            await self._dice.choice(acts)()

    async def _take_back(self) -> None:
        last = await self.library.curation.last()
        if last is None:
            return
        before = await self._edits()
        await self.library.curation.undo(last.id)
        if self._dice.random() < 0.3:
            await self.library.curation.redo(last.id)
            assert await self._edits() == before

    async def _replace(self) -> None:
        await self.library.add(self._kb_id, [self._handbook.change()])

    async def _cut(self) -> None:
        bases = await self.library.knowledge_bases()
        ways = WAYS if bases[0].embedding != "words" else WAYS[:-1]
        await self.library.chunking.set(self._kb_id, self._dice.choice(ways))
        await read_all(self.library)

    async def _reopen(self) -> None:
        await self.library.aclose()
        self.library = await Library.open(self._folder)

    async def _embed_anew(self) -> None:
        """Lose the store, and fill it again with the other model."""
        if (await self.library.chunking.get(self._kb_id)).way == "semantic":
            return
        is_words = (await self.library.knowledge_bases())[0].embedding == "words"
        if is_words:
            await self._service.choose(self.library)
        else:
            await self.library.save_settings(dataclasses.replace(self.library.settings, embedding=EmbeddingChoice()))
        await self.library.aclose()
        for path in self._folder.root.glob("store.sqlite3*"):
            path.unlink()
        self.library = await Library.open(self._folder)
        await self.library.search(["anything"])
        documents = await self.library.documents(self._kb_id)
        assert {one.passage_count for one in documents} == {0}
        await self.library.retry([one.id for one in documents])
        assert ((await self.library.knowledge_bases())[0].embedding == "words") is not is_words

    async def _look(self) -> None:
        conflicts = {each.edit.id: each for each in await self.library.curation.conflicts(self._kb_id)}
        for document in await self.library.documents(self._kb_id):
            chunks = await passages(self.library, document.id)
            assert [chunk.chunk_index for chunk in chunks] == list(range(document.passage_count))
            edits = await self.library.curation.edits(document.id)
            placed = [edit for edit in edits if edit.id not in conflicts or conflicts[edit.id].trouble == "changed"]
            of_document = [each for each in conflicts.values() if each.document.id == document.id]
            assert bool(document.warnings) == bool(of_document)
            for edit in placed:
                look_at(edit, [chunk for chunk in chunks if chunk.metadata.get(EDIT) == edit.id])
            if not any(each.trouble == "changed" for each in of_document):  # what is under these may be new
                look_at_rest(self._handbook.files[document.name], chunks, placed)
            await self._ask(chunks)

    async def _ask(self, chunks: list[Chunk]) -> None:
        """What is off never answers, and a text of a person's own does."""
        off = [chunk for chunk in chunks if chunk.metadata.get(OFF)]
        for chunk in self._dice.sample(off, min(len(off), 2)):
            hits = await self.library.search([chunk.text], top_k=50)
            assert not [hit for hit in hits if hit.chunk.metadata.get(OFF)]
        own = [chunk for chunk in chunks if ("y" in chunk.text and " as new" in chunk.text) or " to new" in chunk.text]
        for chunk in self._dice.sample(own, min(len(own), 2)):
            found = [hit.chunk.text for hit in await self.library.search([chunk.text], top_k=20)]
            assert (chunk.text in found) is not bool(chunk.metadata.get(OFF))


def likes(edits: dict[str, Edit]) -> dict[str, tuple[object, ...]]:
    """Return what of each edit a new version of the file does not change."""
    return {each: (edit.kind, edit.note, edit.is_off, edit.made_at) for each, edit in edits.items()}


def marks_in(text: str) -> set[str]:
    return {word for word in text.replace("|", " ").split() if word.startswith("mark")}


def look_at(edit: Edit, mine: list[Chunk]) -> None:
    """An edit that is not told of stands in its place, and nowhere else."""
    assert mine
    assert edit.is_off == all(chunk.metadata.get(OFF) for chunk in mine)
    assert edit.note == "\n\n".join(note for chunk in mine if (note := chunk.metadata.get(NOTE)))
    if marks_in(edit.text_now):
        assert marks_in(edit.text_now) & {each for chunk in mine for each in marks_in(chunk.text)}
    for word in edit.text_now.split():
        if word.startswith("new"):
            assert any(word in chunk.text for chunk in mine)


def look_at_rest(parts: list[str], chunks: list[Chunk], placed: list[Edit]) -> None:
    """What no edit touches is there."""
    there = {each for chunk in chunks for each in marks_in(chunk.text)}
    touched = {each for edit in placed for each in marks_in(edit.text_before)}
    assert {each for part in parts for each in marks_in(part)} <= there | touched


async def tell(folder: DataFolder, service: Service, tmp_path: Path, *, seed: int, length: int) -> set[str]:
    """Let much happen; return the kinds of edits that there were in the end."""
    dice = random.Random(seed)
    story = Story(folder, Handbook(tmp_path / "handbook", dice), service, dice)
    await story.begin()
    try:
        for _ in range(length):
            await story.go_on()
        return {edit.kind for edit in (await story._edits()).values()}
    finally:
        await story.library.aclose()


@pytest.mark.usefixtures("without_model")
@pytest.mark.parametrize("seed", [1, 2])
async def test_no_edit_is_lost_without_being_told(
    folder: DataFolder, service: Service, tmp_path: Path, seed: int
) -> None:
    assert await tell(folder, service, tmp_path, seed=seed, length=35)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
@pytest.mark.parametrize("seed", range(100, 110))
async def test_in_a_long_time_no_edit_is_lost_without_being_told(
    folder: DataFolder, service: Service, tmp_path: Path, seed: int
) -> None:
    kinds = await tell(folder, service, tmp_path, seed=seed, length=300)
    assert len(kinds) > 3
