"""Who brought what into the frozen program, as the lists say that PyInstaller leaves behind."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
KBDESK, PYTHON = "kbdesk", "python"
# Entries that are no files of others: links within the program, options, what PyInstaller itself put together.
_MADE = ("SYMLINK", "OPTION", "PYZ", "PKG", "SPLASH")


@dataclass(frozen=True)
class Entry:
    """A file or a module of the program.

    Attributes:
        place: Where it is in the program; of a module its name.
        source: The file it came from.
    """

    place: str
    source: Path


@dataclass(frozen=True)
class DebianPackage:
    """An installed package of Debian."""

    name: str
    version: str
    architecture: str
    source: str

    @property
    def copyright(self) -> Path:
        """The file that says its licences."""
        return Path("/usr/share/doc") / self.name / "copyright"


def entries(work: Path) -> list[Entry]:
    """Return what the lists in PyInstaller's work folder name, but for what it made there."""
    work = work.resolve()
    found: dict[Entry, None] = {}
    for pattern in ("COLLECT-*.toc", "PYZ-*.toc", "EXE-*.toc"):
        for toc in sorted(work.glob(pattern)):
            for place, source, kind in _triples(ast.literal_eval(toc.read_text(encoding="utf-8"))):
                # A namespace package has no file and no source but "-".
                if kind not in _MADE and source not in ("", "-") and not Path(source).is_relative_to(work):
                    found[Entry(place.replace("\\", "/"), Path(source))] = None
    if not found:
        raise FileNotFoundError(f"{work}: no lists of PyInstaller")
    return list(found)


def _triples(value: object) -> Iterator[tuple[str, str, str]]:
    if isinstance(value, tuple) and len(value) == 3 and all(isinstance(each, str) for each in value):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _triples(each)


class Owners:
    """Finds who brought a file: a distribution of this environment, Python, kbdesk, or a package of Debian."""

    def __init__(self) -> None:
        self._by_file: dict[str, metadata.Distribution] = {}
        for distribution in metadata.distributions():
            root = os.path.realpath(str(distribution.locate_file("")))
            for file in distribution.files or ():
                self._by_file[os.path.normpath(f"{root}/{file}")] = distribution
        paths = sysconfig.get_paths()
        folders = [paths["stdlib"], paths["platstdlib"]]
        if sys.platform != "linux":  # there Python has a folder of its own, with the libraries it needs
            folders.append(sys.base_prefix)
        self._of_python = [os.path.realpath(folder) for folder in folders]

    def sort(self, found: Iterable[Entry]) -> tuple[dict[str, list[Entry]], list[Entry]]:
        """Return the entries by who brought them ("kbdesk", "python", a distribution), and those that nobody did."""
        owned: dict[str, list[Entry]] = {}
        others: list[Entry] = []
        for entry in found:
            owner = self._owner(entry.source)
            if owner:
                owned.setdefault(owner, []).append(entry)
            else:
                others.append(entry)
        return owned, others

    def _owner(self, source: Path) -> str:
        real = os.path.realpath(source)
        if distribution := self._by_file.get(real):
            return distribution.metadata["Name"]
        if any(real.startswith(folder + os.sep) for folder in self._of_python) or source.name.startswith("libpython3"):
            return PYTHON
        if Path(real).is_relative_to(REPOSITORY / "kbdesk") or Path(real).is_relative_to(REPOSITORY / "resources"):
            return KBDESK
        return ""


def debian_packages(found: Iterable[Entry]) -> tuple[dict[DebianPackage, list[Entry]], list[Entry]]:
    """Return the entries by the package of Debian that brought them; and those that none did."""
    packages: dict[DebianPackage, list[Entry]] = {}
    unknown: list[Entry] = []
    for entry in found:
        if name := _debian_name(entry.source):
            packages.setdefault(_debian_package(name), []).append(entry)
        else:
            unknown.append(entry)
    return packages, unknown


def _debian_name(source: Path) -> str:
    real = os.path.realpath(source)
    # Debian names some files beneath /lib, others beneath /usr/lib, which are the same folder.
    answer = _ask("dpkg-query", "--search", real, real.removeprefix("/usr"))
    return answer.partition(": ")[0].partition(",")[0]


def _debian_package(name: str) -> DebianPackage:
    answer = _ask(
        "dpkg-query", "--show", "--showformat", r"${Package}\t${Version}\t${Architecture}\t${source:Package}", name
    )
    return DebianPackage(*answer.split("\t"))


def _ask(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return ""
