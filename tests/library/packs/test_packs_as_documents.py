"""A knowledge base as a file is no document, wherever it is found; it is told by its content."""

from __future__ import annotations

import shutil
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from kbdesk.library.library import Library
from kbdesk.library.plan import Fate
from kbdesk.library.types import DocumentInfo

from .conftest import named

SENTENCE = (
    "This is a whole knowledge base of kbdesk, not a document. Open it with File > Open knowledge base, or with “kbdesk"
    " kb import”; save it first if it is inside a message or an archive."
)


@pytest.fixture
def carriers(pack: Path, tmp_path: Path) -> Path:
    """A folder with a file that is a knowledge base, under three names, in an archive and in a message."""
    folder = tmp_path / "carriers"
    folder.mkdir()
    shutil.copy(pack, folder / "rules.kbpack")
    with zipfile.ZipFile(pack) as whole, zipfile.ZipFile(folder / "renamed.zip", "w") as other:
        for info in whole.infolist():
            other.writestr(info, whole.read(info) if info.filename != "documents/规则.txt" else b"Other rules.")
    (folder / "cut off.kbpack").write_bytes(pack.read_bytes()[:200])
    with zipfile.ZipFile(folder / "box.zip", "w") as archive:
        archive.writestr("inside.kbpack", pack.read_bytes() + b" ")
    mail = EmailMessage()
    mail["Subject"] = "Ours"
    mail.set_content("See the file.")
    mail.add_attachment(
        pack.read_bytes() + b"  ", maintype="application", subtype="octet-stream", filename="attached.kbpack"
    )
    (folder / "mail.eml").write_bytes(mail.as_bytes())
    return folder


def told(document: DocumentInfo) -> tuple[str, str]:
    return document.outcome, str(document.message)


async def test_it_is_said_what_it_is_and_nothing_of_it_becomes_a_document(library: Library, carriers: Path) -> None:
    base = await library.create_knowledge_base("Mixed")
    await library.add(base.id, [carriers])
    found = await named(library, base.id)
    packs = ["rules.kbpack", "renamed.zip", "cut off.kbpack", "box.zip/inside.kbpack", "mail.eml/attached.kbpack"]
    assert sorted(found) == sorted([*packs, "box.zip", "mail.eml"])
    assert {told(found[name]) for name in packs} == {("unsupported", SENTENCE)}


async def test_a_plan_says_so_before(library: Library, kb_id: str, carriers: Path) -> None:
    plan = await library.plan(kb_id, [carriers])
    unread = [(file.found.name, str(file.reason)) for file in plan.of(Fate.UNREADABLE)]
    assert unread == [(name, SENTENCE) for name in ("cut off.kbpack", "renamed.zip", "rules.kbpack")]


async def test_it_is_taken_in_under_any_name(library: Library, carriers: Path) -> None:
    assert (await library.packs.take_in(carriers / "renamed.zip")).name == "员工手册 (2)"
