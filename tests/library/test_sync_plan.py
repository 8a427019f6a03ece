from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kbdesk.library.sync_plan import TAKEN_OUT, Differences, Kept, Known, Seen, SyncPlan, compare, is_large
from kbdesk.library.walk import Found, Reach

FOLDER = Path("/handbook")


def found(name: str, size: int = 1, modified_ns: int = 1, reach: Reach = Reach.HERE) -> Found:
    return Found(FOLDER / name, name, size, modified_ns, reach)


def document(name: str, size: int = 1, modified_ns: int = 1, *, is_unread: bool = False) -> Kept:
    return Kept(f"id of {name}", name, str(FOLDER / name), size, modified_ns, "hash", is_unread)


def known(*documents: Kept, also: dict[str, Seen] | None = None) -> Known:
    """Return what is known when the files of these documents were looked at before."""
    seen = {each.path: Seen(each.size_bytes, each.modified_ns, each.id) for each in documents}
    return Known(
        {each.path: each for each in documents}, seen | {str(FOLDER / name): one for name, one in (also or {}).items()}
    )


def names(differences: Differences) -> dict[str, list[str]]:
    """Return the names of everything that differs."""
    parts = ("added", "changed", "missing", "elsewhere", "closed")
    return {part: [each.name for each in getattr(differences, part)] for part in parts if getattr(differences, part)}


def test_files_are_new_changed_gone_or_in_step() -> None:
    before = known(document("a"), document("b"), document("c"))
    differences = compare([found("a"), found("b", modified_ns=2), found("d")], before)
    assert names(differences) == {"added": ["d"], "changed": ["b"], "missing": ["c"]}
    assert differences.unchanged == 1


def test_a_file_that_was_touched_and_found_the_same_is_in_step() -> None:
    before = known(document("a"), also={"a": Seen(1, 2, "id of a")})
    assert names(compare([found("a", modified_ns=2)], before)) == {}


def test_a_file_that_could_not_be_read_is_tried_again() -> None:
    assert names(compare([found("a")], known(document("a", is_unread=True)))) == {"changed": ["a"]}


def test_a_document_that_was_there_before_the_folder_is_remembered_from_now_on() -> None:
    before = Known({"/handbook/a": document("a")}, {})
    differences = compare([found("a")], before)
    assert names(differences) == {}
    assert differences.in_step == [(found("a"), "id of a")]


def test_a_document_whose_file_nobody_saw_is_left_alone() -> None:
    assert names(compare([], Known({"/handbook/a": document("a")}, {}))) == {}


def test_what_a_person_took_out_stays_out_even_if_its_file_changes() -> None:
    before = known(also={"a": Seen(1, 1, TAKEN_OUT)})
    differences = compare([found("a", modified_ns=2)], before)
    assert names(differences) == {}
    assert differences.left_out == 1


def test_what_a_person_took_out_and_brought_back_is_in_step_again() -> None:
    before = Known({"/handbook/a": document("a")}, {"/handbook/a": Seen(1, 1, TAKEN_OUT)})
    assert compare([found("a")], before).in_step == [(found("a"), "id of a")]


def test_a_copy_of_another_file_is_in_step_until_it_changes() -> None:
    before = known(document("a"), also={"copy": Seen(1, 1, "id of a")})
    differences = compare([found("a"), found("copy")], before)
    assert names(differences) == {}
    assert [each.name for each in differences.copies] == ["copy"]
    assert names(compare([found("a"), found("copy", modified_ns=2)], before)) == {"added": ["copy"]}


def test_a_copy_that_is_gone_is_forgotten_and_takes_no_document_with_it() -> None:
    before = known(document("a"), also={"copy": Seen(1, 1, "id of a")})
    differences = compare([found("a")], before)
    assert names(differences) == {}
    assert differences.forgotten == ["/handbook/copy"]


def test_a_file_whose_row_gave_way_or_was_cancelled_is_in_step_until_it_changes() -> None:
    before = known(also={"a": Seen(1, 1, "id of a row that is gone")})
    assert names(compare([found("a")], before)) == {}
    assert names(compare([found("a", modified_ns=2)], before)) == {"added": ["a"]}


def test_only_new_files_in_the_cloud_are_pointed_out() -> None:
    files = [found("a", 0, 9, Reach.ELSEWHERE), found("b", reach=Reach.ELSEWHERE)]
    differences = compare(files, known(document("a")))
    assert names(differences) == {"elsewhere": ["b"]}
    assert differences.unchanged == 1


def test_nothing_is_gone_below_a_folder_that_may_not_be_looked_at() -> None:
    files = [found("closed", reach=Reach.CLOSED)]
    before = known(document("closed/a"), document("closed too"))
    assert names(compare(files, before)) == {"missing": ["closed too"], "closed": ["closed"]}


def plan(added: int = 0, removed: int = 0, unchanged: int = 0) -> SyncPlan:
    return SyncPlan(
        "folder",
        added=tuple(found(str(number)) for number in range(added)),
        removed=tuple(document(str(number)) for number in range(removed)),
        unchanged=unchanged,
    )


@pytest.mark.parametrize(
    ("what", "count", "waits"),
    [
        (plan(added=20), 100, False),
        (plan(added=21), 100, True),
        (plan(removed=5, unchanged=1), 6, False),
        (plan(removed=6, unchanged=20), 26, True),
        (plan(removed=20, unchanged=200), 220, False),
        (plan(removed=1), 1, True),
    ],
    ids=["20 new", "21 new", "5 gone of 6", "6 gone of 26", "20 gone of 220", "all gone"],
)
def test_large_plans_wait_for_a_person(what: SyncPlan, count: int, waits: bool) -> None:
    assert is_large(what, document_count=count, is_first=False) is waits


def test_the_files_that_a_person_asked_for_wait_for_nobody() -> None:
    assert not is_large(plan(added=1000), document_count=0, is_first=True)


def test_a_plan_knows_whether_there_is_anything_to_do() -> None:
    assert SyncPlan("folder", unchanged=3).is_empty
    assert not replace(plan(added=1)).is_empty
