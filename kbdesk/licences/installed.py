"""The parts of a kbdesk that runs from installed distributions."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path, PurePosixPath

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kbdesk.licences.parts import Notice, Part
from kbdesk.licences.sboms import compiled_in, components
from kbdesk.licences.table import OtherPart, Table

_PROGRAM = "kbdesk"
_LICENCE_FILE = re.compile(r"licen[cs]e|copying|copyright|notice|authors", re.IGNORECASE)
_TEXT_SUFFIXES = frozenset(("", ".txt", ".md", ".rst"))
# Some metadata hold the whole text where the name of the licence should be.
_LONGEST_NAME = 100


def installed_parts() -> list[Part]:
    """Return kbdesk, all it needs that is installed, and what is neither, by name."""
    distributions = closure()
    table = Table.load()
    parts = [part_of(distribution, table) for distribution in distributions.values()]
    parts += other_parts(distributions, table)
    return sorted(parts, key=lambda part: part.name.lower())


def closure(program: str = _PROGRAM) -> dict[str, metadata.Distribution]:
    """Return a program and what it needs, directly or not, by normalized name; what is not installed is left out."""
    found: dict[str, metadata.Distribution] = {}
    waiting = [Requirement(program)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wanted = waiting.pop()
        key = (canonicalize_name(wanted.name), frozenset(wanted.extras))
        if key in seen:
            continue
        seen.add(key)
        try:
            distribution = metadata.distribution(wanted.name)
        except metadata.PackageNotFoundError:
            continue
        found[key[0]] = distribution
        waiting += _requirements(distribution, wanted.extras)
    return found


def part_of(distribution: metadata.Distribution, table: Table) -> Part:
    """Return a distribution with its licence and all texts that go with it."""
    name = distribution.metadata["Name"]
    correction = table.correction(name)
    found = (
        *_licence_files(distribution),
        *table.notices(correction.texts),
        *compiled_in(components(distribution, correction.without), table),
    )
    # Some wheels hold a file twice.
    notices = {notice.text: notice for notice in reversed(found)}
    return Part(
        name=name,
        version=distribution.version,
        licence=correction.licence or _licence(distribution),
        home=_home(distribution),
        notices=tuple(reversed(notices.values())),
    )


def other_parts(distributions: Iterable[str], table: Table) -> Iterator[Part]:
    """Yield what is no distribution of its own but comes with one of these, or with Python or kbdesk."""
    here = {*distributions, "python"}
    for other in table.parts:
        bringer = other.version_of or other.within
        if not bringer or canonicalize_name(bringer) in here:
            yield Part(
                name=other.name,
                version=_version(other),
                licence=other.licence,
                home=other.home,
                notices=table.notices(other.texts),
            )


def _requirements(distribution: metadata.Distribution, extras: set[str]) -> Iterator[Requirement]:
    for line in distribution.requires or ():
        requirement = Requirement(line)
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield requirement


def _licence(distribution: metadata.Distribution) -> str:
    name = _said(distribution, "License-Expression") or _said(distribution, "License")
    if name and "\n" not in name and len(name) <= _LONGEST_NAME:
        return name
    classifiers = distribution.metadata.get_all("Classifier") or []
    return " ".join(line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::"))


def _home(distribution: metadata.Distribution) -> str:
    addresses = [line.partition(", ")[::2] for line in distribution.metadata.get_all("Project-URL") or []]
    by_label = {label.lower(): address for label, address in addresses}
    wanted = ("source", "source code", "repository", "github", "code", "homepage", "home")
    return next((by_label[label] for label in wanted if label in by_label), _said(distribution, "Home-page"))


def _said(distribution: metadata.Distribution, field: str) -> str:
    return (distribution.metadata.get_all(field) or [""])[0]


def _licence_files(distribution: metadata.Distribution) -> Iterator[Notice]:
    # A distribution's own licence comes before those of what lies among its files.
    for path in sorted(distribution.files or (), key=lambda path: (not _is_in_metadata(path), path)):
        if _is_licence(path):
            text = _text_of(Path(path.locate()))
            if text.strip():
                yield Notice(title=_title(path), text=text)


def _text_of(file: Path) -> str:
    """Return the text of a file; some are older than UTF-8, and some systems take the licences out of packages."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return ""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _is_in_metadata(path: PurePosixPath) -> bool:
    return path.parts[0].endswith((".dist-info", ".egg-info"))


def _is_licence(path: PurePosixPath) -> bool:
    in_metadata = _is_in_metadata(path)
    if in_metadata and "licenses" in path.parts[1:-1]:
        return True
    return bool(_LICENCE_FILE.search(path.name)) and (in_metadata or path.suffix.lower() in _TEXT_SUFFIXES)


def _title(path: PurePosixPath) -> str:
    """Return where a text lies in its wheel, without the folder that holds all of them."""
    parts = path.parts[1:] if path.parts[0].endswith((".dist-info", ".egg-info")) else path.parts
    return "/".join(parts[1:] if parts[0] == "licenses" else parts)


def _version(other: OtherPart) -> str:
    if other.version_of == "python":
        return platform.python_version()
    return metadata.version(other.version_of) if other.version_of else other.version
