"""What the frozen program does when it starts."""

from __future__ import annotations

import os
import sys

import pytest

from kbdesk import frozen


def test_other_programs_find_their_own_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/kbdesk/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/lib")
    monkeypatch.setenv("DYLD_LIBRARY_PATH", "/kbdesk/_internal")
    monkeypatch.setenv("QT_PLUGIN_PATH", "/kbdesk/_internal/plugins")
    monkeypatch.setenv("PYINSTALLER_RESET_ENVIRONMENT", "0")
    frozen.give_back_environment()
    assert os.environ["LD_LIBRARY_PATH"] == "/opt/lib"
    assert os.environ["PYINSTALLER_RESET_ENVIRONMENT"] == "1"  # or workers would not find those of kbdesk
    assert not os.environ.keys() & {"LD_LIBRARY_PATH_ORIG", "DYLD_LIBRARY_PATH", "QT_PLUGIN_PATH"}


def test_what_is_not_frozen_keeps_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/lib")
    frozen.prepare()
    assert os.environ["LD_LIBRARY_PATH"] == "/opt/lib"


def test_without_a_terminal_words_go_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    frozen.prepare()
    with sys.stderr:
        print("nobody hears this")
