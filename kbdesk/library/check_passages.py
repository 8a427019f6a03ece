"""Whether the store of a knowledge base has what the catalog says, whole and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from kbdesk.errors import StoreError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Base
from kbdesk.library.check_look import Look
from kbdesk.library.check_report import Severity
from kbdesk.library.check_rows import CheckRows, Row
from kbdesk.library.concurrency import Turns, run_to_end
from kbdesk.library.documents import Documents
from kbdesk.library.types import State
from kbdesk.rag.document import DocumentSummary
from kbdesk.rag.stores.base import VectorStoreBase
from kbdesk.rag.stores.problems import StoreProblem, missing_documents
from kbdesk.texts import Text, text


class _Verdict(Enum):
    """What is wrong with a document."""

    UNKNOWN = auto()
    """The store has it, the catalog does not."""
    UNNOTED = auto()
    """Its new content is in the store, and the catalog does not know yet."""
    LOST = auto()
    """Its passages are not all there, or not sound."""
    UNREAD = auto()
    """It is said to be done, or to have lost its passages, and the store has none."""


@dataclass(frozen=True)
class _Sight:
    """What the catalog and the store have of a knowledge base.

    Attributes:
        rows: What the catalog has, by document id.
        stored: What the store lists, by document id.
        problems: What the store found of its documents, by document id.
        common: What it found that is about no document.
    """

    rows: Mapping[str, Row]
    stored: Mapping[str, DocumentSummary]
    problems: Mapping[str, StoreProblem]
    common: Sequence[StoreProblem]

    def verdicts(self) -> dict[str, _Verdict]:
        """Return what is wrong, by document id."""
        judged = {each: self._judge(each) for each in {**self.rows, **self.stored}}
        return {each: verdict for each, verdict in judged.items() if verdict is not None}

    def _judge(self, document_id: str) -> _Verdict | None:
        row, stored = self.rows.get(document_id), self.stored.get(document_id)
        if row is None:
            return _Verdict.UNKNOWN
        if stored is None:
            return _judge_absent(row)
        sha256 = stored.metadata.get("sha256")
        if row.new_sha256 and sha256 == row.new_sha256 != row.sha256:
            return _Verdict.UNNOTED
        if not row.sha256:
            return _Verdict.UNREAD if row.state == State.DONE else _Verdict.UNKNOWN
        is_other = sha256 is not None and sha256 != row.sha256
        return _Verdict.LOST if is_other or document_id in self.problems else None


def _judge_absent(row: Row) -> _Verdict | None:
    if row.sha256:
        return _Verdict.LOST if row.passage_count else None  # an archive has none
    return _Verdict.UNREAD if row.state == State.DONE or row.has_lost_passages else None


@dataclass(frozen=True)
class _Job:
    """One knowledge base that is looked at.

    Attributes:
        look: The check.
        base: The knowledge base.
        store: Its store.
        whole_copies: Names of the copies from which documents can be read again.
    """

    look: Look
    base: Base
    store: VectorStoreBase
    whole_copies: frozenset[str]


class PassagesCheck:
    """Looks at the passages of a knowledge base.

    Work goes on meanwhile: what seems to be wrong is looked at again while nobody may change it.
    """

    def __init__(self, bases: OpenBases, documents: Documents, rows: CheckRows, committing: Turns) -> None:
        """Use the open parts of a library."""
        self._bases = bases
        self._documents = documents
        self._rows = rows
        self._committing = committing

    async def run(self, look: Look, base: Base, whole_copies: frozenset[str]) -> None:
        """Look at a knowledge base.

        Args:
            look: The check.
            base: The knowledge base.
            whole_copies: Names of the copies from which documents can be read again.
        """
        try:
            job = _Job(look, base, await self._bases.store(base), whole_copies)
            sight = await self._see(job)
            suspects = list(sight.verdicts())
            if suspects:
                async with self._committing.of(suspects):
                    sight = await self._see(job)
                    verdicts = {each: verdict for each, verdict in sight.verdicts().items() if each in suspects}
                    await run_to_end(self._settle(job, sight, verdicts))
            await self._mend_store(job, sight.common)
        except StoreError as exc:
            look.find(exc.title, exc.remedy)

    async def _see(self, job: _Job) -> _Sight:
        rows = await self._rows.of(job.base.info.id)
        expected = {row.id: row.passage_count for row in rows.values() if row.sha256 and row.passage_count}
        stored: dict[str, DocumentSummary] = {}
        if await job.store.has_collection(job.base.collection):
            stored = {each.document_id: each for each in await job.store.list_documents(job.base.collection)}
        try:
            problems = await job.store.check(job.base.collection, expected)
        except NotImplementedError:
            problems = missing_documents(expected, set(stored))
            job.look.find(
                text("check", "The knowledge base “{name}” could not be looked at in depth.", name=job.base.info.name),
                text("check", "Its documents were counted."),
                severity=Severity.NOTE,
            )
        about = {each.document_id: each for each in problems if each.document_id}
        return _Sight(rows, stored, about, [each for each in problems if not each.document_id])

    async def _settle(self, job: _Job, sight: _Sight, verdicts: Mapping[str, _Verdict]) -> None:
        unknown = [each for each, verdict in verdicts.items() if verdict is _Verdict.UNKNOWN]
        if unknown:
            await self._remove(job, unknown)
        for document_id, verdict in verdicts.items():
            row = sight.rows.get(document_id)
            if row is None:
                continue
            if verdict is _Verdict.UNNOTED:
                await self._finish(job, row, sight.stored[document_id])
            elif verdict is not _Verdict.UNKNOWN:
                await self._read_again(job, row, sight)

    async def _remove(self, job: _Job, document_ids: Sequence[str]) -> None:
        if job.look.mend:
            for document_id in document_ids:
                await job.store.delete(job.base.collection, document_id)
        job.look.find(
            text(
                "check",
                "“{base}” has passages of documents that are not in it: {count}.",
                base=job.base.info.name,
                count=len(document_ids),
            ),
            text("check", "They were removed.") if job.look.mend else text("check", "They can be removed."),
            mended=job.look.mend,
            severity=Severity.LITTER,
        )

    async def _finish(self, job: _Job, row: Row, stored: DocumentSummary) -> None:
        if job.look.mend:
            await self._documents.finish(
                row.id, sha256=row.new_sha256, original=row.new_original, passage_count=stored.chunk_count
            )
        job.look.find(
            text("check", "“{name}” is whole, but not said to be done.", name=row.name),
            text("check", "Now it is.") if job.look.mend else text("check", "This can be put right."),
            mended=job.look.mend,
            document=row.name,
        )

    async def _read_again(self, job: _Job, row: Row, sight: _Sight) -> None:
        sentence = _sentence(row, sight.problems.get(row.id))
        if State(row.state).is_work:
            job.look.find(sentence, text("check", "It waits to be read again."), mended=True, document=row.name)
        elif row.sha256 and row.original not in job.whole_copies:
            job.look.find(
                sentence, text("check", "The copy of its file is gone too: add the file again."), document=row.name
            )
        elif not job.look.mend:
            job.look.find(sentence, text("check", "It can be read again from the copy of its file."), document=row.name)
        else:
            # The store first: what is noted of a document that is gone is true, whatever happens next.
            if row.id in sight.stored:
                await job.store.delete(job.base.collection, row.id)
            if row.sha256:
                await self._documents.lose(row.id)
            job.look.find_unread(row.id, sentence, document=row.name)

    async def _mend_store(self, job: _Job, problems: Sequence[StoreProblem]) -> None:
        can_mend = [problem for problem in problems if problem.can_mend]
        if can_mend and job.look.mend:
            await job.store.mend(job.base.collection)
        for problem in problems:
            mended = job.look.mend and problem.can_mend
            severity = Severity.LITTER if problem.kind == "orphans" else Severity.DAMAGE
            job.look.find(
                _located(job.base, problem), _remedy(problem, mended=mended), mended=mended, severity=severity
            )


def _sentence(row: Row, problem: StoreProblem | None) -> Text:
    if row.sha256 and problem is not None:
        return text("check", "“{name}” is not whole. {what}", name=row.name, what=problem.text)
    if row.sha256:
        return text("check", "“{name}” is not whole. Passages of another content are stored.", name=row.name)
    return text("check", "“{name}” has no passages.", name=row.name)


def _located(base: Base, problem: StoreProblem) -> Text:
    return text("check", "“{base}”: {what}", base=base.info.name, what=problem.text)


def _remedy(problem: StoreProblem, *, mended: bool) -> Text:
    if mended:
        return text("check", "This was put right.")
    if problem.can_mend:
        return text("check", "This can be put right.")
    return text("check", "Restore a backup: File > Backups.")
