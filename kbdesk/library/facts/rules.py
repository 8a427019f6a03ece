"""What a tag, a name and a description may be."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace

from kbdesk.errors import InputError
from kbdesk.library.facts.types import Change
from kbdesk.library.names import folded, natural_key
from kbdesk.library.types import Facts
from kbdesk.texts import text

LONGEST_TAG = 50
LONGEST_NAME = 100
LONGEST_DESCRIPTION = 2000

COMMAS = ",，"
"""What separates tags where several are typed."""


def cleaned(change: Change) -> Change:
    """Return a change as it is kept: without blanks around, and one blank between words.

    Raises:
        InputError: Something in it is too long, or is no tag.
    """
    return replace(
        change,
        add_tags=tuple(map(tag_of, change.add_tags)),
        remove_tags=tuple(map(_one_line, change.remove_tags)),
        responsible=None if change.responsible is None else _name_of(change.responsible),
        description=None if change.description is None else _description_of(change.description),
    )


def tag_of(typed: str) -> str:
    """Return a tag as it is kept.

    Raises:
        InputError: It is empty, too long, or has a comma or a sign in it that cannot be seen.
    """
    tag = _one_line(typed)
    if not tag:
        raise InputError(text("facts", "A tag has no letters."), text("facts", "Type a word or two."))
    if any(comma in tag for comma in COMMAS):
        raise InputError(
            text("facts", "The tag “{tag}” has a comma in it.", tag=tag), text("facts", "Add each tag by itself.")
        )
    if len(tag) > LONGEST_TAG:
        raise InputError(
            text("facts", "The tag “{tag}” is too long.", tag=tag),
            text("facts", "Use at most {count} characters.", count=LONGEST_TAG),
        )
    return tag


def changed(facts: Facts, change: Change, spelled: Callable[[str], str]) -> Facts:
    """Return facts after a change that is cleaned; `spelled` tells how a tag is written in the knowledge base."""
    review_by = change.review_by
    return Facts(
        tags=with_tags(without_tags(facts.tags, change.remove_tags), map(spelled, change.add_tags)),
        responsible=facts.responsible if change.responsible is None else change.responsible,
        review_by=facts.review_by if review_by is None else None if review_by == "none" else review_by,
        description=facts.description if change.description is None else change.description,
    )


def restored(now: Facts, before: Facts, after: Facts) -> Facts:
    """Return facts as they would be without a change; what others changed since then stays."""
    return Facts(
        tags=with_tags(
            without_tags(now.tags, set(after.tags) - set(before.tags)),
            [tag for tag in before.tags if tag not in after.tags],
        ),
        responsible=before.responsible if now.responsible == after.responsible else now.responsible,
        review_by=before.review_by if now.review_by == after.review_by else now.review_by,
        description=before.description if now.description == after.description else now.description,
    )


def without_tags(tags: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Return tags without some, which may be written with other cases."""
    keys = set(map(folded, gone))
    return tuple(tag for tag in tags if folded(tag) not in keys)


def with_tags(tags: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return tags with more, in the order of the alphabet; of two that differ in their case the first stays."""
    by_key: dict[str, str] = {}
    for tag in (*tags, *more):
        by_key.setdefault(folded(tag), tag)
    return tuple(sorted(by_key.values(), key=natural_key))


def _name_of(typed: str) -> str:
    name = _one_line(typed)
    if len(name) > LONGEST_NAME:
        raise InputError(
            text("facts", "The name of the owner is too long."),
            text("facts", "Use at most {count} characters.", count=LONGEST_NAME),
        )
    return name


def _description_of(typed: str) -> str:
    description = "\n".join(_visible(" ".join(line.split())) for line in typed.splitlines()).strip()
    if len(description) > LONGEST_DESCRIPTION:
        raise InputError(
            text("facts", "The description is too long."),
            text("facts", "Use at most {count} characters.", count=LONGEST_DESCRIPTION),
        )
    return description


def _one_line(typed: str) -> str:
    return _visible(" ".join(typed.split()))


def _visible(line: str) -> str:
    """Return a line without signs that cannot be seen or stored, for example out of another program's clipboard."""
    kept = "".join(each for each in line if unicodedata.category(each) not in ("Cc", "Cs"))
    return unicodedata.normalize("NFC", kept).strip()
