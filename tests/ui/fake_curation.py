"""A library's `curation` over passages in memory."""

from __future__ import annotations

import asyncio
import copy
import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from kbdesk.errors import KbError
from kbdesk.library.curation.types import Conflict, Edit, Edited, Kind
from kbdesk.library.types import DocumentInfo
from kbdesk.texts import Text, text

MADE_AT = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)

_LABELS: dict[str, Text] = {
    "off": text("curation", "A passage was turned off."),
    "on": text("curation", "A passage was turned on."),
    "correct": text("curation", "A passage was corrected."),
    "merge": text("curation", "Passages were merged."),
    "split": text("curation", "A passage was split."),
    "note": text("curation", "A note was written."),
    "add": text("curation", "A passage was added."),
    "revert": text("curation", "A passage is as the file has it."),
    "drop": text("curation", "A change was dropped."),
    "keep": text("curation", "A change was kept as a passage."),
}


class FakeCuration:
    """Acts upon the passages of `FakeLibrary`.

    Attributes:
        gate: Every act waits for it.
        problem: What is raised instead of an act.
        acts: What was done, in order: its name and what it was given.
        troubles: What `conflicts` gives.
        done_before_the_start: What `last` gives.
    """

    def __init__(self, documents: dict[str, DocumentInfo], passages: dict[str, list[str]]) -> None:
        self._documents = documents
        self._passages = passages
        self._metadata: dict[str, list[dict[str, Any]]] = {}
        self._edits: dict[str, dict[str, Edit]] = {}
        self._states: dict[str, tuple[str, Any, Any]] = {}
        self._numbers = itertools.count(1)
        self.gate = asyncio.Event()
        self.gate.set()
        self.problem: KbError | None = None
        self.acts: list[tuple[Any, ...]] = []
        self.troubles: list[Conflict] = []
        self.done_before_the_start: Edited | None = None
        self.on_change: list[Callable[[DocumentInfo], object]] = []

    def metadata_of(self, document_id: str, index: int) -> dict[str, Any]:
        """Return what an act said of a passage."""
        return dict(self._of(document_id)[index])

    async def turn_off(self, document_id: str, chunk_indexes: Sequence[int]) -> Edited:
        async with _Act(self, "off", document_id, list(chunk_indexes)) as act:
            for each in chunk_indexes:
                act.mark(each, off=True)
            return act.done(chunk_indexes[0])

    async def turn_on(self, document_id: str, chunk_indexes: Sequence[int]) -> Edited:
        async with _Act(self, "on", document_id, list(chunk_indexes)) as act:
            for each in chunk_indexes:
                self._of(document_id)[each].pop("off", None)
            return act.done(chunk_indexes[0])

    async def correct(self, document_id: str, chunk_index: int, new_text: str) -> Edited:
        async with _Act(self, "correct", document_id, chunk_index, new_text) as act:
            act.mark(chunk_index, new_text)
            return act.done(chunk_index)

    async def merge(self, document_id: str, first: int, last: int) -> Edited:
        async with _Act(self, "merge", document_id, first, last) as act:
            texts = self._passages[document_id]
            joined = "\n".join(texts[first : last + 1])
            del texts[first + 1 : last + 1], self._of(document_id)[first + 1 : last + 1]
            act.mark(first, joined)
            return act.done(first)

    async def split(self, document_id: str, chunk_index: int, position: int) -> Edited:
        async with _Act(self, "split", document_id, chunk_index, position) as act:
            whole = self._passages[document_id][chunk_index]
            act.insert(chunk_index + 1, whole[position:].strip())
            act.mark(chunk_index, whole[:position].strip())
            act.mark(chunk_index + 1)
            return act.done(chunk_index)

    async def annotate(self, document_id: str, chunk_index: int, note: str) -> Edited:
        async with _Act(self, "note", document_id, chunk_index, note) as act:
            act.mark(chunk_index, note=note)
            return act.done(chunk_index)

    async def add(self, document_id: str, after: int | None, text: str) -> Edited:
        async with _Act(self, "add", document_id, after, text) as act:
            index = len(self._passages[document_id]) if after is None else after + 1
            act.insert(index, text)
            act.mark(index)
            return act.done(index)

    async def revert(self, document_id: str, chunk_index: int) -> Edited:
        async with _Act(self, "revert", document_id, chunk_index) as act:
            edit = self._edits[document_id].pop(self._of(document_id)[chunk_index].get("edit", ""), None)
            if edit is not None:
                self._passages[document_id][chunk_index] = edit.text_before
            self._of(document_id)[chunk_index] = {}
            return act.done(chunk_index)

    async def undo(self, edited_id: str) -> Edited:
        return await self._swap("undo", edited_id)

    async def redo(self, edited_id: str) -> Edited:
        return await self._swap("redo", edited_id)

    async def last(self) -> Edited | None:
        return self.done_before_the_start

    async def edits(self, document_id: str) -> list[Edit]:
        return list(self._edits.get(document_id, {}).values())

    async def conflicts(self, kb_id: str) -> list[Conflict]:
        return [each for each in self.troubles if each.document.knowledge_base_id == kb_id]

    async def drop(self, edit_id: str) -> Edited:
        return await self._settle("drop", edit_id)

    async def keep(self, edit_id: str) -> Edited:
        return await self._settle("keep", edit_id)

    async def _settle(self, name: str, edit_id: str) -> Edited:
        of_it = [each for each in self.troubles if each.edit.id == edit_id]
        document_id = of_it[0].document.id if of_it else self._document_of(edit_id)
        async with _Act(self, name, document_id, edit_id) as act:
            self.troubles = [each for each in self.troubles if each.edit.id != edit_id]
            if name == "keep":
                act.insert(len(self._passages[document_id]), of_it[0].edit.text_now)
            self._edits.get(document_id, {}).pop(edit_id, None)
            return act.done(max(len(self._passages[document_id]) - 1, 0))

    def _document_of(self, edit_id: str) -> str:
        return next(document_id for document_id, edits in self._edits.items() if edit_id in edits)

    async def _swap(self, name: str, edited_id: str) -> Edited:
        document_id, *_ = self._states[edited_id]
        async with _Act(self, name, document_id, edited_id) as act:
            _, texts, rest = self._states[edited_id]
            self._states[edited_id] = act.before
            self._passages[document_id] = copy.deepcopy(texts)
            self._metadata[document_id], self._edits[document_id] = copy.deepcopy(rest)
            return act.done(0, edited_id)

    def _of(self, document_id: str) -> list[dict[str, Any]]:
        rows = self._metadata.setdefault(document_id, [])
        rows.extend({} for _ in range(len(self._passages[document_id]) - len(rows)))
        return rows


class _Act:
    """One act: waits for the gate, remembers how it was before, notes what was done."""

    def __init__(self, curation: FakeCuration, name: str, document_id: str, *arguments: Any) -> None:
        self._curation = curation
        self._name = name
        self._document_id = document_id
        self._arguments = arguments

    async def __aenter__(self) -> _Act:
        await self._curation.gate.wait()
        if self._curation.problem is not None:
            raise self._curation.problem
        mine = self._curation
        texts, marks = mine._passages[self._document_id], mine._of(self._document_id)
        edits = mine._edits.setdefault(self._document_id, {})
        self.before = (self._document_id, copy.deepcopy(texts), copy.deepcopy((marks, edits)))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._curation.acts.append((self._name, *self._arguments))

    def mark(self, index: int, new_text: str | None = None, **marks: Any) -> None:
        """Have a passage come from an edit, with this text."""
        mine, document_id = self._curation, self._document_id
        texts, metadata = mine._passages[document_id], mine._of(document_id)[index]
        edit_id = metadata.setdefault("edit", f"edit {next(mine._numbers)}")
        before = mine._edits[document_id].get(edit_id)
        was = texts[index] if before is None else before.text_before
        if new_text is not None:
            texts[index] = new_text
        metadata.update(marks)
        kind: Kind = self._name if self._name != "on" else "note"  # type: ignore[assignment]
        mine._edits[document_id][edit_id] = Edit(
            edit_id,
            kind,
            was,
            texts[index],
            metadata.get("note", ""),
            bool(metadata.get("off")),
            text("place", "page {page}", page=index + 1),
            MADE_AT,
        )

    def insert(self, index: int, new_text: str) -> None:
        """Have one more passage."""
        rows = self._curation._of(self._document_id)
        self._curation._passages[self._document_id].insert(index, new_text)
        rows.insert(index, {})

    def done(self, chunk_index: int, edited_id: str = "") -> Edited:
        """Return what was done."""
        mine = self._curation
        count = len(mine._passages[self._document_id])
        document = mine._documents[self._document_id] = replace(mine._documents[self._document_id], passage_count=count)
        edited_id = edited_id or f"edited {next(mine._numbers)}"
        mine._states.setdefault(edited_id, self.before)
        label = _LABELS.get(self._name, text("curation", "A change was taken back."))
        return Edited(edited_id, label, document, chunk_index)
