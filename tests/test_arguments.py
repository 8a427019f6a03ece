from __future__ import annotations

from pathlib import Path

import pytest

from kbdesk.arguments import parse_arguments


def test_without_a_command_the_window_is_meant(tmp_path: Path) -> None:
    options = parse_arguments(["--data-dir", str(tmp_path)])
    assert (options.command, options.data_dir, options.paths) == (None, tmp_path, [])


def test_files_without_a_command_are_for_the_window(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    options = parse_arguments([str(tmp_path / "a.txt"), str(tmp_path)])
    assert (options.command, options.paths) == (None, [tmp_path / "a.txt", tmp_path])


def test_files_that_are_no_longer_there_are_for_the_window_too_which_says_so(tmp_path: Path) -> None:
    options = parse_arguments([str(tmp_path / "gone.kbpack")])
    assert (options.command, options.paths) == (None, [tmp_path / "gone.kbpack"])


def test_a_command_that_was_mistyped_is_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_arguments(["serach", "paid holiday"])
    assert ended.value.code == 2
    assert "There is no command “serach”. Did you mean “search”?" in capsys.readouterr().err


def test_a_command_like_none_that_there_is_is_answered_with_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_arguments(["nonsense"])
    assert "invalid choice: 'nonsense'" in capsys.readouterr().err
