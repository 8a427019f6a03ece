"""Files with files inside, made for tests."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage
from pathlib import Path

from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo


def zip_of(**files: str | bytes) -> bytes:
    """Return an archive; "__" in a name stands for a dot."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return target.getvalue()


def mail_of(text: str, **files: str | bytes) -> bytes:
    mail = EmailMessage()
    mail["Subject"] = "Travel"
    mail.set_content(text)
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name.replace("__", "."))
    return mail.as_bytes()


def put(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


async def tree(library: Library, kb_id: str) -> dict[str, DocumentInfo]:
    return {document.name: document for document in await library.documents(kb_id)}
