"""Whatever dies, and whenever: nothing that was taken in is lost, there twice, or there in part."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from kbdesk.library.library import Library
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.types import DocumentInfo, State
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder, resources
from kbdesk.rag.stores.sqlite import SQLiteStore

from .crash import BETWEEN_TWO_TRANSACTIONS, MIGRATION, archive_of, inside, mail_of
from .crashes import Crashes, contents_of, files_inside, make_older, rows_of, schema_version

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

WAL_HEADER, FRAME = 32, 24 + 4096
HANDBOOK = Path(__file__).parents[3] / "shared" / "corpus" / "handbooks" / "clef-handbook"


@pytest.fixture(autouse=True)
def without_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passages are kept and found by their words, which is much faster."""
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    """A real handbook where it is at hand, else the sample; with some files of our own, two of them the same."""
    folder = tmp_path / "handbook"
    shutil.copytree(HANDBOOK if HANDBOOK.is_dir() else resources() / "sample", folder)
    for number in range(20):
        (folder / f"rule {number}.md").write_text(f"# Rule {number}\n\n" + f"Rule {number} of travel. " * 50 * number)
    shutil.copy(folder / "rule 7.md", folder / "rule 7 again.md")
    return folder


@pytest.fixture
def mailbox(handbook: Path) -> Path:
    """The handbook with messages and archives, which have files inside them."""
    for number in range(3):
        (handbook / f"trip {number}.eml").write_bytes(mail_of(number))
        (handbook / f"trips {number}.zip").write_bytes(archive_of(number))
    return handbook


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


async def until_idle(library: Library) -> None:
    """Let the queue work until there is nothing to do."""
    idle = asyncio.Event()
    stop_watching = library.watch(Watcher(on_idle=idle.set))
    await library.queue.start()
    async with asyncio.timeout(120):
        while True:
            idle.clear()  # before it is asked: it may become idle while that is answered
            if not await library.queue.waiting():
                break
            await idle.wait()
    stop_watching()


async def settle(folder: DataFolder) -> None:
    """Let everything go on, and try once more what failed: it may have been set aside."""
    async with await Library.open(folder, patience_s=10) as library:
        await until_idle(library)
        documents = await library.documents((await library.knowledge_bases())[0].id)
        await library.queue.resume([one.id for one in documents if one.state in (State.PAUSED, State.STOPPED)])
        await until_idle(library)
        documents = await library.documents((await library.knowledge_bases())[0].id)
        await library.retry([one.id for one in documents if one.state is State.FAILED])
        await until_idle(library)


async def assert_is_whole(folder: DataFolder) -> list[DocumentInfo]:
    """Nothing is wrong, nothing unfinished, nothing there twice, and the store holds what the rows say."""
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        documents = await library.documents(base.id)
        report = await library.check(mend=False)
    assert [str(finding.sentence) for finding in report.left] == []
    assert [(one.name, one.state) for one in documents if one.state not in (State.DONE, State.FAILED)] == []
    assert [one.name for one in documents if one.state is State.FAILED and one.message is None] == []
    assert [path for path, count in Counter(one.path for one in documents).items() if count > 1] == []
    contents = Counter(one.sha256 for one in documents if one.sha256)
    assert [sorted(d.name for d in documents if d.sha256 == each) for each, n in contents.items() if n > 1] == []
    assert_nothing_inside_is_lost(folder, documents)
    with closing(sqlite3.connect(folder.store_db)) as store:
        query = (
            "SELECT d.document_id, d.chunk_count, count(c.id) FROM documents d LEFT JOIN chunks c ON c.document = d.id"
            " GROUP BY d.id"
        )
        stored = sorted(store.execute(query).fetchall())
    assert stored == sorted((one.id, one.passage_count, one.passage_count) for one in documents if one.passage_count)
    return documents


def assert_nothing_inside_is_lost(folder: DataFolder, documents: list[DocumentInfo]) -> None:
    """All that is inside a message or an archive became documents, once, or is in others."""
    known = files_inside(folder.library_db)
    holding = [one for one in documents if one.path.suffix in (".eml", ".zip") and one.state is State.DONE]
    assert {one.id: known[one.id] for one in holding} == {one.id: set(inside("", 0)) for one in holding}
    assert {one.parent_id for one in documents} <= {"", *(row.id for row in rows_of(folder.library_db))}


async def assert_answers_are_whole(crashes: Crashes, copy: Path) -> None:
    """Before anybody mends anything: what answered once is whole, in the store or in the trash, old or new."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(crashes.folder.root, copy, ignore=lambda *_: {"originals", "backups", "logs", "derived"})
    rows = rows_of(copy / "library.sqlite3")
    with closing(sqlite3.connect(copy / "library.sqlite3")) as connection:
        [kb_id] = next(connection.execute("SELECT id FROM knowledge_bases"))
    async with SQLiteStore(copy / "store.sqlite3") as store:
        is_there = await store.has_collection(f"kb_{kb_id}")
        stored = {one.document_id: one for one in await store.list_documents(f"kb_{kb_id}")} if is_there else {}
        counts = {each: one.chunk_count for each, one in stored.items()}
        assert [str(problem.text) for problem in await store.check(f"kb_{kb_id}", counts)] == []
    assert stored.keys() <= {row.id for row in rows}
    ever = crashes.contents()
    for row in rows:
        if row.sha256 and row.is_deleted:
            assert row.kept == row.passage_count, row
        elif row.passage_count:  # an archive has none
            answering = stored[row.id].metadata["sha256"]
            assert answering in {row.sha256, row.new_sha256} | ever[row.path], row
            assert answering != row.sha256 or counts[row.id] == row.passage_count, row
    answering = [row for row in rows if row.sha256 and not row.is_deleted]
    assert len({row.path for row in answering}) == len({row.sha256 for row in answering}) == len(answering)


def assert_nothing_is_lost(crashes: Crashes) -> None:
    """Every row that was ever told of is there, was cancelled before it was done, or its content is in another one."""
    rows = rows_of(crashes.folder.library_db)
    ever, ids = crashes.contents(), {row.id for row in rows}
    contents = {each for row in rows for each in (row.sha256, row.new_sha256)}
    assert crashes.ever_done() <= ids
    assert [row for row in rows if row.id in crashes.ever_done() and not row.sha256] == []
    accepted = {line["id"]: line["path"] for line in crashes.lines() if line["what"] == "document"}
    excused = ids | crashes.may_be_gone()
    # Two files with one content are one document, and who cancels it cancels both.
    cancelled = {each for one in crashes.may_be_gone() & accepted.keys() for each in ever[accepted[one]]}
    gone = {each: path for each, path in accepted.items() if each not in excused}
    for path in gone.values():
        # Another one that had the content may have got a newer one since, that of its own file.
        of_others = {each for row in rows if row.path != path for each in ever[row.path]}
        assert ever[path] & (contents | of_others | cancelled), path


async def survive(
    folder: DataFolder, handbook: Path, *, rounds: int, seed: int, migrating: bool = True
) -> Counter[str]:
    """Kill the program again and again; return how often it died at each moment.

    Not while it updates its files, if older ones could not hold what is in them.
    """
    dice = random.Random(seed)
    crashes = Crashes(folder, handbook, folder.root.with_name("journal"))
    moments = dict(enumerate(BETWEEN_TWO_TRANSACTIONS, 1))
    for number in range(rounds):
        seconds, moment = dice.uniform(0, 4), []
        if kind := moments.get(number % 10):
            seconds, moment = 30, [f"{kind}:{dice.randint(1, 3)}"]  # it does not take so long, it kills itself
        if migrating and number % 5 == 0 and schema_version(folder.library_db) == len(MIGRATIONS):
            make_older(folder)
            crashes.kill_at(60, dice.getrandbits(32), f"{MIGRATION}:{dice.randint(0, len(MIGRATIONS[-1]))}")
            assert schema_version(folder.library_db) == 1  # nothing is left of the half of it
            seconds = dice.uniform(0, 0.3)  # the copy before it, the whole of it or the time after it
        crashes.kill_at(seconds, dice.getrandbits(32), *moment)
        if schema_version(folder.library_db) and folder.store_db.exists():
            await assert_answers_are_whole(crashes, folder.root.with_name("copy"))
            assert_nothing_is_lost(crashes)
        if number % 10 == 9:  # the end of a run of crashes, of which nothing may be left
            await settle(folder)
            await assert_is_whole(folder)
            assert_nothing_is_lost(crashes)
    return crashes.moments()


async def test_killed_again_and_again_nothing_is_lost_doubled_or_there_in_part(
    folder: DataFolder, handbook: Path
) -> None:
    moments = await survive(folder, handbook, rounds=10, seed=7)
    assert moments.keys() == {MIGRATION, *BETWEEN_TWO_TRANSACTIONS}


async def test_killed_again_and_again_nothing_inside_a_file_is_lost_or_doubled(
    folder: DataFolder, mailbox: Path
) -> None:
    moments = await survive(folder, mailbox, rounds=10, seed=11, migrating=False)
    assert moments.keys() == BETWEEN_TWO_TRANSACTIONS.keys()


@pytest.mark.slow
async def test_killed_a_hundred_times_nothing_inside_a_file_is_lost_or_doubled(
    folder: DataFolder, mailbox: Path
) -> None:
    moments = await survive(folder, mailbox, rounds=100, seed=100, migrating=False)
    assert moments.keys() == BETWEEN_TWO_TRANSACTIONS.keys()


@pytest.mark.slow
async def test_killed_three_hundred_times_nothing_is_lost_doubled_or_there_in_part(
    folder: DataFolder, handbook: Path
) -> None:
    moments = await survive(folder, handbook, rounds=300, seed=300)
    assert moments.keys() == {MIGRATION, *BETWEEN_TWO_TRANSACTIONS}


def workers() -> list[psutil.Process]:
    found: list[psutil.Process] = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            found += [child] if "spawn_main" in " ".join(child.cmdline()) else []
    return found


async def kill_workers(dice: random.Random) -> None:
    while True:
        await asyncio.sleep(dice.uniform(0.2, 1.5))
        for worker in workers():
            with contextlib.suppress(psutil.NoSuchProcess):
                worker.kill()


@pytest.mark.logs_warnings
@pytest.mark.parametrize("seed", range(3))
async def test_workers_killed_at_random_cost_no_document(folder: DataFolder, mailbox: Path, seed: int) -> None:
    async with await Library.open(folder) as library:
        killing = asyncio.create_task(kill_workers(random.Random(seed)))
        results = await library.add((await library.knowledge_bases())[0].id, [mailbox])
        killing.cancel()
        await asyncio.wait([killing])
    assert {result.document.state for result in results} <= {State.DONE, State.FAILED}
    await settle(folder)
    documents = await assert_is_whole(folder)
    assert {one.sha256 for one in documents if not one.parent_id} == set(contents_of(mailbox).values())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    try:
        command = ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", str(disk)]
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting a small disk is not allowed here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.logs_warnings
@pytest.mark.parametrize("reserve_bytes", [0, 2 << 20])
async def test_on_a_full_disk_everything_waits_until_there_is_room(
    small_disk: Path, tmp_path: Path, reserve_bytes: int
) -> None:
    handbook = tmp_path / "large"
    handbook.mkdir()
    for number in range(12):
        words = (f"Rule {number} {line} of travel: flights are booked by the office.\n\n" for line in range(5_000))
        (handbook / f"rule {number}.md").write_text("".join(words))
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(40 << 20))
    folder = DataFolder(small_disk / "data")
    async with await Library.open(folder, reserve_bytes=reserve_bytes) as library:
        kb_id = (await library.knowledge_bases())[0].id
        is_told = asyncio.Event()
        library.watch(Watcher(on_notice=lambda _: is_told.set()))
        adding = asyncio.create_task(library.add(kb_id, [handbook]))
        async with asyncio.timeout(120):
            await is_told.wait()
            ballast.unlink()  # on a disk without a single page not even the pause could be written before
            results = await adding
        resting = [result.document for result in results if result.document.state is not State.DONE]
        assert {document.state for document in resting} == {State.PAUSED}
        assert all("disk is" in str(document.message) for document in resting)
        await library.queue.resume(None)
        await until_idle(library)
    documents = await assert_is_whole(folder)
    assert [one.state for one in documents] == [State.DONE] * 12


def frozen(child: subprocess.Popen[str], folder: Path, copy: Path) -> None:
    """Copy the folder while the program is stopped."""
    child.send_signal(signal.SIGSTOP)
    os.waitpid(child.pid, os.WUNTRACED)
    shutil.copytree(folder, copy)
    child.send_signal(signal.SIGCONT)


def tear(log: Path, later: Path, dice: random.Random) -> None:
    """Add a part of the transaction that was written next, as a power cut may leave it.

    What was committed before stays: both files are made durable at every commit.
    """
    if not (log.exists() and later.exists()):
        return
    promised, content = log.read_bytes(), later.read_bytes()
    if not content.startswith(promised):  # the log was begun anew in between
        return
    start = end = max(len(promised), WAL_HEADER)
    while end + FRAME <= len(content) and content[end + 4 : end + 8] == bytes(4):  # the last frame has the file's size
        end += FRAME
    whole = dice.randint(start, max(start, min(end + FRAME, len(content)) - 1))
    log.write_bytes(content[:whole] + dice.randbytes(dice.randint(0, 2 * FRAME)))


async def test_after_a_power_cut_nothing_is_lost_that_was_done(
    folder: DataFolder, handbook: Path, tmp_path: Path
) -> None:
    dice = random.Random(7)
    for number in range(5):
        crashes = Crashes(folder, handbook, tmp_path / f"journal {number}")
        left, later = tmp_path / f"left {number}", tmp_path / f"later {number}"
        with crashes.running(number) as child:
            await asyncio.sleep(dice.uniform(1, 3))
            done = crashes.done()
            frozen(child, folder.root, left)
            await asyncio.sleep(dice.uniform(0, 0.3))
            frozen(child, folder.root, later)
        for log in ("library.sqlite3-wal", "store.sqlite3-wal"):
            tear(left / log, later / log, dice)
        await settle(DataFolder(left))
        documents = {one.id: one.state for one in await assert_is_whole(DataFolder(left))}
        kept = done - crashes.leaving()
        assert {each: documents.get(each) for each in kept} == dict.fromkeys(kept, State.DONE)
