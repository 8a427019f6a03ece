"""Files inside files: messages and archives whose parts become documents of their own."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfWriter

from kbdesk.library.library import Library
from kbdesk.library.plan import Fate
from kbdesk.library.types import State

from .files_inside import mail_of, put, tree, zip_of


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    return put(tmp_path / "travel.eml", mail_of("See the rules.", rules__txt="Fly in economy.", hotels__md="# Hotels"))


async def test_what_is_attached_to_a_message_becomes_documents_linked_to_it(
    library: Library, kb_id: str, mail: Path
) -> None:
    results = await library.add(kb_id, [mail])
    assert [result.document.name for result in results] == [
        "travel.eml",
        "travel.eml/hotels.md",
        "travel.eml/rules.txt",
    ]
    assert {result.document.state for result in results} == {State.DONE}
    message, _, rules = (result.document for result in results)
    assert (rules.parent_id, rules.path) == (message.id, mail / "rules.txt")
    assert rules.original is not None
    assert (rules.original.suffix, rules.original.read_bytes()) == (".txt", b"Fly in economy.")
    assert [hit.document.id for hit in await library.search(["economy"])] == [rules.id]


async def test_an_archive_is_done_without_passages_and_without_remarks(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    path = put(tmp_path / "all.zip", zip_of(rules__txt="Fly in economy.", sub="not a name that tells a type"))
    [archive, *inside] = [result.document for result in await library.add(kb_id, [path])]
    assert (archive.state, archive.passage_count, archive.warnings, archive.message) == (State.DONE, 0, (), None)
    assert [each.name for each in inside] == ["all.zip/rules.txt", "all.zip/sub"]
    report = await library.check()
    assert report.findings == ()


async def test_files_inside_files_inside_files_know_where_they_are(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    inner = zip_of(rules__txt="Fly in economy.")
    path = put(tmp_path / "travel.eml", mail_of("See the rules.", all__zip=inner))
    results = [result.document for result in await library.add(kb_id, [path])]
    assert [each.name for each in results] == ["travel.eml", "travel.eml/all.zip", "travel.eml/all.zip/rules.txt"]
    assert [each.parent_id for each in results] == ["", results[0].id, results[1].id]


async def test_a_file_without_text_still_gives_what_is_inside_it(library: Library, kb_id: str, tmp_path: Path) -> None:
    writer = PdfWriter()
    writer.add_blank_page(width=595, height=842)
    writer.add_attachment("rules.txt", b"Fly in economy.")
    target = io.BytesIO()
    writer.write(target)
    path = put(tmp_path / "scan.pdf", target.getvalue())
    results = {result.document.name: result.document for result in await library.add(kb_id, [path])}
    assert results["scan.pdf/rules.txt"].state is State.DONE
    [again] = await library.retry([results["scan.pdf"].id])
    assert again.document.id == results["scan.pdf"].id
    assert len(await library.documents(kb_id)) == 2


async def test_what_is_already_here_stays_out_and_is_noted(
    library: Library, kb_id: str, mail: Path, tmp_path: Path
) -> None:
    await library.add(kb_id, [put(tmp_path / "rules.txt", b"Fly in economy.")])
    await library.add(kb_id, [mail])
    documents = await tree(library, kb_id)
    assert list(documents) == ["rules.txt", "travel.eml", "travel.eml/hotels.md"]
    [remark] = documents["travel.eml"].warnings
    assert str(remark) == "“rules.txt” inside it is already here, as “rules.txt”."
    await library.retry([documents["travel.eml"].id])
    assert await tree(library, kb_id) == documents


async def test_what_is_in_the_trash_stays_out_and_is_noted(
    library: Library, kb_id: str, mail: Path, tmp_path: Path
) -> None:
    [result] = await library.add(kb_id, [put(tmp_path / "rules.txt", b"Fly in economy.")])
    await library.delete_documents([result.document.id])
    await library.add(kb_id, [mail])
    documents = await tree(library, kb_id)
    assert list(documents) == ["travel.eml", "travel.eml/hotels.md"]
    assert "is in the trash, as “rules.txt”" in str(documents["travel.eml"].warnings[0])


async def test_the_same_file_twice_in_an_archive_is_taken_once(library: Library, kb_id: str, tmp_path: Path) -> None:
    files = dict.fromkeys(("a__txt", "b__txt", "c__txt"), "Fly in economy.")
    await library.add(kb_id, [put(tmp_path / "all.zip", zip_of(**files))])
    documents = await tree(library, kb_id)
    assert list(documents) == ["all.zip", "all.zip/a.txt"]
    assert str(documents["all.zip"].warnings[0]).startswith("2 files inside it are already here, for example “b.txt”")


async def test_a_file_that_is_dropped_is_its_own_document_although_it_is_inside_another_one(
    library: Library, kb_id: str, mail: Path, tmp_path: Path
) -> None:
    await library.add(kb_id, [mail])
    before = await tree(library, kb_id)
    rules = put(tmp_path / "rules.txt", b"Fly in economy.")
    plan = await library.plan(kb_id, [rules])
    assert [file.fate for file in plan.files] == [Fate.NEW]
    [result] = await library.add(kb_id, [rules])
    own = result.document
    assert (own.id, own.name, own.path, own.parent_id) == (before["travel.eml/rules.txt"].id, "rules.txt", rules, "")
    assert sorted(await tree(library, kb_id)) == ["rules.txt", "travel.eml", "travel.eml/hotels.md"]
    await library.retry([before["travel.eml"].id])
    await library.delete_documents([before["travel.eml"].id])
    assert [hit.document.id for hit in await library.search(["economy"])] == [own.id]


async def test_a_file_that_is_dropped_is_taken_in_although_it_went_to_the_trash_with_another_one(
    library: Library, kb_id: str, mail: Path, tmp_path: Path
) -> None:
    message, *_ = await library.add(kb_id, [mail])
    deletion = await library.delete_documents([message.document.id])
    rules = put(tmp_path / "rules.txt", b"Fly in economy.")
    plan = await library.plan(kb_id, [rules])
    assert [file.fate for file in plan.files] == [Fate.NEW]
    [result] = await library.add(kb_id, [rules])
    assert (result.is_new, result.document.name, result.document.state) == (True, "rules.txt", State.DONE)
    await library.undo(deletion)
    assert len(await library.search(["economy"])) == 1


async def test_files_that_are_dropped_together_with_an_archive_of_them_are_documents_of_their_own(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    folder = tmp_path / "dropped"
    folder.mkdir()
    put(folder / "a.zip", zip_of(rules__txt="Fly in economy.", hotels__md="# Hotels"))
    put(folder / "rules.txt", b"Fly in economy.")
    await library.add(kb_id, [folder])
    names = {document.name.rpartition("/")[2]: document.parent_id == "" for document in await library.documents(kb_id)}
    assert names == {"a.zip": True, "hotels.md": False, "rules.txt": True}


async def test_what_is_attached_to_two_messages_stays_when_one_of_them_is_deleted(
    library: Library, kb_id: str, mail: Path, tmp_path: Path
) -> None:
    documents = {one.document.name: one.document for one in await library.add(kb_id, [mail])}
    other = put(tmp_path / "answer.eml", mail_of("As you wrote:", policy__txt="Fly in economy."))
    [answer] = [one.document for one in await library.add(kb_id, [other])]
    deletion = await library.delete_documents([documents["travel.eml"].id])
    assert deletion.count == 2
    policy = (await tree(library, kb_id))["answer.eml/policy.txt"]
    assert (policy.id, policy.parent_id) == (documents["travel.eml/rules.txt"].id, answer.id)
    assert (policy.name, policy.path) == ("answer.eml/policy.txt", other / "policy.txt")
    assert [hit.document.id for hit in await library.search(["economy"])] == [policy.id]
    await library.undo(deletion)
    assert set(await tree(library, kb_id)) == {
        "answer.eml",
        "answer.eml/policy.txt",
        "travel.eml",
        "travel.eml/hotels.md",
    }
    await library.delete_documents([answer.id])
    assert set(await tree(library, kb_id)) == {"travel.eml", "travel.eml/hotels.md", "travel.eml/rules.txt"}
    assert (await library.check()).findings == ()


async def test_what_leaves_one_message_stays_if_another_one_has_it(
    library: Library, kb_id: str, mail: Path, tmp_path: Path
) -> None:
    await library.add(kb_id, [mail])
    other = put(tmp_path / "answer.eml", mail_of("As you wrote:", policy__txt="Fly in economy."))
    await library.add(kb_id, [other])
    await library.add(kb_id, [put(mail, mail_of("There are no rules."))])
    assert set(await tree(library, kb_id)) == {"travel.eml", "answer.eml", "answer.eml/policy.txt"}
    assert [entry.name for entry in await library.trash.entries()] == ["travel.eml/hotels.md"]


async def test_a_file_that_was_twice_in_an_archive_and_is_once_stays(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    path = tmp_path / "all.zip"
    twice = zip_of(a__txt="Fly in economy.", b__txt="Fly in economy.")
    before = [one.document for one in await library.add(kb_id, [put(path, twice)])]
    await library.add(kb_id, [put(path, zip_of(b__txt="Fly in economy."))])
    after = await tree(library, kb_id)
    assert list(after) == ["all.zip", "all.zip/b.txt"]
    assert [one.id for one in after.values()] == [one.id for one in before]
    assert after["all.zip"].warnings == ()
    assert await library.trash.entries() == []


async def test_what_was_taken_out_alone_does_not_come_back_with_its_parent(
    library: Library, kb_id: str, mail: Path
) -> None:
    documents = {one.document.name: one.document for one in await library.add(kb_id, [mail])}
    await library.delete_documents([documents["travel.eml/rules.txt"].id])
    await library.retry([documents["travel.eml"].id])
    assert list(await tree(library, kb_id)) == ["travel.eml", "travel.eml/hotels.md"]
    await library.trash.empty()
    await library.retry([documents["travel.eml"].id])
    assert list(await tree(library, kb_id)) == ["travel.eml", "travel.eml/hotels.md"]
