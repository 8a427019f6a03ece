"""Check, backups, trash and space on the command line, run as a person or a script runs them."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Objects = Callable[..., list[dict[str, Any]]]


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def test_a_whole_library_is_said_to_be_whole(data: Path, kbdesk: Run, objects: Objects) -> None:
    assert kbdesk("check").stdout == "All 2 documents are whole. Nothing had to be mended.\n"
    [total] = objects("check")
    assert total == {
        "whole": True,
        "summary": "All 2 documents are whole. Nothing had to be mended.",
        "knowledge_bases": 1,
        "documents": 2,
        "chunks": 2,
        "copies": 2,
        "copied_bytes": 63,
        "backups": 0,
    }


def test_what_is_mended_is_code_0_and_what_is_left_code_1(data: Path, kbdesk: Run, objects: Objects) -> None:
    change(data / "library.sqlite3", "UPDATE documents SET passage_count = 5 WHERE name = 'travel.txt'")
    sentence = "“travel.txt” is not whole. 1 of 5 passages are stored."
    finding, total = objects("check", "--no-mend", code=1)
    assert finding == {
        "severity": "damage",
        "sentence": sentence,
        "remedy": "It can be read again from the copy of its file.",
        "mended": False,
        "document": "travel.txt",
    }
    assert not total["whole"]
    assert kbdesk("check").stdout.splitlines() == [
        f"{sentence} It was read again.",
        "All 2 documents are whole. One thing was mended.",
    ]
    assert len(objects("check")) == 1


def test_a_backup_is_made_listed_and_restored(data: Path, tmp_path: Path, kbdesk: Run, objects: Objects) -> None:
    [made] = objects("backup")
    assert set(made) == {"backup", "path", "made_at", "reason", "bytes", "documents", "left_out"}
    assert (made["reason"], made["documents"], made["left_out"]) == ("on-request", 2, [])
    kbdesk("remove", objects("documents")[0]["document_id"])
    (tmp_path / "new.txt").write_text("Something new.")
    kbdesk("add", tmp_path / "new.txt")
    [restored] = objects("restore", made["backup"])
    assert (restored["restored"], restored["documents"]) == (True, 2)
    assert [row["name"] for row in objects("documents")] == ["leave.txt", "travel.txt"]
    assert "Flights" in kbdesk("search", "flights").stdout
    assert kbdesk("check").stdout == "All 2 documents are whole. Nothing had to be mended.\n"
    assert [row["reason"] for row in objects("backups")] == ["before-restore", "on-request"]


def test_a_backup_elsewhere_brings_back_a_library_that_cannot_be_opened(
    data: Path, tmp_path: Path, kbdesk: Run, objects: Objects
) -> None:
    [made] = objects("backup", "--to", tmp_path / "stick")
    assert Path(made["path"]).parent == tmp_path / "stick"
    (data / "library.sqlite3").write_bytes(b"nothing that SQLite knows" * 200)
    assert "is damaged" in kbdesk("documents", code=1).stderr
    assert "Your library is as it was on 20" in kbdesk("restore", made["path"]).stdout
    assert len(objects("documents")) == 2


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["restore", "20200101T000000Z-on-request"], "There is no backup “20200101T000000Z-on-request”."),
        (["trash", "restore", "nothing"], "What was deleted is no longer in the trash."),
    ],
)
def test_errors_are_one_line(data: Path, arguments: list[str], what: str, kbdesk: Run) -> None:
    [line] = kbdesk(*arguments, code=1).stderr.splitlines()
    assert line.startswith(f"kbdesk: {what}")


def test_the_trash_is_listed_restored_and_emptied(data: Path, kbdesk: Run, objects: Objects) -> None:
    first, second = objects("documents")
    kbdesk("remove", first["document_id"], second["document_id"])
    entries = objects("trash", "list")
    fields = {"id", "kind", "name", "knowledge_base", "deleted_at", "purged_on", "chunks", "bytes"}
    assert [set(entry) for entry in entries] == [fields] * 2
    assert objects("trash", "restore", first["document_id"]) == [{"restored": 1}]
    assert [row["name"] for row in objects("documents")] == [first["name"]]
    line = f"{second['document_id']}  {second['name']}: Team handbook, until 20"
    assert kbdesk("trash", "list").stdout.startswith(line)
    [emptied] = objects("trash", "empty")
    assert emptied["deleted"] == 1
    assert objects("trash", "list") == []


def test_space_is_given_back(data: Path, kbdesk: Run, objects: Objects) -> None:
    [freed] = objects("reclaim")
    assert freed["freed_bytes"] >= 0
    assert kbdesk("reclaim").stdout.endswith("were given back.\n")


def test_a_backup_may_be_made_while_another_program_has_the_library(data: Path, objects: Objects) -> None:
    holder = (
        "import sys; from filelock import FileLock\nwith FileLock(sys.argv[1]): print(flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", holder, data / "kbdesk.lock"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert len(objects("backup")) == 1
        assert other.stdin is not None
        other.stdin.close()
