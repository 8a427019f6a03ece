"""A real handbook through the command line: in, found, still there for the next process, and never twice."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kbdesk.embedding.local import find_weights

pytestmark = pytest.mark.skipif(find_weights(Path()) is None, reason="the weights of the built-in model are not here")

ENOUGH_WORDS = 0.7  # of the passage that answers: kbdesk cuts elsewhere than whoever made the questions


def kbdesk(*arguments: object) -> list[dict[str, Any]]:
    """Run a command in a process of its own and return the objects it prints."""
    command = [sys.executable, "-m", "kbdesk", *map(str, arguments), "--json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def handbook(shared: Path) -> Path:
    return shared / "corpus" / "handbooks" / "18f-handbook"


def questions(shared: Path, handbook: Path) -> list[tuple[str, dict[str, Any]]]:
    """Return the questions about this handbook, each with the passage that answers it."""
    lines = (shared / "eval" / "passages.jsonl").read_text(encoding="utf-8").splitlines()
    passages = {passage["id"]: passage for passage in map(json.loads, lines)}
    found: list[tuple[str, dict[str, Any]]] = []
    for name in ("questions.jsonl", "faq_questions.jsonl"):
        for question in map(json.loads, (shared / "eval" / name).read_text(encoding="utf-8").splitlines()):
            passage = passages[question["gold"][0]]
            passage["name"] = passage["source"].removeprefix("18f/")
            if passage["id"].startswith("18f:") and (handbook / passage["name"]).exists():
                found.append((question["text"], passage))
    return found


def answers(hit: dict[str, Any], passage: dict[str, Any]) -> bool:
    expected = re.findall(r"\w+", passage["text"].partition("\n")[2].casefold())
    present = set(re.findall(r"\w+", hit["text"].casefold()))
    enough = sum(word in present for word in expected) >= ENOUGH_WORDS * len(expected)
    return enough and passage["name"].endswith(hit["name"])


def take_in_and_ask(folder: Path, asked: list[tuple[str, dict[str, Any]]]) -> int:
    """Take a folder in, twice, and return how many questions one of the first five hits answers."""
    added = kbdesk("add", folder)
    assert {row["outcome"] for row in added} == {"text"}
    answered = sum(
        any(answers(hit, passage) for hit in kbdesk("search", question, "--top-k", 5)) for question, passage in asked
    )
    documents = kbdesk("documents")
    assert [row["document_id"] for row in documents] == [row["document_id"] for row in added]
    assert all(row["chunks"] == documents[n]["chunks"] > 0 for n, row in enumerate(added))
    again = kbdesk("add", folder)
    assert [row["document_id"] for row in again] == [row["document_id"] for row in added]
    assert kbdesk("documents") == documents
    return answered


def test_a_part_of_a_handbook(shared: Path, handbook: Path) -> None:
    part = handbook / "pages" / "18f" / "how-18f-works"
    asked = [(text, passage) for text, passage in questions(shared, handbook) if "how-18f-works/" in passage["name"]]
    assert take_in_and_ask(part, asked[:3]) >= 2


@pytest.mark.slow
def test_a_whole_handbook(shared: Path, handbook: Path) -> None:
    asked = questions(shared, handbook)
    assert len(asked) >= 10
    assert take_in_and_ask(handbook, asked) >= 10
