"""`kbdesk --self-test`: each check ends in a word and a sentence, and what is missing is told with what to do."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kbdesk.errors import DataFolderError, StoreError
from kbdesk.paths import resources
from kbdesk.self_test import parts, window
from kbdesk.self_test.check import INSTALL_AGAIN, Check, CheckFailedError, NotHereError, Outcome, outcome_of
from kbdesk.self_test.run import FULL, SHORT, outcomes
from kbdesk.texts import text

SESSION = Path(__file__).resolve().parent.parent / "keyring_session.sh"


def self_test(*arguments: str, before: tuple[str, ...] = (), **environment: str) -> tuple[int, list[dict[str, Any]]]:
    done = subprocess.run(
        [*before, sys.executable, "-m", "kbdesk", "--self-test", "--json", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def ended(raised: Exception, folder: Path) -> Outcome:
    def fail(_: Path) -> str:
        raise raised

    return outcome_of(Check("It works", fail), folder)


def test_what_is_whole_is_found_whole() -> None:
    code, found = self_test()
    assert code == 0
    assert [each["sentence"] for each in found] == [check.sentence for check in SHORT]
    assert {each["state"] for each in found} <= {"ok", "not here"}


def test_what_is_missing_is_told_and_the_other_checks_go_on(tmp_path: Path) -> None:
    code, found = self_test(KBDESK_MODEL_FILE=str(tmp_path / "nowhere"))
    failed = [each for each in found if each["state"] == "failed"]
    assert code == 1
    assert [each["said"] for each in failed] == [
        f"The built-in model for search is missing or damaged. {INSTALL_AGAIN}"
    ]
    assert len(found) == len(SHORT)


def test_people_get_a_line_for_each_check() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kbdesk", "--self-test"], capture_output=True, text=True, encoding="utf-8", check=False
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(SHORT)
    assert lines[0].startswith("ok        The program says which one it is: kbdesk ")
    assert done.stderr == ""


COMMAND = [sys.executable, "-m", "kbdesk", "--self-test"]


def test_whoever_reads_only_the_beginning_gets_no_error() -> None:
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is no signal there")
def test_ctrl_c_ends_it_in_a_line() -> None:
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "kbdesk: stopped\n")


def test_a_computer_without_room_for_temporary_files_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    with pytest.raises(DataFolderError, match="let the variable TMPDIR name another folder"):
        next(outcomes(SHORT))


@pytest.mark.slow
def test_the_handbook_is_read_and_a_key_is_kept() -> None:
    before = ("bash", str(SESSION), "open") if shutil.which("gnome-keyring-daemon") else ()
    code, found = self_test("--full", before=before)
    assert code == 0
    assert [each["sentence"] for each in found] == [check.sentence for check in FULL]
    assert not before or {each["state"] for each in found} == {"ok"}


def test_a_failure_says_what_to_do(tmp_path: Path) -> None:
    outcome = ended(CheckFailedError("The cable is loose.", "Plug it in."), tmp_path)
    assert (outcome.state, outcome.said) == ("failed", "The cable is loose. Plug it in.")


def test_an_error_of_the_program_is_told_in_its_own_words(tmp_path: Path) -> None:
    outcome = ended(StoreError(text("store", "It is full."), text("store", "Make room.")), tmp_path)
    assert (outcome.state, outcome.said) == ("failed", "It is full. Make room.")


def test_an_error_that_nobody_expected_is_told_in_one_line(tmp_path: Path) -> None:
    outcome = ended(ZeroDivisionError("by zero\nindeed"), tmp_path)
    assert outcome.state == "failed"
    assert outcome.said.endswith(f"ZeroDivisionError: by zero indeed {INSTALL_AGAIN}")


def test_what_the_computer_lacks_is_no_failure_and_no_success(tmp_path: Path) -> None:
    assert ended(NotHereError("There is no sea.", "Dig."), tmp_path).state == "not here"


def test_every_check_has_an_empty_folder_that_goes_with_it() -> None:
    folders: list[Path] = []

    def note(folder: Path) -> str:
        assert not list(folder.iterdir())
        (folder / "left").touch()
        folders.append(folder)
        return ""

    assert [each.state for each in outcomes((Check("a", note), Check("b", note)))] == ["ok", "ok"]
    assert not any(folder.exists() for folder in folders)


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the program in a folder where some may get lost."""
    folder = shutil.copytree(resources(), tmp_path / "resources")
    for module in (parts, window):
        monkeypatch.setattr(module, "resources", lambda: folder)
    return folder


def test_missing_icons_are_noticed(broken: Path, tmp_path: Path) -> None:
    shutil.rmtree(broken / "icons")
    with pytest.raises(CheckFailedError, match="Files are missing"):
        parts.files(tmp_path)


@pytest.mark.parametrize("name", ["kbdesk_zh_CN.qm", "kbdesk_en.qm"])
def test_missing_translations_are_noticed(broken: Path, tmp_path: Path, name: str) -> None:
    assert window.translations(tmp_path)
    (broken / "translations" / name).unlink()
    with pytest.raises(CheckFailedError, match=name.removesuffix(".qm")):
        window.translations(tmp_path)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    with pytest.raises(CheckFailedError, match="Stems of words"):
        parts.libraries(tmp_path)
