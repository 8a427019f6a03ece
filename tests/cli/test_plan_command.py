"""What would be added, and what it would cost, on the command line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., subprocess.CompletedProcess[str]]
Objects = Callable[..., list[dict[str, Any]]]


def test_a_plan_says_what_would_be_added_and_adds_nothing(handbook: Path, kbdesk: Run, objects: Objects) -> None:
    (handbook / "song.mp3").write_bytes(b"ID3\x03 la la la")
    *files, total = objects("add", handbook, "--plan")
    assert {Path(row["path"]).name: row["fate"] for row in files} == {
        "leave.txt": "new",
        "song.mp3": "cannot be read",
        "travel.txt": "new",
    }
    assert (total["files"], total["files_to_read"], total["usd"], total["sent_to"]) == (3, 2, 0.0, None)
    assert objects("documents") == []
    lines = kbdesk("add", handbook, "--plan").stdout.splitlines()
    read = "To read: 2 of 3 files, about 2 passages, about 0 s."
    assert lines[-1] == f"{read} Nothing is sent, and it costs nothing."


def test_what_is_sent_above_the_cap_wants_a_yes(
    handbook: Path, own_data_folder: Path, kbdesk: Run, objects: Objects
) -> None:
    embedding = {"kind": "openai", "model": "m", "dimensions": 8, "base_url": "http://models.example.com/v1"}
    settings = {"embedding": embedding, "ask_above_tokens": 10}
    (own_data_folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    refused = kbdesk("add", handbook, code=1).stderr
    assert "more than the 10 of the settings" in refused
    assert "--yes" in refused
    assert objects("add", handbook, "--plan")[-1]["over_cap"]
    sent = " tokens are sent to models.example.com, at a price that is not known."
    assert kbdesk("add", handbook, "--plan").stdout.endswith(f"{sent}\n")
    assert objects("documents") == []
