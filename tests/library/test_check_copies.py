"""The check of the kept copies of files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kbdesk.library.library import Library
from kbdesk.paths import DataFolder

from .test_integrity import ADD, REMOVED, answers, change, check, documents, left, mended, told

pytestmark = pytest.mark.usefixtures("without_model")


async def test_without_its_copy_a_document_that_is_not_whole_keeps_what_is_left(
    folder: DataFolder, filled: Path
) -> None:
    shutil.rmtree(filled)
    (document,) = [each for each in await documents(folder) if each.name == "travel.txt"]
    assert document.original is not None
    document.original.unlink()
    change(folder.library_db, "UPDATE documents SET passage_count = 7 WHERE name = 'travel.txt'")
    report = await check(folder)
    assert told(report) == [
        ("The kept copy of “travel.txt” is gone.", ADD, False),
        (
            "“travel.txt” is not whole. 1 of 7 passages are stored.",
            "The copy of its file is gone too: add the file again.",
            False,
        ),
    ]
    assert "travel.txt" in await answers(folder)


async def copy_of(folder: DataFolder, name: str) -> Path:
    (document,) = [each for each in await documents(folder) if each.name == name]
    assert document.original is not None
    return document.original


async def test_a_copy_that_is_gone_is_made_again_from_the_file(folder: DataFolder, filled: Path) -> None:
    (await copy_of(folder, "travel.txt")).unlink()
    await mended(folder, ("The kept copy of “travel.txt” is gone.", "A new copy was made."))


async def test_a_copy_that_was_changed_is_made_again_from_a_backup(folder: DataFolder, filled: Path) -> None:
    copy = await copy_of(folder, "travel.txt")
    async with await Library.open(folder) as library:
        await library.backups.make()
    shutil.rmtree(filled)
    copy.unlink()
    copy.write_text("another text")
    await mended(folder, ("The kept copy of “travel.txt” was changed.", "A new copy was made."))
    assert copy.read_text().startswith("Travel.")


async def test_a_copy_that_cannot_be_made_again_is_said(folder: DataFolder, filled: Path) -> None:
    (await copy_of(folder, "travel.txt")).write_text("another text")
    (filled / "travel.txt").write_text("a third text")
    await left(folder, "The kept copy of “travel.txt” was changed.", ADD)
    assert "travel.txt" in await answers(folder)


async def test_files_of_no_document_are_removed(folder: DataFolder, filled: Path) -> None:
    async with await Library.open(folder) as library:
        await library.check()  # by now the daily sweep is over
        (folder.originals / "ab").mkdir(exist_ok=True)
        (folder.originals / "ab" / "stray.pdf").write_text("x")
        (folder.originals / "incoming-of-a-dead-program").write_text("half")
        sentence = "Kept files that belong to no document: 2."
        assert told(await library.check(mend=False)) == [(sentence, "They can be removed.", False)]
        assert told(await library.check()) == [(sentence, REMOVED, True)]
        assert told(await library.check()) == []


async def test_a_newer_content_that_was_not_copied_yet_is_no_damage_of_the_copy(
    folder: DataFolder, filled: Path
) -> None:
    newer = f"new_sha256 = '{'0' * 64}', new_original = original"
    change(folder.library_db, f"UPDATE documents SET {newer}, state = 'stopped' WHERE name = 'travel.txt'")
    assert told(await check(folder)) == []
