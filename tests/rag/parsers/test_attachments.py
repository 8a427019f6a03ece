from __future__ import annotations

import pytest

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.attachments import kept, safe_name, safe_path
from kbdesk.rag.parsers.base import Attachment


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("folder/page.txt", "folder/page.txt"),
        ("../../etc/passwd", "etc/passwd"),
        ("/etc/passwd", "etc/passwd"),
        ("C:\\Users\\a\\plan.docx", "Users/a/plan.docx"),
        ("c:plan.docx", "plan.docx"),
        (" C:\\C:c:\\plan/D:/c:plan.docx", "plan/plan.docx"),
        ("a//./b/.../. ./c.txt", "a/b/c.txt"),
        ("\\\\server\\share\\plan.docx", "server/share/plan.docx"),
        ("plan\x00\n\t.txt", "plan.txt"),
        ("invoice\u202etxt.exe", "invoicetxt.exe"),
        (" 休暇.txt ", "休暇.txt"),
        (".hidden", ".hidden"),
        ("..", ""),
        ("", ""),
    ],
)
def test_a_path_stays_below_its_folder(name: str, expected: str):
    assert safe_path(name) == expected


def test_of_a_name_with_folders_the_last_part_is_taken():
    assert safe_name("..\\secret/plan.docx") == "plan.docx"
    assert safe_name("/") == ""


def test_an_endless_name_keeps_its_ending():
    name = safe_path("n" * 5_000 + ".docx")
    assert name.endswith("n.docx")
    assert len(name) == 200


def test_the_same_name_twice_becomes_two_names():
    names = ["a.txt", "a.txt", "a (2).txt", "a.txt", "../a.txt", "\x01"]
    files, warnings = kept([Attachment(name, b"x") for name in names], depth=0)
    assert [file.name for file in files] == ["a.txt", "a (2).txt", "a (2) (2).txt", "a (3).txt", "a (4).txt", "file"]
    assert warnings == []


def test_empty_files_are_no_files():
    assert kept([Attachment("a.txt", b"")], depth=9) == ([], [])


@pytest.mark.parametrize(("limit", "most"), [("MAX_ATTACHMENTS", 2), ("MAX_ATTACHED_BYTES", 8)])
def test_too_many_or_too_large_files_are_named(limit: str, most: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, limit, most)
    files, (warning,) = kept([Attachment(f"{n}.txt", b"1234") for n in range(4)], depth=0)
    assert [file.name for file in files] == ["0.txt", "1.txt"]
    assert "2.txt, 3.txt" in str(warning)


def test_files_too_deep_inside_others_are_named():
    files, (warning,) = kept([Attachment("a.txt", b"x")], depth=limits.MAX_DEPTH)
    assert files == []
    assert "a.txt" in str(warning)
