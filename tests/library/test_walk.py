from __future__ import annotations

import os
import stat
import sys
import unicodedata
from pathlib import Path
from types import SimpleNamespace

import pytest

from kbdesk.errors import InputError
from kbdesk.library.walk import Reach, is_elsewhere, lies_elsewhere, may_be_there, walk

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs a file system that takes any bytes as a name")


def names(*paths: Path) -> list[str]:
    return [file.name for file in walk(paths)]


def fill(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return folder


def test_names_are_below_the_dropped_folder_and_sorted(tmp_path: Path) -> None:
    assert names(fill(tmp_path / "book", "b.txt", "a/z.txt", "a/y.txt")) == ["a/y.txt", "a/z.txt", "b.txt"]


def test_a_file_keeps_its_own_name(tmp_path: Path) -> None:
    assert names(fill(tmp_path, "a/b.txt") / "a/b.txt") == ["b.txt"]


def test_hidden_and_temporary_files_in_folders_are_left_out(tmp_path: Path) -> None:
    noise = (".git/config", "~$plan.docx", ".DS_Store", "Thumbs.db", "x.TMP", "draft.txt~", "desktop.ini")
    noise += (".~lock.plan.odt#", "big.pdf.part", "big.pdf.crdownload", "__MACOSX/a.txt", "node_modules/x/README.md")
    assert names(fill(tmp_path, "a.txt", *noise)) == ["a.txt"]


def test_a_hidden_file_that_is_named_is_taken(tmp_path: Path) -> None:
    assert names(fill(tmp_path, ".notes") / ".notes") == [".notes"]


def test_loops_of_links_end(tmp_path: Path) -> None:
    folder = fill(tmp_path / "book", "a.txt")
    (folder / "loop").symlink_to(folder)
    (folder / "again.txt").symlink_to(folder / "a.txt")
    (folder / "nowhere.txt").symlink_to(folder / "missing")
    assert names(folder) == ["a.txt"]


def test_what_was_found_before_keeps_its_name(tmp_path: Path) -> None:
    found = list(walk([fill(tmp_path / "book", "a/z.txt", "b.txt")]))
    assert list(walk(found[:1])) == found[:1]


def test_the_same_file_dropped_twice_is_one(tmp_path: Path) -> None:
    folder = fill(tmp_path / "book", "a.txt")
    assert names(folder, folder / "a.txt", folder) == ["a.txt"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_are_skipped(tmp_path: Path) -> None:
    os.mkfifo(fill(tmp_path / "book", "a.txt") / "pipe")
    assert names(tmp_path / "book") == ["a.txt"]


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file or folder"):
        names(tmp_path / "missing")


@on_linux
def test_names_of_any_kind_are_taken(tmp_path: Path) -> None:
    odd = ["a b.txt", "50%.txt", "#1.txt", "line\nbreak.txt", "请假.txt"]
    (tmp_path / os.fsdecode(b"latin-\xff.txt")).write_text("x")
    found = names(fill(tmp_path, *odd, unicodedata.normalize("NFD", "Übung.txt")))
    assert set(found) == {*odd, "Übung.txt", "latin-\ufffd.txt"}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_given_so_that_it_can_be_said(tmp_path: Path) -> None:
    closed = fill(tmp_path / "book", "a.txt", "closed/b.txt") / "closed"
    closed.chmod(0)
    assert names(tmp_path / "book") == ["a.txt", "closed"]
    closed.chmod(0o700)


def test_a_folder_of_cvs_is_not_taken_for_one_of_a_version_control(tmp_path: Path) -> None:
    assert names(fill(tmp_path / "book", "CVs/ada.txt")) == ["CVs/ada.txt"]


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("st_file_attributes", stat.FILE_ATTRIBUTE_OFFLINE),
        ("st_file_attributes", 0x40000),
        ("st_file_attributes", 0x400000 | stat.FILE_ATTRIBUTE_REPARSE_POINT),
        ("st_flags", 0x40000000),
    ],
)
def test_a_file_whose_content_is_in_the_cloud_is_known_by_what_the_system_tells(name: str, bits: int) -> None:
    file = {"st_mode": stat.S_IFREG, name: bits}
    assert is_elsewhere(SimpleNamespace(**file))  # type: ignore[arg-type]
    assert not is_elsewhere(SimpleNamespace(**file | {name: stat.FILE_ATTRIBUTE_ARCHIVE}))  # type: ignore[arg-type]
    assert not is_elsewhere(SimpleNamespace(**file | {"st_mode": stat.S_IFDIR}))  # type: ignore[arg-type]


def test_a_file_of_this_computer_is_here(tmp_path: Path) -> None:
    assert not lies_elsewhere(fill(tmp_path, "a.txt") / "a.txt")
    assert [file.reach for file in walk([tmp_path])] == [Reach.HERE]


def test_a_placeholder_of_icloud_is_given_under_the_name_of_its_file(tmp_path: Path) -> None:
    folder = fill(tmp_path / "book", "a/.travel.pdf.icloud", ".icloud")
    assert [(file.path, file.name, file.reach) for file in walk([folder])] == [
        (folder / "a/travel.pdf", "a/travel.pdf", Reach.ELSEWHERE)
    ]
    assert lies_elsewhere(folder / "a/travel.pdf")


def test_where_nothing_can_be_is_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file or folder"):
        names(tmp_path / ("x" * 300))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may look everywhere")
def test_what_nobody_can_look_at_may_be_there_and_is_said(tmp_path: Path) -> None:
    closed = fill(tmp_path / "closed", "a.txt")
    closed.chmod(0)
    try:
        assert may_be_there(closed / "a.txt")
        assert [file.reach for file in walk([closed / "a.txt"])] == [Reach.CLOSED]
    finally:
        closed.chmod(0o700)
