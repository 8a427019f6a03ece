"""Check questions are asked again by themselves when something has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kbdesk.errors import StoreError
from kbdesk.library.library import Library
from kbdesk.library.questions.following import Following
from kbdesk.library.questions.types import Cause, Change, Question, Report
from kbdesk.paths import DataFolder
from kbdesk.texts import Text, text

Write = Callable[[str, str], Path]
Save = Callable[..., Awaitable[Question]]
Rested = Callable[[], Awaitable[Report]]


def cause(report: Report) -> Cause | None:
    return None if report.last is None else report.last.cause


async def test_a_new_question_is_asked(save: Save, rested: Rested) -> None:
    await save()
    report = await rested()
    assert (report.is_right, cause(report)) == (True, Cause.QUESTIONS)


async def test_a_change_of_a_document_turns_it_red_and_taking_it_back_turns_it_green(
    library: Library, kb_id: str, save: Save, rested: Rested, write: Write, handbook: Path
) -> None:
    await save()
    await rested()
    old = (handbook / "leave" / "holidays.txt").read_text()
    write("leave/holidays.txt", "Ask your lead.")
    await library.add(kb_id, [handbook])
    red = await rested()
    assert [line.change for line in red.lines] == [Change.NEWLY_WRONG]
    assert cause(red) == Cause.DOCUMENTS
    write("leave/holidays.txt", old)
    await library.add(kb_id, [handbook])
    assert [line.change for line in (await rested()).lines] == [Change.NEWLY_RIGHT]


async def test_a_deletion_and_its_undo_are_followed(
    library: Library, save: Save, rested: Rested, documents: dict[str, str]
) -> None:
    await save()
    await rested()
    deletion = await library.delete_documents([documents["leave/holidays.txt"]])
    assert not (await rested()).is_right
    await library.undo(deletion)
    assert (await rested()).is_right


async def test_settings_that_change_nothing_for_them_cost_no_run(
    library: Library, kb_id: str, save: Save, rested: Rested
) -> None:
    await save()
    await rested()
    await library.save_settings(library.settings)
    await library.questions.following.sleep(1.5)
    report = await rested()
    assert report.earlier == []


async def test_what_another_program_changed_is_asked_at_the_next_start(
    folder: DataFolder, library: Library, kb_id: str, save: Save, write: Write
) -> None:
    await save()
    await library.questions.run(kb_id)
    await library.add(kb_id, [write("new.txt", "Something else.")])
    await library.aclose()  # before the pause is over
    async with await Library.open(folder) as again:
        assert (await again.questions.report(kb_id)).is_outdated
        asked = asyncio.Event()
        again.questions.watch(asked.set)

        async def skip(_: float) -> None:
            pass

        again.questions.following.sleep = skip
        async with asyncio.timeout(20):
            while (await again.questions.report(kb_id)).is_outdated:
                await asked.wait()
                asked.clear()


async def test_questions_that_leave_this_computer_are_asked_by_a_person_only(
    library: Library, kb_id: str, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library.questions, "_host", lambda _: "api.openai.com")
    await save()
    await library.questions._run_due()
    report = await library.questions.report(kb_id)
    assert (report.last, report.is_outdated, report.host) == (None, True, "api.openai.com")
    report = await library.questions.run(kb_id)
    assert report is not None
    assert report.is_right


class Rest:
    """A `Following` whose pauses a test ends."""

    def __init__(self) -> None:
        self.runs = 0
        self.is_busy = False
        self.problem: Text | None = None
        self.pause = asyncio.Event()
        self.sleeping = asyncio.Event()
        self.error: Exception | None = None
        self.ran = asyncio.Event()
        self.following = Following(self._work, lambda: self.is_busy, self._tell)
        self.following.sleep = self._sleep

    async def _work(self) -> None:
        self.runs += 1
        self.ran.set()
        if self.error is not None:
            raise self.error

    async def _sleep(self, _: float) -> None:
        self.sleeping.set()
        await self.pause.wait()
        self.pause.clear()

    def _tell(self, problem: Text | None) -> None:
        self.problem = problem

    async def pass_(self) -> None:
        """Wait for a pause and let it pass."""
        await self.sleeping.wait()
        self.sleeping.clear()
        self.pause.set()


@pytest.fixture
async def rest() -> Rest:
    return Rest()


async def test_many_changes_in_a_row_are_followed_by_one_run(rest: Rest) -> None:
    rest.following.start()
    await rest.sleeping.wait()
    for _ in range(5):
        rest.following.touch()
    await rest.pass_()
    assert rest.runs == 0
    await rest.pass_()
    await rest.ran.wait()
    assert rest.runs == 1
    await rest.following.aclose()


async def test_while_documents_are_read_nothing_is_asked(rest: Rest) -> None:
    rest.is_busy = True
    rest.following.start()
    await rest.pass_()
    rest.following.touch()
    await rest.sleeping.wait()
    assert rest.runs == 0
    rest.is_busy = False
    await rest.pass_()
    await rest.ran.wait()
    await rest.following.aclose()


async def test_why_it_failed_is_told_until_it_works_again(rest: Rest) -> None:
    rest.error = StoreError(text("library", "It is full."), text("library", "Make room."))
    rest.following.start()
    await rest.pass_()
    await rest.ran.wait()
    rest.following.touch()
    await rest.sleeping.wait()
    assert str(rest.problem) == "It is full. Make room."
    rest.error = None
    rest.ran.clear()
    await rest.pass_()
    await rest.ran.wait()
    await rest.following.aclose()
    assert rest.problem is None


@pytest.mark.logs_warnings
async def test_a_mistake_of_ours_ends_it_and_is_told(rest: Rest) -> None:
    rest.error = KeyError("name")
    rest.following.start()
    await rest.pass_()
    await rest.ran.wait()
    task = rest.following._task
    assert task is not None
    with pytest.raises(KeyError):
        await task
    await asyncio.sleep(0)
    assert "KeyError" in str(rest.problem)
    await rest.following.aclose()


async def test_closing_ends_a_run_under_way(library: Library, kb_id: str, save: Save, rested: Rested) -> None:
    await save()
    reached = asyncio.Event()

    async def never(*_: object) -> None:
        reached.set()
        await asyncio.Event().wait()

    library.questions._checker.check = never
    library.questions.touch()
    await reached.wait()
    async with asyncio.timeout(3):
        await library.aclose()
