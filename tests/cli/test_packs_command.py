"""Knowledge bases to files and from files on the command line, as a person or a script does it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kbdesk.settings import EmbeddingChoice, Settings, save

Run = Callable[..., subprocess.CompletedProcess[str]]
Objects = Callable[..., list[dict[str, Any]]]


def test_a_knowledge_base_goes_to_another_computer(data: Path, tmp_path: Path, kbdesk: Run, objects: Objects) -> None:
    pack = tmp_path / "handbook.kbpack"
    kbdesk("tag", objects("documents")[0]["document_id"], "--add", "checked")
    [exported] = objects("kb", "export", "team HANDBOOK", pack)
    assert exported == {
        "path": str(pack),
        "knowledge_base": "Team handbook",
        "documents": 2,
        "bytes": pack.stat().st_size,
        "left_out": [],
    }
    there = ("--data-dir", tmp_path / "there")
    rows = objects(*there, "kb", "import", pack)
    assert [(row["name"], row["state"], row["chunks"]) for row in rows] == [
        ("leave.txt", "done", 1),
        ("travel.txt", "done", 1),
    ]
    assert {row["knowledge_base"] for row in rows} == {"Team handbook (2)"}
    documents = objects(*there, "documents", "--kb", "Team handbook (2)")
    assert [row["metadata"]["tags"] for row in documents] == [["checked"], []]
    assert "Flights" in kbdesk(*there, "search", "flights").stdout


def test_people_get_a_line_and_scripts_a_code(data: Path, tmp_path: Path, kbdesk: Run, objects: Objects) -> None:
    copies = [path for path in (data / "originals").glob("??/*") if path.read_text().startswith("Flights")]
    copies[0].unlink()
    done = kbdesk("kb", "export", "Team handbook", tmp_path / "part.kbpack", code=3)
    assert done.stdout.startswith(f"“Team handbook” is in {tmp_path / 'part.kbpack'}: documents: 1, ")
    assert done.stderr.startswith("kbdesk: Left out, since kbdesk has no copy of its file: travel.txt.")
    assert kbdesk("kb", "import", tmp_path / "part.kbpack").stdout == "Team handbook (2): leave.txt: 1 passage\n"


def test_what_is_wrong_is_one_line(data: Path, tmp_path: Path, kbdesk: Run) -> None:
    (tmp_path / "x.kbpack").write_text("nothing")
    [line] = kbdesk("kb", "import", tmp_path / "x.kbpack", code=1).stderr.splitlines()
    assert line.startswith("kbdesk: “x.kbpack” is damaged, or is no knowledge base of kbdesk.")
    [line] = kbdesk("kb", "export", "Nobody's", tmp_path / "y.kbpack", code=1).stderr.splitlines()
    assert line.startswith("kbdesk: There is no knowledge base “Nobody's”.")


def test_what_is_added_as_a_document_is_told_to_be_none(data: Path, tmp_path: Path, kbdesk: Run) -> None:
    pack = tmp_path / "x.kbpack"
    kbdesk("kb", "export", "Team handbook", pack)
    said = f"{pack}: This is a whole knowledge base of kbdesk, not a document. Open it with File > Open knowledge base"
    assert kbdesk("add", pack, code=3).stdout.startswith(f"{said}, or with “kbdesk kb import”")
    assert '"outcome": "unsupported"' in kbdesk("parse", pack, "--json", code=3).stdout


def test_nothing_is_sent_before_a_person_agrees(data: Path, tmp_path: Path, kbdesk: Run, objects: Objects) -> None:
    kbdesk("kb", "export", "Team handbook", tmp_path / "x.kbpack")
    save(
        Settings(embedding=EmbeddingChoice("openai", model="m", base_url="http://service.invalid/v1")),
        data / "settings.json",
    )
    [line] = kbdesk("kb", "import", tmp_path / "x.kbpack", code=1).stderr.splitlines()
    assert line.startswith("kbdesk: The text of the documents in it goes to service.invalid, as your settings say.")
    assert len(kbdesk("kb", "list").stdout.splitlines()) == 1
