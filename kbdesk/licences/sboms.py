"""What is compiled into the libraries of a wheel, as the wheel's own bills of materials say."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Sequence
from importlib import metadata
from typing import Any

from kbdesk.licences.parts import Notice
from kbdesk.licences.table import Table

_IDENTIFIER = re.compile(r"[A-Za-z0-9.+-]+")


def components(distribution: metadata.Distribution, without: Container[str] = ()) -> list[dict[str, Any]]:
    """Return what the bills of materials (CycloneDX) of a wheel list, by name, but for those it is without."""
    listed: dict[tuple[str, str], dict[str, Any]] = {}
    for path in sorted(distribution.files or ()):
        if path.parent.name == "sboms" and path.suffix == ".json":
            for component in json.loads(path.read_text(encoding="utf-8")).get("components", ()):
                listed.setdefault((component["name"], component.get("version", "")), component)
    return [component for (name, _), component in sorted(listed.items()) if name not in without]


def licence_of(component: dict[str, Any]) -> str:
    """Return the licence of a component as an expression, or "" where none is said."""
    found: list[str] = []
    for choice in component.get("licenses", ()):
        licence = choice.get("license", {})
        found.append(choice.get("expression") or licence.get("id") or licence.get("name") or "")
    return " AND ".join(filter(None, found))


def compiled_in(listed: Sequence[dict[str, Any]], table: Table) -> Iterator[Notice]:
    """Yield the list of these components, and the standard texts of their licences.

    Of licences to choose from the text of every one that is not of the GPL's family is given.
    """
    if not listed:
        return
    yield Notice(title="Compiled in", text="".join(f"{_line(component)}\n" for component in listed))
    licences = " ".join(licence_of(component) for component in listed)
    names = sorted(name for name in set(_IDENTIFIER.findall(licences)) if name in table.standard and "GPL" not in name)
    yield from table.notices(tuple(names))


def _line(component: dict[str, Any]) -> str:
    words = [component["name"], component.get("version", ""), licence_of(component), component.get("author", "")]
    return "  ".join(filter(None, words))
