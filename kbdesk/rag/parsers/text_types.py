"""Kinds of texts that are told by how they begin."""

from __future__ import annotations

import codecs
import re
import unicodedata

TEXT_IDS = frozenset({"html", "mhtml", "eml", "md", "csv", "tsv", "rst", "json", "yaml", "xml", "txt", "svg"})
"""Types whose files are text: a name may choose among them, where the content does not."""

_MARKS = b"\xef\xbb\xbf\xff\xfe"
_ASCII_TEXT = bytes([9, 10, 13, *range(32, 127)])
_HTML_START = re.compile(rb"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html|head|body)[\s>]", re.I | re.S)
_SVG_START = re.compile(rb"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*|<!doctype\s+svg[^>]*>\s*)*<(svg:)?svg[\s>]", re.I | re.S)
_FLAT_ODF = re.compile(
    rb"\s*<\?xml[^>]*>\s*<office:document\s[^>]*office:mimetype=\"application/vnd\.oasis\.opendocument\.(\w+)", re.S
)
_ANY_TAG_START = re.compile(
    rb"\s*<(p|div|h[1-6]|table|ul|ol|span|script|style|meta|title|center|font|main|article|section)[\s>]", re.I
)
_JSON_START = re.compile(rb"\s*(\[\s*)?\{\s*\"[^\"\n]*\"\s*:")
_MAIL_FIELD = re.compile(
    rb"^(received|return-path|delivered-to|from|to|subject|date|message-id|mime-version|content-type):[ \t]*\S",
    re.I | re.M,
)
_MAIL_START = re.compile(rb"(From \S+[^\n]*\n)?[!-9;-~]+:[ \t]")
_PAGE_FIELD = re.compile(rb"^content-type:\s*multipart/related", re.I | re.M)
_SENDER_FIELD = re.compile(rb"^from:(?![^\n]*saved by)[ \t]*\S", re.I | re.M)


def text_type(head: bytes, claimed: str | None) -> str:
    """Return the type of a file that no other kind claims: a text, or "binary".

    Args:
        head: Its first bytes.
        claimed: The type its name claims, or None.
    """
    claimed_text = claimed if claimed in TEXT_IDS else None
    plain = head
    if b"\x00" in head[:4096]:
        plain = head.replace(b"\x00", b"")  # enough to see the ASCII words of a UTF-16 or UTF-32 text
        if not _is_wide(head) and claimed_text is None:
            return "link" if claimed == "link" else "binary"
    elif claimed_text is None and _control_share(head) > 0.05:
        return "binary"
    if claimed in {"xls", "xlsx", "ods"}:  # what many programs call "export to Excel"
        claimed_text = "tsv" if b"\t" in plain.split(b"\n", 1)[0] else "csv"
    if claimed == "link" or plain.lstrip(_MARKS).startswith(b"[InternetShortcut]"):
        return "link"
    return _by_content(plain.lstrip(_MARKS), claimed_text) or claimed_text or "txt"


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


def _is_wide(head: bytes) -> bool:
    return head.startswith(codecs.BOM_UTF32_BE) or looks_like_utf16(head)


def _control_share(head: bytes) -> float:
    controls = sum(head.count(byte) for byte in (*range(8), *range(14, 27), *range(28, 32), 127))
    return controls / max(len(head), 1)


def _by_content(head: bytes, claimed: str | None) -> str | None:
    """Return the type that the first characters give away, or None."""
    if _SVG_START.match(head):
        return "svg"
    if flat := _FLAT_ODF.match(head):
        return {b"text": "odt", b"presentation": "odp", b"spreadsheet": "ods"}.get(flat[1], "xml")
    if _HTML_START.match(head):
        return "html"
    if claimed in {None, "txt", "eml", "mhtml", "csv", "tsv"} and _MAIL_START.match(head):
        header = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
        if _is_mail(header):
            return "mhtml" if _PAGE_FIELD.search(header) and not _SENDER_FIELD.search(header) else "eml"
    return _markup(head) if claimed in {None, "csv", "tsv"} else None


def _markup(head: bytes) -> str | None:
    if _ANY_TAG_START.match(head):
        return "html"
    if head.lstrip().startswith(b"<?xml"):
        return "xml"
    return "json" if _JSON_START.match(head) else None


def _is_mail(header: bytes) -> bool:
    fields = {match.group(1).lower() for match in _MAIL_FIELD.finditer(header)}
    return len(fields) >= 3 or fields == {b"mime-version", b"content-type"}
