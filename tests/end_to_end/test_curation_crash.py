"""Whenever the program dies while passages are changed: what was acknowledged is there, and what is there is whole."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.library.types import State
from kbdesk.paths import DataFolder

from .curation_crash import MOMENTS, RULES, rule, state_of, until_idle

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

CHILD = Path(__file__).with_name("curation_crash.py")


@pytest.fixture(autouse=True)
def without_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passages are kept and found by their words, which is much faster."""
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")


@pytest.fixture
async def folder(tmp_path: Path) -> DataFolder:
    """A library with the document that the program changes."""
    path = tmp_path / "rules.txt"
    path.write_text("".join(map(rule, range(RULES))))
    folder = DataFolder(tmp_path / "data")
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await library.chunking.set(kb_id, Chunking("paragraph", 32, 0))
        await library.add(kb_id, [path])
    return folder


def run_and_kill(folder: DataFolder, seed: int, seconds: float, *moment: str) -> None:
    around = folder.root.parent
    command = [sys.executable, CHILD, folder.root, around / "rules.txt", around / "journal", str(seed), *moment]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        with suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
        ended = child.poll()
        child.kill()
        assert child.stderr is not None
        errors = child.stderr.read()
    assert ended is None or (moment and ended == -signal.SIGKILL), errors


def may_be(journal: Path) -> list[dict[str, str]]:
    """Return what may have become of the rules: what was done last, or what was tried after that."""
    lines = [json.loads(line) for line in journal.read_text().splitlines()] if journal.exists() else []
    done = [number for number, line in enumerate(lines) if line["what"] == "done"]
    return [line["state"] for line in lines[done[-1] :]] if done else [{str(each): "on" for each in range(RULES)}]


async def settle(folder: DataFolder) -> None:
    """Let everything go on, and try once more what failed: it may have been set aside."""
    async with await Library.open(folder, patience_s=10) as library:
        kb_id = (await library.knowledge_bases())[0].id
        await until_idle(library)
        await library.retry([one.id for one in await library.documents(kb_id) if one.state is State.FAILED])


async def assert_is_whole(folder: DataFolder, journal: Path) -> None:
    await settle(folder)
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        [document] = await library.documents(kb_id)
        assert document.state is State.DONE
        assert document.warnings == ()
        assert await library.curation.conflicts(kb_id) == []
        now = await state_of(library, document.id)
        assert now in may_be(journal)
        edits = await library.curation.edits(document.id)
        by_hand = [edit.text_now for edit in edits if edit.text_now.startswith("By hand")]
        assert sorted(by_hand) == sorted(state for state in now.values() if state not in ("on", "off"))
        assert len(edits) == len([state for state in now.values() if state != "on"])
        for number, state in now.items():
            hits = await library.search([f"number{number}"])
            assert bool(hits) is (state == "on")
        assert (await library.check(mend=False)).left == ()
    with closing(sqlite3.connect(folder.library_db)) as connection:
        assert connection.execute("SELECT edits = applied_edits FROM documents").fetchall() == [(1,)]


async def survive(folder: DataFolder, *, rounds: int, seed: int) -> None:
    dice = random.Random(seed)
    moments = list(MOMENTS)
    for number in range(rounds):
        if number % 2:
            moment = [f"{moments[number // 2 % len(moments)]}:{dice.randint(1, 4)}"]
            run_and_kill(folder, dice.getrandbits(32), 20, *moment)
        else:
            run_and_kill(folder, dice.getrandbits(32), dice.uniform(0.5, 3))
        if number % 3 == 0:  # else it begins with what the one before left behind
            await assert_is_whole(folder, folder.root.parent / "journal")
    await assert_is_whole(folder, folder.root.parent / "journal")


async def test_killed_again_and_again_while_passages_are_changed_no_act_is_lost_or_half_done(
    folder: DataFolder,
) -> None:
    await survive(folder, rounds=13, seed=5)


@pytest.mark.slow
async def test_killed_a_hundred_times_while_passages_are_changed_no_act_is_lost_or_half_done(
    folder: DataFolder,
) -> None:
    await survive(folder, rounds=100, seed=55)
