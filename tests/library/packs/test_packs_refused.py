"""What cannot be taken in is refused whole, in words; what cannot be written leaves no half file."""

from __future__ import annotations

import asyncio
import errno
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kbdesk.errors import DataFolderError, DiskFullError, InputError
from kbdesk.library import disk
from kbdesk.library.library import Library
from kbdesk.library.packs import archives, packs
from kbdesk.paths import DataFolder
from kbdesk.rag.parsers import limits

from .conftest import DOCUMENT, PIN, plain


def cancel(work: asyncio.Task[Any]) -> None:
    work.cancel()


async def nothing_came(library: Library, folder: DataFolder) -> bool:
    """Return whether a library is as it was before anything was taken in."""
    left = [path for path in folder.originals.rglob("*") if path.is_file()]
    return not left and not folder.notes.exists() and len(await library.knowledge_bases()) == 1


async def test_a_file_written_by_hand_is_taken_in(
    library: Library, write_pack: Callable[..., Path], folder: DataFolder
) -> None:
    document = {**DOCUMENT, "edits": [PIN], "tags": ["a"], "review_by": "2030-01-02", "ocr_pages": [1]}
    base = await library.packs.take_in(write_pack(plain(documents=[document])))
    assert (base.name, base.document_count) == ("Rules", 1)


@pytest.mark.parametrize(
    "said",
    [
        b"not even JSON",
        b"[" * 100_000,
        [],
        {},
        plain(name=" "),
        plain(name="x" * 101),
        plain(name="two\nlines"),
        plain(name="\ud800"),
        plain(cutting={"way": "sentence", "chunk_size": 1}),
        plain(documents=[DOCUMENT, DOCUMENT]),
        plain(documents=[{**DOCUMENT, "file": "documents/other.txt"}]),
        plain(documents=[{**DOCUMENT, "file": "../../etc/passwd"}]),
        plain(documents=[{**DOCUMENT, "name": ""}]),
        plain(documents=[{**DOCUMENT, "came_with": "documents/rules.txt"}]),
        plain(documents=[{**DOCUMENT, "tags": ["one, two"]}]),
        plain(documents=[{**DOCUMENT, "ocr_pages": [10**9]}]),
        plain(documents=[{**DOCUMENT, "edits": [{**PIN, "wanted": [{"at": 1}]}]}]),
        plain(documents=[{**DOCUMENT, "edits": [{**PIN, "quotes": [], "wanted": [{"at": 0}]}]}]),
        plain(documents=[{**DOCUMENT, "edits": [{**PIN, "wanted": []}]}]),
        plain(documents=[{**DOCUMENT, "edits": [{**PIN, "made_at": "yesterday"}]}]),
        plain(documents=[{**DOCUMENT, "edits": [{**PIN, "quotes": [{"text": "", "place": {"page": []}}]}]}]),
        plain(questions=[{"query": "Which?", "document": "documents/other.txt", "document_name": "other.txt"}]),
        plain(questions=[{"query": "", "document": "", "document_name": "other.txt"}]),
    ],
)
async def test_what_is_said_wrongly_is_damaged(
    library: Library, folder: DataFolder, write_pack: Callable[..., Path], said: object
) -> None:
    path = write_pack(said)
    for use in (library.packs.look_into, library.packs.take_in):
        with pytest.raises(InputError, match=r"“rules\.kbpack” is damaged, or is no knowledge base of kbdesk"):
            await use(path)
    assert await nothing_came(library, folder)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + bytes(18)])
async def test_what_is_no_such_file_is_damaged(library: Library, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.kbpack"
    path.write_bytes(content)
    with pytest.raises(InputError, match="is damaged"):
        await library.packs.look_into(path)


async def test_what_is_not_there_cannot_be_read(library: Library, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"“x\.kbpack” cannot be read"):
        await library.packs.look_into(tmp_path / "x.kbpack")


async def test_a_document_that_is_damaged_lets_nothing_in(
    library: Library, folder: DataFolder, write_pack: Callable[..., Path]
) -> None:
    other = {"file": "documents/whole.txt", "name": "whole.txt", "is_note": True}
    path = write_pack(plain(documents=[other, DOCUMENT]), "documents/whole.txt", "documents/rules.txt")
    data = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        start = archive.getinfo("documents/rules.txt").header_offset + 30 + len("documents/rules.txt")
    path.write_bytes(data[:start] + bytes([data[start] ^ 0xFF]) + data[start + 1 :])
    assert (await library.packs.look_into(path)).name == "Rules"
    with pytest.raises(InputError, match="is damaged"):
        await library.packs.take_in(path)
    assert await nothing_came(library, folder)


async def test_a_newer_format_is_refused_with_the_version_that_knows_it(
    library: Library, write_pack: Callable[..., Path]
) -> None:
    said = {"format": 2, "kbdesk": "3.4.5", "documents": {"what": "nobody knows yet"}}
    with pytest.raises(InputError, match=r"was made by a newer kbdesk \(3\.4\.5\)\. Install the newest kbdesk"):
        await library.packs.look_into(write_pack(said))


async def test_more_than_this_format_has_is_left_alone(library: Library, write_pack: Callable[..., Path]) -> None:
    document = {**DOCUMENT, "colour": "blue"}
    assert (await library.packs.look_into(write_pack(plain(documents=[document], mood="good")))).name == "Rules"


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        ("RATIO_MATTERS_BYTES", 1_000_000),
        ("MAX_PACK_DOCUMENTS", 0),
        ("MAX_PACK_SAID_BYTES", 10),
        ("MAX_PACK_LINE_BYTES", 10),
    ],
)
async def test_a_bomb_is_not_unpacked(
    library: Library,
    folder: DataFolder,
    write_pack: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    *,
    limit: str,
    value: int,
) -> None:
    path = write_pack(plain(), content=bytes(2_000_000))
    assert (await library.packs.look_into(path)).size_bytes == 2_000_000
    monkeypatch.setattr(limits, limit, value)
    with pytest.raises(InputError, match="unpacks to far more than a knowledge base has"):
        await library.packs.take_in(path)
    assert await nothing_came(library, folder)


async def test_more_than_the_disk_has_room_for_is_not_begun(
    library: Library, folder: DataFolder, write_pack: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(DiskFullError, match=r"too little free space for the 1 MB in it\. Free some space, then open"):
        await library.packs.take_in(write_pack(plain()))
    assert await nothing_came(library, folder)


@pytest.mark.parametrize(
    ("number", "error", "words"),
    [
        (errno.ENOSPC, DiskFullError, "The disk is full; the knowledge base was not added"),
        (errno.EACCES, DataFolderError, "could not be written into"),
    ],
)
@pytest.mark.parametrize("where", ["blocks", "write_new"])
async def test_a_disk_that_takes_no_more_leaves_nothing_behind(
    library: Library,
    folder: DataFolder,
    write_pack: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    *,
    where: str,
    number: int,
    error: type[Exception],
    words: str,
) -> None:
    path = write_pack(plain(documents=[{**DOCUMENT, "is_note": True}]))

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(archives.Archive if where == "blocks" else packs, where, fail)
    with pytest.raises(error, match=words):
        await library.packs.take_in(path)
    assert await nothing_came(library, folder)


async def test_a_person_may_think_better_of_it_at_any_document(
    library: Library, folder: DataFolder, write_pack: Callable[..., Path]
) -> None:
    documents = [{"file": f"documents/{number}.txt", "name": f"{number}.txt"} for number in range(3)]
    path = write_pack(plain(documents=documents), *(str(each["file"]) for each in documents))
    work = asyncio.create_task(library.packs.take_in(path, on_progress=lambda _: cancel(work)))
    await asyncio.wait([work])
    assert work.cancelled()
    assert await nothing_came(library, folder)


async def test_an_export_that_is_cancelled_or_fails_leaves_the_older_file(
    library: Library, handbook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb_id = (await library.knowledge_bases())[0].id
    await library.add(kb_id, [handbook])
    path = tmp_path / "out" / "handbook.kbpack"
    path.parent.mkdir()
    path.write_bytes(b"older")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(archives.ArchiveWriter, "describe", full)
    with pytest.raises(DiskFullError, match="The disk is full; the knowledge base was not exported"):
        await library.packs.export(kb_id, path)
    work = asyncio.create_task(library.packs.export(kb_id, path, on_progress=lambda _: cancel(work)))
    await asyncio.wait([work])
    assert [(each.name, each.read_bytes()) for each in path.parent.iterdir()] == [("handbook.kbpack", b"older")]


async def test_where_no_file_can_be_that_is_said(library: Library, tmp_path: Path) -> None:
    kb_id = (await library.knowledge_bases())[0].id
    for path in (tmp_path / "nowhere" / "x.kbpack", tmp_path):
        with pytest.raises(InputError, match="cannot be written"):
            await library.packs.export(kb_id, path)


async def test_what_packs_so_well_that_it_looks_like_a_bomb_is_taken_in_from_where_it_was_exported(
    library: Library, handbook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb_id = (await library.knowledge_bases())[0].id
    (handbook / "log.txt").write_bytes(b"Nothing happened.\n" * 200_000)
    await library.add(kb_id, [handbook])
    monkeypatch.setattr(limits, "RATIO_MATTERS_BYTES", 1_000_000)
    exported = await library.packs.export(kb_id, tmp_path / "logs.kbpack")
    assert (await library.packs.look_into(exported.path)).size_bytes > 3_000_000


@pytest.mark.parametrize(
    ("limit", "value"), [("MAX_PACK_DOCUMENTS", 2), ("MAX_PACK_SAID_BYTES", 100), ("MAX_PACK_LINE_BYTES", 100)]
)
async def test_what_nobody_would_take_in_is_not_exported(
    library: Library, handbook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, limit: str, value: int
) -> None:
    kb_id = (await library.knowledge_bases())[0].id
    await library.add(kb_id, [handbook])
    monkeypatch.setattr(limits, limit, value)
    (tmp_path / "out").mkdir()
    with pytest.raises(InputError, match=r"“Team handbook” is too large to become one file\. Split it"):
        await library.packs.export(kb_id, tmp_path / "out" / "x.kbpack")
    assert list((tmp_path / "out").iterdir()) == []
