"""Whoever closes the window while it still opens is not kept waiting, and loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest


def first_window(environment: dict[str, str]) -> str:
    """Return the window as soon as there is one; mostly nothing stands in it yet."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "kbdesk"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        ).stdout.split()
        if found:
            return found[0]
        time.sleep(0.01)
    raise AssertionError("no window came")


def close(program: subprocess.Popen[str], window: str, environment: dict[str, str]) -> None:
    """Press the keys that close a window; again if they came before the window manager listens to them."""
    command = ["xdotool", "windowactivate", "--sync", window, "key", "alt+F4"]
    for _ in range(6):
        subprocess.run(command, env=environment, capture_output=True, check=False)
        with suppress(subprocess.TimeoutExpired):
            program.wait(10)
            return


@pytest.mark.parametrize("way", ["terminated", "closed"])
def test_the_program_ends_in_good_order(display: str, own_data_folder: Path, way: str) -> None:
    environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    command = [sys.executable, "-m", "kbdesk"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as program:
        try:
            window = first_window(environment)
            if way == "terminated":
                program.send_signal(signal.SIGTERM)
            else:
                close(program, window, environment)
            _, errors = program.communicate(timeout=60)
        finally:
            program.kill()
    assert (program.returncode, errors) == (0, "")
