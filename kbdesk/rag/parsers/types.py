"""What kind of file this is: by its content first, by its name second, never by the operating system's tables."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO

from kbdesk.rag.parsers import ole
from kbdesk.rag.parsers.faults import ZIP_FAULTS
from kbdesk.rag.parsers.signatures import by_signature
from kbdesk.rag.parsers.text_types import TEXT_IDS, text_type

HEAD_BYTES = 64 * 1024
_MAX_CONTENT_TYPES_BYTES = 1024 * 1024


@dataclass(frozen=True)
class FileType:
    """A type of file.

    Attributes:
        id: A short identifier, for example "docx".
        kind: For people, for example "Word".
        media_type: For example "application/pdf".
        extensions: The usual name endings, lower case, with the dot.
    """

    id: str
    kind: str
    media_type: str
    extensions: tuple[str, ...]


_OFFICE = "application/vnd.openxmlformats-officedocument."
_ODF = "application/vnd.oasis.opendocument."

_TYPES = (
    FileType("pdf", "PDF", "application/pdf", (".pdf",)),
    FileType("docx", "Word", _OFFICE + "wordprocessingml.document", (".docx", ".docm", ".dotx", ".dotm")),
    FileType(
        "pptx", "PowerPoint", _OFFICE + "presentationml.presentation", (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx")
    ),
    FileType("xlsx", "Excel", _OFFICE + "spreadsheetml.sheet", (".xlsx", ".xlsm", ".xltx", ".xltm")),
    FileType("xlsb", "Excel", "application/vnd.ms-excel.sheet.binary.macroenabled.12", (".xlsb",)),
    FileType("xls", "Excel 97", "application/vnd.ms-excel", (".xls", ".xlt")),
    FileType("doc", "Word 97", "application/msword", (".doc", ".dot")),
    FileType("ppt", "PowerPoint 97", "application/vnd.ms-powerpoint", (".ppt", ".pps", ".pot")),
    FileType("encrypted", "Office, encrypted", "application/x-ole-storage", ()),
    FileType("msg", "Outlook message", "application/vnd.ms-outlook", (".msg",)),
    FileType("tnef", "Outlook attachment", "application/ms-tnef", (".tnef",)),
    FileType("biff", "Excel 5 or older", "application/vnd.ms-excel", ()),
    FileType("wordperfect", "WordPerfect", "application/vnd.wordperfect", (".wpd", ".wp")),
    FileType("onenote", "OneNote", "application/onenote", (".one", ".onepkg")),
    FileType("pst", "Outlook data file", "application/vnd.ms-outlook-pst", (".pst", ".ost")),
    FileType("ole", "Old Office format", "application/x-ole-storage", (".pub", ".mpp", ".vsd")),
    FileType("odt", "OpenDocument text", _ODF + "text", (".odt", ".ott", ".fodt")),
    FileType("ods", "OpenDocument spreadsheet", _ODF + "spreadsheet", (".ods", ".ots", ".fods")),
    FileType("odp", "OpenDocument presentation", _ODF + "presentation", (".odp", ".otp", ".fodp")),
    FileType("epub", "E-book", "application/epub+zip", (".epub",)),
    FileType(
        "package", "File of another program", "application/zip", (".vsdx", ".xps", ".oxps", ".odg", ".odf", ".sxw")
    ),
    FileType("mobi", "Kindle book", "application/x-mobipocket-ebook", (".mobi", ".azw", ".azw3", ".prc")),
    FileType("djvu", "DjVu", "image/vnd.djvu", (".djvu", ".djv")),
    FileType("chm", "Windows help", "application/vnd.ms-htmlhelp", (".chm",)),
    FileType("postscript", "PostScript", "application/postscript", (".ps", ".eps")),
    FileType("link", "Link", "application/x-ms-shortcut", (".lnk", ".url", ".webloc", ".gdoc", ".gsheet", ".gslides")),
    FileType("iwork", "Pages, Numbers or Keynote", "application/vnd.apple.iwork", (".pages", ".numbers", ".key")),
    FileType("rtf", "RTF", "application/rtf", (".rtf",)),
    FileType("html", "Web page", "text/html", (".html", ".htm", ".xhtml")),
    FileType("mhtml", "Saved web page", "multipart/related", (".mhtml", ".mht")),
    FileType("eml", "E-mail", "message/rfc822", (".eml",)),
    FileType("md", "Markdown", "text/markdown", (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd")),
    FileType("csv", "CSV", "text/csv", (".csv",)),
    FileType("tsv", "TSV", "text/tab-separated-values", (".tsv", ".tab")),
    FileType("rst", "reStructuredText", "text/x-rst", (".rst",)),
    FileType("json", "JSON", "application/json", (".json", ".jsonl", ".ndjson", ".geojson")),
    FileType("yaml", "YAML", "application/yaml", (".yaml", ".yml")),
    FileType("xml", "XML", "application/xml", (".xml",)),
    FileType("txt", "Text", "text/plain", (".txt", ".text", ".log")),
    FileType("svg", "SVG drawing", "image/svg+xml", (".svg",)),
    FileType("png", "PNG picture", "image/png", (".png",)),
    FileType("jpeg", "JPEG picture", "image/jpeg", (".jpg", ".jpeg", ".jpe", ".jfif")),
    FileType("gif", "GIF picture", "image/gif", (".gif",)),
    FileType("bmp", "BMP picture", "image/bmp", (".bmp", ".dib")),
    FileType("webp", "WebP picture", "image/webp", (".webp",)),
    FileType("tiff", "TIFF picture", "image/tiff", (".tif", ".tiff")),
    FileType("heic", "HEIC picture", "image/heic", (".heic", ".heif")),
    FileType("avif", "AVIF picture", "image/avif", (".avif",)),
    FileType("jp2", "JPEG 2000 picture", "image/jp2", (".jp2", ".j2k", ".jpx")),
    FileType("ico", "Icon", "image/vnd.microsoft.icon", (".ico", ".cur")),
    FileType("psd", "Photoshop picture", "image/vnd.adobe.photoshop", (".psd",)),
    FileType("kbpack", "Knowledge base of kbdesk", "application/vnd.kbdesk.pack+zip", (".kbpack",)),
    FileType("zip", "Archive", "application/zip", (".zip",)),
    FileType(
        "archive", "Archive", "application/x-archive", (".7z", ".rar", ".gz", ".tgz", ".bz2", ".xz", ".tar", ".zst")
    ),
    FileType("audio", "Sound", "audio/*", (".mp3", ".wav", ".ogg", ".flac", ".m4a", ".aac")),
    FileType("video", "Video", "video/*", (".mp4", ".mov", ".avi", ".mkv", ".webm", ".m4v", ".wmv")),
    FileType(
        "program",
        "Program",
        "application/x-executable",
        (".exe", ".dll", ".so", ".msi", ".bin", ".class", ".jar", ".apk"),
    ),
    FileType("database", "Database", "application/vnd.sqlite3", (".sqlite", ".sqlite3", ".db", ".mdb", ".accdb")),
    FileType("font", "Font", "font/*", (".ttf", ".otf", ".woff", ".woff2")),
    FileType("binary", "Unknown", "application/octet-stream", ()),
)
TYPES = {file_type.id: file_type for file_type in _TYPES}
_BY_EXTENSION = {extension: file_type for file_type in _TYPES for extension in file_type.extensions}

_ENCRYPTED_FLAG = 0x1
_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08", b"PK00PK\x03\x04")
_ZIP_IDS = frozenset({"docx", "pptx", "xlsx", "xlsb", "odt", "ods", "odp", "epub", "iwork", "kbpack"})

_PDF_OBJECT = re.compile(rb"\d+ \d+ obj\s")

_MAIN_PARTS = (
    (re.compile(rb"wordprocessingml\.\w+\.main|ms-word\.\w+\.macroenabled\w*\.main", re.I), "docx"),
    (re.compile(rb"presentationml\.\w+\.main|ms-powerpoint\.\w+\.macroenabled\w*\.main", re.I), "pptx"),
    (re.compile(rb"ms-excel\.sheet\.binary\.macroenabled\.main", re.I), "xlsb"),
    (re.compile(rb"spreadsheetml\.\w+\.main|ms-excel\.\w+\.macroenabled\w*\.main", re.I), "xlsx"),
)
_MEMBERS = (
    ("kbdesk.json", "kbpack"),
    ("word/document.xml", "docx"),
    ("ppt/presentation.xml", "pptx"),
    ("xl/workbook.bin", "xlsb"),
    ("xl/workbook.xml", "xlsx"),
    ("META-INF/container.xml", "epub"),
    ("Index/Document.iwa", "iwork"),
    ("Metadata/BuildVersionHistory.plist", "iwork"),
    ("index.apxl", "iwork"),
    ("META-INF/MANIFEST.MF", "program"),
    ("AndroidManifest.xml", "program"),
)


def type_of_name(name: str) -> FileType | None:
    """Return the type a file's name claims, or None where the ending says nothing."""
    return _BY_EXTENSION.get(PurePath(name).suffix.lower())


def sniff(file: BinaryIO, name: str) -> FileType:
    """Return the type of a file that is open for reading; its position is moved.

    Args:
        file: The file; only its first 64 KiB and, of containers, the directory are read.
        name: Its name; decides only where the content leaves a choice, as between Markdown and plain text.
    """
    file.seek(0)
    head = file.read(HEAD_BYTES)
    claimed = type_of_name(name)
    if not head:
        return claimed or TYPES["txt"]
    claimed_id = None if claimed is None else claimed.id
    if head.startswith(b"%PDF-"):
        return TYPES["pdf"]
    found = by_signature(head) or _by_container(file, head, claimed_id) or _pdf(head, claimed_id)
    return TYPES[found or text_type(head, claimed_id)]


def sniff_bytes(data: bytes, name: str) -> FileType:
    """Return the type of a file's bytes, as `sniff`."""
    return sniff(io.BytesIO(data), name)


def _pdf(head: bytes, claimed: str | None) -> str | None:
    """Viewers open a PDF with other bytes before its header, or without one; a text about PDF files is none."""
    if claimed in TEXT_IDS:
        return None
    return "pdf" if b"%PDF-" in head[:1024] or (claimed == "pdf" and _PDF_OBJECT.search(head)) else None


def _by_container(file: BinaryIO, head: bytes, claimed: str | None) -> str | None:
    if head.startswith(ole.SIGNATURE):
        return _ole_type(ole.top_level_names(file), claimed)
    if head.startswith(_ZIP_STARTS):
        return _zip_type(file, claimed)
    return None


def _ole_type(names: set[str], claimed: str | None) -> str:
    if names & {"EncryptedPackage", "\tDRMContent"}:
        return "encrypted"
    for stream, type_id in (
        ("WordDocument", "doc"),
        ("Workbook", "xls"),
        ("Book", "xls"),
        ("PowerPoint Document", "ppt"),
        ("PP40", "ppt"),
        ("PP97_DUALSTORAGE", "ppt"),
        ("__properties_version1.0", "msg"),
    ):
        if stream in names:
            return type_id
    return claimed if claimed in {"doc", "xls", "ppt", "msg"} else "ole"


def _zip_type(file: BinaryIO, claimed: str | None) -> str:
    """Return the type of a container, or "zip"; of one that cannot be opened what its name claims.

    Its parser will then say that it is damaged.
    """
    fallback = claimed if claimed in _ZIP_IDS else "zip"
    try:
        with zipfile.ZipFile(file) as archive:
            if any(info.flag_bits & _ENCRYPTED_FLAG for info in archive.infolist()):
                return "zip"  # no Office program encrypts this way
            # Some programs write names with a backslash.
            members = {info.filename.replace("\\", "/").lower(): info for info in archive.infolist()}
            return _declared_type(archive, members) or _type_of_members(members, fallback)
    except ZIP_FAULTS:
        return fallback  # damaged, or packed in a way zipfile does not know


def _declared_type(archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo]) -> str | None:
    """Return the type that a container says it is of; "package" for one that no parser knows."""
    declared = None
    for name, find in (("[content_types].xml", _ooxml_type), ("mimetype", _mimetype_member)):
        if name in members:
            found = find(_member(archive, members[name]))
            if found is not None and found != "package":
                return found
            declared = declared or found
    return next((type_id for member, type_id in _MEMBERS if member.lower() in members), declared)


def _type_of_members(members: dict[str, zipfile.ZipInfo], fallback: str) -> str:
    is_office = any(name.startswith(("word/", "ppt/", "xl/")) for name in members)
    return fallback if is_office else "zip"


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    with archive.open(info) as member:
        return member.read(_MAX_CONTENT_TYPES_BYTES)


def _ooxml_type(content_types: bytes) -> str | None:
    found = next((type_id for pattern, type_id in _MAIN_PARTS if pattern.search(content_types)), None)
    return found or ("package" if b"<Override" in content_types else None)


def _mimetype_member(content: bytes) -> str | None:
    media_type = content.strip().decode("ascii", "replace").removesuffix("-template")
    found = next((found.id for found in _TYPES if found.id in _ZIP_IDS and found.media_type == media_type), None)
    return found or ("package" if media_type.startswith("application/") else None)
