"""An update of the program while it is open: what was to be read is read by the new one, and no file is to blame."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from kbdesk.errors import ReplacedError
from kbdesk.library.file_reading import FileReading
from kbdesk.library.library import Library
from kbdesk.library.types import State
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder
from kbdesk.texts import Text
from kbdesk.workers.pool import WorkerPool

SAID = (
    "kbdesk was updated while it was open. Close it and start it again. If something was still to be read, use Go on "
    "then."
)


def update(patch: pytest.MonkeyPatch) -> None:
    """Let this process be a frozen program whose place another one has taken; see tests/test_frozen.py."""
    for module in ("kbdesk.workers.process", "kbdesk.library.ingest", "kbdesk.library.dispatcher"):
        patch.setattr(f"{module}.was_replaced", lambda: True)


async def test_the_queue_rests_until_the_new_version_goes_on(
    folder: DataFolder, without_model: None, handbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        notices: list[Text] = []
        library.watch(Watcher(on_notice=notices.append))
        with monkeypatch.context() as patch:
            update(patch)
            results = await library.add(kb_id, [handbook])
        assert {(result.document.state, str(result.message)) for result in results} == {(State.PAUSED, SAID)}
        assert [str(notice) for notice in notices] == [SAID]
    async with await Library.open(folder) as library:
        results = await library.retry([result.document.id for result in results])
        assert {result.document.state for result in results} == {State.DONE}


@pytest.mark.logs_warnings
async def test_what_could_not_be_loaded_any_more_is_no_fault_of_a_file(
    library: Library, kb_id: str, handbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def load(*_: object, **__: object) -> None:
        raise zlib.error  # what PyInstaller's importer raises then

    update(monkeypatch)
    monkeypatch.setattr(FileReading, "read_and_cut", load)
    results = await library.add(kb_id, [handbook])
    assert {(result.document.state, str(result.message)) for result in results} == {(State.PAUSED, SAID)}


async def test_no_process_of_the_new_version_works_for_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async with WorkerPool() as pool:
        update(monkeypatch)
        with pytest.raises(ReplacedError):
            await pool.parse(Path(__file__), "test.py")
