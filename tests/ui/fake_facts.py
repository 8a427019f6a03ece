"""What people say of the documents in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from kbdesk.errors import KbError
from kbdesk.library.facts.rules import changed, cleaned, restored
from kbdesk.library.facts.types import Change, Changed, Common
from kbdesk.library.types import DocumentInfo
from kbdesk.texts import text


class FakeFacts:
    """A library's `facts` over its documents in memory.

    Attributes:
        problem: What is raised instead of changing anything.
    """

    def __init__(self, documents: dict[str, DocumentInfo], tell: Callable[[list[str]], None]) -> None:
        self._documents = documents
        self._tell = tell
        self.problem: KbError | None = None

    async def change(self, document_ids: Sequence[str], change: Change) -> Changed:
        if self.problem is not None:
            raise self.problem
        change = cleaned(change)
        before = {each: self._documents[each].facts for each in document_ids}
        after = {each: changed(facts, change, str) for each, facts in before.items()}
        after = {each: facts for each, facts in after.items() if facts != before[each]}
        self._write(after)
        return Changed(text("facts", "{count} documents were changed.", count=len(after)), before, after)

    async def undo(self, done: Changed) -> None:
        now = {each: self._documents[each].facts for each in done.after}
        self._write({each: restored(now[each], done.before[each], done.after[each]) for each in now})

    def _write(self, facts):
        for document_id, each in facts.items():
            self._documents[document_id] = replace(self._documents[document_id], facts=each)
        if facts:
            self._tell(list(facts))

    async def common(self, document_ids: Sequence[str]) -> Common:
        facts = [self._documents[each].facts for each in document_ids]
        return Common(
            len(facts),
            Counter(tag for each in facts for tag in each.tags),
            frozenset(each.responsible for each in facts),
            frozenset(each.review_by for each in facts),
            frozenset(each.description for each in facts),
        )

    def _of(self, kb_id: str) -> list[DocumentInfo]:
        return [each for each in self._documents.values() if each.knowledge_base_id == kb_id]

    async def tags(self, kb_id: str) -> list[tuple[str, int]]:
        return sorted(Counter(tag for each in self._of(kb_id) for tag in each.facts.tags).items())

    async def responsibles(self, kb_id: str) -> list[tuple[str, int]]:
        return sorted(Counter(each.facts.responsible for each in self._of(kb_id) if each.facts.responsible).items())

    async def count_due(self, on: date) -> dict[str, int]:
        days = ((each.knowledge_base_id, each.facts.review_by) for each in self._documents.values())
        return Counter(kb_id for kb_id, day in days if day is not None and day <= on)
