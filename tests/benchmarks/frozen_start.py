"""How long the frozen kbdesk takes until its window is there and answers, beside a frozen window with nothing in it.

    bash packaging/build --bare
    python tests/benchmarks/frozen_start.py [--runs N] [--build FOLDER]

Both programs are started in turn on a screen of their own (Xvfb). A window counts as there when the screen server has
mapped it and it has answered two pings of the kind that window managers send: the second answer comes after everything
that was waiting at the first, painting too. kbdesk's window is there, and can be moved and closed, before the library
is open; how long it takes until everything stands in it is told apart ("furnished"). Prints JSON; the ratio is that of
the medians until the window is there, and should be at most 2.
"""

from __future__ import annotations

import argparse
import ctypes
import ctypes.util
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
LONGEST_S = 60.0
LEAST_WIDTH = 400
"""Pixels: a window that is narrower is not the program's own."""

_CLIENT_MESSAGE, _MAP_NOTIFY = 33, 19
_SUBSTRUCTURE_NOTIFY, _SUBSTRUCTURE_REDIRECT = 1 << 19, 1 << 20
_LONGS = ctypes.c_long * 5


class _ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", _LONGS),
    ]


class _Map(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("event", ctypes.c_ulong),
        ("window", ctypes.c_ulong),
        ("override_redirect", ctypes.c_int),
    ]


class _Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("map", _Map), ("client", _ClientMessage), ("room", ctypes.c_long * 24)]


class Screen:
    """A connection to an X server that sees windows come and pings them."""

    def __init__(self, name: str) -> None:
        x11 = ctypes.CDLL(ctypes.util.find_library("X11"))
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = ctypes.c_ulong
        self._x11 = x11
        self._display = ctypes.c_void_p(x11.XOpenDisplay(name.encode()))
        self._root = ctypes.c_ulong(x11.XDefaultRootWindow(self._display))
        self._protocols, self._ping, self._name = (
            x11.XInternAtom(self._display, atom, 0) for atom in (b"WM_PROTOCOLS", b"_NET_WM_PING", b"_NET_WM_NAME")
        )

    def watch(self) -> None:
        """Look for windows from now on."""
        self._listen(_SUBSTRUCTURE_NOTIFY)
        self._x11.XSync(self._display, 1)

    def wait_for_window(self) -> int:
        """Return a window when it is there and answers."""
        deadline = time.monotonic() + LONGEST_S
        window = next(each for each in self._mapped(deadline) if self._width(each) >= LEAST_WIDTH)
        self._listen(_SUBSTRUCTURE_NOTIFY | _SUBSTRUCTURE_REDIRECT)  # answers go only to window managers
        for number in (1, 2):
            self._send_ping(window, number)
            while not self._is_answer(self._next(deadline), number):
                pass
        return window

    def wait_for_title(self, window: int, title: str) -> None:
        """Return when a window has this title."""
        deadline = time.monotonic() + LONGEST_S
        while self._title(window) != title:
            if time.monotonic() > deadline:
                raise TimeoutError
            time.sleep(0.005)

    def _listen(self, events: int) -> None:
        self._x11.XSelectInput(self._display, self._root, ctypes.c_long(events))

    def _mapped(self, deadline: float) -> Iterator[int]:
        while True:
            event = self._next(deadline)
            if event.type == _MAP_NOTIFY:
                yield event.map.window

    def _is_answer(self, event: _Event, number: int) -> bool:
        return event.type == _CLIENT_MESSAGE and list(event.client.data)[:2] == [self._ping, number]

    def _send_ping(self, window: int, number: int) -> None:
        event = _Event()
        event.client.type, event.client.window = _CLIENT_MESSAGE, window
        event.client.message_type, event.client.format = self._protocols, 32
        event.client.data = _LONGS(self._ping, number, window, 0, 0)
        self._x11.XSendEvent(self._display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
        self._x11.XFlush(self._display)

    def _width(self, window: int) -> int:
        root, numbers = ctypes.c_ulong(), [ctypes.c_uint() for _ in range(6)]
        self._x11.XGetGeometry(
            self._display, ctypes.c_ulong(window), ctypes.byref(root), *(ctypes.byref(each) for each in numbers)
        )
        return numbers[2].value

    def _title(self, window: int) -> str:
        kind, form, count, left = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
        value = ctypes.c_char_p()
        answer = [ctypes.byref(each) for each in (kind, form, count, left, value)]
        place = (ctypes.c_ulong(window), ctypes.c_ulong(self._name), ctypes.c_long(0), ctypes.c_long(99))
        self._x11.XGetWindowProperty(self._display, *place, 0, ctypes.c_ulong(0), *answer)
        return (value.value or b"").decode()

    def _next(self, deadline: float) -> _Event:
        event = _Event()
        while not self._x11.XPending(self._display):
            if time.monotonic() > deadline:
                raise TimeoutError
            time.sleep(0.001)
        self._x11.XNextEvent(self._display, ctypes.byref(event))
        return event


@contextmanager
def screen_server() -> Iterator[str]:
    """Yield the name of a new screen."""
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        yield ":" + server.stdout.readline().strip()
    finally:
        server.terminate()
        server.wait()


def start(screen: Screen, command: list[str], environment: dict[str, str], *, title: str) -> tuple[float, float]:
    """Return how many seconds a program takes until its window answers, and until it has its last title."""
    screen.watch()
    started = time.perf_counter()
    program = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        window = screen.wait_for_window()
        answered = time.perf_counter() - started
        screen.wait_for_title(window, title)
        return answered, time.perf_counter() - started
    finally:
        program.send_signal(signal.SIGTERM)
        program.wait(LONGEST_S)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--build", type=Path, default=REPOSITORY / ".build")
    options = parser.parse_args()
    times: dict[str, list[tuple[float, float]]] = {"kbdesk": [], "bare_window": []}
    with screen_server() as name, tempfile.TemporaryDirectory() as data:
        environment = os.environ | {"DISPLAY": name, "QT_QPA_PLATFORM": "xcb", "KBDESK_DATA_DIR": data}
        screen = Screen(name)
        for run in range(options.runs + 1):
            for program, found in times.items():
                took = start(screen, [str(options.build / program / program)], environment, title=program)
                if run:  # the first one reads the files from the disk
                    found.append(took)
    median = {program: statistics.median(there for there, _ in found) for program, found in times.items()}
    result = {
        "runs": options.runs,
        "median_s": {program: round(each, 3) for program, each in median.items()},
        "best_s": {program: round(min(there for there, _ in found), 3) for program, found in times.items()},
        "furnished_s": round(statistics.median(furnished for _, furnished in times["kbdesk"]), 3),
        "ratio": round(median["kbdesk"] / median["bare_window"], 2),
    }
    json.dump(result, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
