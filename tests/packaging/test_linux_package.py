"""The Debian package of a small stand-in for the frozen program: what is in it, and that it is the same each time."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kbdesk import APPLICATION_ID, __version__

MAKE_DEB = Path(__file__).resolve().parents[2] / "packaging" / "linux" / "make_deb"
PROGRAM = """#!/bin/sh
echo 'some-part  1.0  MIT'
echo
echo 'The whole text.'
"""

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True, **options).stdout


@pytest.fixture(scope="module")
def frozen(tmp_path_factory):
    """A folder like PyInstaller's: the program, and libraries beside it that carry the mode they were built with."""
    folder = tmp_path_factory.mktemp("frozen") / "kbdesk"
    (folder / "_internal").mkdir(parents=True)
    (folder / "kbdesk").write_text(PROGRAM, "utf-8")
    (folder / "kbdesk").chmod(0o755)
    (folder / "_internal" / "libpart.so.1").write_bytes(b"library")
    (folder / "_internal" / "libpart.so.1").chmod(0o700)
    (folder / "_internal" / "libpart.so").symlink_to("libpart.so.1")
    return folder


@pytest.fixture(scope="module")
def make(frozen):
    def make_one(output):
        quick = {"DPKG_DEB_COMPRESSOR_TYPE": "gzip", "DPKG_DEB_COMPRESSOR_LEVEL": "1"}
        run(MAKE_DEB, frozen, output, env={**os.environ, **quick, "PYTHON": sys.executable})
        return output

    return make_one


@pytest.fixture(scope="module")
def package(make, tmp_path_factory):
    return make(tmp_path_factory.mktemp("package") / "kbdesk.deb")


@pytest.fixture(scope="module")
def unpacked(package, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked")
    run("dpkg-deb", "-x", package, folder)
    return folder


def test_the_package_has_the_version_of_the_program(package):
    assert run("dpkg-deb", "-f", package, "Package", "Version").splitlines() == [
        "Package: kbdesk",
        f"Version: {__version__}",
    ]


def test_everything_belongs_to_root_and_only_the_program_can_be_run(package):
    for line in run("dpkg-deb", "-c", package).splitlines():
        mode, owner, *_, place = re.split(r" +", line.split(" -> ")[0])
        assert owner == "root/root"
        if mode.startswith("-"):
            assert mode == ("-rwxr-xr-x" if place == "./usr/lib/kbdesk/kbdesk" else "-rw-r--r--"), place


def test_the_command_leads_to_the_program(unpacked):
    command = unpacked / "usr" / "bin" / "kbdesk"
    assert command.is_symlink()
    assert command.resolve() == (unpacked / "usr" / "lib" / "kbdesk" / "kbdesk").resolve()


def test_links_between_libraries_stay_links(unpacked):
    assert (unpacked / "usr/lib/kbdesk/_internal/libpart.so").readlink() == Path("libpart.so.1")


@pytest.mark.parametrize(
    "place",
    [
        f"usr/share/applications/{APPLICATION_ID}.desktop",
        f"usr/share/metainfo/{APPLICATION_ID}.metainfo.xml",
        f"usr/share/mime/packages/{APPLICATION_ID}.xml",
        f"usr/share/icons/hicolor/48x48/apps/{APPLICATION_ID}.png",
        f"usr/share/icons/hicolor/scalable/apps/{APPLICATION_ID}.svg",
        "usr/share/man/man1/kbdesk.1.gz",
        "usr/share/doc/kbdesk/changelog.gz",
    ],
)
def test_a_desktop_finds_what_it_looks_for(unpacked, place):
    assert (unpacked / place).is_file()


def test_the_copyright_names_the_parts_and_their_texts_are_beside_it(unpacked):
    folder = unpacked / "usr" / "share" / "doc" / "kbdesk"
    text = (folder / "copyright").read_text("utf-8")
    assert text.rstrip().endswith(" .\n  some-part  1.0  MIT")
    assert "The whole text." not in text
    assert "The whole text." in run("gzip", "-dc", folder / "licences.gz")


def test_the_sums_are_those_of_the_files(package, unpacked, tmp_path):
    run("dpkg-deb", "-e", package, tmp_path / "control")
    assert "FAILED" not in run("md5sum", "-c", tmp_path / "control" / "md5sums", cwd=unpacked)


def test_the_same_program_gives_the_same_package(make, package, tmp_path):
    assert make(tmp_path / "again.deb").read_bytes() == package.read_bytes()
