"""What kbdesk is made of, on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from kbdesk.licences import Part, collected
from kbdesk.terminal import say

_RULE = "=" * 100


async def licences(options: argparse.Namespace) -> int:
    """Print all parts with their licences, then each text once, below the names of the parts it is of."""
    parts = collected()
    name_cells = max(len(part.name) for part in parts)
    version_cells = max(len(part.version) for part in parts)
    for part in parts:
        say(f"{part.name:{name_cells}}  {part.version:{version_cells}}  {part.licence}  {part.home}".rstrip())
    for owners, text in _texts(parts):
        say(f"\n{_RULE}\n{', '.join(owners)}\n{_RULE}\n\n{text.strip()}")
    return 0


def _texts(parts: Iterable[Part]) -> Iterable[tuple[list[str], str]]:
    """Return each text once, with the parts it is of; texts that only break their lines elsewhere are the same."""
    owners: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for part in parts:
        for notice in part.notices:
            key = " ".join(notice.text.split())
            texts.setdefault(key, notice.text)
            owners.setdefault(key, []).append(f"{part.name} ({notice.title})")
    return [(owners[key], text) for key, text in texts.items()]
