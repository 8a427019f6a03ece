from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from kbdesk.errors import DiskFullError
from kbdesk.library.library import Library
from kbdesk.paths import DataFolder

from .conftest import Write
from .test_trash import add, found


async def test_space_tells_what_takes_up_how_much_and_is_given_back(
    library: Library, kb_id: str, write: Write, folder: DataFolder
) -> None:
    long = [write(f"{number}.txt", f"Rule {number}. " + "Be kind to everybody. " * 5_000) for number in range(6)]
    documents = await add(library, kb_id, *long)
    before = await library.space.usage()
    assert before.copies == sum(path.stat().st_size for path in long)
    assert before.trash == before.backups == 0
    await library.delete_documents([document.id for document in documents[:3]])
    deleted = await library.space.usage()
    assert deleted.copies == before.copies / 2
    assert deleted.trash > before.copies / 2
    assert deleted.documents < before.documents
    await library.trash.empty()
    emptied = await library.space.usage()
    assert emptied.trash == 0
    assert emptied.free > before.copies / 2
    on_disk = sum(path.stat().st_size for path in folder.root.rglob("*") if path.is_file())
    freed = await library.space.reclaim()
    assert freed == on_disk - sum(path.stat().st_size for path in folder.root.rglob("*") if path.is_file())
    assert freed >= emptied.free
    assert (await library.space.usage()).free == 0
    assert await found(library, "rule") == ["3.txt", "4.txt", "5.txt"]


async def test_space_of_a_deleted_knowledge_base_counts_as_trash(library: Library, kb_id: str, handbook: Path) -> None:
    documents = await add(library, kb_id, handbook)
    await library.delete_knowledge_base(kb_id)
    usage = await library.space.usage()
    assert usage.copies == 0
    assert usage.trash > sum(document.size_bytes for document in documents)


async def test_reclaiming_says_that_the_disk_is_too_full_for_it(
    library: Library, kb_id: str, handbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add(library, kb_id, handbook)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))  # a full disk needs a root's rights
    with pytest.raises(DiskFullError, match="too little free space"):
        await library.space.reclaim()
