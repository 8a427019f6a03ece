"""Checks that use the program on the sample handbook, as a person would."""

from __future__ import annotations

import asyncio
import os
import secrets as randomness
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kbdesk.paths import DataFolder, resources
from kbdesk.self_test.check import Check, CheckFailedError, NotHereError

if TYPE_CHECKING:
    import psutil

    from kbdesk.library.library import Library

_QUESTIONS = {
    "How much do I get per day when I travel abroad?": "travel-and-expenses.pdf",
    "Where is the first aid box?": "first-aid-notice.png",
    "When do I need a doctor's note?": "welcome.md",
    "病假需要什么证明？": "请假制度.html",
}
"""What is asked of the sample handbook, and the document that must come first; the picture is read by OCR."""

_PICTURE = "first-aid-notice.png"
_DECK = "travel-and-expenses.pdf"
_PATIENCE_S = 600.0
_KEYRING_PATIENCE_S = 10.0

T = TypeVar("T")


def _done(work: Coroutine[object, object, T]) -> T:
    """Do some work to its end, within limits."""
    return asyncio.run(asyncio.wait_for(work, _PATIENCE_S))


def take_in_and_search(folder: Path) -> str:
    """Take in the sample handbook with OCR and the built-in model, and ask it."""
    return _done(_take_in_and_search(DataFolder(folder).prepare()))


async def _take_in_and_search(folder: DataFolder) -> str:
    from kbdesk.library.library import Library

    async with await Library.open(folder) as library:
        base = (await library.knowledge_bases())[0]
        results = await library.add(base.id, [resources() / "sample"])
        unread = [result.document.name for result in results if result.document.outcome != "text"]
        if unread or not results:
            raise CheckFailedError(f"Not read: {', '.join(unread) or 'anything'}.")
        for question, wanted in _QUESTIONS.items():
            found = [hit.document.name for hit in await library.search([question], top_k=3) if not hit.is_weak]
            if found[:1] != [wanted]:
                raise CheckFailedError(f"“{question}” is not answered by {wanted}, but by {found}.")
        by_meaning = await library.search(["days off for new parents"], top_k=1)
        if not by_meaning or by_meaning[0].score_kind != "meaning":
            raise CheckFailedError("Passages are found by words only, not by what they mean.")
        await _look_after(library)
    return f"{len(results)} documents, {len(_QUESTIONS)} questions"


async def _look_after(library: Library) -> None:
    """Check the library, and make a backup of it."""
    report = await library.check()
    if not report.is_whole:
        raise CheckFailedError(str(report.summary))
    await library.backups.make()


def draw_page(_: Path) -> str:
    """Draw a page of a PDF file."""
    drawn = _done(_draw())
    if drawn is None or not drawn.startswith(b"\x89PNG"):
        raise CheckFailedError("The page was not drawn.")
    return f"{len(drawn)} bytes"


async def _draw() -> bytes | None:
    from kbdesk.workers.pool import WorkerPool

    async with WorkerPool() as pool:
        return await pool.draw(resources() / "sample" / _DECK, _DECK, 1, longest_side=800)


def kill_worker(_: Path) -> str:
    """Kill the process that reads a file; another one reads it."""
    return _done(_kill_worker())


async def _kill_worker() -> str:
    from kbdesk.workers.pool import WorkerPool

    before = _workers()
    async with WorkerPool() as pool:
        reading = asyncio.create_task(pool.parse(resources() / "sample" / _PICTURE, _PICTURE))
        while not (started := _workers() - before):
            if reading.done():
                raise CheckFailedError("The file was read without a process of its own.")
            await asyncio.sleep(0.005)
        for process in started:
            process.kill()  # SIGKILL, where there is one
        parsed = await reading
    if parsed.outcome != "text":
        raise CheckFailedError(f"After the process was killed, the file was not read: {parsed.outcome}.")
    return f"killed {len(started)}, then read"


def _workers() -> set[psutil.Process]:
    import psutil

    marks = ("--multiprocessing-fork", "spawn_main")
    found: set[psutil.Process] = set()
    for process in psutil.Process().children():
        try:
            line = " ".join(process.cmdline())
        except psutil.Error:
            continue
        if any(mark in line for mark in marks):
            found.add(process)
    return found


def keep_key(_: Path) -> str:
    """Keep a key in the system's keyring and take it out again."""
    return _done(_keep_key())


async def _keep_key() -> str:
    from kbdesk.secrets import SecretStore, Where

    name, value = f"self-test-{os.getpid()}", randomness.token_hex(16)
    store, again = SecretStore(time_limit_s=_KEYRING_PATIENCE_S), SecretStore(time_limit_s=_KEYRING_PATIENCE_S)
    try:
        if await store.set(name, value) is not Where.KEYRING:
            raise NotHereError(str(store.problem), "Keys are kept until kbdesk is closed; that is all that is missing.")
        given_back = await again.get(name)
        await store.delete(name)
        if given_back != (value, Where.KEYRING):
            raise CheckFailedError("The keyring does not give back what it was given.")
        if await again.get(name) != (None, None):
            raise CheckFailedError("The keyring keeps what was deleted.")
    finally:
        store.close()
        again.close()
    return "kept, given back, deleted"


CHECKS = (
    Check("The sample handbook is read, searched, checked and backed up", take_in_and_search),
    Check("A page is drawn", draw_page),
    Check("A file whose process is killed is read again", kill_worker),
    Check("The system's keyring keeps a key", keep_key),
)
