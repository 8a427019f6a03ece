"""What the frozen program does when it starts."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from kbdesk import frozen
from kbdesk.arguments import parse_arguments


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


def freeze(patch: pytest.MonkeyPatch, program: Path, *, on_path: Path | None = None) -> None:
    """Let this process be a frozen program that lies there."""
    program.parent.mkdir(parents=True, exist_ok=True)
    program.touch(mode=0o755)
    patch.setattr(sys, "frozen", True, raising=False)
    patch.setattr(sys, "executable", str(program))
    patch.setenv("PATH", str(on_path or "/nowhere"))


def test_what_is_not_frozen_is_run_by_its_name() -> None:
    assert (frozen.command(), frozen.command_name()) == ("kbdesk", "kbdesk")


def test_a_program_that_terminals_find_is_run_by_its_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program, links = tmp_path / "lib" / "kbdesk", tmp_path / "bin"
    freeze(monkeypatch, program, on_path=links)
    links.mkdir()
    (links / "kbdesk").symlink_to(program)
    assert frozen.command() == "kbdesk"


def test_any_other_is_run_by_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "kbdesk.app" / "kbdesk"
    freeze(monkeypatch, program)
    assert frozen.command() == str(program)
    freeze(monkeypatch, tmp_path / "my programs" / "kbdesk")
    assert frozen.command() == f'"{tmp_path}/my programs/kbdesk"'


def test_windows_has_a_program_of_its_own_for_terminals(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    freeze(monkeypatch, tmp_path / "kbdesk.exe")
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit):
        parse_arguments(["--help"])
    assert capsys.readouterr().out.startswith("usage: kbdesk-cli ")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a program that runs cannot be replaced")
def test_that_another_version_took_its_place_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not frozen.was_replaced()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(Path("/proc/self/exe").resolve()))
    assert not frozen.was_replaced()
    freeze(monkeypatch, tmp_path / "kbdesk")
    assert frozen.was_replaced()
    (tmp_path / "kbdesk").unlink()
    assert frozen.was_replaced()


def test_without_a_terminal_words_go_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    frozen.prepare()
    with sys.stderr:
        print("nobody hears this")
