import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from kbdesk.ui.single_instance import WindowServer, hand_over, server_name

SECOND = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from kbdesk.ui.single_instance import hand_over
app = QCoreApplication([])
folder, *paths = map(Path, sys.argv[1:])
print(json.dumps(hand_over(folder, paths)))
"""


async def hand_over_from_another_process(*arguments):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SECOND, *map(str, arguments), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    return json.loads(output)


@pytest.fixture
async def server(tmp_path):
    server = WindowServer(tmp_path)
    assert server.listen()
    yield server
    server.close()


async def test_a_second_window_hands_its_paths_over(server, tmp_path):
    received = []
    server.paths_received.connect(received.append)
    paths = [tmp_path / "年假 #1.md", Path("relative.md")]
    assert await hand_over_from_another_process(tmp_path, *paths) is True
    assert received == [[paths[0], Path.cwd() / "relative.md"]]


async def test_a_second_window_without_paths_only_brings_the_first_to_the_front(server, tmp_path):
    received = []
    server.paths_received.connect(received.append)
    assert await hand_over_from_another_process(tmp_path) is True
    assert received == [[]]


async def test_without_a_window_nobody_takes_the_paths(qapp, tmp_path):
    assert hand_over(tmp_path, []) is None


async def test_a_window_that_hangs_is_told_from_none(server, tmp_path):
    assert hand_over(tmp_path, [], timeout_ms=50) is False  # this very loop stands still meanwhile


async def test_what_a_crashed_window_left_behind_is_in_nobody_s_way(server, tmp_path):
    again = WindowServer(tmp_path)
    assert again.listen()
    again.close()


def test_every_data_folder_has_its_own_name(tmp_path):
    assert server_name(tmp_path) != server_name(tmp_path / "other")


@pytest.mark.skipif(sys.platform == "win32", reason="there everybody has a name")
def test_a_person_without_a_name_has_one_too(tmp_path, monkeypatch):
    before = server_name(tmp_path)
    monkeypatch.setattr(os, "getuid", lambda: 47110)
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(variable, raising=False)
    assert server_name(tmp_path) != before


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such folder")
async def test_where_the_session_has_a_folder_of_its_own_the_window_listens_there(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    server = WindowServer(tmp_path / "data")
    assert server.listen()
    assert [path.name[:7] for path in tmp_path.iterdir() if path.is_socket()] == ["kbdesk-"]
    assert await hand_over_from_another_process(tmp_path / "data") is True
    server.close()
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere")
    assert "/" not in server_name(tmp_path)
