"""The window is there before the library is open."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QLabel

from kbdesk.library.library import Library
from kbdesk.secrets import SecretStore
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

from .fake_library import FakeLibrary


def places(folder: Path) -> QSettings:
    return QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)


async def test_it_says_that_it_opens_and_can_be_closed(theme: Theme, tmp_path: Path) -> None:
    window = MainWindow(theme, places(tmp_path))
    window.show()
    assert window.windowTitle() == "Opening…"
    page = window.centralWidget()
    assert isinstance(page, QLabel)
    assert page.text() == "Opening your documents…"
    window.close()
    assert not window.isVisible()


async def test_it_takes_files_only_when_it_is_furnished(theme: Theme, tmp_path: Path, desk: Desk) -> None:
    assert not MainWindow(theme, places(tmp_path)).acceptDrops()
    assert desk.window.acceptDrops()
    assert desk.window.windowTitle() == "kbdesk"


async def test_it_has_the_place_it_had(theme: Theme, tmp_path: Path, desk: Desk) -> None:
    desk.window.resize(1010, 707)
    desk.window.close_now()
    assert MainWindow(theme, places(tmp_path)).height() == 707  # the screen is narrower than the window


async def test_files_that_come_before_the_knowledge_bases_wait_for_them(
    theme: Theme, tmp_path: Path, library: FakeLibrary, wait: Any, handbook_files: list[Path], rows: Any
) -> None:
    secrets = SecretStore()
    around = Surroundings(tmp_path, secrets, tmp_path, lambda _: True)
    desk = Desk(cast("Library", library), theme, ErrorReporter(), around)
    desk.start(handbook_files[:1])
    desk.take_paths(handbook_files[1:])  # of a second kbdesk
    await wait.until(lambda: len(rows(desk)) == len(handbook_files))
    assert not desk.window.message_bar.isVisible()
    await desk.scope.aclose()
    desk.window.close_now()
    secrets.close()


def test_nothing_heavy_is_loaded_before_it_is_shown() -> None:
    heavy = {"asyncio", "numpy", "pydantic", "kbdesk.library", "kbdesk.rag", "sqlite3"}
    program = f"import sys, kbdesk.app; sys.exit(' '.join({heavy} & sys.modules.keys()))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.stderr.strip() == ""
