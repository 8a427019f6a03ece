"""What people say of documents: changed for many at once, undone exactly, counted, due, and never lost."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest

from kbdesk.errors import InputError
from kbdesk.library.backups import Backups
from kbdesk.library.facts.days import months_after, today
from kbdesk.library.facts.types import Change
from kbdesk.library.library import Library
from kbdesk.library.types import Facts
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder

SPRING = date(2026, 3, 20)
ALL = Change(add_tags=("HR",), responsible="Ann", review_by=SPRING, description="For all.")
SAID = Facts(("HR",), "Ann", SPRING, "For all.")


@pytest.fixture
async def ids(library: Library, kb_id: str, handbook: Path) -> list[str]:
    """Sick leave, holidays and travel, in the order of their names."""
    await library.add(kb_id, [handbook])
    return [each.id for each in sorted(await library.documents(kb_id), key=lambda each: each.name)]


async def facts(library: Library, document_id: str) -> Facts:
    return (await library.document(document_id)).facts


async def tags(library: Library, document_id: str) -> tuple[str, ...]:
    return (await facts(library, document_id)).tags


async def test_many_documents_get_what_is_changed_and_keep_the_rest(library: Library, ids: list[str]) -> None:
    one, two, three = ids
    await library.facts.change([one], ALL)
    done = await library.facts.change([one, two, "nobody"], Change(add_tags=("travel", "Leave"), responsible="Bo"))
    assert await facts(library, one) == Facts(("HR", "Leave", "travel"), "Bo", SPRING, "For all.")
    assert await facts(library, two) == Facts(("Leave", "travel"), "Bo")
    assert await facts(library, three) == Facts()
    assert (done.count, str(done.label)) == (2, "Tags and other details of 2 documents were changed.")


async def test_everything_can_be_taken_away_again(library: Library, ids: list[str]) -> None:
    await library.facts.change(ids, ALL)
    await library.facts.change(ids, Change((), ("hr",), "", "none", ""))
    assert [await facts(library, each) for each in ids] == [Facts()] * 3


async def test_a_tag_is_written_as_the_knowledge_base_has_it_already(
    library: Library, kb_id: str, ids: list[str]
) -> None:
    one, two, _ = ids
    await library.facts.change([one], Change(add_tags=("Sick Leave", "SICK leave", "E\u0301tude")))
    await library.facts.change([two], Change(add_tags=(" sick   LEAVE ", "\u00c9tude")))
    assert await tags(library, two) == ("Sick Leave", "\u00c9tude")
    assert await library.facts.tags(kb_id) == [("Sick Leave", 2), ("\u00c9tude", 2)]


async def test_a_tag_is_written_anew_when_nobody_else_has_it(library: Library, ids: list[str]) -> None:
    await library.facts.change(ids[:2], Change(add_tags=("travel",)))
    await library.facts.change(ids[:1], Change(add_tags=("Travel",), remove_tags=("travel",)))
    assert await tags(library, ids[0]) == ("travel",)
    await library.facts.change(ids[:2], Change(add_tags=("Travel",), remove_tags=("travel",)))
    assert await tags(library, ids[0]) == ("Travel",)


async def test_another_knowledge_base_writes_its_tags_as_it_likes(
    library: Library, ids: list[str], handbook: Path
) -> None:
    other = await library.create_knowledge_base("Other")
    await library.add(other.id, [handbook / "travel.txt"])
    (document,) = await library.documents(other.id)
    await library.facts.change(ids, Change(add_tags=("Travel",)))
    await library.facts.change([*ids, document.id], Change(add_tags=("TRAVEL",)))
    assert await library.facts.tags(other.id) == [("TRAVEL", 1)]


@pytest.mark.parametrize(
    ("change", "title"),
    [
        (Change(add_tags=("ok", " ")), "A tag has no letters."),
        (Change(add_tags=("a, b",)), "The tag “a, b” has a comma in it."),
        (Change(add_tags=("a，b",)), "The tag “a，b” has a comma in it."),
        (Change(add_tags=("x" * 51,)), f"The tag “{'x' * 51}” is too long."),
        (Change(responsible="x" * 101), "The name of the owner is too long."),
        (Change(description="x" * 2001), "The description is too long."),
    ],
)
async def test_what_cannot_be_kept_is_refused_and_changes_nothing(
    library: Library, ids: list[str], change: Change, title: str
) -> None:
    with pytest.raises(InputError, match=r".") as refused:
        await library.facts.change(ids, change)
    assert str(refused.value.title) == title
    assert await facts(library, ids[0]) == Facts()


async def test_signs_that_cannot_be_seen_are_left_out(library: Library, ids: list[str]) -> None:
    change = Change((" a\x00\x1fb\n",), (), " Ann\tB. ", None, " One.\r\n\r\n Two\x07 \udcff.\n")
    await library.facts.change(ids[:1], change)
    assert await facts(library, ids[0]) == Facts(("a b",), "Ann B.", None, "One.\n\nTwo .")


async def test_of_documents_that_are_gone_nothing_can_be_said(library: Library, ids: list[str]) -> None:
    await library.delete_documents(ids[:1])
    with pytest.raises(InputError):
        await library.facts.change(ids[:1], ALL)


async def test_undo_gives_the_exact_earlier_state(library: Library, ids: list[str]) -> None:
    one, two, three = ids
    await library.facts.change([one], ALL)
    await library.facts.change([two], Change(add_tags=("leave",)))
    before = [await facts(library, each) for each in ids]
    done = await library.facts.change(ids, Change(("Leave", "new"), ("hr",), "Bo", "none", "Other."))
    assert await facts(library, three) == Facts(("leave", "new"), "Bo", None, "Other.")
    await library.facts.undo(done)
    assert [await facts(library, each) for each in ids] == before


async def test_undo_leaves_what_others_changed_meanwhile(library: Library, ids: list[str]) -> None:
    done = await library.facts.change(ids[:1], ALL)
    await library.facts.change(ids[:1], Change(add_tags=("theirs",), responsible="Bo"))
    await library.facts.undo(done)
    assert await facts(library, ids[0]) == Facts(("theirs",), "Bo")


async def test_undo_reaches_documents_in_the_trash_and_leaves_out_those_that_are_gone(
    library: Library, ids: list[str]
) -> None:
    done = await library.facts.change(ids[:2], ALL)
    deletion = await library.delete_documents(ids[:1])
    await library.facts.undo(done)
    await library.undo(deletion)
    assert await facts(library, ids[0]) == Facts()
    done = await library.facts.change(ids[:2], ALL)
    await library.delete_documents(ids[:1])
    await library.trash.empty()
    await library.facts.undo(done)
    assert await facts(library, ids[1]) == Facts()


async def test_a_change_of_nothing_is_told_to_nobody(library: Library, ids: list[str]) -> None:
    told: list[list[str]] = []
    library.watch(Watcher(on_described=told.append))
    done = await library.facts.change(ids, ALL)
    assert (await library.facts.change(ids, Change(("hr",), ("nothing",), "Ann"))).count == 0
    await library.facts.undo(done)
    assert [sorted(each) for each in told] == [sorted(ids)] * 2


async def test_what_several_have_in_common_is_told(library: Library, ids: list[str]) -> None:
    await library.facts.change(ids[:2], ALL)
    await library.facts.change(ids[:1], Change(add_tags=("a",)))
    common = await library.facts.common(ids)
    assert (common.count, dict(common.tags)) == (3, {"a": 1, "HR": 2})
    assert common.responsibles == {"Ann", ""}
    assert common.review_days == {SPRING, None}
    assert common.descriptions == {"For all.", ""}


async def test_owners_are_counted_without_regard_to_case(library: Library, kb_id: str, ids: list[str]) -> None:
    for document_id, name in zip(ids, ("ann", "Ann", "Ann"), strict=True):
        await library.facts.change([document_id], Change(responsible=name))
    await library.facts.change(ids[:1], Change(add_tags=("unrelated",)))
    assert await library.facts.responsibles(kb_id) == [("Ann", 3)]


async def test_what_is_due_comes_in_the_order_of_its_days(
    library: Library, kb_id: str, ids: list[str], handbook: Path
) -> None:
    one, two, three = ids
    other = await library.create_knowledge_base("Other")
    await library.add(other.id, [handbook / "travel.txt"])
    (elsewhere,) = await library.documents(other.id)
    for document_id, days in ((one, 0), (two, -5), (three, 1), (elsewhere.id, -9)):
        await library.facts.change([document_id], Change(review_by=SPRING + timedelta(days=days)))
    assert [each.id for each in await library.facts.due(SPRING)] == [elsewhere.id, two, one]
    assert [each.id for each in await library.facts.due(SPRING, kb_id)] == [two, one]
    assert await library.facts.count_due(SPRING) == {kb_id: 2, other.id: 1}
    await library.delete_documents([two])
    await library.delete_knowledge_base(other.id)
    assert await library.facts.count_due(SPRING) == {kb_id: 1}
    assert [each.id for each in await library.facts.due(SPRING)] == [one]


async def test_facts_stay_when_a_file_is_replaced_renamed_or_read_again(
    library: Library, kb_id: str, ids: list[str], handbook: Path
) -> None:
    travel = ids[2]
    await library.facts.change([travel], ALL)
    (handbook / "travel.txt").write_text("Travel. By train, if you can.", "utf-8")
    await library.add(kb_id, [handbook])
    assert await facts(library, travel) == SAID
    (handbook / "travel.txt").rename(handbook / "trips.txt")
    await library.add(kb_id, [handbook])
    moved = await library.document(travel)
    assert (moved.name.rpartition("/")[2], moved.facts) == ("trips.txt", SAID)
    await library.retry([travel])
    assert await facts(library, travel) == SAID


async def test_facts_go_to_the_trash_and_come_back(library: Library, kb_id: str, ids: list[str]) -> None:
    await library.facts.change(ids, ALL)
    deletion = await library.delete_documents(ids)
    assert await library.facts.tags(kb_id) == []
    await library.undo(deletion)
    assert await library.facts.tags(kb_id) == [("HR", 3)]
    assert await facts(library, ids[0]) == SAID


async def test_what_is_inside_a_document_has_facts_of_its_own(library: Library, kb_id: str, tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("rules.txt", "Fly in economy.")
    outer, inner = (result.document.id for result in await library.add(kb_id, [path]))
    await library.facts.change([outer], ALL)
    await library.facts.change([inner], Change(add_tags=("hr", "inner")))
    with ZipFile(path, "w") as archive:
        archive.writestr("rules.txt", "Fly in economy, always.")
        archive.writestr("more.txt", "Trains are better.")
    names = {each.document.name: each.document for each in await library.add(kb_id, [path])}
    assert names["all.zip"].facts == SAID
    assert names["all.zip/rules.txt"].facts == Facts(("HR", "inner"))
    assert names["all.zip/more.txt"].facts == Facts()


async def test_facts_are_in_backups(folder: DataFolder, without_model: None, filled: Path) -> None:
    async with await Library.open(folder) as library:
        (base,) = await library.knowledge_bases()
        ids = [each.id for each in await library.documents(base.id)]
        done = await library.facts.change(ids, ALL)
        made = await library.backups.make()
        await library.facts.undo(done)
    backups = Backups(folder)
    await backups.restore(made.id)
    backups.close()
    async with await Library.open(folder) as library:
        assert await facts(library, ids[0]) == SAID


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2026, 8, 31), 6, date(2027, 2, 28)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2026, 12, 1), 1, date(2027, 1, 1)),
    ],
)
def test_months_later_is_the_same_day_as_far_as_there_is_one(day: date, months: int, expected: date) -> None:
    assert months_after(day, months) == expected


def test_today_is_a_day_of_now() -> None:
    assert abs(today() - date.today()) <= timedelta(days=1)  # noqa: DTZ011
