"""What the window has to know before it is shown is read alone, and a broken file is no obstacle."""

from pathlib import Path

import pytest

from kbdesk import settings
from kbdesk.look import Look, load_look


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_it_is_what_was_saved(file: Path) -> None:
    settings.save(settings.Settings(language="zh_CN", theme="dark"), file)
    assert load_look(file) == Look("zh_CN", "dark")


def test_without_a_file_it_follows_the_system(file: Path) -> None:
    assert load_look(file) == Look("system", "system")


@pytest.mark.parametrize("content", ["{", "[]", "\xff", '{"language": "xx", "theme": ["dark"]}'])
def test_what_makes_no_sense_follows_the_system(file: Path, content: str) -> None:
    file.write_bytes(content.encode("latin-1"))
    assert load_look(file) == Look("system", "system")


def test_what_makes_sense_is_taken_all_the_same(file: Path) -> None:
    file.write_text('{"language": 7, "theme": "light"}', "utf-8")
    assert load_look(file) == Look("system", "light")
