from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable

import pytest
from PIL import Image

from kbdesk.rag.parsers import ole
from kbdesk.rag.parsers.types import sniff_bytes, type_of_name

CONTENT_TYPES = (
    '<Types><Override PartName="/main.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.{}.main+xml"/></Types>'
)
WORD_PAGE = (
    'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n'
    "--b\nContent-Type: text/html\n\n<html><p>Plan</html>\n--b--\n"
)
MAIL = "Received: from a\nFrom: a@example.com\nTo: b@example.com\nSubject: Hello\n\nText"


def ole_file(*names: str, nested: str = "") -> bytes:
    """A compound file of one FAT sector and one directory sector whose root has children of these names."""

    def entry(name: str, *, right: int = 0xFFFFFFFF, child: int = 0xFFFFFFFF) -> bytes:
        encoded = name.encode("utf-16-le")
        return struct.pack("<64sH2x3I48x", encoded, len(encoded) + 2, 0xFFFFFFFF, right, child)

    header = ole.SIGNATURE + struct.pack("<16x6H8xI", 0x3E, 3, 0xFFFE, 9, 6, 0, 1)
    header = header.ljust(48, b"\0") + struct.pack("<I", 1)
    header = header.ljust(76, b"\0") + struct.pack("<109I", 0, *[0xFFFFFFFF] * 108)
    fat = struct.pack("<128I", 0xFFFFFFFD, 0xFFFFFFFE, *[0xFFFFFFFF] * 126)
    entries = [entry("Root Entry", child=1)]
    for index, name in enumerate(names, start=1):
        right = index + 1 if index < len(names) else 0xFFFFFFFF
        entries.append(entry(name, right=right, child=len(names) + 1 if nested and index == 1 else 0xFFFFFFFF))
    if nested:
        entries.append(entry(nested))
    return header + fat + b"".join(entries).ljust(512, b"\0")


def picture(form: str) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (2, 2)).save(target, form)
    return target.getvalue()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF", "ICO"])
def test_a_picture_is_known_by_its_bytes_whatever_its_name(form: str):
    assert sniff_bytes(picture(form), "holiday.docx").id == form.lower()


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"%PDF-1.7\n", "a.txt", "pdf"),
        (b"junk\n%PDF-1.4\n", "a.pdf", "pdf"),
        (b"%\xe2\xe3\n1 0 obj\n<<>>", "a.pdf", "pdf"),
        (b"# How PDF works\n%PDF-1.7 is the header", "a.md", "md"),
        (b"{\\rtf1 hello}", "a.doc", "rtf"),
        (b"MZ\x90\x00\x03", "a.txt", "program"),
        (b"\x7fELF\x02", "a", "program"),
        (b"ID3\x03", "a.mp3", "audio"),
        (b"\x00\x00\x00\x18ftypmp42", "a.mp4", "video"),
        (b"\x00\x00\x00\x18ftypheic", "a.jpg", "heic"),
        (b"7z\xbc\xaf\x27\x1c", "a.7z", "archive"),
        (b"SQLite format 3\x00", "a.db", "database"),
        (b"\x4c\0\0\0\x01\x14\x02\0" + bytes(60), "plan.lnk", "link"),
        (b"bplist00\xd1\x01\x02SURL" + bytes(20), "page.webloc", "link"),
        (b"!BDN" + bytes(60), "mails.pst", "pst"),
        (b"AT&TFORM\0\0\0\x10DJVM", "scan.djvu", "djvu"),
        (b"The book".ljust(60, b"\0") + b"BOOKMOBI", "book.azw", "mobi"),
        (b"\xdb\xa5\x2d\0" + bytes(60), "old.doc", "doc"),
        (b"\x09\x04\x06\0" + bytes(60), "old.xls", "biff"),
        (b"\xffWPC" + bytes(60), "old.wpd", "wordperfect"),
        (b"RIFF\x10\0\0\0WAVEfmt ", "a.wav", "audio"),
        (b"%!PS-Adobe-3.0\n%%Title: plan", "plan.eps", "postscript"),
        (bytes(range(256)) * 8, "a.dat", "binary"),
    ],
)
def test_a_signature_decides(data: bytes, name: str, expected: str):
    assert sniff_bytes(data, name).id == expected


@pytest.mark.parametrize(
    "words",
    [
        "Use the WEBP format.",
        "ID3 tags name songs.",
        "GIF89a is old.",
        "BZh",
        "8BPS files",
        "Old ftypheic boxes",
        "AT&TFORM",
    ],
)
def test_a_text_that_begins_like_another_kind_is_a_text(words: str):
    assert sniff_bytes(words.encode(), "notes").id == "txt"


@pytest.mark.parametrize(
    ("content", "name", "expected"),
    [
        ('{"a": 1}', "export", "json"),
        ('[\n  {"a": 1}\n]', "export", "json"),
        ("[1] A footnote", "notes", "txt"),
        ("{see below}", "notes", "txt"),
        ("BEGIN:VCALENDAR\nVERSION:2.0", "a.ics", "txt"),
        ("BEGIN:VCARD\nVERSION:3.0", "a.vcf", "txt"),
        ("[section]\nkey = 1", "a.ini", "txt"),
        ("\\\\documentclass{article}", "a.tex", "txt"),
        ("// a comment\n{a: 1}", "a.json5", "txt"),
        ("#!/bin/sh\necho hello", "run", "txt"),
        ("<?php echo 1;", "a.php", "txt"),
        ("[InternetShortcut]\nURL=https://example.com", "page.url", "link"),
        ('{"url": "https://example.com"}', "plan.gdoc", "link"),
        ("-----BEGIN PRIVATE KEY-----", "server.key", "txt"),
        ("a;b\n1;2", "export.ods", "csv"),
        ("<ol><li>First", "export.doc", "html"),
        ("From a@example.com Mon Jan 1\n" + MAIL, "inbox", "eml"),
        (WORD_PAGE, "plan.doc", "mhtml"),
        (WORD_PAGE, "plan.xls", "mhtml"),
        (WORD_PAGE, "plan.mht", "mhtml"),
        ("From: <Saved by Blink>\nSubject: Plan\n" + WORD_PAGE, "plan.mhtml", "mhtml"),
        ("From: a@example.com\nSubject: Plan\n" + WORD_PAGE, "plan.eml", "eml"),
    ],
)
def test_texts_of_many_kinds_are_told_apart(content: str, name: str, expected: str):
    assert sniff_bytes(content.encode(), name).id == expected
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        assert sniff_bytes(content.encode(encoding), name).id == expected


@pytest.mark.parametrize(
    ("content", "name", "expected"),
    [
        ("# Title", "a.md", "md"),
        ("# Title", "a.MARKDOWN", "md"),
        ("a,b", "a.csv", "csv"),
        ("a\tb", "a.tsv", "tsv"),
        ("plain words", "README", "txt"),
        ("print('hi')", "a.py", "txt"),
        ("<!DOCTYPE html><p>x", "a.docx", "html"),
        ("<!-- made by a program -->\n<html><p>x", "a.txt", "html"),
        ("<p align=center>badge</p>\n\n# Readme", "README.md", "md"),
        ("<table><tr><td>1</table>", "export.xls", "html"),
        ("a\tb\n1\t2", "export.xls", "tsv"),
        ("a;b\n1;2", "export.xlsx", "csv"),
        ('<?xml version="1.0"?><svg xmlns="x"></svg>', "a.xml", "svg"),
        ('<?xml version="1.0"?><note/>', "a", "xml"),
        (MAIL, "a.txt", "eml"),
        (MAIL, "a.md", "md"),
        ("To: buy\nmilk", "list.txt", "txt"),
    ],
)
def test_the_name_decides_among_texts_where_the_content_does_not(content: str, name: str, expected: str):
    assert sniff_bytes(content.encode(), name).id == expected
    assert sniff_bytes(content.encode("utf-16"), name).id == expected


@pytest.mark.parametrize(
    ("main", "expected"),
    [
        ("wordprocessingml.document", "docx"),
        ("presentationml.presentation", "pptx"),
        ("presentationml.slideshow", "pptx"),
        ("spreadsheetml.sheet", "xlsx"),
    ],
)
def test_office_files_are_told_apart_by_their_main_part(zip_of: Callable[..., bytes], main: str, expected: str):
    data = zip_of({"[Content_Types].xml": CONTENT_TYPES.format(main), "main.xml": "<x/>"})
    assert sniff_bytes(data, "old-name.doc").id == expected


def test_a_word_file_with_a_sheet_inside_is_a_word_file(zip_of: Callable[..., bytes]):
    types = CONTENT_TYPES.format("wordprocessingml.document").replace(
        "<Types>", '<Types><Default Extension="xlsx" ContentType="application/vnd.x.spreadsheetml.sheet"/>'
    )
    assert sniff_bytes(zip_of({"[Content_Types].xml": types}), "a.zip").id == "docx"


@pytest.mark.parametrize(
    ("media_type", "expected"),
    [
        ("application/epub+zip", "epub"),
        ("application/vnd.oasis.opendocument.text", "odt"),
        ("application/vnd.oasis.opendocument.spreadsheet-template", "ods"),
    ],
)
def test_other_containers_are_told_apart_by_their_mimetype(
    zip_of: Callable[..., bytes], media_type: str, expected: str
):
    assert sniff_bytes(zip_of({"mimetype": media_type}), "a.zip").id == expected


def test_a_folder_with_another_name_is_an_archive(zip_of: Callable[..., bytes]):
    assert sniff_bytes(zip_of({"notes.txt": "Text"}), "plan.docx").id == "zip"
    assert sniff_bytes(zip_of({"word/document.xml": "<x/>"}), "plan.zip").id == "docx"
    assert sniff_bytes(zip_of({"word/styles.xml": "<x/>"}), "plan.docx").id == "docx"


def test_a_pdf_inside_of_an_archive_makes_no_pdf_of_it():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("a.pdf", b"%PDF-1.7")
    assert sniff_bytes(target.getvalue(), "a.zip").id == "zip"


def test_an_office_file_whose_parts_are_encrypted_one_by_one_is_an_archive(zip_of: Callable[..., bytes]):
    data = bytearray(zip_of({"word/document.xml": "<x/>"}))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    assert sniff_bytes(bytes(data), "plan.docx").id == "zip"


def test_names_written_with_backslashes_count(zip_of: Callable[..., bytes]):
    assert sniff_bytes(zip_of({"Word\\document.xml": "<x/>"}), "plan.docx").id == "docx"


@pytest.mark.parametrize(
    "parts",
    [
        {"[Content_Types].xml": "<Types><Override ContentType='application/vnd.ms-visio.drawing.main+xml'/></Types>"},
        {"mimetype": "application/vnd.oasis.opendocument.graphics", "content.xml": "<x/>"},
    ],
)
def test_a_container_of_another_program_is_no_archive(zip_of: Callable[..., bytes], parts: dict[str, str]):
    assert sniff_bytes(zip_of(parts), "plan.zip").id == "package"


def test_a_package_of_apple_is_told_from_an_archive_in_an_archive(zip_of: Callable[..., bytes]):
    pages = {"Index.zip": "x", "Metadata/BuildVersionHistory.plist": "x", "preview.jpg": "x"}
    assert sniff_bytes(zip_of(pages), "plan.pages").id == "iwork"
    assert sniff_bytes(zip_of({"index.zip": "x", "plan.txt": "x"}), "plan.zip").id == "zip"


def test_a_program_in_a_container_is_a_program(zip_of: Callable[..., bytes]):
    assert sniff_bytes(zip_of({"META-INF/MANIFEST.MF": "x", "a.class": "x"}), "a.jar").id == "program"


def test_a_container_that_cannot_be_opened_is_what_its_name_claims(zip_of: Callable[..., bytes]):
    cut = zip_of({"word/document.xml": "<x/>"})[:40]
    assert sniff_bytes(cut, "a.docx").id == "docx"
    assert sniff_bytes(cut, "a.txt").id == "zip"


def test_old_office_files_are_told_apart_by_their_streams():
    assert sniff_bytes(ole_file("WordDocument", "1Table"), "a.xls").id == "doc"
    assert sniff_bytes(ole_file("Workbook"), "a").id == "xls"
    assert sniff_bytes(ole_file("PowerPoint Document"), "a").id == "ppt"
    assert sniff_bytes(ole_file("__properties_version1.0"), "a").id == "msg"
    assert sniff_bytes(ole_file("EncryptionInfo", "EncryptedPackage"), "a.docx").id == "encrypted"


def test_an_object_inside_an_old_office_file_does_not_count():
    data = ole_file("ObjectPool", "Workbook", nested="WordDocument")
    assert ole.top_level_names(io.BytesIO(data)) == {"ObjectPool", "Workbook"}
    assert sniff_bytes(data, "a").id == "xls"


def test_a_damaged_old_office_file_is_what_its_name_claims():
    assert sniff_bytes(ole_file("WordDocument")[:600], "a.doc").id == "doc"
    assert sniff_bytes(ole.SIGNATURE, "a.x").id == "ole"


def test_a_large_file_whose_table_goes_on_elsewhere_is_known():
    data = bytearray(ole_file("1", "2", "3", "4", "EncryptedPackage").ljust(2048, b"\0"))
    struct.pack_into("<2I", data, 512 + 4, 2, 0xFFFFFFFE)  # the directory has two sectors
    struct.pack_into("<3I", data, 68, 3, 1, 0xFFFFFFFF)  # where the table is, the fourth sector says
    data += struct.pack("<128I", 0, *[0xFFFFFFFF] * 126, 0xFFFFFFFE)
    assert sniff_bytes(bytes(data), "a.docx").id == "encrypted"


def test_a_directory_without_end_in_sectors_of_a_size_that_does_not_exist_is_passed_over():
    data = bytearray(ole_file("Workbook"))
    struct.pack_into("<I", data, 512 + 4, 1)  # its sector is followed by itself
    assert ole.top_level_names(io.BytesIO(data)) == {"Workbook"}
    struct.pack_into("<H", data, 30, 16)
    large = b"".join(bytes(data[start : start + 512]).ljust(1 << 16, b"\0") for start in (0, 512, 1024))
    assert ole.top_level_names(io.BytesIO(large)) == set()


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_text(encoding: str):
    assert sniff_bytes("Привет, мир. Как дела?\n".encode(encoding), "a").id == "txt"


def test_an_unknown_ending_claims_nothing():
    assert type_of_name("archive.tar.unknown") is None
    assert type_of_name("noending") is None
