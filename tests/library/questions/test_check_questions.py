"""What comes of check questions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.library.questions.types import Cause, Change, Progress, Question, Reason, Report, Verdict, Wanted
from kbdesk.library.questions.words import line_words, score_words
from kbdesk.paths import DataFolder

HOLIDAYS = "Every member has thirty days of paid holiday a year."

Write = Callable[[str, str], Path]
Save = Callable[..., Awaitable[Question]]
Rested = Callable[[], Awaitable[Report]]


async def run(library: Library, kb_id: str) -> Report:
    report = await library.questions.run(kb_id)
    assert report is not None
    return report


def said(report: Report) -> list[str]:
    return [str(line_words(line)) for line in report.lines]


async def test_a_question_whose_passage_comes_first_is_right(library: Library, kb_id: str, save: Save) -> None:
    await save()
    steps: list[Progress] = []
    report = await library.questions.run(kb_id, on_progress=steps.append)
    assert report is not None
    [line] = report.lines
    assert (line.verdict, line.now and line.now.rank, line.before) == (Verdict.RIGHT, 1, None)
    assert said(report) == ["Right."]
    assert str(score_words(report)) == "1 of 1 check questions are right."
    assert report.is_right
    assert steps == [Progress(1, 1)]


async def test_another_passage_before_it_makes_it_wrong(library: Library, kb_id: str, save: Save, write: Write) -> None:
    await save(first=1)
    await library.add(kb_id, [write("more/new.txt", "How many days of paid holiday? " * 3)])
    report = await run(library, kb_id)
    assert said(report) == ["Not among the first 1. “new.txt” comes first."]
    assert report.lines[0].now is not None
    assert report.lines[0].now.rank == 2


async def test_what_is_found_by_nothing_is_wrong(library: Library, kb_id: str, save: Save) -> None:
    await save("Where are flights booked?")
    assert said(await run(library, kb_id)) == ["Not among the first 50. “travel.txt” comes first."]


async def test_a_rule_with_the_same_wording_is_not_taken_for_one_that_is_turned_off(
    library: Library, kb_id: str, write: Write
) -> None:
    rules = [
        f"Rule {number} of form{number} is signed by the lead before the journey begins.\n\n" for number in range(5)
    ]
    await library.chunking.set(kb_id, Chunking("paragraph", 32, 0))
    [result] = await library.add(kb_id, [write("rules.txt", "".join(rules))])
    await library.questions.save(kb_id, Wanted("Who has signed form2, the lead?", result.document.id, rules[2]))
    assert (await run(library, kb_id)).is_right
    await library.curation.turn_off(result.document.id, [2])
    assert said(await run(library, kb_id)) == ["The passage is turned off. Another passage of “rules.txt” comes first."]


async def test_what_the_document_no_longer_says_is_wrong_until_it_says_it_again(
    library: Library, kb_id: str, save: Save, write: Write, handbook: Path
) -> None:
    await save()
    write("leave/holidays.txt", "Holidays. Ask your lead how many you have.")
    await library.add(kb_id, [handbook])
    report = await run(library, kb_id)
    assert said(report) == [
        "“leave/holidays.txt” does not say this any more. Another passage of “leave/holidays.txt” comes first."
    ]
    write("leave/holidays.txt", "Now: every member has thirty days of paid holiday a year!")
    await library.add(kb_id, [handbook])
    report = await run(library, kb_id)
    assert said(report) == ["Right."]
    assert report.changed(Change.NEWLY_RIGHT) == list(report.lines)


async def test_a_deleted_document_cannot_be_checked_and_is_back_after_an_undo(
    library: Library, kb_id: str, save: Save, documents: dict[str, str]
) -> None:
    await save()
    await run(library, kb_id)
    deletion = await library.delete_documents([documents["leave/holidays.txt"]])
    report = await run(library, kb_id)
    assert said(report) == ["Cannot be checked: “leave/holidays.txt” is in the trash."]
    assert report.changed(Change.NEWLY_WRONG) == list(report.lines)
    await library.undo(deletion)
    assert (await run(library, kb_id)).is_right


async def test_a_document_of_the_same_name_takes_the_place_of_one_that_is_gone(
    library: Library, kb_id: str, save: Save, documents: dict[str, str], handbook: Path, write: Write
) -> None:
    await save()
    await library.delete_documents([documents["leave/holidays.txt"]])
    write("leave/holidays.txt", f"New! {HOLIDAYS}")
    await library.add(kb_id, [handbook])
    report = await run(library, kb_id)
    assert report.is_right
    assert not report.is_outdated
    assert report.lines[0].question.wanted.document_id != documents["leave/holidays.txt"]
    await library.trash.empty()
    [question] = await library.questions.of(kb_id)
    assert question.wanted.quote


async def test_a_document_of_the_same_name_that_says_something_else_stands_in_only_until_the_other_one_is_back(
    library: Library, folder: DataFolder, kb_id: str, save: Save, documents: dict[str, str], handbook: Path
) -> None:
    await save(quote=HOLIDAYS.replace("thirty", "many"))
    deletion = await library.delete_documents([documents["leave/holidays.txt"]])
    (handbook / "leave/holidays.txt").write_text("Ferries are found beside the harbour and sail twice every hour.")
    await library.add(kb_id, [handbook])
    assert not (await run(library, kb_id)).is_right
    [question] = await library.questions.of(kb_id)
    assert question.wanted.document_id == documents["leave/holidays.txt"]
    await library.undo(deletion)
    assert (await run(library, kb_id)).is_right
    await library.delete_documents([documents["leave/holidays.txt"]])
    await run(library, kb_id)
    await library.trash.empty()
    assert b"has many days of paid" not in folder.library_db.read_bytes()


async def test_a_document_of_the_same_content_takes_the_place_of_one_that_lost_its_passages(
    folder: DataFolder, library: Library, kb_id: str, save: Save, handbook: Path
) -> None:
    before = await save()
    await library.aclose()
    for file in folder.root.glob("store.sqlite3*"):
        file.unlink()
    (handbook / "leave/holidays.txt").rename(handbook / "days.txt")
    async with await Library.open(folder) as again:
        await again.search(["anything"])
        await again.add(kb_id, [handbook])
        assert (await run(again, kb_id)).is_right
        [question] = await again.questions.of(kb_id)
    assert (question.document_name, question.wanted.quote) == ("days.txt", before.wanted.quote)
    assert question.wanted.document_id != before.wanted.document_id


async def test_a_document_that_is_gone_for_good_cannot_be_checked_and_nothing_of_it_is_left(
    library: Library, kb_id: str, save: Save, documents: dict[str, str]
) -> None:
    await save()
    await library.delete_documents([documents["leave/holidays.txt"]])
    await library.trash.empty()
    report = await run(library, kb_id)
    assert said(report) == ["Cannot be checked: “leave/holidays.txt” is gone."]
    assert report.lines[0].question.wanted.quote == ""


async def test_a_renamed_document_keeps_its_question(
    library: Library, kb_id: str, save: Save, handbook: Path, write: Write
) -> None:
    await save(name="travel.txt", query="Who books flights?", quote="Flights are booked by the office")
    (handbook / "travel.txt").rename(handbook / "trips.txt")
    await library.add(kb_id, [handbook])
    [question] = await library.questions.of(kb_id)
    assert question.document_name == "trips.txt"
    assert (await run(library, kb_id)).is_right


async def test_a_document_without_passages_cannot_be_checked(
    library: Library, kb_id: str, save: Save, write: Write, documents: dict[str, str]
) -> None:
    [added] = await library.add(kb_id, [write("empty.txt", "")])
    documents["empty.txt"] = added.document.id
    await save(name="empty.txt")
    assert said(await run(library, kb_id)) == ["Cannot be checked: “empty.txt” has no passages."]


async def test_questions_of_other_knowledge_bases_are_left_alone(library: Library, kb_id: str, save: Save) -> None:
    await save()
    other = await library.create_knowledge_base("Other")
    assert (await run(library, other.id)).lines == []
    assert [report.knowledge_base for report in await library.questions.reports()] == ["Team handbook"]


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        (Wanted(" ", "{id}"), "There is no question."),
        (Wanted("a" * 2001, "{id}"), "The question or the passage is too long."),
        (Wanted("a", "{id}", "b" * 4001), "The question or the passage is too long."),
        (Wanted("a", "{id}", first=0), "The number of hits that count cannot be 0."),
        (Wanted("a", "nowhere"), "This document is no longer there."),
    ],
)
async def test_what_cannot_be_asked_is_refused(
    library: Library, kb_id: str, documents: dict[str, str], wanted: Wanted, title: str
) -> None:
    document_id = wanted.document_id.format(id=documents["travel.txt"])
    with pytest.raises(InputError) as refused:
        await library.questions.save(kb_id, Wanted(wanted.query, document_id, wanted.quote, wanted.first, wanted.mode))
    assert str(refused.value.title) == title
    assert await library.questions.of(kb_id) == []


async def test_the_same_question_is_saved_once(library: Library, kb_id: str, save: Save) -> None:
    assert await save() == await save("How  many days of paid holiday? ")
    assert len(await library.questions.of(kb_id)) == 1


async def test_a_changed_question_starts_anew(
    library: Library, kb_id: str, save: Save, documents: dict[str, str]
) -> None:
    question = await save()
    await run(library, kb_id)
    await library.questions.change(question.id, question.wanted)
    assert (await library.questions.report(kb_id)).lines[0].now is not None
    await library.questions.change(question.id, Wanted("Who books?", documents["travel.txt"]))
    report = await library.questions.report(kb_id)
    assert (report.lines[0].now, report.lines[0].question.document_name) == (None, "travel.txt")
    assert said(report) == ["Not asked yet."]
    assert report.is_outdated
    await library.questions.delete([question.id])
    with pytest.raises(InputError):
        await library.questions.change(question.id, question.wanted)


async def test_a_deleted_question_can_be_put_back_with_how_it_stood(library: Library, kb_id: str, save: Save) -> None:
    question = await save()
    before = await run(library, kb_id)
    gone = await library.questions.delete([question.id, "nothing"])
    assert gone == [question]
    assert (await library.questions.report(kb_id)).lines == []
    await library.questions.put_back(gone)
    assert (await library.questions.report(kb_id)).lines == before.lines


async def test_each_run_is_compared_with_the_one_before_or_an_earlier_one(
    library: Library, kb_id: str, save: Save, write: Write
) -> None:
    await save(first=2)
    first = await run(library, kb_id)
    assert first.last is not None
    await library.add(kb_id, [write("new.txt", "How many days of paid holiday? " * 3)])
    moved = await run(library, kb_id)
    assert moved.before == first.last
    assert [line.change for line in moved.lines] == [Change.MOVED]
    same = await run(library, kb_id)
    assert [line.change for line in same.lines] == [None]
    assert same.earlier == [moved.last, first.last]
    again = await library.questions.report(kb_id, before=first.last.id)
    assert again.before == first.last
    assert [line.change for line in again.lines] == [Change.MOVED]
    assert (first.last.right, first.last.total, first.last.cause) == (1, 1, Cause.PERSON)


async def test_only_the_last_runs_are_kept(library: Library, kb_id: str, save: Save) -> None:
    await save()
    for _ in range(22):
        report = await run(library, kb_id)
    assert len(report.earlier) == 19


async def test_the_newest_run_wins(library: Library, kb_id: str, save: Save) -> None:
    await save()
    await save("Another question about paid holiday")
    older = asyncio.create_task(library.questions.run(kb_id))
    await asyncio.sleep(0)
    newest = await run(library, kb_id)
    assert await older is None
    assert len(newest.lines) == 2
    assert newest.earlier == []


async def test_a_cancelled_run_leaves_nothing_behind(library: Library, kb_id: str, save: Save) -> None:
    await save()
    task = asyncio.create_task(library.questions.run(kb_id))
    await asyncio.sleep(0)
    assert (await library.questions.report(kb_id)).is_running
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    report = await library.questions.report(kb_id)
    assert (report.last, report.is_running) == (None, False)


async def test_the_expected_passage_is_where_it_is(library: Library, save: Save, documents: dict[str, str]) -> None:
    question = await save()
    document, chunk_index = await library.questions.place(question)
    assert (document.id, chunk_index) == (documents["leave/holidays.txt"], 0)
    await library.delete_documents([document.id])
    with pytest.raises(InputError, match="is not there"):
        await library.questions.place(question)


async def test_questions_go_with_their_knowledge_base_and_come_back_with_it(
    library: Library, kb_id: str, save: Save
) -> None:
    await save()
    await run(library, kb_id)
    deletion = await library.delete_knowledge_base(kb_id)
    assert await library.questions.reports() == []
    await library.undo(deletion)
    assert [report.is_right for report in await library.questions.reports()] == [True]
    await library.delete_knowledge_base(kb_id)
    await library.trash.empty()
    assert await library.questions.of(kb_id) == []


async def test_they_survive_a_restart(folder: DataFolder, library: Library, kb_id: str, save: Save) -> None:
    await save()
    before = await run(library, kb_id)
    await library.aclose()
    async with await Library.open(folder) as again:
        after = await again.questions.report(kb_id)
    assert (after.lines, after.last, after.is_outdated) == (before.lines, before.last, False)


def test_every_reason_has_a_verdict() -> None:
    assert {reason.verdict for reason in Reason} == set(Verdict)
