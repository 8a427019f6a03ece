"""Files inside files: messages and archives whose parts become documents of their own."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, State


def zip_of(**files: str | bytes) -> bytes:
    """Return an archive; "__" in a name stands for a dot."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return target.getvalue()


def mail_of(text: str, **files: str | bytes) -> bytes:
    mail = EmailMessage()
    mail["Subject"] = "Travel"
    mail.set_content(text)
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name.replace("__", "."))
    return mail.as_bytes()


def put(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    return put(tmp_path / "travel.eml", mail_of("See the rules.", rules__txt="Fly in economy.", hotels__md="# Hotels"))


async def tree(library: Library, kb_id: str) -> dict[str, DocumentInfo]:
    return {document.name: document for document in await library.documents(kb_id)}


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
