"""Check questions, what came of asking them, and how they stand; plain values, no screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from kbdesk.rag.retrieval.fusion import Mode
from kbdesk.texts import Text

FIRST = 5
"""Hits among which the expected passage must be, unless a person wants otherwise."""

DEPTH = 50
"""Hits that are looked at; further down nobody looks."""

LONGEST_QUERY = 2_000
LONGEST_QUOTE = 4_000


@dataclass(frozen=True)
class Wanted:
    """What a person wants to be checked.

    Attributes:
        query: The question, as it is typed in a search.
        document_id: The document that is to answer it.
        quote: What the passage says; "": any passage of the document will do.
        first: Among so many hits it must be, 1 to `DEPTH`.
        mode: How is searched.
    """

    query: str
    document_id: str
    quote: str = ""
    first: int = FIRST
    mode: Mode = "hybrid"


@dataclass(frozen=True)
class Question:
    """A check question.

    Attributes:
        id: 32 hexadecimal digits.
        knowledge_base_id: Where it is asked.
        wanted: The question and what is expected.
        document_name: The name of the expected document, by which it is found again when it was added anew.
    """

    id: str
    knowledge_base_id: str
    wanted: Wanted
    document_name: str


class Verdict(StrEnum):
    """How a question ended."""

    RIGHT = "right"
    WRONG = "wrong"
    UNCHECKED = "unchecked"


class Reason(StrEnum):
    """What came of asking a question."""

    FOUND = "found"
    FURTHER_DOWN = "further down"
    NOT_FOUND = "not found"
    TURNED_OFF = "turned off"
    NOT_SAID = "not said"
    IN_TRASH = "in trash"
    GONE = "gone"
    BEING_READ = "being read"
    NOT_READ = "not read"
    NO_ANSWER = "no answer"

    @property
    def verdict(self) -> Verdict:
        """How the question ended."""
        if self is Reason.FOUND:
            return Verdict.RIGHT
        if self in (Reason.FURTHER_DOWN, Reason.NOT_FOUND, Reason.TURNED_OFF, Reason.NOT_SAID):
            return Verdict.WRONG
        return Verdict.UNCHECKED


@dataclass(frozen=True)
class Result:
    """What came of asking a question once.

    Attributes:
        question_id: The question.
        reason: What came of it.
        rank: Where the expected passage was, from 1; None: not among the first `DEPTH`, or not looked.
        is_weak: Whether it was a weak hit.
        instead_id: The document of the first hit, if that is not the expected passage; or "".
        instead: The name of that document; "" when it is gone by now.
        problem: Why there was no answer, or None.
    """

    question_id: str
    reason: Reason
    rank: int | None = None
    is_weak: bool = False
    instead_id: str = ""
    instead: str = ""
    problem: Text | None = None

    @property
    def verdict(self) -> Verdict:
        """How the question ended."""
        return self.reason.verdict


class Cause(StrEnum):
    """Why the questions were asked."""

    PERSON = "person"
    DOCUMENTS = "documents"
    QUESTIONS = "questions"
    SEARCH = "search"
    PROBLEM = "problem"


@dataclass(frozen=True)
class Basis:
    """What the results of a run rest on, each as a fingerprint; when none differs, no result will.

    Attributes:
        documents: What can be found.
        questions: What is asked and expected.
        search: The model, and the version of kbdesk.
    """

    documents: str
    questions: str
    search: str


@dataclass(frozen=True)
class Run:
    """All questions of a knowledge base, asked once.

    Attributes:
        knowledge_base_id: Where they were asked.
        ran_at: When, UTC.
        cause: Why.
        basis: What the results rest on.
        results: In the order of the questions.
    """

    knowledge_base_id: str
    ran_at: datetime
    cause: Cause
    basis: Basis
    results: Sequence[Result]


@dataclass(frozen=True)
class PastRun:
    """A run that others can be compared with.

    Attributes:
        id: Grows from run to run.
        ran_at: When, UTC.
        cause: Why.
        right: How many questions were right.
        total: How many were asked.
    """

    id: int
    ran_at: datetime
    cause: Cause
    right: int
    total: int


class Change(StrEnum):
    """What is different from an earlier run."""

    NEWLY_WRONG = "newly wrong"
    NEWLY_RIGHT = "newly right"
    MOVED = "moved"


@dataclass(frozen=True)
class Line:
    """A question with how it stands.

    Attributes:
        question: The question.
        now: What came of it in the last run; None: it was not asked yet as it is now.
        before: What came of it in the run it is compared with.
    """

    question: Question
    now: Result | None = None
    before: Result | None = None

    @property
    def verdict(self) -> Verdict:
        """How it stands."""
        return Verdict.UNCHECKED if self.now is None else self.now.verdict

    @property
    def change(self) -> Change | None:
        """What is different from then; None: nothing, or there is nothing to compare with."""
        if self.now is None or self.before is None:
            return None
        is_right, was_right = (each.verdict is Verdict.RIGHT for each in (self.now, self.before))
        if is_right != was_right:
            return Change.NEWLY_RIGHT if is_right else Change.NEWLY_WRONG
        return Change.MOVED if self.now.rank != self.before.rank else None


@dataclass(frozen=True)
class Report:
    """How the check questions of a knowledge base stand.

    Attributes:
        knowledge_base_id: The knowledge base.
        knowledge_base: Its name.
        lines: Its questions, in the order they were saved.
        last: The run that says how they stand; None: they were never asked.
        before: The run it is compared with, or None.
        earlier: All runs it can be compared with, newest first.
        is_outdated: Whether something has changed since that may change the results.
        is_running: Whether they are being asked now.
        host: The computer that questions are sent to, or None when they stay on this one: then they are asked by
            themselves.
        problem: Why the last run was not finished, or None.
    """

    knowledge_base_id: str
    knowledge_base: str
    lines: Sequence[Line]
    last: PastRun | None = None
    before: PastRun | None = None
    earlier: Sequence[PastRun] = ()
    is_outdated: bool = False
    is_running: bool = False
    host: str | None = None
    problem: Text | None = None

    def count(self, verdict: Verdict) -> int:
        """Return how many questions stand so."""
        return sum(line.verdict is verdict for line in self.lines)

    def changed(self, change: Change) -> list[Line]:
        """Return the questions that are so different from then."""
        return [line for line in self.lines if line.change is change]

    @property
    def is_right(self) -> bool:
        """Whether every question is right."""
        return all(line.verdict is Verdict.RIGHT for line in self.lines)


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes:
        done: Questions asked.
        total: Questions to ask.
    """

    done: int
    total: int
