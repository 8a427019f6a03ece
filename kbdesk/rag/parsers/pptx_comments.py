"""Who said what about a slide: reviewers' comments of both generations, and replies to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.ooxml import attribute, child, descendants, local, shape_paragraphs
from kbdesk.rag.parsers.package import Package

_AUTHORS = frozenset({"commentAuthors", "authors"})


def comment_authors(package: Package, presentation: str) -> dict[str, str]:
    """Return the names of the deck's reviewers by their ids.

    Args:
        package: The deck.
        presentation: The name of its main part.
    """
    parts = (link.target for link in package.relationships(presentation).values() if link.kind in _AUTHORS)
    roots = (root for part in parts if (root := package.optional_xml(part)) is not None)
    people = (person for root in roots for person in root)
    return {attribute(person, "id") or "": (attribute(person, "name") or "").strip() for person in people}


def comment_lines(root: Element, authors: Mapping[str, str]) -> Iterator[str]:
    """Yield "Author: comment" for each comment of a part, followed by the replies to it."""
    for comment in root:
        if local(comment) == "cm":
            yield from _lines(comment, authors)
            for reply in descendants(comment, "reply"):
                yield from _lines(reply, authors)


def _lines(comment: Element, authors: Mapping[str, str]) -> Iterator[str]:
    """Yield the line of a comment: plain, or formatted like the text of shapes."""
    plain, formatted = child(comment, "text"), child(comment, "txBody")
    words = (plain.text or "").strip() if plain is not None else ""
    if formatted is not None:
        words = "\n".join(shape_paragraphs(formatted))
    author = authors.get(attribute(comment, "authorId") or "", "")
    if words:
        yield f"{author}: {words}" if author else words
