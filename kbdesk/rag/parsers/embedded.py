"""Documents inside of Office files: worksheets, texts and decks that stand on pages and slides."""

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


def embedded_documents(package: Package, parts: Iterable[str]) -> list[Attachment]:
    """Return the documents that parts link to, each once; the worksheets behind charts are none.

    Args:
        package: The file.
        parts: Names of the parts.
    """
    links = [link for part in parts for link in package.relationships(part).values()]
    kept = (link for link in links if link.kind in ("package", "oleObject") and not link.external)
    found: list[Attachment] = []
    size = 0
    for part in dict.fromkeys(link.target for link in kept):
        size += package.size(part)
        if len(found) < limits.MAX_ATTACHMENTS and size <= limits.MAX_ATTACHED_BYTES:
            found += _document(package, part)
    return found


def _document(package: Package, part: str) -> list[Attachment]:
    try:
        return as_document(posixpath.basename(part), package.read(part))
    except DamagedError:
        return []


def as_document(name: str, data: bytes) -> list[Attachment]:
    """Return an embedded file under a name that fits its content; none if it is no document."""
    kind = sniff_bytes(data, name)
    if kind.id not in _READ:
        return []
    fitting = name if name.lower().endswith(kind.extensions) else posixpath.splitext(name)[0] + kind.extensions[0]
    return [Attachment(fitting, data)]
