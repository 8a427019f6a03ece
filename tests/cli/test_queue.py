"""Orders about the queue on the command line."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kbdesk.cli.session import state_word
from kbdesk.library.names import folded, natural_key
from kbdesk.library.types import State
from kbdesk.ui.models.document_words import state_name

Run = Callable[..., subprocess.CompletedProcess[str]]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def waiting(data: Path, handbook: Path) -> Path:
    """The data folder with a third file accepted, as a program leaves it that was closed at that moment."""
    path = handbook / "sick.txt"
    path.write_text("Call your lead before nine.")
    with closing(sqlite3.connect(data / "library.sqlite3")) as connection, connection:
        for function in (folded, natural_key):  # the table's own triggers call them
            connection.create_function(function.__name__, 1, function)
        connection.execute(
            "INSERT INTO documents (id, knowledge_base_id, name, path, size_bytes, state, added_at, position)"
            " SELECT 'new', knowledge_base_id, 'sick.txt', ?, 27, 'queued', added_at, 99 FROM documents LIMIT 1",
            (bytes(path),),
        )
    return data


def states(objects: Objects) -> dict[str, str]:
    return {row["name"]: row["state"] for row in objects("queue", "list")}


def test_what_is_to_be_read_is_listed(waiting: Path, kbdesk: Run, objects: Objects) -> None:
    [row] = objects("queue", "list")
    assert row == {"document_id": "new", "name": "sick.txt", "state": "queued", "chunks": 0, "message": None}
    assert kbdesk("queue", "list").stdout == "new  sick.txt: Waiting\n"


def test_what_is_left_is_read_by_resume(waiting: Path, kbdesk: Run, objects: Objects) -> None:
    [row] = objects("resume")
    assert (row["name"], row["state"], row["chunks"]) == ("sick.txt", "done", 1)
    assert states(objects) == {}
    assert "nine" in kbdesk("search", "lead").stdout
    assert "There is nothing to do." in kbdesk("resume").stderr


def test_a_file_that_cannot_be_read_then_is_code_3(waiting: Path, handbook: Path, objects: Objects) -> None:
    (handbook / "sick.txt").unlink()
    [row] = objects("resume", code=3)
    assert (row["state"], row["message"][:31]) == ("failed", "The file is no longer there. Pu")


def test_orders_are_followed(waiting: Path, objects: Objects) -> None:
    assert [row["state"] for row in objects("queue", "pause")] == ["paused"]
    assert states(objects) == {"sick.txt": "paused"}
    assert [row["name"] for row in objects("resume")] == ["sick.txt"]


def test_a_stopped_file_is_out_of_the_queue_and_can_come_back(waiting: Path, objects: Objects) -> None:
    assert objects("queue", "stop", "new") == []
    assert [row["metadata"]["state"] for row in objects("documents")] == ["done", "done", "stopped"]
    objects("queue", "resume", "new")
    objects("resume")
    assert [row["metadata"]["state"] for row in objects("documents")] == ["done"] * 3


def test_a_cancelled_file_is_as_if_it_had_never_been_added(waiting: Path, objects: Objects) -> None:
    assert objects("queue", "cancel") == []
    assert [row["name"] for row in objects("documents")] == ["leave.txt", "travel.txt"]


def test_both_versions_of_a_file_can_be_kept(data: Path, handbook: Path, objects: Objects) -> None:
    (handbook / "travel.txt").write_text("Trains are preferred.")
    [added] = objects("add", handbook / "travel.txt", "--keep-both")
    assert added["chunks"] == 1
    assert sorted(row["name"] for row in objects("documents")) == ["leave.txt", "travel (2).txt", "travel.txt"]


@pytest.mark.parametrize("state", State)
def test_a_state_has_the_word_of_the_window(state: State) -> None:
    assert state_word(state) == state_name(state)


def test_a_document_that_is_not_read_yet_is_no_document_without_passages(waiting: Path, kbdesk: Run) -> None:
    assert "new  sick.txt: Waiting\n" in kbdesk("documents").stdout
