from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from threading import Event

import pytest

from kbdesk.library.scanning import Settled, scan, settle
from kbdesk.library.sync_plan import Differences, Kept, Known, Seen
from kbdesk.rag.stores.threads import Stopped

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs a file that can be opened and not be read")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    return tmp_path / "book"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "book" / "kbdesk"


def document(path: Path, content: str) -> Kept:
    sha256 = hashlib.sha256(content.encode()).hexdigest()
    return Kept(f"id of {path.name}", path.name, str(path), len(content), 1, sha256, is_unread=False)


def known(*documents: Kept) -> Known:
    seen = {each.path: Seen(each.size_bytes, each.modified_ns, each.id) for each in documents}
    return Known({each.path: each for each in documents}, seen)


def look(folder: Path, before: Known, own: Path) -> Differences:
    differences = scan(folder, before, own, Event())
    assert differences is not None
    return differences


def look_twice(folder: Path, before: Known, own: Path) -> Settled:
    settled = settle(folder, look(folder, before, own), Event())
    assert settled is not None
    return settled


def test_a_folder_that_is_not_there_is_not_an_empty_one(folder: Path, own: Path) -> None:
    assert scan(folder / "missing", known(), own, Event()) is None
    (folder / "a.txt").write_text("a")
    assert scan(folder / "a.txt", known(), own, Event()) is None


def test_the_data_of_the_program_is_not_taken_in(folder: Path, own: Path) -> None:
    own.mkdir()
    (own / "original.pdf").write_text("a")
    assert look(folder, known(), own).added == []


def test_a_file_that_is_still_being_written_waits(folder: Path, own: Path) -> None:
    for name in ("whole.txt", "growing.txt", "temporary.txt"):
        (folder / name).write_text("a")
    differences = look(folder, known(), own)
    (folder / "growing.txt").write_text("a and more")
    (folder / "temporary.txt").unlink()
    settled = settle(folder, differences, Event())
    assert settled is not None
    assert [file.name for file in settled.added] == ["whole.txt"]
    assert [file.name for file in settled.unsettled] == ["growing.txt"]


def test_a_file_that_is_back_at_the_second_look_is_not_gone(folder: Path, own: Path) -> None:
    differences = look(folder, known(document(folder / "a.txt", "a")), own)
    assert len(differences.missing) == 1
    (folder / "a.txt").write_text("a, saved by an editor")
    settled = settle(folder, differences, Event())
    assert settled is not None
    assert settled.missing == ()


def test_what_lies_behind_a_link_that_leads_nowhere_is_not_gone(folder: Path, own: Path) -> None:
    (folder / "drive").symlink_to(folder.parent / "unplugged")
    before = known(document(folder / "drive/a.txt", "a"), document(folder / "b.txt", "b"))
    assert [each.name for each in look_twice(folder, before, own).missing] == ["b.txt"]


def test_a_file_that_became_a_folder_is_gone(folder: Path, own: Path) -> None:
    (folder / "a").mkdir()
    before = known(document(folder / "a", "a"), document(folder / "b/c", "b"))
    (folder / "b").write_text("no longer a folder")
    assert [each.name for each in look_twice(folder, before, own).missing] == ["a", "c"]


def test_renamed_files_and_folders_are_followed(folder: Path, own: Path) -> None:
    (folder / "new").mkdir()
    (folder / "new" / "a.txt").write_text("the same")
    (folder / "b.txt").write_text("of a size")
    settled = look_twice(folder, known(document(folder / "old/a.txt", "the same")), own)
    assert [(move.document.name, move.file.name) for move in settled.moved] == [("a.txt", "new/a.txt")]
    assert [file.name for file in settled.added] == ["b.txt"]
    assert settled.missing == ()


def test_a_document_lives_on_by_a_copy_of_its_file(folder: Path, own: Path) -> None:
    copy = folder / "copy.txt"
    copy.write_text("the same")
    status = copy.stat()
    before = known(document(folder / "a.txt", "the same"))
    seen = {**before.seen, str(copy): Seen(status.st_size, status.st_mtime_ns, "id of a.txt")}
    settled = look_twice(folder, Known(before.kept, seen), own)
    assert [move.file.name for move in settled.moved] == ["copy.txt"]
    assert settled.missing == ()


def test_two_documents_never_move_to_one_file(folder: Path, own: Path) -> None:
    (folder / "c.txt").write_text("the same")
    before = known(document(folder / "a.txt", "the same"), document(folder / "b.txt", "the same"))
    settled = look_twice(folder, before, own)
    assert (len(settled.moved), len(settled.missing)) == (1, 1)


@on_linux
def test_a_file_that_cannot_be_read_gets_its_reason(folder: Path, own: Path) -> None:
    (folder / "locked.txt").symlink_to("/proc/self/mem")
    (unreadable,) = look_twice(folder, known(), own).unreadable
    assert unreadable.file.name == "locked.txt"
    assert str(unreadable.reason) == "It cannot be read now (Input/output error)."


def test_a_look_can_be_stopped(folder: Path, own: Path) -> None:
    (folder / "a.txt").write_text("a")
    stop = Event()
    stop.set()
    with pytest.raises(Stopped):
        scan(folder, known(), own, stop)
