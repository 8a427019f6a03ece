"""Check questions on the command line."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "questions.csv"
    path.write_text(
        "question;expected document;expected passage\n"
        "How many days of holiday?;leave.txt;Thirty days\n"
        "Who books flights?;travel.txt;by the office\n",
        encoding="cp1252",
    )
    return path


def test_without_any_that_is_said(data: Path, kbdesk: Run) -> None:
    done = kbdesk("check-questions")
    assert (done.stdout, done.stderr) == ("", "kbdesk: There are no check questions.\n")


def test_they_are_imported_and_asked(data: Path, table: Path, kbdesk: Run, objects: Objects) -> None:
    done = kbdesk("check-questions", "--import", table)
    assert done.stdout == "ok: How many days of holiday?\nok: Who books flights?\n"
    assert done.stderr == "kbdesk: New: 2 check questions; already there: 0.\n"
    first, _ = objects("check-questions", "--kb", "team handbook")
    assert first == {
        "knowledge_base": "Team handbook",
        "question": "How many days of holiday?",
        "expected_document": "leave.txt",
        "verdict": "right",
        "rank": 1,
        "rank_before": 1,
        "first": 5,
        "instead": None,
        "change": None,
        "message": "Right.",
    }


def test_what_is_no_longer_right_is_code_3(
    data: Path, table: Path, handbook: Path, kbdesk: Run, objects: Objects
) -> None:
    kbdesk("check-questions", "--import", table)
    (handbook / "leave.txt").write_text("Ask your lead about holiday.")
    kbdesk("add", handbook)
    first, _ = objects("check-questions", code=3)
    assert (first["verdict"], first["rank"], first["rank_before"]) == ("wrong", None, 1)
    assert first["change"] == "newly wrong"
    assert kbdesk("check-questions", code=3).stdout.splitlines()[0] == (
        "WRONG: How many days of holiday? – “leave.txt” does not say this any more."
        " Another passage of “leave.txt” comes first."
    )
    [leave] = [row for row in objects("documents") if row["name"].endswith("leave.txt")]
    kbdesk("remove", leave["document_id"])
    assert kbdesk("check-questions", code=3).stdout.startswith("NOT CHECKED: How many days of holiday? – Cannot be")


def test_lines_that_are_none_are_told_and_are_code_3(data: Path, table: Path, kbdesk: Run) -> None:
    table.write_text(table.read_text() + "Why?;nowhere.txt\n")
    done = kbdesk("check-questions", "--import", table, code=3)
    assert "Line 4: There is no document “nowhere.txt”." in done.stderr
    assert done.stdout.count("ok: ") == 2


def test_they_are_exported_without_being_asked(data: Path, table: Path, tmp_path: Path, kbdesk: Run) -> None:
    target = tmp_path / "export.csv"
    done = kbdesk("check-questions", "--import", table, "--export", target)
    assert done.stdout == ""
    assert "Written: 2 check questions." in done.stderr
    assert target.read_bytes().startswith(b"\xef\xbb\xbfquestion,")
    kbdesk("check-questions", "--import", tmp_path / "nothing.csv", code=1)
