"""Knowledge bases with documents that were not read, or not as they are now, go into a file and out of it, too."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kbdesk.library.library import Library
from kbdesk.library.packs.packs import Packs
from kbdesk.library.types import State
from kbdesk.paths import DataFolder

from ..conftest import pdf_of  # noqa: TID252  # the tests are no package that could be named
from .conftest import Receiver, named

Write = Callable[[str, str], Path]

BROKEN = "%PDF-1.7\nand then nothing"
OLD_WORD = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504)


async def filled(library: Library, *files: Path) -> str:
    base = await library.create_knowledge_base("Hard")
    await library.add(base.id, list(files))
    return base.id


async def test_what_answers_goes_along_where_a_newer_version_could_not_be_read(
    library: Library, write: Write, receiver: Receiver, tmp_path: Path
) -> None:
    kb_id = await filled(library, write("rules.txt", "Helmets are worn in the hall."))
    [result] = await library.add(kb_id, [write("rules.txt", BROKEN)])
    assert result.document.state is State.FAILED
    assert await library.search(["helmets"])
    exported = await library.packs.export(kb_id, tmp_path / "hard.kbpack")
    base = await receiver.take_in(exported.path)
    assert (await named(receiver.library, base.id))["rules.txt"].state is State.DONE
    assert await receiver.library.search(["helmets"])


async def test_what_is_replaced_while_it_is_exported_goes_along_as_it_was(
    library: Library, write: Write, receiver: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb_id = await filled(library, write("rules.txt", "Helmets are worn in the hall."))
    begun, replaced, put_in = asyncio.Event(), threading.Event(), Packs._add
    loop = asyncio.get_running_loop()

    def add(self: Packs, *arguments: Any) -> bool:
        loop.call_soon_threadsafe(begun.set)
        replaced.wait(20)
        return put_in(self, *arguments)

    monkeypatch.setattr(Packs, "_add", add)
    exporting = asyncio.create_task(library.packs.export(kb_id, tmp_path / "hard.kbpack"))
    await begun.wait()
    await library.add(kb_id, [write("rules.txt", "Gloves are worn in the garden.")])
    replaced.set()
    assert (await exporting).left_out == []
    await receiver.take_in(tmp_path / "hard.kbpack")
    assert await receiver.library.search(["helmets"])


async def test_a_passage_by_hand_of_a_document_without_text_is_found(
    library: Library, write: Write, receiver: Receiver, tmp_path: Path
) -> None:
    kb_id = await filled(library, write("film.txt", " \n"))
    [film] = await library.documents(kb_id)
    await library.curation.add(film.id, None, "The fire drill is on Mondays.")
    exported = await library.packs.export(kb_id, tmp_path / "hard.kbpack")
    base = await receiver.take_in(exported.path)
    [there] = await receiver.library.documents(base.id)
    assert [hit.document.id for hit in await receiver.library.search(["fire drill"])] == [there.id]
    await receiver.library.curation.add(there.id, 0, "Doors stay shut.")
    assert len(await receiver.library.chunks(there.id)) == 2
    assert (await receiver.library.check(mend=False)).left == ()


async def test_a_passage_by_hand_of_a_file_that_is_not_read_goes_along_on_later_days(
    library: Library, folder: DataFolder, write: Write, receiver: Receiver, tmp_path: Path
) -> None:
    kb_id = await filled(library, write("film.txt", " \n"), write("nothing.txt", " \n \n"))
    await library.curation.add((await named(library, kb_id))["film.txt"].id, None, "The fire drill is on Mondays.")
    await library.aclose()
    async with await Library.open(folder) as later:
        exported = await later.packs.export(kb_id, tmp_path / "hard.kbpack")
    assert exported.left_out == ["nothing.txt"]
    await receiver.take_in(exported.path)
    assert await receiver.library.search(["fire drill"])


async def test_the_file_of_a_document_that_came_is_kept_also_where_it_is_not_read(
    library: Library, receiver: Receiver, tmp_path: Path
) -> None:
    (tmp_path / "old.doc").write_bytes(OLD_WORD)
    kb_id = await filled(library, tmp_path / "old.doc")
    exported = await library.packs.export(kb_id, tmp_path / "hard.kbpack")
    base = await receiver.take_in(exported.path)
    await receiver.library.aclose()
    async with await Library.open(receiver.folder) as later:
        [document] = await later.documents(base.id)
        assert document.outcome == "unsupported_legacy"
        assert document.original is not None
        assert document.original.read_bytes() == OLD_WORD


async def test_a_protected_document_waits_for_its_password_with_all_that_was_done_to_it(
    library: Library, receiver: Receiver, tmp_path: Path
) -> None:
    (tmp_path / "salaries.pdf").write_bytes(pdf_of("Salaries are paid on the last day.", password="secret"))
    kb_id = await filled(library, tmp_path / "salaries.pdf")
    [salaries] = await library.documents(kb_id)
    await library.reading.unlock([salaries.id], "secret", remember=False)
    await library.curation.correct(salaries.id, 0, "By hand: salaries come early.")
    await library.curation.add(salaries.id, 0, "Ask Ann about raises.")
    exported = await library.packs.export(kb_id, tmp_path / "hard.kbpack")
    base = await receiver.take_in(exported.path)
    [there] = await receiver.library.documents(base.id)
    assert (there.state, there.outcome) == (State.FAILED, "password")
    assert await receiver.library.curation.conflicts(base.id) == []
    await receiver.library.reading.unlock([there.id], "secret", remember=False)
    chunks = await receiver.library.chunks(there.id)
    assert [chunk.text for chunk in chunks] == ["By hand: salaries come early.", "Ask Ann about raises."]
    assert await receiver.library.curation.conflicts(base.id) == []
