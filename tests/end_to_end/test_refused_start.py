"""A start that leads to no window: why is said on the screen, where whoever clicked on an icon looks."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from PySide6.QtNetwork import QLocalServer
from PySide6.QtWidgets import QApplication

from kbdesk.paths import DataFolder
from kbdesk.ui.single_instance import ANSWER, server_name

from .test_screen import command, ended, press_to_end, wait_for, xdotool

Environment = dict[str, str]
BROKEN = "import sys; sys.modules['kbdesk.library.library'] = None; from kbdesk.__main__ import main; sys.exit(main())"


def start(environment: Environment, *line: str) -> subprocess.Popen[str]:
    return subprocess.Popen(line, env=environment, stderr=subprocess.PIPE, text=True)


def window_of(environment: Environment, title: str) -> str:
    return wait_for(lambda: xdotool(environment, "search", "--onlyvisible", "--name", f"^{title}$"))[0]


def without_screen(**environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    inherited.pop("QT_QPA_PLATFORM", None)
    return subprocess.run(
        command(), env=inherited | environment, capture_output=True, text=True, check=False, timeout=60
    )


def test_a_library_of_qt_that_is_not_there(own_data_folder: Path) -> None:
    script = "import sys; sys.modules['PySide6.QtGui'] = None; from kbdesk.__main__ import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith("kbdesk: The window cannot be loaded: import of PySide6.QtGui halted")
    assert done.stderr.endswith("The command line works without it: kbdesk --help.\n")
    assert done.stderr.count("\n") == 1


REMEDY = "Start kbdesk in a desktop session, or use its command line: kbdesk --help.\n"


def test_no_screen() -> None:
    done = without_screen()
    assert (done.returncode, done.stderr) == (1, f"kbdesk: There is no screen to open a window on. {REMEDY}")


@pytest.mark.parametrize("way", [{"DISPLAY": ":47110"}, {"QT_QPA_PLATFORM": "paper"}], ids=["gone", "unknown"])
def test_a_screen_that_cannot_be_used(way: Environment) -> None:
    done = without_screen(**way)
    assert done.returncode == 1
    assert done.stderr.endswith(f"kbdesk: The screen cannot be used. {REMEDY}")


@pytest.fixture
def in_the_way(tmp_path: Path) -> Path:
    """A file where the data folder should be."""
    (tmp_path / "file").touch()
    return tmp_path / "file"


@pytest.mark.parametrize("way", ["read", signal.SIGTERM, signal.SIGINT])
def test_a_data_folder_that_cannot_be_used(environment: Environment, in_the_way: Path, way: str | int) -> None:
    program = start(environment, *command("--data-dir", in_the_way))
    box = window_of(environment, "kbdesk")
    if isinstance(way, int):
        program.send_signal(way)
    else:
        press_to_end(program, environment, box, "Escape")
    code, said = ended(program)
    assert code == 1
    assert said.startswith(f"kbdesk: There is a file where the data folder {in_the_way} should be. Move that file away")
    assert said.count("\n") == 1


def test_a_log_that_belongs_to_somebody_else(environment: Environment, own_data_folder: Path) -> None:
    (DataFolder(own_data_folder).prepare().logs / "crash.log").mkdir()
    program = start(environment, *command())
    press_to_end(program, environment, window_of(environment, "kbdesk"), "Escape")
    code, said = ended(program)
    assert (code, said.partition(" Check")[0]) == (1, f"kbdesk: The data folder {own_data_folder} cannot be written.")


def test_a_program_with_a_part_missing(environment: Environment) -> None:
    program = start(environment, sys.executable, "-c", BROKEN)
    press_to_end(program, environment, window_of(environment, "kbdesk"), "Escape")
    code, said = ended(program)
    assert code == 1
    assert said.startswith("Traceback")
    assert "kbdesk: kbdesk cannot start, for a part of it is missing or damaged (ModuleNotFoundError)." in said


def test_a_data_folder_that_is_in_use(environment: Environment, own_data_folder: Path) -> None:
    folder = DataFolder(own_data_folder).prepare()
    with FileLock(folder.lock_file):
        program = start(environment, *command())
        press_to_end(program, environment, window_of(environment, "kbdesk"), "Escape")
        code, said = ended(program)
    assert code == 1
    assert said.startswith("kbdesk: Another program is working with this library.")


def test_a_window_that_does_not_answer(environment: Environment, own_data_folder: Path, silent: None) -> None:
    program = start(environment, *command())
    press_to_end(program, environment, window_of(environment, "kbdesk"), "Escape")
    code, said = ended(program)
    assert code == 1
    assert said.startswith("kbdesk: kbdesk is open already and does not answer.")


@pytest.fixture
def silent(qapp: QApplication, own_data_folder: Path) -> Iterator[None]:
    """Somebody who listens where a window would, and says nothing."""
    server = QLocalServer()
    assert server.listen(server_name(own_data_folder))
    yield
    server.close()


def test_two_starts_at_once_end_in_one_window(
    environment: Environment, own_data_folder: Path, qapp: QApplication, tmp_path: Path
) -> None:
    """This test is the first one, which has the data folder and does not listen yet when the second comes."""
    folder = DataFolder(own_data_folder).prepare()
    with FileLock(folder.lock_file):
        second = start(environment, *command(tmp_path))
        window_of(environment, "Opening…")
        server = QLocalServer()
        assert server.listen(server_name(own_data_folder))
        assert server.waitForNewConnection(30_000)[0]
        socket = server.nextPendingConnection()
        assert socket.waitForReadyRead(30_000)
        assert str(tmp_path) in bytes(socket.readLine().data()).decode()
        socket.write(ANSWER)
        socket.waitForBytesWritten(1000)
        assert ended(second) == (0, "")
        server.close()


@pytest.mark.parametrize("name", ["gone.kbpack", "gone.md"])
async def test_a_file_that_is_no_longer_there(open_desk: Any, tmp_path: Path, name: str) -> None:
    desk = await open_desk()
    bar = desk.window.message_bar
    desk.take_paths([tmp_path / name])  # before anything is loaded
    async with asyncio.timeout(30):
        while not bar.isVisible():  # noqa: ASYNC110  a widget has no event to wait for
            await asyncio.sleep(0.02)
    assert name in bar.title.text()
