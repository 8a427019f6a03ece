"""Files inside a file: what they are called, and how many there may be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import Attachment
from kbdesk.texts import Text, text

_MAX_PART_CHARACTERS = 200
_NAMES_SHOWN = 20
# Control characters, and those that turn the direction of writing: they make "gpj.exe" look like "exe.jpg".
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_DRIVES = re.compile(r"^(?:[A-Za-z]:)+")


def safe_path(name: str) -> str:
    """Return a path that stays below any folder: parts with "/" between them; "" if nothing is left of it."""
    path = _UNPRINTABLE.sub("", name).replace("\\", "/")
    parts = (_DRIVES.sub("", part.strip()).strip() for part in path.split("/"))
    return "/".join(_shortened(part) for part in parts if part.strip(". "))


def safe_name(name: str) -> str:
    """Return the last part of a path as a name of its own; "" if nothing is left of it."""
    return safe_path(name).rsplit("/", 1)[-1]


def kept(found: Iterable[Attachment], depth: int) -> tuple[list[Attachment], list[Text]]:
    """Return the files inside a file that become documents, and what a person should know of the others.

    Args:
        found: What a parser found.
        depth: How many files the file itself is inside of.
    """
    files = [attachment for attachment in found if attachment.data]
    if files and depth >= limits.MAX_DEPTH:
        return [], [_left_out(files)]
    fitting: list[Attachment] = []
    beyond: list[Attachment] = []
    total = 0
    for file in files:
        total += len(file.data)
        fits = len(fitting) < limits.MAX_ATTACHMENTS and total <= limits.MAX_ATTACHED_BYTES
        (fitting if fits else beyond).append(file)
    return _renamed(fitting), [_left_out(beyond)] if beyond else []


def listed(names: Iterable[str]) -> str:
    """Return the first names in a line."""
    found = list(names)
    return ", ".join([*found[:_NAMES_SHOWN], *(["…"] if len(found) > _NAMES_SHOWN else [])])


def _renamed(files: list[Attachment]) -> list[Attachment]:
    """Return the files under names that lead nowhere and occur once."""
    numbers: Counter[str] = Counter()
    taken: set[str] = set()
    renamed: list[Attachment] = []
    for file in files:
        wanted = name = safe_path(file.name) or "file"
        while name in taken:
            path = PurePosixPath(wanted)
            numbers[wanted] += 1
            name = str(path.with_name(f"{path.stem} ({numbers[wanted] + 1}){path.suffix}"))
        taken.add(name)
        renamed.append(Attachment(name, file.data))
    return renamed


def _shortened(part: str) -> str:
    if len(part) <= _MAX_PART_CHARACTERS:
        return part
    suffix = PurePosixPath(part).suffix[:20]
    return part[: _MAX_PART_CHARACTERS - len(suffix)] + suffix


def _left_out(files: list[Attachment]) -> Text:
    return text(
        "parsing",
        "Files inside this one were not read, there are too many, too large or too deep inside: {names}. "
        "Save and drop them on their own.",
        names=listed(file.name for file in files),
    )
