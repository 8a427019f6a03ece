"""What is said of documents, on the command line."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from kbdesk.arguments import parse_arguments
from kbdesk.cli.run import run
from kbdesk.library.facts.days import today

LATE, EARLIER = (today() - timedelta(days=days) for days in (1, 30))


@pytest.fixture
def kbdesk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Run a command over a data folder of its own and return its lines."""
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere")

    def command(*arguments: str, code: int = 0) -> list[str]:
        capsys.readouterr()
        assert run(parse_arguments(["--data-dir", str(tmp_path / "data"), *arguments])) == code
        said = capsys.readouterr()
        return (said.out if code == 0 else said.err).splitlines()

    return command


@pytest.fixture
def ids(kbdesk, tmp_path: Path) -> list[str]:
    for name in ("leave.md", "travel.md"):
        (tmp_path / name).write_text(f"About {name}.", "utf-8")
    kbdesk("add", str(tmp_path / "leave.md"), str(tmp_path / "travel.md"))
    return [json.loads(line)["document_id"] for line in kbdesk("documents", "--json")]


def said(kbdesk, *options: str) -> list[dict[str, object]]:
    rows = [json.loads(line)["metadata"] for line in kbdesk("documents", "--json", *options)]
    return [{key: row[key] for key in ("tags", "responsible", "review_by", "description")} for row in rows]


def test_documents_are_tagged_and_listed_with_what_is_said_of_them(kbdesk, ids: list[str]) -> None:
    options = ["--add", "Travel", "--add", "HR", "--owner", "Ann", "--review-by", "2026-12-31", "--description", "All."]
    assert kbdesk("tag", *ids, *options) == ["Tags and other details of 2 documents were changed."]
    assert kbdesk("tag", ids[0], "--remove", "hr", "--owner", "", "--review-by", "none") == [
        "Tags and other details of “leave.md” were changed."
    ]
    assert kbdesk("tag", ids[0], "--remove", "hr") == ["Nothing changed."]
    assert said(kbdesk) == [
        {"tags": ["Travel"], "responsible": "", "review_by": None, "description": "All."},
        {"tags": ["HR", "Travel"], "responsible": "Ann", "review_by": "2026-12-31", "description": "All."},
    ]


def test_what_is_due_is_listed_the_most_overdue_first(kbdesk, ids: list[str]) -> None:
    assert kbdesk("documents", "--due") == []
    kbdesk("tag", ids[0], "--review-by", LATE.isoformat())
    kbdesk("tag", ids[1], "--review-by", EARLIER.isoformat(), "--owner", "Ann")
    kbdesk("kb", "create", "Other")
    assert kbdesk("documents", "--due") == [f"{ids[1]}  travel.md: {EARLIER}, Ann", f"{ids[0]}  leave.md: {LATE}"]
    assert [row["responsible"] for row in said(kbdesk, "--due", "--kb", "Team handbook")] == ["Ann", ""]
    assert kbdesk("documents", "--due", "--kb", "Other") == []


def test_nothing_is_changed_when_one_document_is_not_there(kbdesk, ids: list[str]) -> None:
    assert "no document “nobody”" in kbdesk("tag", ids[0], "nobody", "--add", "x", code=1)[0]
    assert "too long" in kbdesk("tag", ids[0], "--add", "x" * 51, code=1)[0]
    assert [row["tags"] for row in said(kbdesk)] == [[], []]


def test_a_day_that_is_none_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_arguments(["tag", "x", "--review-by", "soon"])
    assert ended.value.code == 2
    assert "must be a day like 2026-12-31, or none" in capsys.readouterr().err
