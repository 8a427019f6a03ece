"""What the desktop, the software centre and the manual are told about the program."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from kbdesk import APPLICATION_ID, __version__

REPOSITORY = Path(__file__).resolve().parents[2]
LINUX = REPOSITORY / "packaging" / "linux"


def run_tool(*command):
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    command = [str(part) for part in command]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)


def metainfo():
    return ElementTree.parse(LINUX / f"{APPLICATION_ID}.metainfo.xml").getroot()


@pytest.mark.parametrize(
    "command",
    [
        ("desktop-file-validate", LINUX / f"{APPLICATION_ID}.desktop"),
        ("appstreamcli", "validate", "--no-net", "--pedantic", "--strict", LINUX / f"{APPLICATION_ID}.metainfo.xml"),
        ("mandoc", "-T", "lint", "-W", "style", LINUX / "kbdesk.1"),
        ("groff", "-ww", "-man", "-mdoc", "-z", LINUX / "kbdesk.1"),
        ("shellcheck", "-x", LINUX / "make_deb", LINUX / "check", *sorted((LINUX / "trial").glob("*.sh"))),
    ],
    ids=lambda command: command[0],
)
def test_the_tool_that_checks_a_file_finds_nothing_wrong(command):
    done = run_tool(*command)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_kbpack_is_known_by_its_name(tmp_path):
    (tmp_path / "packages").mkdir()
    shutil.copy(LINUX / f"{APPLICATION_ID}.mime.xml", tmp_path / "packages" / f"{APPLICATION_ID}.xml")
    done = run_tool("update-mime-database", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "50:application/vnd.kbdesk.pack+zip:*.kbpack" in (tmp_path / "globs2").read_text("utf-8")


def test_the_desktop_file_opens_the_type_that_the_metainfo_provides():
    desktop = (LINUX / f"{APPLICATION_ID}.desktop").read_text("utf-8")
    (media_type,) = [each.text for each in metainfo().iter("mediatype")]
    assert f"MimeType={media_type};" in desktop
    assert f"Icon={APPLICATION_ID}\n" in desktop


def test_the_newest_release_of_all_files_is_this_version():
    newest = next(metainfo().iter("release"))
    first_line = (LINUX / "changelog").read_text("utf-8").splitlines()[0]
    assert newest.get("version") == __version__
    assert re.fullmatch(rf"kbdesk \({re.escape(__version__)}\) \w+; urgency=medium", first_line)
