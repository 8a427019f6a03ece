"""The check questions of a library: saved, asked, compared with the last time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

from kbdesk import __version__
from kbdesk.errors import InputError
from kbdesk.library.catalog import Catalog
from kbdesk.library.questions.checking import Checker
from kbdesk.library.questions.following import Following
from kbdesk.library.questions.rows import QuestionRows
from kbdesk.library.questions.sheets import Sheets
from kbdesk.library.questions.types import (
    DEPTH,
    LONGEST_QUERY,
    LONGEST_QUOTE,
    Basis,
    Cause,
    Line,
    Progress,
    Question,
    Report,
    Result,
    Run,
    Wanted,
)
from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo
from kbdesk.texts import Text, text

OnProgress = Callable[[Progress], None]


class Questions:
    """Saves check questions and asks them, one after the other, as a person would.

    Attributes:
        following: Asks them again by itself.
        sheets: Takes them in from files, and writes them to files.
    """

    def __init__(
        self,
        rows: QuestionRows,
        checker: Checker,
        *,
        catalog: Catalog,
        host: Callable[[KnowledgeBaseInfo], str | None],
        is_busy: Callable[[], bool],
    ) -> None:
        """Use the open parts of a library.

        Args:
            rows: The questions.
            checker: Asks them.
            catalog: The knowledge bases.
            host: Gives the computer that questions to a knowledge base are sent to; None: they stay on this one.
            is_busy: Whether documents are being read.
        """
        self.following = Following(self._run_due, is_busy, self._note_problem)
        self.sheets = Sheets(rows, catalog, self.touch)
        self._problem: Text | None = None
        self._rows = rows
        self._checker = checker
        self._catalog = catalog
        self._host = host
        self._turn = asyncio.Lock()
        self._newest: dict[str, object] = {}
        self._running: Counter[str] = Counter()
        self._watchers: list[Callable[[], None]] = []

    def watch(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Tell somebody when questions, or how they stand, may have changed, until the returned function is called."""
        self._watchers.append(on_change)
        return lambda: self._watchers.remove(on_change)

    def touch(self) -> None:
        """Note that something has changed, so that the questions are asked again soon."""
        self.following.touch()
        self._tell()

    def _tell(self) -> None:
        for watcher in self._watchers[:]:
            watcher()

    def _note_problem(self, problem: Text | None) -> None:
        if problem != self._problem:
            self._problem = problem
            self._tell()

    async def save(self, kb_id: str, wanted: Wanted) -> Question:
        """Save a check question; one that is there already is not saved twice.

        Raises:
            InputError: It is no question, or there is no such knowledge base or document.
        """
        question, _ = await self._rows.save(kb_id, _checked(wanted))
        self.touch()
        return question

    async def change(self, question_id: str, wanted: Wanted) -> Question:
        """Ask or expect something else; how it stood is forgotten.

        Raises:
            InputError: It is no question, or it is no longer there, or there is no such document.
        """
        question = await self._rows.change(question_id, _checked(wanted))
        self.touch()
        return question

    async def delete(self, question_ids: Sequence[str]) -> list[Question]:
        """Delete check questions and return those that were there, for `put_back`."""
        gone = await self._rows.delete(question_ids)
        self.touch()
        return gone

    async def put_back(self, questions: Sequence[Question]) -> None:
        """Undo a deletion; how the questions stood is known again."""
        await self._rows.put_back(questions)
        self.touch()

    async def of(self, kb_id: str) -> list[Question]:
        """Return the check questions of a knowledge base, in the order they were saved."""
        return await self._rows.of(kb_id)

    async def place(self, question: Question) -> tuple[DocumentInfo, int]:
        """Return the document that is expected to answer, and the index of the passage; 0 if it is not said there.

        Raises:
            InputError: The document is not there.
        """
        document = (await self._rows.expected(question)).document
        if document is None:
            raise InputError(
                text("questions", "“{name}” is not there.", name=question.document_name),
                text("questions", "Restore it from the trash, or let another document be expected."),
            )
        chunk = await self._checker.place(question, document)
        return document, 0 if chunk is None else chunk.chunk_index

    async def run(self, kb_id: str, *, on_progress: OnProgress | None = None) -> Report | None:
        """Ask all check questions of a knowledge base, and keep what came of it.

        One run at a time asks, one question at a time. A run that is cancelled leaves nothing behind.

        Args:
            kb_id: The knowledge base.
            on_progress: Told after each question.

        Returns:
            How they stand; None when a newer run of the same knowledge base took over.

        Raises:
            InputError: There is no such knowledge base.
        """
        mine = self._newest[kb_id] = object()
        with self._shown_as_running(kb_id):
            async with self._turn:
                run = await self._ask_all(kb_id, Cause.PERSON, lambda: self._newest[kb_id] is mine, on_progress)
        return None if run is None else await self.report(kb_id)

    @contextmanager
    def _shown_as_running(self, kb_id: str) -> Generator[None]:
        self._running[kb_id] += 1
        self._tell()
        try:
            yield
        finally:
            self._running[kb_id] -= 1
            self._tell()

    async def _ask_all(
        self, kb_id: str, cause: Cause, is_wanted: Callable[[], bool], on_progress: OnProgress | None = None
    ) -> Run | None:
        """Ask all questions while that is wanted, and keep what came of it; None if it is wanted no longer."""
        base = (await self._catalog.base(kb_id)).info
        basis = await self._basis(base)
        questions = await self._rows.of(kb_id)
        results: list[Result] = []
        for question in questions:
            results.append(await self._checker.check(question, base))
            if not is_wanted():
                return None
            if on_progress is not None:
                on_progress(Progress(len(results), len(questions)))
        run = Run(kb_id, datetime.now(UTC), cause, basis, results)
        await self._rows.note(run)
        return run

    async def report(self, kb_id: str, *, before: int | None = None) -> Report:
        """Return how the check questions of a knowledge base stand.

        Args:
            kb_id: The knowledge base.
            before: The run to compare with (`PastRun.id`); None: the one before the last.

        Raises:
            InputError: There is no such knowledge base.
        """
        base = (await self._catalog.base(kb_id)).info
        runs = await self._rows.runs(kb_id)
        last, *earlier = [run for run, _ in runs] or [None]
        other = next((run for run in earlier if run is not None and before in (None, run.id)), None)
        now, then = [{} if run is None else await self._rows.results(run.id) for run in (last, other)]
        lines = [Line(each, now.get(each.id), then.get(each.id)) for each in await self._rows.of(kb_id)]
        return Report(
            knowledge_base_id=kb_id,
            knowledge_base=base.name,
            lines=lines,
            last=last,
            before=other,
            earlier=[run for run in earlier if run is not None],
            is_outdated=bool(lines) and (not runs or runs[0][1] != await self._basis(base)),
            is_running=self._running[kb_id] > 0,
            host=self._host(base),
            problem=self._problem,
        )

    async def reports(self) -> list[Report]:
        """Return how the check questions stand, of each knowledge base that has any."""
        found: list[Report] = []
        for kb_id in await self._rows.bases():
            with suppress(InputError):  # deleted meanwhile
                found.append(await self.report(kb_id))
        return found

    async def _run_due(self) -> None:
        """Ask again where something has changed, until something else does; not where questions leave this computer."""
        for kb_id in await self._rows.bases():
            async with self._turn:
                with suppress(InputError):  # deleted meanwhile
                    await self._ask_if_due(kb_id)

    async def _ask_if_due(self, kb_id: str) -> None:
        cause, newest = await self._due(kb_id), self._newest.get(kb_id)
        if cause is not None and not self.following.is_touched:
            with self._shown_as_running(kb_id):
                await self._ask_all(
                    kb_id, cause, lambda: self._newest.get(kb_id) is newest and not self.following.is_touched
                )

    async def _due(self, kb_id: str) -> Cause | None:
        """Return why to ask again, or None if nothing would come of it."""
        base = (await self._catalog.base(kb_id)).info
        if self._host(base) is not None:
            return None
        runs = await self._rows.runs(kb_id)
        if not runs:
            return Cause.QUESTIONS
        past, basis = runs[0]
        now = await self._basis(base)
        if now.documents != basis.documents:
            return Cause.DOCUMENTS
        if now.search != basis.search:
            return Cause.SEARCH
        if now.questions != basis.questions:
            return Cause.QUESTIONS
        unanswered = [each for each in (await self._rows.results(past.id)).values() if each.problem is not None]
        return Cause.PROBLEM if unanswered else None

    async def _basis(self, base: KnowledgeBaseInfo) -> Basis:
        return await self._rows.basis(base.id, f"{__version__} {base.embedding}")


def _checked(wanted: Wanted) -> Wanted:
    query, quote = " ".join(wanted.query.split()), wanted.quote.strip()
    if not query:
        raise InputError(text("questions", "There is no question."), text("questions", "Type what people will ask."))
    if len(query) > LONGEST_QUERY or len(quote) > LONGEST_QUOTE:
        raise InputError(
            text("questions", "The question or the passage is too long."),
            text(
                "questions",
                "Shorten the question to {query} letters and the passage to {quote}.",
                query=LONGEST_QUERY,
                quote=LONGEST_QUOTE,
            ),
        )
    if not 1 <= wanted.first <= DEPTH:
        raise InputError(
            text("questions", "The number of hits that count cannot be {first}.", first=wanted.first),
            text("questions", "Choose a number from 1 to {depth}.", depth=DEPTH),
        )
    return Wanted(query, wanted.document_id, quote, wanted.first, wanted.mode)
