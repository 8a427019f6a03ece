from __future__ import annotations

import asyncio
import hashlib
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest
from PIL import Image

from kbdesk.errors import InputError
from kbdesk.library.known import Known, KnownFiles
from kbdesk.library.library import Library
from kbdesk.library.plan import AddPlan, Fate, look
from kbdesk.library.types import State
from kbdesk.settings import EmbeddingChoice, Settings

from .conftest import Write

OPENAI = EmbeddingChoice("openai", "text-embedding-3-small", 1536)


def fates(plan: AddPlan) -> dict[str, Fate]:
    return {file.found.name: file.fate for file in plan.files}


async def plan_of(library: Library, kb_id: str, *paths: Path) -> dict[str, Fate]:
    return fates(await library.plan(kb_id, paths))


async def test_files_of_an_empty_knowledge_base_are_new(library: Library, kb_id: str, handbook: Path) -> None:
    plan = await library.plan(kb_id, [handbook])
    assert fates(plan) == dict.fromkeys(("leave/holidays.txt", "leave/sick.txt", "travel.txt"), Fate.NEW)
    assert [file.kind for file in plan.files] == ["Text"] * 3
    assert await library.documents(kb_id) == []


async def test_what_is_here_already_is_told_from_what_changed(
    library: Library, kb_id: str, handbook: Path, write: Write
) -> None:
    await library.add(kb_id, [handbook])
    write("travel.txt", "Travel. Trains come first from now on.")
    write("leave/parental.txt", "Parental leave. Fourteen months.")
    plan = await library.plan(kb_id, [handbook])
    assert fates(plan) == {
        "leave/holidays.txt": Fate.HERE,
        "leave/parental.txt": Fate.NEW,
        "leave/sick.txt": Fate.HERE,
        "travel.txt": Fate.CHANGED,
    }
    ids = {document.name: document.id for document in await library.documents(kb_id)}
    assert {file.document.id for file in plan.files if file.document} == set(ids.values())
    assert plan.conflicts == [], "a folder replaces without asking"


async def test_a_single_file_at_the_path_of_a_document_is_asked_about(
    library: Library, kb_id: str, handbook: Path, write: Write
) -> None:
    await library.add(kb_id, [handbook])
    changed = write("travel.txt", "Travel. Trains come first from now on.")
    [file] = (await library.plan(kb_id, [changed])).conflicts
    assert file.fate is Fate.CHANGED


@pytest.mark.parametrize("name", ["travel.txt", "Travel.TXT"])
async def test_a_single_file_under_the_name_of_another_document_is_asked_about(
    library: Library, kb_id: str, handbook: Path, write: Write, name: str
) -> None:
    await library.add(kb_id, [handbook])
    other = write(f"../elsewhere/{name}", "Travel. Another office, other rules.")
    [file] = (await library.plan(kb_id, [other])).conflicts
    assert file.fate is Fate.SAME_NAME
    assert file.document is not None
    assert file.document.name == "travel.txt"
    assert await plan_of(library, kb_id, other.parent) == {name: Fate.NEW}, "a folder has names of its own"


async def test_a_file_in_place_of_one_that_could_not_be_read_asks_nobody(
    library: Library, kb_id: str, write: Write
) -> None:
    empty = write("travel.txt", "")
    await library.add(kb_id, [empty])
    assert (await library.plan(kb_id, [write("travel.txt", "Now there is text.")])).conflicts == []


async def test_what_could_not_be_read_is_tried_again(
    library: Library, kb_id: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    blank = write("blank.txt", " \n ")
    await library.add(kb_id, [blank])
    assert await plan_of(library, kb_id, blank) == {"blank.txt": Fate.NEW}


async def test_a_copy_is_here_and_a_moved_file_is_followed(library: Library, kb_id: str, handbook: Path) -> None:
    await library.add(kb_id, [handbook])
    copy = shutil.copy(handbook / "travel.txt", handbook / "copy.txt")
    assert await plan_of(library, kb_id, Path(copy)) == {"copy.txt": Fate.HERE}
    (handbook / "travel.txt").unlink()
    shutil.copy(copy, handbook / "second copy.txt")
    moved = await plan_of(library, kb_id, Path(copy), handbook / "second copy.txt")
    assert moved == {"copy.txt": Fate.MOVED, "second copy.txt": Fate.HERE}


async def test_what_is_in_the_trash_is_found_there(library: Library, kb_id: str, handbook: Path) -> None:
    results = await library.add(kb_id, [handbook / "travel.txt"])
    await library.delete_documents([results[0].document.id])
    [file] = (await library.plan(kb_id, [handbook / "travel.txt"])).files
    assert file.fate is Fate.IN_TRASH
    assert file.document is not None
    assert file.document.id == results[0].document.id


async def test_the_same_content_twice_is_read_once(library: Library, kb_id: str, write: Write) -> None:
    write("a.txt", "same words")
    plan = await library.plan(kb_id, [write("b.txt", "same words").parent])
    assert fates(plan) == {"a.txt": Fate.NEW, "b.txt": Fate.TWICE}
    assert str(plan.files[1].reason) == "The same as a.txt."


async def test_what_cannot_be_read_says_why(library: Library, kb_id: str, write: Write) -> None:
    write("empty.md", "")
    folder = write("song.mp3", "ID3\x03 la la la").parent
    (folder / "old.doc").write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600))
    plan = await library.plan(kb_id, [folder])
    assert set(fates(plan).values()) == {Fate.UNREADABLE}
    reasons = {file.found.name: str(file.reason) for file in plan.files}
    assert reasons["empty.md"].startswith("This file is empty.")
    assert reasons["song.mp3"].startswith("kbdesk cannot read this kind of file (Sound).")
    assert reasons["old.doc"].startswith("This is a file in an old format (Word 97).")


async def test_a_file_that_may_not_be_opened_says_so(
    library: Library, kb_id: str, handbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(Path, "open", refuse)  # root may read everything
    [file] = (await library.plan(kb_id, [handbook / "travel.txt"])).files
    assert file.fate is Fate.UNREADABLE
    assert str(file.reason).startswith("You may not read this file.")


async def test_pictures_need_ocr(library: Library, kb_id: str, tmp_path: Path) -> None:
    Image.new("RGB", (40, 40)).save(tmp_path / "notice.png")
    assert await plan_of(library, kb_id, tmp_path / "notice.png") == {"notice.png": Fate.NEEDS_OCR}


async def test_a_placeholder_of_a_cloud_is_never_opened(library: Library, kb_id: str, write: Write) -> None:
    folder = write(".report.pdf.icloud", "bplist").parent
    assert await plan_of(library, kb_id, folder) == {"report.pdf": Fate.ELSEWHERE}


async def test_the_built_in_model_costs_nothing_and_sends_nothing(library: Library, kb_id: str, handbook: Path) -> None:
    plan = await library.plan(kb_id, [handbook])
    total = plan.estimate(plan.files)
    assert (total.file_count, total.passages, total.usd, plan.provider.host) == (3, 3, 0.0, None)
    assert total.size_bytes == sum(file.found.size_bytes for file in plan.files) > 0
    assert total.seconds > 0
    assert not plan.over_cap


async def test_what_openai_asks_is_told_and_confirmed_above_the_cap(library: Library, kb_id: str, write: Write) -> None:
    path = write("big.md", "A sentence about travel. " * 8100)
    await library.save_settings(Settings(embedding=OPENAI))
    plan = await library.plan(kb_id, [path])
    total = plan.estimate(plan.files)
    assert plan.provider.host == "api.openai.com"
    assert total.usd == pytest.approx(0.02 * total.tokens / 1e6)
    assert not plan.over_cap
    await library.save_settings(replace(library.settings, ask_above_tokens=1000))
    assert (await library.plan(kb_id, [path])).over_cap
    assert not plan.is_over_cap([])


async def test_the_price_of_an_unknown_service_is_not_guessed(library: Library, kb_id: str, handbook: Path) -> None:
    await library.save_settings(Settings(embedding=replace(OPENAI, base_url="https://models.example.com/v1")))
    plan = await library.plan(kb_id, [handbook])
    assert (plan.provider.host, plan.estimate(plan.files).usd) == ("models.example.com", None)


async def test_what_is_not_read_takes_nothing(library: Library, kb_id: str, handbook: Path) -> None:
    await library.add(kb_id, [handbook])
    plan = await library.plan(kb_id, [handbook])
    assert plan.estimate(plan.files).passages == 0


async def test_the_progress_counts_and_a_plan_can_be_cancelled(library: Library, kb_id: str, write: Write) -> None:
    for number in range(120):
        folder = write(f"{number}.txt", f"file {number}").parent
    counts: list[int] = []
    await library.plan(kb_id, [folder], on_progress=counts.append)
    assert counts == [50, 100]
    task = asyncio.create_task(library.plan(kb_id, [folder]))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_path_that_is_not_there_is_said(library: Library, kb_id: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file or folder"):
        await library.plan(kb_id, [tmp_path / "missing"])


def test_a_place_that_cannot_be_looked_at_does_not_end_the_look(write: Write) -> None:
    file = write("travel.txt", "Trains.")
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    lost = Known("d", "t", Path("/", "x" * 300), 7, 0, datetime.now(UTC), State.DONE, sha256, 1, is_in_trash=False)
    (planned,) = look([file], KnownFiles([lost]), lambda _: None, Event())
    assert planned.fate is Fate.MOVED
