"""What the command line shows on a terminal."""

from __future__ import annotations

import io
import json
import shutil
import sys
import unicodedata
from typing import TYPE_CHECKING, Any, Self, TextIO

if TYPE_CHECKING:
    from kbdesk.library.types import IngestProgress

_BAR_CELLS = 20
_CLEAR_LINE = "\r\x1b[K"


def prepare_streams() -> None:
    """Make output UTF-8 in every locale; a lone surrogate, from a file name, becomes what JSON writes for it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def say(line: object) -> None:
    """Write a line of the answer on stdout."""
    sys.stdout.write(f"{line}\n")


def say_json(values: dict[str, Any]) -> None:
    """Write one JSON object in a line on stdout, at once."""
    say(json.dumps(values, ensure_ascii=False))
    sys.stdout.flush()


def remark(what: object) -> None:
    """Write a line about the work on stderr."""
    sys.stderr.write(f"kbdesk: {one_line(str(what))}\n")
    sys.stderr.flush()


def one_line(text: str) -> str:
    """Return a text without line breaks and other characters that would move the cursor."""
    return "".join(character if character.isprintable() else " " for character in text).strip()


def shortened(text: str, cells: int | None = None) -> str:
    """Return the beginning of a text that fits in one line of the terminal, wide characters counted twice."""
    left = (cells or shutil.get_terminal_size().columns - 6) - 1
    for index, character in enumerate(text):
        left -= 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if left < 0:
            return f"{text[:index]}…"
    return text


def counted(count: int, thing: str) -> str:
    """Return how many of a thing there are, in words."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def duration(seconds: float) -> str:
    """Return a time in words."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def size(size_bytes: int) -> str:
    """Return a size in words, with the units that file managers use."""
    for unit, divisor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size_bytes >= divisor:
            return f"{size_bytes / divisor:.1f} {unit}"
    return counted(size_bytes, "byte")


class ProgressBar:
    """One line that is written over and over; nothing at all where there is no terminal."""

    def __init__(self, stream: TextIO) -> None:
        """Use a stream; nothing is written yet."""
        self._stream = stream
        self._is_shown = stream.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            self._stream.write(_CLEAR_LINE)
            self._stream.flush()

    def show(self, progress: IngestProgress) -> None:
        """Write how far the work is."""
        self._write(_line(progress))

    def count(self, done: int, total: int, name: str) -> None:
        """Write how many things are done."""
        self._write(f"{_cells(done, total)} {done} of {total}" + (f": {name}" if name else ""))

    def _write(self, line: str) -> None:
        if not self._is_shown:
            return
        line = shortened(one_line(line), shutil.get_terminal_size().columns - 1)
        self._stream.write(f"{_CLEAR_LINE}{line}")
        self._stream.flush()


def _line(progress: IngestProgress) -> str:
    if not progress.file_count:
        return "Counting files"
    line = f"{_cells(progress.file_number - 1, progress.file_count)} {progress.file_number} of {progress.file_count}"
    if progress.remaining_s is not None:
        line += f", about {duration(progress.remaining_s)} left"
    if progress.passages_per_s is not None:
        line += f", {progress.passages_per_s:.1f} passages a second"
    if progress.name:
        line += f": {progress.name}"
    if progress.unit and progress.unit_count:
        line += f", {progress.unit} {progress.unit_number} of {progress.unit_count}"
    return line


def _cells(done: int, total: int) -> str:
    filled = _BAR_CELLS * done // max(1, total)
    return f"[{'#' * filled}{'.' * (_BAR_CELLS - filled)}]"
