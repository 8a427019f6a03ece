"""A knowledge base goes into a file with all that people did to it, and comes out of it in another library."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.library.packs.types import Progress
from kbdesk.library.types import Facts, State
from kbdesk.rag.document import NOTE, OFF

from .conftest import Receiver, named

Write = Callable[[str, str], Path]

NAMES = {"规则.txt", "Where to park.md", "mail.eml", "mail.eml/rooms.txt"}


async def test_every_document_is_read_again_under_its_name(pack: Path, receiver: Receiver) -> None:
    base = await receiver.take_in(pack)
    assert (base.name, base.description) == ("员工手册", "How we work. 我们如何工作。")
    documents = await receiver.library.documents(base.id)
    assert {document.state for document in documents} == {State.DONE}
    assert sorted(document.name for document in documents) == sorted([*NAMES, "read me.txt", "read me.txt"])
    assert [hit.document.name for hit in await receiver.library.search(["park"])] == ["Where to park.md"]
    assert (await receiver.library.check()).is_whole


async def test_what_was_done_to_passages_and_said_of_documents_is_there(
    library: Library, kb_id: str, pack: Path, receiver: Receiver
) -> None:
    base = await receiver.take_in(pack)
    before, now = (await named(library, kb_id))["规则.txt"], (await named(receiver.library, base.id))["规则.txt"]
    assert now.facts == before.facts == Facts(("rules", "差旅"), "Ann", date(2030, 1, 2), "What holds.\nFor all.")
    chunks = await receiver.library.chunks(now.id)
    assert [chunk.text for chunk in chunks] == [chunk.text for chunk in await library.chunks(before.id)]
    assert chunks[0].text == "By hand: flights need two signatures."
    assert [bool(chunk.metadata.get(OFF)) for chunk in chunks] == [False, True, False, False]
    assert chunks[2].metadata[NOTE] == "Ask Ann about hotels."
    assert len(await receiver.library.curation.edits(now.id)) == 3
    assert await receiver.library.curation.conflicts(base.id) == []
    assert await receiver.library.chunking.get(base.id) == Chunking("paragraph", 40, 0)


async def test_a_passage_that_was_off_can_be_turned_on_again(pack: Path, receiver: Receiver) -> None:
    base = await receiver.take_in(pack)
    rules = (await named(receiver.library, base.id))["规则.txt"]
    assert await receiver.library.search(["number1"]) == []
    await receiver.library.curation.turn_on(rules.id, [1])
    assert [hit.document.id for hit in await receiver.library.search(["number1"])] == [rules.id]


async def test_what_was_inside_a_document_comes_with_it_and_what_was_taken_out_stays_out(
    pack: Path, receiver: Receiver
) -> None:
    base = await receiver.take_in(pack)
    documents = await named(receiver.library, base.id)
    assert documents["mail.eml/rooms.txt"].parent_id == documents["mail.eml"].id
    assert "mail.eml/spam.txt" not in documents
    [chunk] = await receiver.library.chunks(documents["mail.eml/rooms.txt"].id)
    assert chunk.metadata[NOTE] == "The table is gone."


async def test_check_questions_expect_the_same_documents_and_are_answered(pack: Path, receiver: Receiver) -> None:
    base = await receiver.take_in(pack)
    documents = await named(receiver.library, base.id)
    first, second = await receiver.library.questions.of(base.id)
    assert (first.wanted.document_id, first.document_name) == (documents["规则.txt"].id, "规则.txt")
    assert (first.wanted.quote, first.wanted.first, first.wanted.mode) == ("flights need two signatures", 3, "words")
    assert second.wanted.document_id == documents["mail.eml/rooms.txt"].id
    report = await receiver.library.questions.run(base.id)
    assert report is not None
    assert report.is_right


async def test_a_note_is_a_file_of_its_own_again(pack: Path, receiver: Receiver) -> None:
    for name in ("Where to park.md", "Where to park (2).md"):
        base = await receiver.take_in(pack)
        note = (await named(receiver.library, base.id))["Where to park.md"]
        assert note.path == receiver.folder.notes / name
        assert note.path.read_text("utf-8") == "# Where to park\n\nBehind the house.\n"


async def test_the_same_file_twice_gives_two_knowledge_bases_that_know_nothing_of_each_other(
    pack: Path, receiver: Receiver
) -> None:
    first, second = await receiver.take_in(pack), await receiver.take_in(pack)
    assert (first.name, second.name) == ("员工手册", "员工手册 (2)")
    await receiver.library.delete_knowledge_base(first.id)
    await receiver.library.trash.empty()
    assert {document.state for document in await receiver.library.documents(second.id)} == {State.DONE}
    assert (await receiver.library.check()).is_whole


async def test_what_was_taken_in_goes_into_a_file_again(pack: Path, receiver: Receiver, tmp_path: Path) -> None:
    base = await receiver.take_in(pack)
    again = await receiver.library.packs.export(base.id, tmp_path / "again.kbpack")
    assert _said(again.path) == _said(pack)


def _said(path: Path) -> object:
    with zipfile.ZipFile(path) as archive:
        documents = [json.loads(line) for line in archive.read("documents.jsonl").splitlines()]
        head = json.loads(archive.read("kbdesk.json"))
    for document in documents:
        document.get("edits", []).sort(key=lambda edit: edit["made_at"])
    return head, documents


async def test_any_zip_program_finds_the_documents_in_their_folders(pack: Path) -> None:
    with zipfile.ZipFile(pack) as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == [
            "documents.jsonl",
            "documents/Where to park.md",
            "documents/mail (2).eml/rooms.txt",
            "documents/mail.eml",
            "documents/read me (2).txt",
            "documents/read me.txt",
            "documents/规则.txt",
            "kbdesk.json",
        ]
        assert archive.read("documents/规则.txt").startswith(b"Rule 0.")


async def test_nothing_of_the_senders_computer_is_in_it(library: Library, pack: Path, tmp_path: Path) -> None:
    ids = [document.id for base in await library.knowledge_bases() for document in await library.documents(base.id)]
    with zipfile.ZipFile(pack) as archive:
        said = (archive.read("kbdesk.json") + archive.read("documents.jsonl")).decode()
    assert not [each for each in (str(tmp_path), *ids) if each in said]


async def test_documents_of_a_folder_in_sync_become_plain_ones(
    library: Library, handbook: Path, receiver: Receiver, tmp_path: Path
) -> None:
    base = (await library.knowledge_bases())[0]
    await library.folders.keep(base.id, handbook)
    await library.folders.finished()
    exported = await library.packs.export(base.id, tmp_path / "synced.kbpack")
    taken = await receiver.take_in(exported.path)
    assert set(await named(receiver.library, taken.id)) == set(await named(library, base.id))
    assert await receiver.library.folders.list() == []


async def test_a_document_without_a_copy_of_its_file_is_said(
    library: Library, kb_id: str, receiver: Receiver, tmp_path: Path
) -> None:
    rooms = (await named(library, kb_id))["mail.eml/rooms.txt"]
    assert rooms.original is not None
    rooms.original.unlink()
    exported = await library.packs.export(kb_id, tmp_path / "most.kbpack")
    assert (exported.document_count, exported.left_out) == (5, ["mail.eml/rooms.txt"])
    base = await receiver.take_in(exported.path)
    assert "mail.eml/rooms.txt" in await named(receiver.library, base.id)  # the message has it
    [_, second] = await receiver.library.questions.of(base.id)
    assert (second.wanted.document_id, second.document_name) == ("", "mail.eml/rooms.txt")


async def test_an_empty_knowledge_base_goes_too(library: Library, receiver: Receiver, tmp_path: Path) -> None:
    base = (await library.knowledge_bases())[0]
    exported = await library.packs.export(base.id, tmp_path / "empty.kbpack")
    assert exported.document_count == 0
    taken = await receiver.take_in(exported.path)
    assert taken.name == "Team handbook (2)"


async def test_it_is_said_what_is_in_a_file_and_how_far_it_is(library: Library, kb_id: str, tmp_path: Path) -> None:
    told: list[Progress] = []
    exported = await library.packs.export(kb_id, tmp_path / "handbook.kbpack", on_progress=told.append)
    assert (exported.document_count, exported.size_bytes) == (6, exported.path.stat().st_size)
    assert (told[0].done, told[-1]) == (1, Progress(6, 6))
    info = await library.packs.look_into(exported.path)
    assert (info.name, len(info.documents), info.edit_count, info.question_count) == ("员工手册", 6, 4, 2)
    assert info.size_bytes == sum(each.size_bytes for each in await library.documents(kb_id))
    told.clear()
    await library.packs.take_in(exported.path, on_progress=told.append)
    assert (told[0].done, told[-1]) == (1, Progress(6, 6))


async def test_what_is_gone_cannot_be_exported(library: Library, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no longer there"):
        await library.packs.export("0" * 32, tmp_path / "x.kbpack")
    assert not (tmp_path / "x.kbpack").exists()
