"""What the command line says of files that it takes in, besides that they are there."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from .conftest import Objects, Run

RULES = "".join(
    f"Rule {one} says that form {one * 7} of desk {one * 3} is signed by lead {one} before noon. " for one in range(60)
)


@pytest.fixture
def add(kbdesk: Run, tmp_path: Path) -> Run:
    def run(name: str, content: bytes | str, *arguments: str, code: int = 0) -> CompletedProcess[str]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return kbdesk("--data-dir", tmp_path / "data", "add", path, *arguments, code=code)

    return run


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_a_document_that_says_much_the_same_is_told(add: Run, tmp_path: Path, arguments: list[str]) -> None:
    add("rules.txt", RULES)
    done = add("rules of old.txt", f"{RULES} Nobody smokes.", *arguments)
    assert f"{tmp_path / 'rules of old.txt'}: Most of it (" in done.stderr
    assert "“rules.txt”" in done.stderr


def test_what_is_remarked_on_a_file_is_told_when_it_is_added_and_listed(add: Run, kbdesk: Run, tmp_path: Path) -> None:
    done = add("rules.txt", "Die Gebühr für Übernachtungen beträgt höchstens fünfzig Euro.".encode("cp1252"))
    document, remark = kbdesk("--data-dir", tmp_path / "data", "documents").stdout.splitlines()
    assert document.endswith("rules.txt: 1 passage")
    assert f"{tmp_path / 'rules.txt'}: {remark.removeprefix('    ')}" in done.stderr


def test_a_file_whose_content_is_in_the_trash_was_not_taken_in(
    add: Run, kbdesk: Run, objects: Objects, tmp_path: Path
) -> None:
    add("rules.txt", RULES)
    folder = ("--data-dir", tmp_path / "data")
    [document] = objects(*folder, "documents")
    kbdesk(*folder, "remove", document["document_id"])
    assert "in the trash" in add("rules.txt", RULES, code=3).stdout
    kbdesk(*folder, "kb", "delete", "Team handbook")
    assert "stays in the trash" in kbdesk(*folder, "trash", "restore", document["document_id"], code=3).stderr


def test_of_many_files_those_that_failed_are_told_last_with_what_to_do(kbdesk: Run, handbook: Path) -> None:
    for number in range(5):
        (handbook / f"song{number}.mp3").write_bytes(b"ID3\x03 la" + b"la" * number)
    songs, end = kbdesk("add", handbook, code=3).stderr.splitlines()[-2:]
    assert songs.startswith("kbdesk: song0.mp3, song1.mp3, song2.mp3 and 2 more: kbdesk cannot read this kind of file")
    assert end == "kbdesk: Not taken in: 5 of 7 files. Do what is said of them, then add them again."
    assert "Not taken in" not in kbdesk("add", handbook / "song0.mp3", code=3).stderr
