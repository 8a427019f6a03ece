"""Whenever the program dies while it takes in a knowledge base: all of it is there, or nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kbdesk.library.facts.types import Change
from kbdesk.library.library import Library
from kbdesk.library.questions.types import Wanted
from kbdesk.library.types import State
from kbdesk.paths import DataFolder

from .curation_crash import until_idle

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

CHILD = Path(__file__).with_name("pack_crash.py")
NAMES = ["Parking 0.md", "Parking 1.md", "rule 0.txt", "rule 1.txt"]


@pytest.fixture(autouse=True)
def without_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passages are kept and found by their words, which is much faster."""
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")


@pytest.fixture
async def pack(tmp_path: Path) -> Path:
    async with await Library.open(DataFolder(tmp_path / "sender")) as library:
        kb_id = (await library.create_knowledge_base("Rules")).id
        for number in range(2):
            path = tmp_path / f"rule {number}.txt"
            path.write_text(f"Rule {number}. The form called number{number} is signed by the lead.")
            [result] = await library.add(kb_id, [path])
            await library.notes.write(kb_id, f"Parking {number}", f"Place {number} is behind the house.")
            await library.curation.annotate(result.document.id, 0, "Ask Ann.")
            await library.facts.change([result.document.id], Change(("signed",)))
            await library.questions.save(kb_id, Wanted(f"Who signs form number{number}?", result.document.id))
        return (await library.packs.export(kb_id, tmp_path / "rules.kbpack")).path


def take_in_and_die(folder: DataFolder, pack: Path, moment: str) -> None:
    command = [sys.executable, CHILD, folder.root, pack, moment]
    ended = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL, ended.stderr


async def look(folder: DataFolder) -> int:
    """Return how many knowledge bases came, each of which is whole, once all is read."""
    async with await Library.open(folder, patience_s=10) as library:
        await until_idle(library)
        came = [base for base in await library.knowledge_bases() if base.name.startswith("Rules")]
        for base in came:
            documents = {each.name: each for each in await library.documents(base.id)}
            assert sorted(documents) == NAMES
            assert {each.state for each in documents.values()} == {State.DONE}
            for rule in (documents["rule 0.txt"], documents["rule 1.txt"]):
                assert rule.facts.tags == ("signed",)
                assert [edit.note for edit in await library.curation.edits(rule.id)] == ["Ask Ann."]
            assert len(await library.questions.of(base.id)) == 2
        assert (await library.check()).is_whole
        return len(came)


@pytest.mark.parametrize(
    "moment",
    [
        "placing:2",
        "writing:3",
        "committed:1",
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in ("unpacking:1", "unpacking:4", "naming:1", "naming:4", "placing:1", "writing:1")
        ),
        *(pytest.param(f"reading:{number}", marks=pytest.mark.slow) for number in range(1, 5)),
    ],
)
async def test_killed_while_a_knowledge_base_comes_all_of_it_is_there_or_nothing(
    pack: Path, tmp_path: Path, moment: str
) -> None:
    folder = DataFolder(tmp_path / "receiver")
    take_in_and_die(folder, pack, moment)
    came = moment.startswith(("committed", "reading"))
    assert await look(folder) == came
    async with await Library.open(folder) as library:
        await library.packs.take_in(pack)
    assert await look(folder) == 1 + came


def cut_the_power(folder: DataFolder) -> int:
    """Leave of copies and notes what the disk was told to keep, and return how many that are.

    A file whose content a disk has never heard of may be empty, and one whose name it has never heard of may be gone.
    SQLite's own files are tried in tests/rag/stores/test_power_cut.py.
    """
    names, contents = json.loads((folder.root / "kept.json").read_text(encoding="utf-8"))
    left = 0
    for path in [path for part in (folder.originals, folder.notes) for path in part.rglob("*") if path.is_file()]:
        if [path.stat().st_ino, path.stat().st_size] not in contents:
            os.truncate(path, 0)
        elif str(path) not in names:
            path.unlink()
        else:
            left += 1
    return left


@pytest.mark.skipif(sys.platform != "linux", reason="what is kept is told by /proc")
async def test_a_power_cut_takes_no_copy_of_a_knowledge_base_that_has_come(pack: Path, tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "receiver")
    take_in_and_die(folder, pack, "committed:1")
    assert cut_the_power(folder) == len(NAMES) + 2  # the notes are files of their own, too
    assert await look(folder) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="what is kept is told by /proc")
async def test_a_power_cut_takes_no_copy_that_was_there_before(pack: Path, tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "receiver")
    async with await Library.open(folder) as library:
        await library.packs.take_in(pack)
    assert await look(folder) == 1
    before = [*folder.originals.glob("??/*"), *folder.notes.glob("*")]
    contents = [[path.stat().st_ino, path.stat().st_size] for path in before]
    take_in_and_die(folder, pack, "naming:3")
    names, more = json.loads((folder.root / "kept.json").read_text(encoding="utf-8"))
    kept = [[*names, *map(str, before)], [*more, *contents]]
    (folder.root / "kept.json").write_text(json.dumps(kept), encoding="utf-8")
    cut_the_power(folder)
    assert await look(folder) == 1
