"""One small file of each format that can be read, made on the spot."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from pathlib import Path

from PIL import Image, ImageDraw

from .conftest import compound_file
from .pdf_files import pdf, scan, sheet
from .test_image import HEIC
from .test_msg import file as msg_file
from .test_msg import message as msg_message
from .test_tnef import file as tnef_file
from .test_tnef import message as tnef_message

SAMPLE_FOLDER = Path(__file__).resolve().parents[3] / "resources" / "sample"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
WORDS = "Ten days of leave a year, and Übergabe at nine."
PAGE = f"<html><head><title>Leave</title></head><body><h1>Leave</h1><p>{WORDS}</p><ul><li>one<li>two</ul>"


def samples() -> dict[str, bytes]:
    """Return files by their names."""
    ready = {path.name: path.read_bytes() for path in SAMPLE_FOLDER.iterdir()}
    made = {f"sample{ending}": make() for ending, make in _MAKERS.items()}
    pictures = {f"picture.{form.lower()}": _picture(form) for form in ("JPEG", "GIF", "BMP", "WEBP", "TIFF", "AVIF")}
    return ready | made | pictures | {"picture.jp2": _picture("JPEG2000"), "picture.heic": HEIC}


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """Pack parts; the first stays as it is, as "mimetype" must."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for number, (name, content) in enumerate(parts.items()):
            file.writestr(name, content, None if number else zipfile.ZIP_STORED)
    return target.getvalue()


def _picture(form: str) -> bytes:
    target, image = io.BytesIO(), Image.new("RGB", (60, 40), "white")
    ImageDraw.Draw(image).text((5, 10), "Leave", "black")
    image.save(target, form, **({"save_all": True, "append_images": [image]} if form in ("GIF", "TIFF") else {}))
    return target.getvalue()


def _open_document(kind: str, body: str) -> Callable[[], bytes]:
    names = {"office": "office", "text": "text", "table": "table", "draw": "drawing", "presentation": "presentation"}
    spaces = " ".join(f'xmlns:{prefix}="{OASIS}:{name}:1.0"' for prefix, name in names.items())
    manifest = f'<m:manifest xmlns:m="{OASIS}:manifest:1.0"><m:file-entry/></m:manifest>'
    parts = {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "META-INF/manifest.xml": manifest,
        "content.xml": f"<office:document-content {spaces}><office:body>{body}</office:body></office:document-content>",
    }
    return lambda: zipped(parts)


def xls(row: int = 1, column: int = 1) -> bytes:
    """Write a workbook of Excel 97: a sheet with texts and a number, the number in any place."""

    def record(kind: int, form: str, *values: float | bytes) -> bytes:
        return struct.pack("<HH" + form, kind, struct.calcsize("<" + form), *values)

    sheet = record(0x809, "4H2I", 0x600, 0x10, 0, 0, 0, 0x600) + record(0x200, "2I3H", 0, 2, 0, 2, 0)
    sheet += record(0x204, "4HB5s", 0, 0, 0, 5, 0, b"Leave") + record(0x204, "4HB4s", 0, 1, 0, 4, 0, b"Days")
    sheet += (
        record(0x204, "4HB3s", 1, 0, 0, 3, 0, b"Ann") + record(0x203, "3Hd", row, column, 0, 10.0) + record(0x0A, "")
    )
    head = record(0x809, "4H2I", 0x600, 5, 0, 0, 0, 0x600) + record(0x42, "H", 1200)
    name = record(0x85, "I4B1s", len(head) + 17, 0, 0, 1, 0, b"A")
    return compound_file({"Workbook": head + name + record(0x0A, "") + sheet})


def xlsb(row: int = 0, column: int = 1) -> bytes:
    """Write a binary workbook: a sheet with a text and a number, the number in any place."""

    def record(kind: int, data: bytes = b"") -> bytes:
        number = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
        return number + bytes([len(data)]) + data

    def wide(words: str) -> bytes:
        return struct.pack("<I", len(words)) + words.encode("utf-16-le")

    bundle = record(143) + record(156, struct.pack("<II", 0, 1) + wide("r1") + wide("A")) + record(144)
    rows = record(0, struct.pack("<IIHBBBI", 0, 0, 0, 0, 0, 0, 0)) + record(6, struct.pack("<II", 0, 0) + wide("Leave"))
    rows += record(0, struct.pack("<IIHBBBI", row, 0, 0, 0, 0, 0, 0)) if row else b""
    rows += record(5, struct.pack("<IId", column, 0, 10.0))
    links = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    link = f'<Relationships xmlns="{links}"><Relationship Id="r1" Type="{office}/{{}}" Target="{{}}"/></Relationships>'
    main = "application/vnd.ms-excel.sheet.binary.macroEnabled.main"
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{types}">'
            f'<Override PartName="/xl/workbook.bin" ContentType="{main}"/></Types>',
            "_rels/.rels": link.format("officeDocument", "xl/workbook.bin"),
            "xl/workbook.bin": record(131) + bundle + record(132),
            "xl/_rels/workbook.bin.rels": link.format("worksheet", "worksheets/sheet1.bin"),
            "xl/worksheets/sheet1.bin": record(129)
            + record(148, struct.pack("<4I", 0, 0, 0, 1))
            + record(145)
            + rows
            + record(146)
            + record(130),
        }
    )


def _mail() -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ann@example.org", "ben@example.org", "Überstunden"
    mail["Date"], mail["Message-ID"] = "Fri, 1 Mar 2024 09:00:00 +0100", "<1@example.org>"
    mail.set_content(WORDS)
    mail.add_alternative(PAGE, subtype="html")
    mail.add_attachment(b"Name,Days\nAnn,10\n", maintype="text", subtype="csv", filename="days.csv")
    return mail


def _saved_page() -> bytes:
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["MIME-Version"] = "<Saved by a browser>", "Leave", "1.0"
    mail.set_content(PAGE, subtype="html", cte="quoted-printable")
    mail.add_related(_picture("GIF"), maintype="image", subtype="gif", cid="<1>")
    return mail.as_bytes()


def _book() -> bytes:
    container = "urn:oasis:names:tc:opendocument:xmlns:container"
    items = '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": f'<container xmlns="{container}"><rootfiles><rootfile full-path="b.opf"/>'
            "</rootfiles></container>",
            "b.opf": '<package xmlns="http://www.idpf.org/2007/opf"><metadata/>'
            f'<manifest>{items}</manifest><spine><itemref idref="a"/></spine></package>',
            "a.xhtml": f"{PAGE}</body></html>",
        }
    )


_RTF = rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\b Leave}\par \'dcbergabe, \u20241?.\par\trowd a\cell\row}"
_TEXT = f'<office:text><text:h text:outline-level="1">Leave</text:h><text:p>{WORDS}</text:p></office:text>'
_SLIDE = '<draw:page draw:name="1"><draw:frame><draw:text-box><text:p>Leave</text:p></draw:text-box></draw:frame>'
_ROW = (
    '<table:table-row><table:table-cell office:value-type="string"><text:p>Leave</text:p></table:table-cell>'
    '<table:table-cell office:value-type="float" office:value="10"><text:p>10</text:p></table:table-cell>'
    "</table:table-row>"
)
_TABLE = f'<office:spreadsheet><table:table table:name="A">{_ROW}</table:table></office:spreadsheet>'
_MAKERS: dict[str, Callable[[], bytes]] = {
    ".pdf": lambda: pdf("Ten days of leave a year.", "Ask early."),
    ".scan.pdf": lambda: scan(sheet("Leave")),
    ".odt": _open_document("text", _TEXT),
    ".odp": _open_document("presentation", f"<office:presentation>{_SLIDE}</draw:page></office:presentation>"),
    ".ods": _open_document("spreadsheet", _TABLE),
    ".xls": xls,
    ".xlsb": xlsb,
    ".rtf": lambda: _RTF,
    ".tsv": lambda: b"Name\tDays\nAnn\t10\nBen\t20\n",
    ".eml": lambda: _mail().as_bytes(),
    ".mhtml": _saved_page,
    ".msg": lambda: compound_file(msg_message(None, msg_file("days.csv", b"Name,Days\nAnn,10\n"))),
    ".tnef": lambda: tnef_message("Leave", tnef_file("days.csv", b"Name,Days\nAnn,10\n")),
    ".epub": _book,
    ".zip": lambda: zipped({"folder/a.txt": WORDS, "b.md": f"# Leave\n\n{WORDS}"}),
    ".json": lambda: json.dumps({"leave": [10, WORDS, None]}, indent=1).encode(),
    ".xml": lambda: f'<?xml version="1.0"?><leave days="10"><note>{WORDS}</note></leave>'.encode(),
    ".yaml": lambda: f"leave:\n  - days: 10\n  - note: {WORDS}\n".encode(),
    ".rst": lambda: f"Leave\n=====\n\n{WORDS}\n\n* one\n".encode(),
    ".utf16.txt": lambda: WORDS.encode("utf-16"),
    ".gbk.txt": lambda: "员工每年享有十天带薪年假，另有病假。请提前申请。".encode("gbk"),
}  # fmt: skip
