"""Edits stay with their document whatever becomes of it: cut anew, replaced, moved, deleted and back, in backups."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking
from kbdesk.library.library import Library
from kbdesk.library.types import Choices
from kbdesk.paths import DataFolder
from kbdesk.rag.document import EDIT, OFF

from .conftest import RULES, answers, passages, read_all, texts_of

Write = Callable[[str, str], Path]


async def test_edits_survive_another_way_of_cutting(library: Library, kb_id: str, rules: str) -> None:
    await library.curation.turn_off(rules, [3])
    await library.curation.correct(rules, 5, "Meals are paid by zebra.")
    await library.chunking.set(kb_id, Chunking("approx_token", 100, 20))
    await read_all(library)
    now = await passages(library, rules)
    assert [chunk.text for chunk in now if chunk.metadata.get(OFF)] == [RULES[3]]
    assert [chunk.text for chunk in now if EDIT in chunk.metadata] == [RULES[3], "Meals are paid by zebra."]
    assert await answers(library, "number3") == await answers(library, "number5") == []
    assert await answers(library, "zebra") == ["Meals are paid by zebra."]
    assert await library.curation.conflicts(kb_id) == []
    last = await library.curation.last()
    assert last is not None
    await library.curation.undo(last.id)
    assert await answers(library, "number5") != []


async def test_edits_survive_a_new_version_and_what_has_no_place_is_told(
    library: Library, kb_id: str, rules: str, write: Write
) -> None:
    await library.curation.turn_off(rules, [3])
    await library.curation.correct(rules, 5, "Meals are paid by zebra.")
    await library.curation.correct(rules, 7, "Fairs are paid by yak.")
    version = [RULES[1], RULES[0], *RULES[2:5], RULES[6], RULES[7].replace("lead", "head"), *RULES[8:]]
    [result] = await library.add(kb_id, [write("rules.txt", "".join(version))])
    assert result.document.id == rules
    assert [str(warning) for warning in result.document.warnings] == [
        "The file says something else now where its passages were changed by hand. Changes to look at: 2."
    ]
    assert await answers(library, "number3") == await answers(library, "zebra") == []
    assert await answers(library, "yak") == ["Fairs are paid by yak."]
    gone, changed = sorted(await library.curation.conflicts(kb_id), key=lambda each: each.trouble, reverse=True)
    assert (gone.trouble, gone.edit.text_now) == ("gone", "Meals are paid by zebra.")
    assert (changed.trouble, changed.edit.text_now) == ("changed", "Fairs are paid by yak.")
    await library.curation.keep(gone.edit.id)
    kept = await library.curation.keep(changed.edit.id)
    assert kept.document.warnings == ()
    assert await library.curation.conflicts(kb_id) == []
    assert (await texts_of(library, rules))[-1] == "Meals are paid by zebra."
    await library.retry([rules])
    assert await library.curation.conflicts(kb_id) == []
    assert (await texts_of(library, rules))[-1] == "Meals are paid by zebra."


async def test_a_conflict_that_is_dropped_can_be_had_back(
    library: Library, kb_id: str, rules: str, write: Write
) -> None:
    await library.curation.correct(rules, 5, "Meals are paid by zebra.")
    await library.add(kb_id, [write("rules.txt", "".join(RULES[:5]))])
    [conflict] = await library.curation.conflicts(kb_id)
    dropped = await library.curation.drop(conflict.edit.id)
    assert dropped.document.warnings == ()
    assert await library.curation.edits(rules) == []
    await library.curation.undo(dropped.id)
    assert [each.edit for each in await library.curation.conflicts(kb_id)] == [conflict.edit]


async def test_an_edit_finds_its_place_again_when_the_file_says_it_again(
    library: Library, kb_id: str, rules: str, write: Write
) -> None:
    await library.curation.turn_off(rules, [3])
    await library.add(kb_id, [write("rules.txt", "".join(RULES[4:]))])
    assert len(await library.curation.conflicts(kb_id)) == 1
    [result] = await library.add(kb_id, [write("rules.txt", "".join(RULES))])
    assert result.document.warnings == ()
    assert await library.curation.conflicts(kb_id) == []
    assert await answers(library, "number3") == []


async def test_edits_stay_with_a_document_that_is_replaced_by_a_file_elsewhere(
    library: Library, kb_id: str, rules: str, write: Write
) -> None:
    await library.curation.turn_off(rules, [3])
    newer = write("elsewhere/rules.txt", "".join(["Preface to the rules of this house.\n\n", *RULES]))
    [result] = await library.add(kb_id, [newer], choices=Choices(replacing={newer: rules}))
    assert result.document.id == rules
    assert await answers(library, "number3") == []


async def test_edits_stay_with_a_file_that_was_moved(library: Library, kb_id: str, rules: str, write: Write) -> None:
    await library.curation.turn_off(rules, [3])
    document = await library.document(rules)
    moved = document.path.rename(document.path.with_name("moved.txt"))
    [result] = await library.add(kb_id, [moved])
    assert result.document.id == rules
    await library.retry([rules])
    assert await answers(library, "number3") == []


async def test_edits_of_a_document_that_lost_its_passages_go_to_the_one_that_takes_its_place(
    library: Library, folder: DataFolder, kb_id: str, rules: str, write: Write
) -> None:
    edited = await library.curation.turn_off(rules, [3])
    await library.aclose()
    for path in folder.root.glob("store.sqlite3*"):
        path.unlink()
    async with await Library.open(folder) as again:
        await again.search(["anything"])  # finds out
        [result] = await again.add(kb_id, [write("elsewhere/rules.txt", "".join(RULES))])
        assert [one.id for one in await again.documents(kb_id)] == [result.document.id] != [rules]
        assert await answers(again, "number3") == []
        await again.curation.undo(edited.id)
        assert await answers(again, "number3") == [RULES[3]]


async def test_edits_stay_when_the_passages_are_lost_and_the_file_is_moved(
    library: Library, folder: DataFolder, kb_id: str, rules: str
) -> None:
    await library.curation.turn_off(rules, [3])
    path = (await library.document(rules)).path
    await library.aclose()
    for file in folder.root.glob("store.sqlite3*"):
        file.unlink()
    async with await Library.open(folder) as again:
        for _ in range(2):
            with pytest.raises(InputError, match="has no passages"):
                await again.curation.turn_off(rules, [4])
        [result] = await again.add(kb_id, [path.rename(path.with_name("moved.txt"))])
        assert result.document.id != rules
        assert await answers(again, "number3") == []
        assert [edit.kind for edit in await again.curation.edits(result.document.id)] == ["off"]


async def test_edits_go_to_the_trash_and_come_back_with_their_document(
    library: Library, kb_id: str, rules: str, write: Write
) -> None:
    edited = await library.curation.turn_off(rules, [3])
    deletion = await library.delete_documents([rules])
    assert await library.curation.last() is None
    assert await library.curation.conflicts(kb_id) == []
    with pytest.raises(InputError):
        await library.curation.undo(edited.id)
    await library.undo(deletion)
    assert await answers(library, "number3") == []
    await library.curation.undo(edited.id)
    assert await answers(library, "number3") == [RULES[3]]


async def test_what_is_deleted_for_good_leaves_no_text_of_its_edits(
    library: Library, folder: DataFolder, rules: str
) -> None:
    await library.curation.correct(rules, 3, "Taxis are paid by zebra.")
    await library.delete_documents([rules])
    await library.trash.empty()
    for path in folder.root.rglob("*"):
        assert not path.is_file() or b"zebra" not in path.read_bytes(), path


async def test_edits_are_in_backups(library: Library, folder: DataFolder, rules: str) -> None:
    await library.curation.turn_off(rules, [3])
    backup = await library.backups.make()
    await library.curation.turn_on(rules, [3])
    await library.aclose()
    async with await Library.open(folder) as again:
        await again.backups.restore(backup.id)
    async with await Library.open(folder) as again:
        assert await answers(again, "number3") == []
        await again.curation.turn_on(rules, [3])
        assert await answers(again, "number3") == [RULES[3]]


async def test_edits_of_a_file_inside_another_one_stay_when_that_is_read_anew(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    await library.chunking.set(kb_id, Chunking("paragraph", 32, 0))
    attachment = base64.b64encode("".join(RULES).encode()).decode()

    def mail(said: str) -> str:
        return (
            'Subject: Rules\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="x"\n\n'
            f"--x\nContent-Type: text/plain\n\n{said}\n--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64"
            f'\nContent-Disposition: attachment; filename="rules.txt"\n\n{attachment}\n--x--\n'
        )

    path = tmp_path / "rules.eml"
    path.write_text(mail("Here they are."))
    await library.add(kb_id, [path])
    await read_all(library)
    [child] = [one for one in await library.documents(kb_id) if one.parent_id]
    await library.curation.turn_off(child.id, [3])
    path.write_text(mail("Here they are once more."))
    await library.add(kb_id, [path])
    await read_all(library)
    await library.retry([child.id])
    assert await answers(library, "number3") == []
    assert await library.curation.conflicts(kb_id) == []
