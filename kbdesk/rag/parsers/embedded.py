"""Documents inside of Office files: worksheets, texts and decks that stand on pages and slides."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import Attachment
from kbdesk.rag.parsers.package import Package
from kbdesk.rag.parsers.types import sniff_bytes

_READ = frozenset(
    {"docx", "pptx", "xlsx", "xlsb", "xls", "doc", "ppt", "odt", "ods", "odp", "rtf", "pdf", "msg", "eml"}
)


def embedded_documents(package: Package, parts: Iterable[str]) -> list[Attachment]:
    """Return the documents that parts link to, each once; the worksheets behind charts are none.

    Args:
        package: The file.
        parts: Names of the parts.
    """
    links = [link for part in parts for link in package.relationships(part).values()]
    kept = (link.target for link in links if link.kind in ("package", "oleObject") and not link.external)
    return documents_of(kept, lambda part: package.optional(part, limits.MAX_ATTACHED_BYTES))


def documents_of(parts: Iterable[str], read: Callable[[str], bytes | None]) -> list[Attachment]:
    """Return the documents among parts, each once, as many as a file may have.

    Args:
        parts: Their names.
        read: Returns the bytes of a part, None if it cannot be had.
    """
    found: list[Attachment] = []
    size = 0
    for part in dict.fromkeys(parts):
        data = read(part) or b""
        size += len(data)
        if len(found) == limits.MAX_ATTACHMENTS or size > limits.MAX_ATTACHED_BYTES:
            break
        found += _as_document(posixpath.basename(part), data) if data else []
    return found


def _as_document(name: str, data: bytes) -> list[Attachment]:
    """Return an embedded file under a name that fits its content; none if it is no document."""
    kind = sniff_bytes(data, name)
    if kind.id not in _READ:
        return []
    fitting = name if name.lower().endswith(kind.extensions) else posixpath.splitext(name)[0] + kind.extensions[0]
    return [Attachment(fitting, data)]
