"""Files that kbdesk does not read: why, and what a person can do instead."""

from __future__ import annotations

from kbdesk.errors import LegacyFormatError, ParseError, UnsupportedError
from kbdesk.frozen import command
from kbdesk.rag.parsers.faults import password_wanted
from kbdesk.rag.parsers.types import FileType
from kbdesk.texts import Text, text


def refusal(file_type: FileType) -> ParseError:
    """Return the error for a file of a type that no parser reads."""
    if file_type.id == "encrypted":
        return password_wanted(None)
    remedy = _remedy(file_type.id)
    if file_type.id in {"doc", "ppt", "biff", "wordperfect"}:
        return LegacyFormatError(
            text("parsing", "This is a file in an old format ({kind}).", kind=file_type.kind), remedy
        )
    if file_type.id == "kbpack":
        return UnsupportedError(text("parsing", "This is a whole knowledge base of kbdesk, not a document."), remedy)
    if file_type.id == "binary":
        return UnsupportedError(text("parsing", "kbdesk does not know this kind of file."), remedy)
    return UnsupportedError(
        text("parsing", "kbdesk cannot read this kind of file ({kind}).", kind=file_type.kind), remedy
    )


def _remedy(type_id: str) -> Text:
    remedies = {
        "doc": text(
            "parsing",
            "Open it in Word or LibreOffice, save it as .docx and drop it again. Where LibreOffice is installed, the"
            " window can do that for you (Convert with LibreOffice and read).",
        ),
        "ppt": text(
            "parsing",
            "Open it in PowerPoint or LibreOffice, save it as .pptx and drop it again. Where LibreOffice is installed,"
            " the window can do that for you (Convert with LibreOffice and read).",
        ),
        "biff": text("parsing", "Open it in Excel or LibreOffice, save it as .xlsx and drop it again."),
        "wordperfect": text("parsing", "Open it in LibreOffice, save it as .docx and drop it again."),
        "pst": text("parsing", "Save the messages you need as .msg or .eml and drop those."),
        "mobi": text("parsing", "Convert it to EPUB and drop that."),
        "postscript": text("parsing", "Save it as PDF and drop that."),
        "link": text("parsing", "It only points to a file or a page. Drop what it points to."),
        "ole": text("parsing", "Open it in its own program, save it as PDF and drop that."),
        "iwork": text("parsing", "Export it as PDF or in an Office format and drop that."),
        "kbpack": text(
            "parsing",
            "Open it with File > Open knowledge base, or with “{command} kb import”; save it first if it is inside a"
            " message or an archive.",
            command=command(),
        ),
        "archive": text("parsing", "Unpack it and drop the files that are inside."),
        "svg": text("parsing", "Save it as PNG or PDF and drop it again."),
        "ico": text("parsing", "Save it as PNG or JPEG and drop it again."),
        "psd": text("parsing", "Save it as PNG or JPEG and drop it again."),
        "audio": text("parsing", "Drop a written version of what is said in it."),
        "video": text("parsing", "Drop a written version of what is said in it."),
        "database": text("parsing", "Export what you need as CSV or Excel and drop that."),
    }
    return remedies.get(
        type_id, text("parsing", "If it holds text, open it in its own program, save it as PDF and drop that.")
    )
