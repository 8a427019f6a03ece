from dataclasses import replace

from kbdesk.errors import StoreError
from kbdesk.library.search import gaps
from kbdesk.library.search.types import Failure, Filters, Request, Results
from kbdesk.texts import text

FOUND = Results(hits=("a passage",))
NOTHING = Results()
WEAK = Results(weak=("something else",))


def asked(question, *kb_ids, **options):
    return Request((question,), kb_ids or None, **options)


async def questions(library, kb_id=None):
    return [(gap.query, gap.count) for gap in await library.gaps.open(kb_id)]


async def test_questions_that_found_nothing_good_are_kept_those_asked_most_first(library):
    await library.gaps.note(asked("parking"), NOTHING)
    await library.gaps.note(asked("dogs in the office"), WEAK)
    await library.gaps.note(asked("Dogs in the Office"), WEAK)
    await library.gaps.note(asked("days of leave"), FOUND)
    assert await questions(library) == [("Dogs in the Office", 2), ("parking", 1)]


async def test_a_question_that_is_answered_later_is_kept_no_longer(library):
    await library.gaps.note(asked("parking"), NOTHING)
    await library.gaps.note(asked("Parking"), FOUND)
    assert await questions(library) == []


async def test_a_search_that_could_not_look_everywhere_says_nothing(library, kb_id):
    [base] = await library.knowledge_bases()
    failed = Results(failures=(Failure(base, StoreError(text("test", "Gone."), text("test", "Wait."))),))
    await library.gaps.note(asked("parking"), failed)
    await library.gaps.note(asked("parking", filters=Filters(tags=("HR",))), NOTHING)
    await library.gaps.note(asked("parking", min_score=0.9), NOTHING)
    await library.gaps.note(Request(("parking", "garage")), NOTHING)
    await library.gaps.note(asked(" "), NOTHING)
    assert await questions(library) == []


async def test_what_one_knowledge_base_answers_is_answered_by_all_of_them(library, kb_id):
    other = (await library.create_knowledge_base("Other")).id
    for place in ((), (kb_id,), (other,)):
        await library.gaps.note(asked("parking", *place), NOTHING)
    await library.gaps.note(asked("parking", kb_id), FOUND)
    assert [gap.kb_id for gap in await library.gaps.open()] == [other]


async def test_questions_belong_to_the_knowledge_base_that_was_asked(library, kb_id):
    other = (await library.create_knowledge_base("Law")).id
    await library.gaps.note(asked("parking", kb_id), NOTHING)
    await library.gaps.note(asked("lawsuits", other), NOTHING)
    await library.gaps.note(asked("dogs", kb_id, other), NOTHING)
    assert sorted(await questions(library, kb_id)) == [("dogs", 1), ("parking", 1)]
    deletion = await library.delete_knowledge_base(other)
    assert sorted(await questions(library)) == [("dogs", 1), ("parking", 1)]
    await library.undo(deletion)
    assert len(await questions(library)) == 3


async def test_nothing_is_kept_against_a_persons_will(library):
    await library.save_settings(replace(library.settings, remember_searches=False))
    await library.gaps.note(asked("parking"), NOTHING)
    assert await questions(library) == []


async def test_dismissed_questions_can_be_brought_back(library):
    await library.gaps.note(asked("parking"), NOTHING)
    before = await library.gaps.open()
    assert await library.gaps.dismiss([before[0].id, "gone"]) == before
    assert await questions(library) == []
    await library.gaps.bring_back(before)
    assert await library.gaps.open() == before


async def test_only_so_many_are_kept(library, monkeypatch):
    monkeypatch.setattr(gaps, "MOST_GAPS", 2)
    for question in ("first", "second", "third"):
        await library.gaps.note(asked(question), NOTHING)
    assert sorted(await questions(library)) == [("second", 1), ("third", 1)]


async def test_cleared_questions_are_not_on_the_disk_any_more(library, folder):
    await library.gaps.note(asked("salary of the chairwoman"), NOTHING)
    await library.gaps.clear()
    files = [folder.library_db, folder.library_db.with_name(f"{folder.library_db.name}-wal")]
    assert not any(b"chairwoman" in file.read_bytes() for file in files if file.exists())


async def test_a_note_that_answers_a_question_closes_it(library, kb_id):
    question = asked("parking garage", kb_id)
    await library.gaps.note(question, await library.find(question))
    await library.gaps.note(asked("dogs", kb_id), NOTHING)
    result = await library.notes.write(kb_id, "Where to park", "The parking garage is behind the house.")
    assert (result.document.name, result.document.outcome) == ("Where to park.md", "text")
    assert await library.gaps.look_again(library.find) == 1
    assert await questions(library) == [("dogs", 1)]
