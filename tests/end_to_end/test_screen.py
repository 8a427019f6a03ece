"""The program as a process on a real screen (Xvfb): a true drop, a second window, and every way to end it."""

import json
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("drag_source.py")


def command(*arguments):
    return [sys.executable, "-m", "kbdesk", *map(str, arguments)]


def xdotool(environment, *arguments):
    done = subprocess.run(
        ["xdotool", *map(str, arguments)], env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout.split()


def wait_for(condition, timeout_s=60):
    end = time.monotonic() + timeout_s
    while not (result := condition()):
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.1)
    return result


@pytest.fixture
def program(environment):
    """The running program, its window at the left of the screen."""
    process = subprocess.Popen(command(), env=environment, stderr=subprocess.PIPE, text=True)
    (window, *_) = wait_for(lambda: xdotool(environment, "search", "--onlyvisible", "--name", "^kbdesk$"))
    xdotool(environment, "windowmove", "--sync", window, 0, 0)
    process.window = window
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


def documents(environment):
    done = subprocess.run(command("documents", "--json"), env=environment, capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def press_to_end(process, environment, window, key):
    """Press a key that ends the program, again while it goes on: the window may not have had the focus yet."""
    for _ in range(6):
        xdotool(environment, "windowactivate", "--sync", window, "key", key)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
            return


def ended(process):
    _, errors = process.communicate(timeout=30)
    return process.returncode, errors


def test_files_dragged_from_another_program_are_read(program, environment, tmp_path):
    file = tmp_path / "年假 #1.md"
    file.write_text("# Leave\n\nThirty days.", "utf-8")
    source = subprocess.Popen([sys.executable, SOURCE, file], env=environment, stdout=subprocess.PIPE, text=True)
    assert source.stdout.readline() == "ready\n"
    xdotool(environment, "mousemove", "--sync", 1550, 200, "mousedown", 1)
    for step in range(15):
        xdotool(environment, "mousemove", "--sync", 1550 - step * 70, 200 + step * 10)
    xdotool(environment, "mouseup", 1)
    assert source.stdout.readline() == "CopyAction\n"
    (row,) = wait_for(lambda: [each for each in documents(environment) if each["outcome"] == "text"])
    assert row["name"] == file.name
    source.terminate()
    source.communicate()


def test_a_second_window_hands_its_files_to_the_first(program, environment, tmp_path):
    file = tmp_path / "leave.md"
    file.write_text("Thirty days.", "utf-8")
    second = subprocess.run(command(file), env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (second.returncode, second.stderr) == (0, "")
    wait_for(lambda: [each for each in documents(environment) if each["outcome"] == "text"])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it_in_good_order(program, number):
    program.send_signal(number)
    assert ended(program) == (0, "")


def test_closing_the_window_ends_it_in_good_order(program, environment):
    press_to_end(program, environment, program.window, "alt+F4")
    assert ended(program) == (0, "")


def test_closing_it_while_it_reads_ends_it_too(program, environment, tmp_path):
    files = [tmp_path / f"{number}.md" for number in range(20)]  # more, or a folder, would ask first
    for file in files:
        file.write_text(f"Rule {file.stem}. " * 20_000, "utf-8")
    subprocess.run(command(*files), env=environment, check=True, timeout=60)
    wait_for(lambda: documents(environment))
    program.terminate()
    assert ended(program) == (0, "")
