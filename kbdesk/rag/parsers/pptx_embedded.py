"""Documents inside a deck: worksheets, texts and decks that stand on its slides."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from kbdesk.errors import DamagedError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import Attachment
from kbdesk.rag.parsers.package import Package
from kbdesk.rag.parsers.types import sniff_bytes

_READ = frozenset(
    {"docx", "pptx", "xlsx", "xlsb", "xls", "doc", "ppt", "odt", "ods", "odp", "rtf", "pdf", "msg", "eml"}
)


def embedded_documents(package: Package, slides: Iterable[str]) -> list[Attachment]:
    """Return the documents that slides link to, each once; the worksheets behind charts are none.

    Args:
        package: The deck.
        slides: Names of the slides' parts.
    """
    links = [link for slide in slides for link in package.relationships(slide).values()]
    kept = (link for link in links if link.kind in ("package", "oleObject") and not link.external)
    found: list[Attachment] = []
    size = 0
    for part in dict.fromkeys(link.target for link in kept):
        size += package.size(part)
        if len(found) < limits.MAX_ATTACHMENTS and size <= limits.MAX_ATTACHED_BYTES:
            found += _document(package, part)
    return found


def _document(package: Package, part: str) -> list[Attachment]:
    name = posixpath.basename(part)
    try:
        data = package.read(part)
    except DamagedError:
        return []
    kind = sniff_bytes(data, name)
    if kind.id not in _READ:
        return []
    if not name.lower().endswith(kind.extensions):
        name = posixpath.splitext(name)[0] + kind.extensions[0]
    return [Attachment(name, data)]
