"""Files that came inside others are opened with their own programs, but never run."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from kbdesk.library.library import Library
from kbdesk.library.packs.archives import ArchiveWriter
from kbdesk.library.packs.manifest import DocumentItem, Manifest
from kbdesk.ui.desk import Desk

Idle = Callable[[Desk], Awaitable[None]]
Open = Callable[[str], Awaitable[str]]

NAMES = ["rules.bat", "rules.desktop", "rules.exe", "rules.js", "rules.lnk", "rules.odt.sh", "rules.txt", "rules"]


@pytest.fixture
def library(real_library: Library) -> Library:
    return real_library


@pytest.fixture
def open_document(desk: Desk, library: Library, idle: Idle, message: Callable[[Desk], str]) -> Open:
    async def open_one(name: str) -> str:
        """Choose a document of the last knowledge base and Open; return what is said."""
        documents = await library.documents((await library.knowledge_bases())[-1].id)
        [document] = [each for each in documents if each.name == name]
        desk.presenters.originals.open(document)
        await idle(desk)
        return message(desk)

    return open_one


async def test_of_a_message(desk: Desk, library: Library, tmp_path: Path, open_document: Open, idle: Idle) -> None:
    mail = EmailMessage()
    mail.set_content("See the files.")
    for name in NAMES:
        mail.add_attachment(name.encode(), maintype="application", subtype="octet-stream", filename=name)
    (tmp_path / "mail.eml").write_bytes(mail.as_bytes())
    await library.add((await library.knowledge_bases())[0].id, [tmp_path / "mail.eml"])
    await idle(desk)
    await check(desk, open_document, "mail.eml/")


async def test_of_a_knowledge_base(
    desk: Desk, library: Library, tmp_path: Path, open_document: Open, idle: Idle
) -> None:
    items = [DocumentItem(file=f"documents/{name}", name=name) for name in NAMES]
    with (tmp_path / "x.kbpack").open("wb") as file, ArchiveWriter(file, lambda: None) as writer:
        for item in items:
            writer.add(item.file, io.BytesIO(item.name.encode()), len(item.name))
        writer.describe(Manifest(kbdesk="0.1.0", name="Theirs", documents=items))
    await library.packs.take_in(tmp_path / "x.kbpack")
    await idle(desk)
    await check(desk, open_document)


async def check(desk: Desk, open_document: Open, folder: str = "") -> None:
    for name in sorted(NAMES, key="rules.txt".__eq__):
        said = await open_document(folder + name)
        if name != "rules.txt":
            assert said == f"“{folder}{name}” could be a program, so kbdesk does not open it."
            assert desk.opened == []
    assert [Path(path).suffix for path in desk.opened] == [".txt"]


async def test_a_file_of_ones_own_is_opened_where_it_lies(
    desk: Desk, library: Library, tmp_path: Path, open_document: Open, idle: Idle
) -> None:
    (tmp_path / "start.bat").write_text("Helmets are worn in the hall.")
    await library.add((await library.knowledge_bases())[0].id, [tmp_path / "start.bat"])
    await idle(desk)
    await open_document("start.bat")
    assert desk.opened == [str(tmp_path / "start.bat")]
