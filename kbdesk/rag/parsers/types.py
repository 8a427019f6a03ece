"""What kind of file this is: by its content first, by its name second, never by the operating system's tables."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO

from kbdesk.rag.parsers import ole

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
    FileType("ole", "Old Office format", "application/x-ole-storage", (".pub", ".mpp", ".vsd")),
    FileType("odt", "OpenDocument text", _ODF + "text", (".odt", ".ott", ".fodt")),
    FileType("ods", "OpenDocument spreadsheet", _ODF + "spreadsheet", (".ods", ".ots")),
    FileType("odp", "OpenDocument presentation", _ODF + "presentation", (".odp", ".otp")),
    FileType("epub", "E-book", "application/epub+zip", (".epub",)),
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
    FileType("ico", "Icon", "image/vnd.microsoft.icon", (".ico", ".cur")),
    FileType("psd", "Photoshop picture", "image/vnd.adobe.photoshop", (".psd",)),
    FileType("zip", "Archive", "application/zip", (".zip", ".jar", ".apk")),
    FileType(
        "archive", "Archive", "application/x-archive", (".7z", ".rar", ".gz", ".tgz", ".bz2", ".xz", ".tar", ".zst")
    ),
    FileType("audio", "Sound", "audio/*", (".mp3", ".wav", ".ogg", ".flac", ".m4a", ".aac")),
    FileType("video", "Video", "video/*", (".mp4", ".mov", ".avi", ".mkv", ".webm", ".m4v", ".wmv")),
    FileType("program", "Program", "application/x-executable", (".exe", ".dll", ".so", ".msi", ".bin", ".class")),
    FileType("database", "Database", "application/vnd.sqlite3", (".sqlite", ".sqlite3", ".db", ".mdb", ".accdb")),
    FileType("font", "Font", "font/*", (".ttf", ".otf", ".woff", ".woff2")),
    FileType("binary", "Unknown", "application/octet-stream", ()),
)
TYPES = {file_type.id: file_type for file_type in _TYPES}
_BY_EXTENSION = {extension: file_type for file_type in _TYPES for extension in file_type.extensions}

TEXT_IDS = frozenset({"html", "mhtml", "eml", "md", "csv", "tsv", "rst", "json", "yaml", "xml", "txt", "svg"})
"""Types whose files are text: a name may choose among them, where the content does not."""

_ZIP_IDS = frozenset({"docx", "pptx", "xlsx", "xlsb", "odt", "ods", "odp", "epub", "iwork"})

# (offset, bytes, type). Longer and rarer first.
_SIGNATURES = (
    (0, b"\x89PNG\r\n\x1a\n", "png"),
    (0, b"\xff\xd8\xff", "jpeg"),
    (0, b"GIF87a", "gif"),
    (0, b"GIF89a", "gif"),
    (8, b"WEBP", "webp"),
    (0, b"II*\x00", "tiff"),
    (0, b"MM\x00*", "tiff"),
    (0, b"II+\x00", "tiff"),
    (0, b"\x00\x00\x01\x00", "ico"),
    (0, b"\x00\x00\x02\x00", "ico"),
    (0, b"8BPS", "psd"),
    (0, b"{\\rtf", "rtf"),
    (0, b"\x78\x9f\x3e\x22", "tnef"),
    (0, b"7z\xbc\xaf\x27\x1c", "archive"),
    (0, b"Rar!\x1a\x07", "archive"),
    (0, b"\x1f\x8b", "archive"),
    (0, b"BZh", "archive"),
    (0, b"\xfd7zXZ\x00", "archive"),
    (0, b"\x28\xb5\x2f\xfd", "archive"),
    (257, b"ustar", "archive"),
    (0, b"ID3", "audio"),
    (0, b"OggS", "audio"),
    (0, b"fLaC", "audio"),
    (8, b"WAVE", "audio"),
    (8, b"AVI ", "video"),
    (0, b"\x1a\x45\xdf\xa3", "video"),
    (0, b"\x7fELF", "program"),
    (0, b"\xca\xfe\xba\xbe", "program"),
    (0, b"\xcf\xfa\xed\xfe", "program"),
    (0, b"SQLite format 3\x00", "database"),
    (0, b"\x00\x01\x00\x00Standard ", "database"),
    (0, b"wOFF", "font"),
    (0, b"wOF2", "font"),
    (0, b"OTTO\x00", "font"),
    (0, b"\x00\x01\x00\x00\x00", "font"),
)
_PDF_OBJECT = re.compile(rb"\d+ \d+ obj\s")
_HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
_AVIF_BRANDS = frozenset({b"avif", b"avis"})

_MAIN_PARTS = (
    (re.compile(rb"wordprocessingml\.\w+\.main|ms-word\.\w+\.macroenabled\w*\.main", re.I), "docx"),
    (re.compile(rb"presentationml\.\w+\.main|ms-powerpoint\.\w+\.macroenabled\w*\.main", re.I), "pptx"),
    (re.compile(rb"ms-excel\.sheet\.binary\.macroenabled\.main", re.I), "xlsb"),
    (re.compile(rb"spreadsheetml\.\w+\.main|ms-excel\.\w+\.macroenabled\w*\.main", re.I), "xlsx"),
)
_MEMBERS = (
    ("word/document.xml", "docx"),
    ("ppt/presentation.xml", "pptx"),
    ("xl/workbook.bin", "xlsb"),
    ("xl/workbook.xml", "xlsx"),
    ("META-INF/container.xml", "epub"),
    ("Index/Document.iwa", "iwork"),
    ("Index.zip", "iwork"),
    ("index.apxl", "iwork"),
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
    found = _pdf(head, claimed) or _by_signature(head) or _by_container(file, head, claimed)
    if found is not None:
        return TYPES[found]
    return _text_type(head, claimed)


def sniff_bytes(data: bytes, name: str) -> FileType:
    """Return the type of a file's bytes, as `sniff`."""
    return sniff(io.BytesIO(data), name)


def _pdf(head: bytes, claimed: FileType | None) -> str | None:
    """Viewers open a PDF with other bytes before its header, or without one; a text about PDF files is none."""
    if head.startswith(b"%PDF-"):
        return "pdf"
    if claimed is not None and claimed.id in TEXT_IDS:
        return None
    found = b"%PDF-" in head[:1024] or (claimed is not None and claimed.id == "pdf" and _PDF_OBJECT.search(head))
    return "pdf" if found else None


def _by_signature(head: bytes) -> str | None:
    for offset, signature, type_id in _SIGNATURES:
        if head.startswith(signature, offset):
            return type_id
    if head[4:8] == b"ftyp":
        return _iso_media(head)
    if (
        head.startswith(b"BM")
        and len(head) > 18
        and head[14:18] in {b"\x0c\0\0\0", b"\x28\0\0\0", b"\x6c\0\0\0", b"\x7c\0\0\0"}
    ):
        return "bmp"
    if head.startswith(b"MZ") and b"\x00" in head[:64]:
        return "program"
    if len(head) > 3 and head[0] == 0xFF and head[1] in {0xFB, 0xF3, 0xF2, 0xFA}:
        return "audio"
    return None


def _iso_media(head: bytes) -> str:
    brand = head[8:12]
    others = {head[start : start + 4] for start in range(16, min(int.from_bytes(head[:4]), 256), 4)}
    if brand in _AVIF_BRANDS or (brand in {b"mif1", b"msf1"} and others & _AVIF_BRANDS):
        return "avif"
    if brand in _HEIC_BRANDS:
        return "heic"
    return "audio" if brand.startswith(b"M4A") else "video"


def _by_container(file: BinaryIO, head: bytes, claimed: FileType | None) -> str | None:
    if head.startswith(ole.SIGNATURE):
        return _ole_type(ole.top_level_names(file), claimed)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        # A container that cannot be opened is of the type its name claims; its parser will say that it is damaged.
        fallback = claimed.id if claimed is not None and claimed.id in _ZIP_IDS else "zip"
        return _zip_type(file) or fallback
    return None


def _ole_type(names: set[str], claimed: FileType | None) -> str:
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
    return claimed.id if claimed is not None and claimed.id in {"doc", "xls", "ppt", "msg"} else "ole"


def _zip_type(file: BinaryIO) -> str | None:
    try:
        with zipfile.ZipFile(file) as archive:
            names = set(archive.namelist())
            if "[Content_Types].xml" in names:
                found = _ooxml_type(_member(archive, "[Content_Types].xml"))
                if found:
                    return found
            if "mimetype" in names:
                found = _mimetype_member(_member(archive, "mimetype"))
                if found:
                    return found
            return next((type_id for member, type_id in _MEMBERS if member in names), None)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        return None  # damaged, or packed in a way zipfile does not know


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as member:
        return member.read(_MAX_CONTENT_TYPES_BYTES)


def _ooxml_type(content_types: bytes) -> str | None:
    return next((type_id for pattern, type_id in _MAIN_PARTS if pattern.search(content_types)), None)


def _mimetype_member(content: bytes) -> str | None:
    media_type = content.strip().decode("ascii", "replace").removesuffix("-template")
    return next((found.id for found in _TYPES if found.id in _ZIP_IDS and found.media_type == media_type), None)


_ASCII_TEXT = bytes([9, 10, 13, *range(32, 127)])
_HTML_START = re.compile(rb"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html|head|body)[\s>]", re.I | re.S)
_SVG_START = re.compile(rb"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*|<!doctype\s+svg[^>]*>\s*)*<(svg:)?svg[\s>]", re.I | re.S)
_FLAT_ODF = re.compile(
    rb"\s*<\?xml[^>]*>\s*<office:document\s[^>]*office:mimetype=\"application/vnd\.oasis\.opendocument\.(\w+)", re.S
)
_ANY_TAG_START = re.compile(rb"\s*<(p|div|h[1-6]|table|ul|span|script|style|meta|title)[\s>]", re.I)
_MAIL_FIELD = re.compile(
    rb"^(received|return-path|delivered-to|from|to|subject|date|message-id|mime-version|content-type):[ \t]*\S",
    re.I | re.M,
)
_MAIL_START = re.compile(rb"[!-9;-~]+:[ \t]")


def _text_type(head: bytes, claimed: FileType | None) -> FileType:
    claimed_text = claimed if claimed is not None and claimed.id in TEXT_IDS else None
    plain = head
    if b"\x00" in head[:4096]:
        plain = head.replace(b"\x00", b"")  # enough to see the ASCII words of a UTF-16 text
        if not looks_like_utf16(head) and claimed_text is None:
            return TYPES["binary"]
    elif claimed_text is None and _control_share(head) > 0.05:
        return TYPES["binary"]
    if claimed is not None and claimed.id in {"xls", "xlsx"}:  # what many programs call "export to Excel"
        claimed_text = TYPES["tsv" if b"\t" in plain.split(b"\n", 1)[0] else "csv"]
    found = _by_text_content(plain.lstrip(b"\xef\xbb\xbf\xff\xfe"), claimed_text)
    return TYPES[found] if found else claimed_text or TYPES["txt"]


def looks_like_utf16(head: bytes) -> bool:
    """Return whether the bytes are UTF-16: a mark, or zeros in one half only and assigned characters throughout."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    even, odd = head[0::2].count(0), head[1::2].count(0)
    zeros, units = max(even, odd), len(head) / 2
    if zeros <= 4 * min(even, odd) or zeros < units * 0.01:
        return False
    if zeros < units * 0.3 and len(head.translate(None, _ASCII_TEXT)) < len(head) * 0.15:
        return False  # stray NULs in a text of one byte a character
    codec = "utf-16-be" if even > odd else "utf-16-le"
    characters = head[:4000].decode(codec, "replace")
    strange = sum(unicodedata.category(character) in {"Cc", "Cn", "Co", "Cs"} for character in characters)
    return strange - sum(characters.count(blank) for blank in "\r\n\t") <= len(characters) * 0.02


def _control_share(head: bytes) -> float:
    controls = sum(head.count(byte) for byte in (*range(8), *range(14, 27), *range(28, 32), 127))
    return controls / max(len(head), 1)


def _by_text_content(head: bytes, claimed: FileType | None) -> str | None:
    """Return the type that the first characters give away, or None."""
    if _SVG_START.match(head):
        return "svg"
    if flat := _FLAT_ODF.match(head):
        return {b"text": "odt", b"presentation": "odp"}.get(flat[1], "xml")
    if _HTML_START.match(head):
        return "html"
    if (claimed is None or claimed.id in {"txt", "eml", "mhtml"}) and _is_mail(head):
        return "mhtml" if b"multipart/related" in head[:4096].lower() and b"text/html" in head.lower() else "eml"
    if claimed is None or claimed.id in {"csv", "tsv"}:
        if _ANY_TAG_START.match(head):
            return "html"
        if head.lstrip().startswith(b"<?xml"):
            return "xml"
    return None


def _is_mail(head: bytes) -> bool:
    if not _MAIL_START.match(head):
        return False
    header = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
    return len({match.group(1).lower() for match in _MAIL_FIELD.finditer(header)}) >= 3
