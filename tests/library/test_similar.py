import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing

import pytest

from kbdesk.library.library import Library
from kbdesk.library.similar import Relation, sentence
from kbdesk.library.types import DocumentInfo
from kbdesk.paths import DataFolder

from .conftest import Write

Add = Callable[..., Awaitable[DocumentInfo]]

LAST_YEAR, THIS_YEAR = 1_700_000_000, 1_730_000_000


def rules(numbers: range, word: str = "office") -> str:
    """Return a handbook of one sentence for each number."""
    return "\n\n".join(
        f"Rule {number}: whoever works in the {word} asks colleague {number * 7} about matter {number * 11} first."
        for number in numbers
    )


@pytest.fixture
def add(library: Library, kb_id: str, write: Write) -> Add:
    async def add(name: str, content: str, modified: int = THIS_YEAR) -> DocumentInfo:
        path = write(name, content)
        os.utime(path, (modified, modified))
        return (await library.add(kb_id, [path]))[0].document

    return add


async def said(library: Library, document: DocumentInfo) -> list[str]:
    return [str(sentence(each)) for each in await library.similar.of(document.id)]


async def test_an_older_version_is_named_with_how_much_is_shared(library: Library, add: Add) -> None:
    old = await add("travel-2024.md", rules(range(100)), LAST_YEAR)
    new = await add("travel.md", rules(range(10, 100)) + "\n\n" + rules(range(90, 100), "canteen"))
    count = new.passage_count
    assert await said(library, new) == [
        f"Most of it ({count - 1} of {count} passages) is also in “travel-2024.md”, which is older."
    ]
    assert (await said(library, old))[0].endswith("is also in “travel.md”, which is newer.")


async def test_of_files_of_the_same_time_none_is_called_older(library: Library, add: Add) -> None:
    await add("one.md", rules(range(30)))
    two = await add("two.md", rules(range(31)), THIS_YEAR + 20)
    similar = (await library.similar.of(two.id))[0]
    assert similar.relation == Relation.SIMILAR
    assert str(sentence(similar)) == "Most of it (96 %) is also in “one.md”."


async def test_the_same_in_another_layout_is_called_the_same(library: Library, add: Add) -> None:
    await add("plain.txt", rules(range(30)))
    wrapped = await add("wrapped.txt", rules(range(30)).replace(" asks ", "\nasks "))
    assert await said(library, wrapped) == ["All of it is also in “plain.txt”; only the layout differs."]


async def test_one_changed_number_is_not_the_same(library: Library, add: Add) -> None:
    await add("a.md", rules(range(30)), LAST_YEAR)
    document = await add("b.md", rules(range(30)).replace("matter 11 ", "matter 12 "))
    assert [each.relation for each in await library.similar.of(document.id)] == [Relation.OLDER]


async def test_a_chapter_and_its_book_name_one_another(library: Library, add: Add) -> None:
    chapter = await add("chapter.md", rules(range(100, 140)))
    book = await add("book.md", rules(range(600)))
    assert [each.relation for each in await library.similar.of(chapter.id)] == [Relation.CONTAINED]
    assert await said(library, book) == ["Most of “chapter.md” (100 %) is also in it."]


async def test_chinese_versions_are_found(library: Library, add: Add) -> None:
    words = "".join(f"第{number}条：员工在第{number * 7}号办公室办理第{number * 11}项手续。" for number in range(60))
    await add("年假.txt", words, LAST_YEAR)
    new = await add("年假2.txt", words.replace("第3条", "第三条"))
    assert [each.relation for each in await library.similar.of(new.id)] == [Relation.OLDER]


async def test_documents_about_the_same_matter_are_not_similar(library: Library, add: Add) -> None:
    await add("a.md", rules(range(100)))
    assert await said(library, await add("b.md", rules(range(70, 170)))) == []


async def test_what_stands_in_every_document_makes_none_similar(library: Library, add: Add) -> None:
    footer = rules(range(1000, 1040))
    documents = [
        await add(f"{number}.md", f"{rules(range(number, number + 10))}\n\n{footer}") for number in range(0, 300, 20)
    ]
    assert await said(library, documents[-1]) == []


async def test_very_short_documents_are_similar_only_when_nearly_equal(library: Library, add: Add) -> None:
    await add("a.md", rules(range(3)))
    assert await said(library, await add("b.md", rules(range(1, 4)))) == []
    assert len(await said(library, await add("c.md", rules(range(3)) + " Yes."))) == 1


async def test_a_document_in_the_trash_is_not_named_and_comes_back_with_undo(library: Library, add: Add) -> None:
    old = await add("old.md", rules(range(30)), LAST_YEAR)
    new = await add("new.md", rules(range(31)))
    deletion = await library.delete_documents([old.id])
    assert await said(library, new) == []
    await library.undo(deletion)
    assert len(await said(library, new)) == 1


async def test_both_are_kept_when_a_person_wants_both(library: Library, add: Add) -> None:
    old, new = await add("old.md", rules(range(30)), LAST_YEAR), await add("new.md", rules(range(31)))
    await library.similar.keep_both(new.id, old.id)
    await library.similar.keep_both(old.id, new.id)
    assert await said(library, new) == await said(library, old) == []


async def test_other_knowledge_bases_are_not_looked_at(library: Library, add: Add, write: Write) -> None:
    other = await library.create_knowledge_base("Other")
    await library.add(other.id, [write("elsewhere.md", rules(range(30)))])
    assert await said(library, await add("here.md", rules(range(31)))) == []


async def test_a_new_content_is_compared_not_the_older_one(library: Library, add: Add) -> None:
    await add("a.md", rules(range(100)))
    await add("b.md", rules(range(100)), LAST_YEAR)
    assert await said(library, await add("b.md", rules(range(200, 300)))) == []


async def test_every_pair_comes_once_page_by_page(library: Library, kb_id: str, add: Add) -> None:
    for number in range(3):
        await add(f"version{number}.md", rules(range(number, 60)), LAST_YEAR + number * 10_000)
    await add("alone.md", rules(range(200, 260)))
    names: list[tuple[str, str]] = []
    position: int | None = 0
    while position is not None:
        page = await library.similar.pairs(kb_id, position=position, count=2)
        names += [(each.document.name, each.other.name) for each in page.pairs]
        position = page.position
    assert sorted(names) == [
        ("version1.md", "version0.md"),
        ("version2.md", "version0.md"),
        ("version2.md", "version1.md"),
    ]


async def test_documents_of_an_older_kbdesk_are_found_too(
    folder: DataFolder, library: Library, kb_id: str, add: Add
) -> None:
    await add("old.md", rules(range(30)))
    new = await add("new.md", rules(range(31)))
    with closing(sqlite3.connect(folder.library_db)) as connection, connection:
        connection.execute("DELETE FROM sketch_marks")
        connection.execute("DELETE FROM sketches")
    assert len(await said(library, new)) == 1


async def test_the_difference_is_read_from_the_passages(library: Library, add: Add) -> None:
    old, new = await add("old.md", rules(range(30))), await add("new.md", rules(range(31)))
    difference = await library.similar.difference(old.id, new.id)
    assert [change.new for change in difference.changes] == [rules(range(30, 31))]
