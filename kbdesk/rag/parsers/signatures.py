"""Kinds of files that are told by their first bytes."""

from __future__ import annotations

import re

_SAMPLE_BYTES = 1024
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")

# These are texts themselves.
_TEXTS = ((b"{\\rtf", "rtf"), (b"%!PS", "postscript"))

# (offset, bytes, type). Longer and rarer first.
_SIGNATURES = (
    (0, b"\x89PNG\r\n\x1a\n", "png"),
    (0, b"\xff\xd8\xff", "jpeg"),
    (0, b"GIF87a", "gif"),
    (0, b"GIF89a", "gif"),
    (0, b"II*\x00", "tiff"),
    (0, b"MM\x00*", "tiff"),
    (0, b"II+\x00", "tiff"),
    (0, b"MM\x00+", "tiff"),
    (0, b"\x00\x00\x00\x0cjP  \r\n", "jp2"),
    (0, b"\xff\x4f\xff\x51", "jp2"),
    (0, b"\x00\x00\x01\x00", "ico"),
    (0, b"\x00\x00\x02\x00", "ico"),
    (0, b"8BPS", "psd"),
    (0, b"\x78\x9f\x3e\x22", "tnef"),
    (0, b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d", "onenote"),
    (0, b"!BDN", "pst"),
    (0, b"AT&TFORM", "djvu"),
    (60, b"BOOKMOBI", "mobi"),
    (0, b"ITSF", "chm"),
    (0, b"\xdb\xa5\x2d\x00", "doc"),  # Word 2
    (0, b"\x9b\xa5\x21\x00", "doc"),  # Word 1
    (0, b"\x31\xbe\x00\x00", "doc"),  # Word for DOS
    (0, b"\xffWPC", "wordperfect"),
    (0, b"\x09\x00\x04\x00", "biff"),  # Excel 2
    (0, b"\x09\x02\x06\x00", "biff"),  # Excel 3
    (0, b"\x09\x04\x06\x00", "biff"),  # Excel 4
    (0, b"\x09\x08\x08\x00\x00\x05", "biff"),  # Excel 5, without its container
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
    (0, b"\x1a\x45\xdf\xa3", "video"),
    (0, b"\x00\x00\x01\xba", "video"),
    (0, b"\x7fELF", "program"),
    (0, b"\xca\xfe\xba\xbe", "program"),
    (0, b"\xcf\xfa\xed\xfe", "program"),
    (0, b"SQLite format 3\x00", "database"),
    (0, b"\x00\x01\x00\x00Standard ", "database"),
    (0, b"wOFF", "font"),
    (0, b"wOF2", "font"),
    (0, b"OTTO\x00", "font"),
    (0, b"\x00\x01\x00\x00\x00", "font"),
    (0, b"\x4c\x00\x00\x00\x01\x14\x02\x00", "link"),
)
_RIFF = {b"WEBP": "webp", b"WAVE": "audio", b"AVI ": "video"}
_BMP_HEADERS = frozenset({b"\x0c\0\0\0", b"\x28\0\0\0", b"\x6c\0\0\0", b"\x7c\0\0\0"})
_HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
_AVIF_BRANDS = frozenset({b"avif", b"avis"})


def by_signature(head: bytes) -> str | None:
    """Return the identifier of the type that the first bytes give away, or None.

    A text that begins with the name of a format ("GIF89a is ...") is no file of it: those hold control characters.
    """
    for signature, type_id in _TEXTS:
        if head.startswith(signature):
            return type_id
    if not _CONTROL.search(head[:_SAMPLE_BYTES]):
        return None
    for offset, signature, type_id in _SIGNATURES:
        if head.startswith(signature, offset):
            return type_id
    if head[4:8] == b"ftyp":
        return _iso_media(head)
    if head.startswith((b"RIFF", b"RIFX")):
        return _RIFF.get(head[8:12])
    return _by_a_few_bytes(head)


def _by_a_few_bytes(head: bytes) -> str | None:
    if head.startswith(b"BM") and head[14:18] in _BMP_HEADERS:
        return "bmp"
    if head.startswith(b"MZ") and b"\x00" in head[:64]:
        return "program"
    if len(head) > 3 and head[0] == 0xFF and head[1] in {0xFB, 0xF3, 0xF2, 0xFA, 0xF1, 0xF9}:
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
