"""Files of check questions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.questions import sheets
from kbdesk.library.questions.sheets import Imported
from kbdesk.library.questions.types import Question

Write = Callable[[str, str], Path]
Save = Callable[..., Awaitable[Question]]
HEADING = "question,expected document,expected passage,knowledge base,first"


async def test_exported_questions_are_imported_again(library: Library, kb_id: str, save: Save, tmp_path: Path) -> None:
    questions = [await save(first=3), await save("=Who books flights?", "travel.txt", "", mode="words")]
    path = tmp_path / "questions.csv"
    assert await library.questions.sheets.write(path) == 2
    assert await library.questions.sheets.read(path, kb_id) == Imported(0, 2, [])
    await library.questions.delete([each.id for each in questions])
    assert await library.questions.sheets.read(path, kb_id) == Imported(2, 0, [])
    assert [each.wanted for each in await library.questions.of(kb_id)] == [each.wanted for each in questions]


async def test_lines_that_fit_nothing_are_told_and_the_others_are_taken(
    library: Library, kb_id: str, documents: dict[str, str], write: Write
) -> None:
    other = await library.create_knowledge_base("Other")
    await library.add(other.id, [write("twice/a/rules.txt", "Rules."), write("twice/b/RULES.txt", "More rules.")])
    path = write(
        "questions.csv",
        f"{HEADING}\nWho?,TRAVEL.txt,,,2\n,travel.txt\nWho?,nowhere.txt\nWho?,travel.txt,,Nowhere\n"
        "Who?,rules.txt,,other\nWhen?,leave/sick.txt,Call your lead,team HANDBOOK",
    )
    imported = await library.questions.sheets.read(path, kb_id)
    assert (imported.added, imported.known) == (2, 0)
    assert [(line.number, str(line.reason)) for line in imported.bad] == [
        (3, "There is no question in this line."),
        (4, "There is no document “nowhere.txt”."),
        (5, "There is no knowledge base “Nowhere”."),
        (6, "There are several documents “rules.txt”."),
    ]
    assert [each.document_name for each in await library.questions.of(kb_id)] == ["travel.txt", "leave/sick.txt"]


async def test_one_knowledge_base_alone_can_be_exported(
    library: Library, kb_id: str, save: Save, tmp_path: Path
) -> None:
    await save()
    other = await library.create_knowledge_base("Other")
    assert await library.questions.sheets.write(tmp_path / "other.csv", other.id) == 0
    assert await library.questions.sheets.write(tmp_path / "this.csv", kb_id) == 1


async def test_files_that_cannot_be_used_are_told(
    library: Library, kb_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        await library.questions.sheets.read(tmp_path / "nothing.csv", kb_id)
    with pytest.raises(InputError, match="cannot be written"):
        await library.questions.sheets.write(tmp_path / "no" / "folder.csv")
    monkeypatch.setattr(sheets, "LONGEST_FILE", 3)
    (tmp_path / "large.csv").write_text("long")
    with pytest.raises(InputError, match="too large"):
        await library.questions.sheets.read(tmp_path / "large.csv", kb_id)
