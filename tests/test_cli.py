"""The command line, run as a person or a script runs it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import zipfile
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from kbdesk import __version__

COMMAND = [sys.executable, "-m", "kbdesk"]


@pytest.fixture(autouse=True)
def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere")


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    folder = tmp_path / "handbook"
    (folder / "leave").mkdir(parents=True)
    (folder / "travel.txt").write_text("Flights are booked by the office.\n\nTrains are preferred.")
    (folder / "leave" / "假期.md").write_text("# 假期\n\n## 年假\n\n员工每年享有十天带薪年假。", encoding="utf-8")
    return folder


def kbdesk(*arguments: object, code: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def objects(*arguments: object, code: int = 0, **environment: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in kbdesk(*arguments, "--json", code=code, **environment).stdout.splitlines()]


def test_the_version_is_said() -> None:
    assert kbdesk("--version").stdout == f"kbdesk {__version__}\n"


@pytest.mark.parametrize("arguments", [["nonsense"], ["add"], ["search", "x", "--top-k", "0"], ["kb"]])
def test_wrong_usage_is_code_2(arguments: list[str]) -> None:
    assert "usage:" in kbdesk(*arguments, code=2).stderr


@pytest.mark.parametrize(
    "command",
    [
        "queue list",
        "resume",
        "check",
        "backup",
        "backups",
        "trash list",
        "reclaim",
        "check-questions",
        "folders list",
    ],
)
def test_what_is_tested_in_one_process_also_ends_in_its_own(command: str) -> None:
    kbdesk(*command.split())


def test_a_handbook_goes_in_and_answers(handbook: Path) -> None:
    added = objects("add", handbook)
    assert [set(row) for row in added] == [{"path", "outcome", "document_id", "chunks", "message"}] * 2
    assert [row["path"] for row in added] == [str(handbook / "leave" / "假期.md"), str(handbook / "travel.txt")]

    documents = objects("documents")
    assert [set(row) for row in documents] == [{"document_id", "name", "outcome", "chunks", "bytes", "metadata"}] * 2
    assert [row["document_id"] for row in documents] == [row["document_id"] for row in added]

    hits = objects("search", "年假", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    fields = {"rank", "score", "score_kind", "is_weak", "why", "document_id", "name", "chunk_index", "text", "place"}
    assert set(hits[0]) == fields | {"metadata"}
    assert (hits[0]["rank"], hits[0]["name"], hits[0]["place"]) == (1, "leave/假期.md", "假期 > 年假")

    [chunk] = objects("chunks", added[1]["document_id"], "--offset", 0, "--limit", 1)
    assert set(chunk) == {"chunk_index", "total_chunks", "text", "metadata"}
    assert chunk["text"].startswith("Flights")

    assert "already here" in kbdesk("add", handbook / "travel.txt").stdout
    kbdesk("remove", added[0]["document_id"])
    assert [row["name"] for row in objects("documents")] == ["travel.txt"]
    assert "travel.txt" in kbdesk("search", "flights").stdout


def test_knowledge_bases_are_made_listed_and_deleted(handbook: Path) -> None:
    kbdesk("kb", "create", "HR rules")
    kbdesk("add", handbook / "travel.txt", "--kb", "hr rules")
    listed = kbdesk("kb", "list").stdout.splitlines()
    assert listed == [
        "Team handbook: 0 documents, 0 passages, this-computer",
        "HR rules: 1 document, 1 passage, this-computer",
    ]
    assert objects("documents", "--kb", "Team handbook") == []
    kbdesk("kb", "delete", "HR rules")
    assert len(kbdesk("kb", "list").stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["add", "missing.txt"], "no file or folder"),
        (["add", __file__, "--kb", "Nobody"], "kbdesk kb create"),
        (["remove", "0" * 32], "kbdesk documents"),
        (["--data-dir", __file__, "documents"], "--data-dir"),
    ],
)
def test_an_error_is_one_line_that_says_what_to_do(arguments: list[str], what: str) -> None:
    done = kbdesk(*arguments, code=1)
    assert what in done.stderr
    assert done.stderr.startswith("kbdesk: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_bad_file_is_named_and_the_rest_is_taken(handbook: Path) -> None:
    (handbook / "bad.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    rows = objects("add", handbook, code=3)
    assert [row["outcome"] for row in rows] == ["damaged", "text", "text"]
    assert rows[0]["message"]


def test_parse_touches_no_store(handbook: Path, own_data_folder: Path) -> None:
    odd = os.fsdecode(b"odd-\xff.txt") if sys.platform == "linux" else "odd.txt"
    (handbook / odd).write_text("Odd name.")
    rows = objects("parse", handbook)
    fields = {"path", "outcome", "text", "units", "sections", "warnings", "message", "attachments"}
    assert all(set(row) == fields for row in rows)
    assert [row["path"] for row in rows] == [str(handbook / name) for name in ("leave/假期.md", odd, "travel.txt")]
    assert rows[0]["sections"][-1]["metadata"]["heading_path"] == ["假期", "年假"]
    assert rows[2]["text"].startswith("Flights")
    assert list(own_data_folder.iterdir()) == []


def test_parse_reads_what_is_inside_of_archives_and_messages(tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Leave", "a@example.com", "b@example.com"
    mail.set_content("See the list.")
    mail.add_attachment("Ten days.", filename="days.txt")
    archives = {"plan.zip": {"rail.txt": b"By train.", "mail.eml": mail.as_bytes()}, "loop.zip": {}}
    for name, parts in archives.items():
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for part, content in parts.items():
                archive.writestr(part, content)
    for _ in range(4):
        with zipfile.ZipFile(tmp_path / "next.zip", "w") as archive:
            archive.write(tmp_path / "loop.zip", "loop.zip")
        (tmp_path / "next.zip").replace(tmp_path / "loop.zip")
    loop, plan = objects("parse", tmp_path, code=3)
    assert (plan["outcome"], plan["units"]) == ("text", {"files": 2})
    assert [inside["name"] for inside in plan["attachments"]] == ["rail.txt", "mail.eml"]
    assert plan["attachments"][1]["attachments"][0]["text"].strip() == "Ten days."
    assert all(words in plan["text"] for words in ("By train.", "See the list.", "Ten days."))
    assert (loop["outcome"], loop["text"]) == ("limit", "")
    lines = kbdesk("parse", tmp_path / "plan.zip").stdout.splitlines()
    assert lines[1:] == [
        "    rail.txt: Text, 1 section",
        "    mail.eml: E-mail, 1 section",
        "        days.txt: Text, 1 section",
    ]


def test_an_archive_of_files_that_all_fail_alike_is_what_they_are(tmp_path: Path) -> None:
    for name, content in {"old.zip": b"\xdb\xa5\x2d\x00 Word 2", "cut.zip": b"PK\x03\x04"}.items():
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("a.docx", content)
    assert [row["outcome"] for row in objects("parse", tmp_path, code=3)] == ["damaged", "unsupported_legacy"]


def test_a_writer_waits_and_readers_do_not(handbook: Path, own_data_folder: Path) -> None:
    kbdesk("add", handbook)
    with hold(own_data_folder) as holder:
        assert len(objects("documents")) == 2
        with subprocess.Popen(
            [*COMMAND, "kb", "create", "Later"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as waiting:
            assert waiting.stderr is not None
            said = waiting.stderr.readline()
            assert f"kbdesk is open on this data folder (process {holder.pid}). Waiting for up to 60 s" in said
            holder.kill()
            waiting.communicate()
            assert waiting.returncode == 0


@pytest.mark.parametrize("arguments", [["add"], ["folders", "add"], ["kb", "import"], ["check-questions", "--import"]])
def test_nobody_waits_for_a_file_that_is_not_there(own_data_folder: Path, arguments: list[str]) -> None:
    with hold(own_data_folder) as holder:
        said = kbdesk(*arguments, own_data_folder / "gone", code=1).stderr
        holder.kill()
    assert said.startswith("kbdesk: There is no file or folder “")
    assert said.count("\n") == 1


def hold(folder: Path) -> subprocess.Popen[str]:
    script = (
        "import asyncio, pathlib, sys; from kbdesk.library.lock import WriterLock;"
        "lock = WriterLock(pathlib.Path(sys.argv[1]) / 'kbdesk.lock');"
        "asyncio.run(lock.acquire('kbdesk')); print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    return holder


@pytest.mark.skipif(sys.platform == "win32", reason="no terminal to be had")
def test_a_terminal_gets_a_progress_bar_and_ctrl_c_stops_cleanly(handbook: Path) -> None:
    for number in range(500):
        (handbook / f"{number:03}.txt").write_text(f"Rule {number}.")
    ours, theirs = pty.openpty()
    with subprocess.Popen([*COMMAND, "add", handbook], stdout=subprocess.PIPE, stderr=theirs) as adding:
        os.close(theirs)
        shown = b""
        while b" of 502: " not in shown:
            shown += os.read(ours, 4096)
        adding.send_signal(signal.SIGINT)
        while b"stopped" not in shown:
            shown += os.read(ours, 4096)
        adding.communicate()
        assert adding.returncode == 130
    os.close(ours)
    assert b"Go on with: kbdesk resume" in shown
    assert {row["outcome"] for row in objects("documents")} <= {"text", "queued"}


def test_a_folder_and_one_in_it_are_kept_as_one(tmp_path: Path, handbook: Path) -> None:
    at = ("--data-dir", tmp_path / "data", "folders")
    (row,) = objects(*at, "add", handbook / "leave", handbook)
    assert (row["path"], row["state"], row["documents"]) == (str(handbook), "in sync", 2)
