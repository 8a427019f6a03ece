from __future__ import annotations

import asyncio
import stat
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from kbdesk.library.library import Library
from kbdesk.library.originals import Copy, Originals
from kbdesk.library.types import State
from kbdesk.library.watchers import Watcher

Write = Callable[[str, str], Path]


@pytest.fixture
def originals(tmp_path: Path) -> Iterator[Originals]:
    (tmp_path / "originals").mkdir()
    opened = Originals(tmp_path / "originals")
    yield opened
    opened.close()


def kept(tmp_path: Path) -> list[Path]:
    return [path for path in (tmp_path / "originals").rglob("*") if path.is_file()]


async def test_a_copy_is_named_by_its_hash_and_private(originals: Originals, tmp_path: Path) -> None:
    source = tmp_path / "Übung.PDF"
    source.write_bytes(b"x" * 3_000_000)
    copy = await originals.keep(source)
    assert copy.path.read_bytes() == source.read_bytes()
    assert copy.name == f"{copy.sha256[:2]}/{copy.sha256}.pdf"
    assert copy.sha256 == await originals.hash(source)
    assert copy.size_bytes == 3_000_000
    if sys.platform != "win32":
        assert stat.S_IMODE(copy.path.stat().st_mode) == 0o600


async def test_a_folder_of_copies_that_was_tidied_away_is_made_again(originals: Originals, tmp_path: Path) -> None:
    (tmp_path / "originals").rmdir()
    (tmp_path / "a.txt").write_text("words")
    copy = await originals.keep(tmp_path / "a.txt")
    assert kept(tmp_path) == [copy.path]


async def test_the_same_content_is_kept_once(originals: Originals, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("same")
        await originals.keep(tmp_path / name)
    assert len(kept(tmp_path)) == 1


async def test_a_failed_copy_leaves_nothing_behind(originals: Originals, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await originals.keep(tmp_path / "missing.txt")
    assert kept(tmp_path) == []


async def keep(originals: Originals, folder: Path, content: str) -> Copy:
    source = folder / f"{content}.txt"
    source.write_text(content)
    return await originals.keep(source)


def used(*names: str) -> Callable[[], Awaitable[set[str]]]:
    async def in_use() -> set[str]:
        return set(names)

    return in_use


async def test_a_sweep_leaves_what_is_in_use(originals: Originals, tmp_path: Path) -> None:
    names = [(await keep(originals, tmp_path, content)).name for content in ("a", "bcd")]
    (tmp_path / "originals" / "incoming-of-a-dead-program").write_text("half")
    assert await originals.sweep(used(names[0])) == len("bcd") + len("half")
    assert [path.relative_to(tmp_path / "originals").as_posix() for path in kept(tmp_path)] == [names[0]]


async def test_a_sweep_leaves_what_somebody_works_with_until_he_is_done(originals: Originals, tmp_path: Path) -> None:
    copy = await keep(originals, tmp_path, "a")
    await originals.sweep(used())
    assert kept(tmp_path) == [copy.path]
    del copy
    await originals.sweep(used())
    assert kept(tmp_path) == []


async def test_a_sweep_leaves_what_is_copied_while_it_looks(originals: Originals, tmp_path: Path) -> None:
    async def in_use() -> set[str]:
        await keep(originals, tmp_path, "a")  # its row is written after this answer, and nobody holds it any more
        return set()

    await originals.sweep(in_use)
    assert [path.read_text() for path in kept(tmp_path)] == ["a"]


class Names(set[str]):
    """Names that a sweep has begun to look at, and cannot go on with before it may."""

    def __init__(self) -> None:
        super().__init__()
        self.are_looked_at, self.may_go_on = Event(), Event()

    def __contains__(self, name: object) -> bool:
        self.are_looked_at.set()
        return not self.may_go_on.wait(20)


async def test_a_cancelled_sweep_deletes_nothing_after_its_end(originals: Originals, tmp_path: Path) -> None:
    await keep(originals, tmp_path, "a")
    names = Names()

    async def in_use() -> Names:
        return names

    sweeping = asyncio.create_task(originals.sweep(in_use))
    await asyncio.to_thread(names.are_looked_at.wait, 20)
    sweeping.cancel()
    for _ in range(10):
        await asyncio.sleep(0)
    ended_early = sweeping.done()
    names.may_go_on.set()
    await asyncio.wait([sweeping])
    assert sweeping.cancelled()
    assert not ended_early


async def test_a_copy_that_a_backup_has_too_gives_nothing_back(originals: Originals, tmp_path: Path) -> None:
    copy = await keep(originals, tmp_path, "abc")
    (tmp_path / "backup").hardlink_to(copy.path)
    del copy
    assert await originals.sweep(used()) == 0
    assert kept(tmp_path) == []


async def test_ordinary_work_leaves_no_copy_that_no_document_has(
    library: Library, kb_id: str, handbook: Path, write: Write
) -> None:
    await library.add(kb_id, [handbook])
    write("travel.txt", "Travel. Bicycles are allowed.")
    await library.add(kb_id, [handbook / "travel.txt"])
    reading = asyncio.Event()
    watcher = Watcher(on_document=lambda document: reading.set() if document.state is State.EMBEDDING else None)
    stop_watching = library.watch(watcher)
    adding = asyncio.create_task(library.add(kb_id, [write("new.txt", "Something new.")]))
    await reading.wait()
    await library.queue.pause()
    await adding
    assert (await library.check(mend=False)).findings == ()
    await library.queue.cancel()
    assert (await library.check(mend=False)).findings == ()
    stop_watching()


async def test_a_copy_is_put_in_place_of_one_that_was_changed(originals: Originals, tmp_path: Path) -> None:
    source = tmp_path / "rules.txt"
    source.write_text("Fly in economy.")
    copy = await originals.keep(source)
    copy.path.write_text("Fly in business.")
    await originals.put(source, copy.name, may_share=False)
    assert copy.path.read_text() == "Fly in economy."
    assert kept(tmp_path) == [copy.path]
