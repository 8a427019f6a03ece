"""What is named on the command line and is not there: the answer names the command that lists what is."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Objects, Run


@pytest.mark.parametrize(
    "arguments",
    [
        ["chunks", "foo"],
        ["remove", "foo"],
        ["tag", "foo", "--add", "Travel"],
        ["queue", "stop", "foo"],
        ["search", "flights", "--document", "foo"],
    ],
)
def test_a_document_that_is_not_there(data: Path, kbdesk: Run, arguments: list[str]) -> None:
    said = kbdesk(*arguments, code=1).stderr
    assert said == "kbdesk: There is no document “foo”. See what there is with: kbdesk documents\n"


def test_nothing_is_removed_when_one_of_the_documents_is_not_there(data: Path, kbdesk: Run, objects: Objects) -> None:
    there = [row["document_id"] for row in objects("documents")]
    kbdesk("remove", *there, "foo", code=1)
    assert [row["document_id"] for row in objects("documents")] == there


def test_a_backup_or_a_deleted_document_that_is_not_there(data: Path, kbdesk: Run) -> None:
    assert kbdesk("restore", "foo", code=1).stderr.endswith("See what there is with: kbdesk backups\n")
    assert kbdesk("trash", "restore", "foo", code=1).stderr.endswith("See what there is with: kbdesk trash list\n")


def test_a_knowledge_base_that_is_not_there(data: Path, kbdesk: Run) -> None:
    assert "See which there are with: kbdesk kb list." in kbdesk("search", "flights", "--kb", "HR", code=1).stderr


def test_a_document_without_passages_says_why(data: Path, handbook: Path, kbdesk: Run, objects: Objects) -> None:
    (handbook / "song.mp3").write_bytes(b"ID3\x03 la la")
    [song] = objects("add", handbook / "song.mp3", code=3)
    assert "song.mp3: kbdesk cannot read this kind of file" in kbdesk("chunks", song["document_id"]).stderr
