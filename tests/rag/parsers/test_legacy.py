from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from kbdesk.errors import DamagedError, LegacyFormatError, LimitError, PasswordError, UnsupportedError
from kbdesk.rag.parsers import legacy, ole
from kbdesk.rag.parsers.legacy import convert, find_libreoffice
from kbdesk.rag.parsers.registry import parse_file

posix = pytest.mark.skipif(os.name != "posix", reason="the stand-in for LibreOffice is a script")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "-plan; rm.doc"
    path.write_bytes(ole.SIGNATURE + b"\0" * 600)
    return path


@pytest.fixture
def to(tmp_path: Path) -> Path:
    folder = tmp_path / "converted"
    folder.mkdir()
    return folder


@pytest.fixture
def soffice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Put a program named soffice on the path: a stand-in that does what a line of Python says."""

    def install(line: str) -> Path:
        program = tmp_path / "bin" / "soffice"
        program.parent.mkdir()
        program.write_text(f"#!{sys.executable}\nimport pathlib, subprocess, sys, time\n{line}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
        return program

    return install


@posix
def test_libreoffice_is_found_on_the_path(soffice: Callable[[str], Path]):
    program = soffice("")
    assert find_libreoffice() == program


@posix
def test_a_file_is_converted_in_a_folder_and_a_profile_of_its_own(soffice: Callable[[str], Path], old: Path, to: Path):
    soffice("pathlib.Path(sys.argv[-2], 'document.docx').write_text(repr(sys.argv[1:]))")
    made = convert(old, to)
    assert made == to / "document.docx"
    assert "rm" not in made.read_text()
    assert (to / "profile").as_uri() in made.read_text()
    assert "DisableMacrosExecution" in (to / "profile" / "user" / "registrymodifications.xcu").read_text()


@posix
def test_nothing_made_is_told(soffice: Callable[[str], Path], old: Path, to: Path):
    soffice("sys.exit(1)")
    with pytest.raises(DamagedError, match="LibreOffice"):
        convert(old, to)


@posix
def test_what_takes_too_long_is_ended_with_its_children(
    soffice: Callable[[str], Path], old: Path, to: Path, monkeypatch: pytest.MonkeyPatch
):
    soffice(
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "pathlib.Path(sys.argv[-2], 'child').write_text(str(child.pid))\ntime.sleep(60)"
    )
    monkeypatch.setattr(legacy, "TIME_LIMIT_S", 5.0)
    with pytest.raises(LimitError):
        convert(old, to)
    child = int((to / "child").read_text())
    deadline = time.monotonic() + 10
    while psutil.pid_exists(child) and psutil.Process(child).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline


def test_without_libreoffice_the_way_out_is_told(old: Path, to: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(legacy, "find_libreoffice", lambda: None)
    with pytest.raises(LegacyFormatError, match=r"\.docx"):
        convert(old, to)


@posix
def test_an_encrypted_file_wants_its_password(soffice: Callable[[str], Path], shared: Path, to: Path):
    soffice("")
    with pytest.raises(PasswordError):
        convert(shared / "corpus" / "hard" / "legacy" / "encrypted-rc4.doc", to)


def test_only_old_office_files_are_converted(to: Path, tmp_path: Path):
    (tmp_path / "song.mp3").write_bytes(b"ID3\x03")
    with pytest.raises(UnsupportedError):
        convert(tmp_path / "song.mp3", to)


@pytest.mark.parametrize(
    ("name", "password", "words"),
    [("sample.doc", None, "Swimming in the lake"), ("encrypted-rc4.doc", "Password1234_", "lorem ipsum")],
)
def test_a_real_file_is_converted_by_a_real_libreoffice(
    name: str, password: str | None, words: str, shared: Path, to: Path
):
    if find_libreoffice() is None:
        pytest.skip("no LibreOffice here")
    made = convert(shared / "corpus" / "hard" / "legacy" / name, to, password)
    parsed = parse_file(made, made.name)
    assert any(words in section.content.text for section in parsed.sections)
