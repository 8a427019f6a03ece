from __future__ import annotations

import io

import pytest

from kbdesk.library.types import IngestProgress
from kbdesk.terminal import ProgressBar, one_line, shortened


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "expected"), [("short", "short"), ("0123456789", "012345678…"), ("请假制度和规定", "请假制度…")]
)
def test_a_line_fits_the_terminal_and_wide_characters_count_twice(text: str, expected: str) -> None:
    assert shortened(text, 10) == expected


def test_a_name_cannot_move_the_cursor() -> None:
    assert one_line("a\nb\x1b[2J.txt ") == "a b [2J.txt"


def test_the_bar_says_what_is_being_read_and_clears_its_line() -> None:
    terminal = Terminal()
    with ProgressBar(terminal) as bar:
        bar.show(IngestProgress(3, 4, "travel.pdf", "page", 12, 40, 130.0))
    shown = "[##########..........] 3 of 4, about 2 min left: travel.pdf, page 12 of 40"
    assert terminal.getvalue() == f"\r\x1b[K{shown}\r\x1b[K"


def test_without_a_terminal_there_is_no_bar() -> None:
    stream = io.StringIO()
    with ProgressBar(stream) as bar:
        bar.show(IngestProgress(1, 1, "a", "", 0, 0, None))
    assert stream.getvalue() == ""
