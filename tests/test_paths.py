"""Where things lie on disk."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from kbdesk.errors import DataFolderError
from kbdesk.paths import DataFolder, resources

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")


def test_the_environment_names_the_folder(own_data_folder: Path) -> None:
    assert DataFolder.default().root == own_data_folder


def test_the_home_of_nobody_is_a_folder_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KBDESK_DATA_DIR", "~nobody-of-this-name/kbdesk")
    assert DataFolder.default().root == Path.cwd() / "~nobody-of-this-name" / "kbdesk"


def test_without_it_the_folder_is_one_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KBDESK_DATA_DIR")
    root = DataFolder.default().root
    assert root.is_absolute()
    assert root.name == "kbdesk"


@posix
def test_the_folder_and_those_within_are_private(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "new" / "data").prepare()
    made = [folder.root, folder.originals, folder.derived, folder.logs, folder.models]
    assert [path.stat().st_mode & 0o777 for path in made] == [0o700] * 5


def test_preparing_twice_changes_nothing(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data").prepare()
    folder.settings_file.write_text("{}")
    folder.prepare()
    assert folder.settings_file.read_text() == "{}"


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(DataFolderError, match="There is a file where"):
        DataFolder(tmp_path / "data").prepare()
    with pytest.raises(DataFolderError, match="There is a file where"):
        DataFolder(tmp_path / "data" / "below").prepare()


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_someone_else_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(DataFolderError, match="cannot be written"):
        DataFolder(tmp_path / "data").prepare()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataFolderError, match="cannot be written"):
        DataFolder(tmp_path / ("x" * 300)).prepare()


def test_resources_hold_the_icons() -> None:
    assert (resources() / "icons").is_dir()
