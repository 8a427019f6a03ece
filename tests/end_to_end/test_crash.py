"""Whatever dies, and whenever: nothing that was taken in is lost, there twice, or there in part."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psutil
import pytest

from kbdesk.library.library import Library
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.types import DocumentInfo, State
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder, resources

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

CHILD = Path(__file__).with_name("crash.py")
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
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


class Crashes:
    """A program that is killed again and again, and the journal of what it did."""

    def __init__(self, folder: DataFolder, handbook: Path, journal: Path) -> None:
        self.folder = folder
        self.handbook = handbook
        self._journal = journal
        journal.touch()

    def lines(self) -> list[dict]:
        return [json.loads(line) for line in self._journal.read_text().splitlines()]

    def done(self) -> set[str]:
        """Return the documents that were done, as far as the program told of it, and were not made to leave."""
        states = {line["id"]: line["state"] for line in self.lines() if line["what"] == "document"}
        return {each for each, state in states.items() if state == State.DONE} - self.leaving()

    def leaving(self) -> set[str]:
        return {each for line in self.lines() if line["what"] == "leaving" for each in line["ids"]}

    @contextmanager
    def running(self, seed: int) -> Iterator[subprocess.Popen[str]]:
        """Start the program; it is opening the library now, and killed in the end."""
        before = len(self.lines())
        command = [sys.executable, CHILD, self.folder.root, self.handbook, self._journal, str(seed)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
            try:
                while len(self.lines()) == before and child.poll() is None:
                    time.sleep(0.01)
                yield child
            finally:
                ended = child.poll()
                child.kill()
                assert child.stderr is not None
                errors = child.stderr.read()
        assert ended is None, errors

    def kill_at(self, seconds: float, seed: int) -> None:
        with self.running(seed):
            time.sleep(seconds)


def make_older(folder: DataFolder) -> None:
    """Make the library's file one of the first version, as far as that could hold what is in it."""
    older = folder.root / "older.sqlite3"
    with closing(sqlite3.connect(older, isolation_level=None)) as connection:
        for statement in MIGRATIONS[0]:
            connection.execute(statement)
        connection.execute("ATTACH ? AS newer", (str(folder.library_db),))
        connection.execute("DELETE FROM library")
        for table in ("library", "deletions", "knowledge_bases", "documents", "trash_passages"):
            names = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM newer.{table}")
        connection.execute("PRAGMA user_version=1")
    for suffix in ("-wal", "-shm"):
        folder.library_db.with_name(folder.library_db.name + suffix).unlink(missing_ok=True)
    older.replace(folder.library_db)


async def until_idle(library: Library) -> None:
    """Let the queue work until there is nothing to do."""
    idle = asyncio.Event()
    stop_watching = library.watch(Watcher(on_idle=idle.set))
    await library.queue.start()
    async with asyncio.timeout(120):
        while await library.queue.waiting():
            idle.clear()
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
    with closing(sqlite3.connect(folder.store_db)) as store:
        query = (
            "SELECT d.document_id, d.chunk_count, count(c.id) FROM documents d LEFT JOIN chunks c ON c.document = d.id"
            " GROUP BY d.id"
        )
        stored = sorted(store.execute(query).fetchall())
    assert stored == sorted((one.id, one.passage_count, one.passage_count) for one in documents if one.passage_count)
    return documents


def contents_in(folder: DataFolder) -> tuple[set[str], set[str]]:
    """Return the ids and the contents of all rows, with the trash."""
    with closing(sqlite3.connect(folder.library_db)) as connection:
        rows = connection.execute("SELECT id, sha256, new_sha256 FROM documents").fetchall()
    return {row[0] for row in rows}, {each for row in rows for each in row[1:] if each}


def assert_nothing_is_lost(crashes: Crashes, first_contents: dict[str, str]) -> None:
    """Every row that was ever told of is there, was made to leave, or its content is in another one."""
    ids, contents = contents_in(crashes.folder)
    ever: defaultdict[str, set[str]] = defaultdict(set)
    for path, content in first_contents.items():
        ever[path].add(content)
    for line in crashes.lines():
        if line["what"] == "wrote":
            ever[line["path"]].add(line["sha256"])
    leaving = crashes.leaving()
    accepted = {line["id"]: line["path"] for line in crashes.lines() if line["what"] == "document"}
    gone = {each: path for each, path in accepted.items() if each not in ids and each not in leaving}
    assert [path for path in gone.values() if not ever[path] & contents] == []


def contents_of(handbook: Path) -> dict[str, str]:
    files = [path for path in handbook.rglob("*") if path.is_file()]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


async def survive(folder: DataFolder, handbook: Path, *, rounds: int, seed: int) -> int:
    """Kill the program again and again; return the number of documents at the end."""
    dice = random.Random(seed)
    first = contents_of(handbook)
    crashes = Crashes(folder, handbook, folder.root.with_name("journal"))
    for number in range(rounds):
        is_update = number % 5 == 3 and folder.library_db.exists()
        if is_update:
            make_older(folder)
        crashes.kill_at(dice.uniform(0, 0.3 if is_update else 4), dice.getrandbits(32))
        if number % 10 == 9:  # the end of a run of crashes, of which nothing may be left
            await settle(folder)
            await assert_is_whole(folder)
            assert_nothing_is_lost(crashes, first)
    return len(contents_in(folder)[0])


async def test_killed_again_and_again_nothing_is_lost_doubled_or_there_in_part(
    folder: DataFolder, handbook: Path
) -> None:
    assert await survive(folder, handbook, rounds=10, seed=7) > 5


@pytest.mark.slow
async def test_killed_three_hundred_times_nothing_is_lost_doubled_or_there_in_part(
    folder: DataFolder, handbook: Path
) -> None:
    assert await survive(folder, handbook, rounds=300, seed=300) > 5


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
async def test_workers_killed_at_random_cost_no_document(folder: DataFolder, handbook: Path, seed: int) -> None:
    async with await Library.open(folder) as library:
        killing = asyncio.create_task(kill_workers(random.Random(seed)))
        results = await library.add((await library.knowledge_bases())[0].id, [handbook])
        killing.cancel()
        await asyncio.wait([killing])
    assert {result.document.state for result in results} <= {State.DONE, State.FAILED}
    await settle(folder)
    documents = await assert_is_whole(folder)
    assert {one.sha256 for one in documents} == set(contents_of(handbook).values())


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
