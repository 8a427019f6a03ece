"""What the frozen program is made of: one list for the licences and for the bill of materials."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import owners
from packaging.utils import canonicalize_name

from kbdesk import __version__
from kbdesk.licences import Notice, Part
from kbdesk.licences.installed import other_parts, part_of
from kbdesk.licences.sboms import components as compiled_in
from kbdesk.licences.table import Table

_PACKAGING = Path(__file__).resolve().parent
_PRODUCT_LOCK = _PACKAGING / "locks" / "product.txt"
# Of these the program's first steps are.
_FREEZER = {"pyinstaller", "pyinstaller-hooks-contrib"}
_COMMON_LICENCE = re.compile(r"/usr/share/common-licenses/([\w.-]+\w)")


@dataclass(frozen=True)
class Component:
    """A part of the program, and what the bill of materials says of it beside.

    Attributes:
        part: Its name, version, licence and texts.
        purl: Its package URL.
        is_carried: Whether any of its files is in the program; otherwise it is only installed where that is built.
        weights: Its files, of a model.
        from_debian: Whether it is a library of the system that the program was built on.
        compiled_in: What its own bills of materials say is compiled into it.
    """

    part: Part
    purl: str
    is_carried: bool = True
    weights: tuple[owners.Entry, ...] = ()
    from_debian: bool = False
    compiled_in: list[dict[str, Any]] = field(default_factory=list)


def components(work: Path) -> tuple[list[Component], list[str]]:
    """Return what the program is made of that PyInstaller put together in a folder, by name; and what is wrong with it.

    Beside what is carried these are the other distributions that the lock of the product names.
    """
    table = Table.load()
    owned, rest = owners.Owners().sort(owners.entries(work))
    packages, unknown = owners.debian_packages(rest)
    licences = tomllib.loads((_PACKAGING / "system_libraries.toml").read_text(encoding="utf-8"))
    problems = [f"Nobody knows where this file of the program comes from: {entry.source}" for entry in unknown]
    problems += [
        f"{package.name}: look at {package.copyright} and write its licence into packaging/system_libraries.toml"
        for package in packages
        if package.name not in licences
    ]
    names = {canonicalize_name(name) for name in owned} - {owners.KBDESK, owners.PYTHON}
    problems += [
        f"{name} is a tool of the build and got into the program: refuse it in packaging/freeze/contents.py"
        for name in sorted(names - _locked() - _FREEZER)
    ]
    entries = [entry for of_owner in owned.values() for entry in of_owner]
    found = [
        Component(_own_part(), f"pkg:github/kbdesk/kbdesk@{__version__}"),
        *(_distribution(name, table, is_carried=name in names) for name in sorted(names | _locked())),
        *_others(entries, names, table),
        *(_debian(package, licences.get(package.name, ""), table) for package in packages),
    ]
    return sorted(found, key=lambda each: each.part.name.lower()), problems


def _own_part() -> Part:
    text = (owners.REPOSITORY / "kbdesk" / "LICENSE").read_text(encoding="utf-8")
    notices = (Notice(title="LICENSE", text=text),)
    home = "https://github.com/kbdesk/kbdesk"
    return Part(name="kbdesk", version=__version__, licence="MIT", home=home, notices=notices)


def _locked() -> set[str]:
    """Return what the lock of the product names and this system has."""
    named = re.findall(r"^([\w.-]+)==", _PRODUCT_LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    installed = {canonicalize_name(each.metadata["Name"]) for each in metadata.distributions()}
    return {canonicalize_name(name) for name in named} & installed


def _distribution(name: str, table: Table, *, is_carried: bool) -> Component:
    distribution = metadata.distribution(name)
    return Component(
        part_of(distribution, table),
        f"pkg:pypi/{name}@{distribution.version}",
        is_carried=is_carried,
        compiled_in=compiled_in(distribution, table.correction(name).without),
    )


def _others(entries: list[owners.Entry], names: Iterable[str], table: Table) -> Iterator[Component]:
    by_name = {other.name: other for other in table.parts}
    for part in other_parts(names, table):
        other = by_name[part.name]
        files = tuple(
            entry for entry in entries if any(fnmatch.fnmatch(entry.place, pattern) for pattern in other.files)
        )
        if files or not other.files:
            version = f"@{part.version}" if re.fullmatch(r"[\d.]+", part.version) else ""
            yield Component(part, other.purl + version, weights=files if other.is_model else ())


def _debian(package: owners.DebianPackage, licence: str, table: Table) -> Component:
    text = package.copyright.read_text(encoding="utf-8", errors="replace")
    # Debian's files refer to texts that each of its systems has; those of the library itself go with it.
    common = sorted({name for name in _COMMON_LICENCE.findall(text) if name in licence})
    texts = [Notice(title=name, text=Path("/usr/share/common-licenses", name).read_text("utf-8")) for name in common]
    if "GCC-exception-3.1" in licence:
        texts += table.notices(("GCC-exception-3.1",))
    part = Part(
        name=package.name,
        version=package.version,
        licence=licence,
        home=f"https://sources.debian.org/src/{package.source}/",
        notices=(Notice(title="copyright", text=text), *texts),
    )
    purl = f"pkg:deb/debian/{package.name}@{package.version}?arch={package.architecture}"
    return Component(part, purl, from_debian=True)
