"""Pages of a PDF that only their picture can tell."""

from __future__ import annotations

import io
from itertools import groupby
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from kbdesk.message import TextBlock
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import PageState, ParseResult, Progress, ReadOptions
from kbdesk.rag.parsers.ocr_models import find_models
from kbdesk.rag.parsers.pdf import PDFParser
from kbdesk.rag.parsers.registry import parse_file

from .pdf_files import merged, pdf, pdf_of, scan, sheet, stream_of, written

pytestmark = pytest.mark.skipif(find_models() is None, reason="the models are not here")

NOTICE = ["Visitors sign in at the desk", "Badges are returned", "every single evening"]
OCR, TEXT, PICTURE, BLANK = PageState.OCR, PageState.TEXT, PageState.PICTURE, PageState.BLANK


def texts(result: ParseResult) -> list[str]:
    return [section.content.text for section in result.sections if isinstance(section.content, TextBlock)]


def test_only_pages_without_text_are_read_by_ocr():
    told: list[Progress] = []
    data = merged(pdf("typed"), scan(sheet(*NOTICE)), pdf(""))
    result = PDFParser(ocr=True).read(data, "x.pdf", on_progress=told.append)
    assert texts(result) == ["typed", "\n".join(NOTICE), ""]
    assert result.pages == [TEXT, OCR, BLANK]
    assert [section.metadata.get("ocr") for section in result.sections] == [None, True, None]
    assert result.sections[1].metadata["ocr_confidence"] > 0.9
    assert [str(warning) for warning in result.warnings] == [
        "Read from a picture of the page (OCR), so mistakes are possible: page 2."
    ]
    assert [done for done, _ in groupby(progress.done for progress in told)] == [1, 2, 3]


def test_without_ocr_a_scan_has_no_text():
    result = PDFParser().read(scan(sheet(*NOTICE)), "x.pdf")
    assert (result.outcome, result.pages, texts(result)) == ("no_text", [PICTURE], [""])


@pytest.mark.usefixtures("without_ocr")
def test_what_reads_pictures_being_gone_is_told_once():
    result = PDFParser(ocr=True).read(merged(pdf("typed"), scan(sheet(*NOTICE)), scan(sheet("Exit"))), "x.pdf")
    assert result.pages == [TEXT, PICTURE, PICTURE]
    assert ["Install kbdesk again" in str(warning) for warning in result.warnings].count(True) == 1


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_scan_that_lies_on_its_side_is_read(degrees: int):
    result = PDFParser(ocr=True).read(scan(sheet(*NOTICE, degrees=degrees)), "x.pdf")
    assert texts(result) == ["\n".join(NOTICE)]


def test_a_rubbish_text_layer_gives_way_to_the_picture():
    shifted = "".join(chr(ord(letter) - 29) if letter.islower() else letter for letter in " ".join(NOTICE * 3))
    hidden = f"BT 3 Tr /F1 10 Tf 50 700 Td ({shifted.replace(chr(92), '')}) Tj ET"
    result = PDFParser(ocr=True).read(overlaid(sheet(*NOTICE), hidden), "x.pdf")
    assert (texts(result), result.pages) == (["\n".join(NOTICE)], [OCR])


def test_the_line_of_a_scanning_program_is_not_all_that_a_scan_says():
    data = overlaid(sheet(*NOTICE), "BT 3 Tr /F1 10 Tf 50 20 Td (Scanned with Quickscan) Tj ET")
    result = PDFParser(ocr=True).read(data, "x.pdf")
    assert texts(result) == ["\n".join(["Scanned with Quickscan", *NOTICE])]
    assert result.pages == [OCR]


def test_a_scan_in_strips_is_read_too():
    image, entries, drawn = sheet(*NOTICE), "", ""
    strips: dict[str, str] = {}
    for number in range(3):
        pixels = image.crop((0, 300 * number, 1200, 300 * number + 300)).tobytes().decode("latin-1")
        kind = "/Subtype /Image /Width 1200 /Height 300 /BitsPerComponent 8 /ColorSpace /DeviceGray"
        strips[f"o{50 + number}"] = stream_of(pixels, kind)
        entries += f"/I{number} {50 + number} 0 R "
        drawn += f"q 600 0 0 266 0 {534 - 266 * number} cm /I{number} Do Q "
    resources = f"/Resources << /Font << /F1 3 0 R >> /XObject << {entries}>> >>"
    line = written([(50, 20, "Scanned with Quickscan")])
    data = pdf_of([drawn + line], **strips).replace(b"/Resources << /Font << /F1 3 0 R >> >>", resources.encode())
    assert texts(PDFParser(ocr=True).read(data, "x.pdf"))[0].splitlines()[:3] == NOTICE


def test_a_text_layer_that_says_what_the_picture_shows_is_kept():
    layer = written((50, 700 - 20 * row, line) for row, line in enumerate(NOTICE))
    result = PDFParser(ocr=True).read(overlaid(sheet(*NOTICE), f"3 Tr {layer}"), "x.pdf")
    assert result.pages == [TEXT]


def test_a_list_of_parts_is_not_read_by_ocr_from_its_first_page_to_its_last():
    parts = ["HNGX BRKT STRT", "PLTN SCRW BLTS", "WSHR GSKT CLMP", "SPRNG RVTS NTWK", "BRSS PPFT VLVX"] * 3
    lines = "".join(f"1 0 0 1 40 {740 - 40 * row} Tm ({line} {row}) Tj " for row, line in enumerate(parts))
    told: list[Progress] = []
    data = pdf_of([f"BT /F1 30 Tf {lines} ET"] * 4)
    result = PDFParser(ocr=True).read(data, "x.pdf", on_progress=told.append)
    assert result.pages == [TEXT] * 4
    assert [len(list(steps)) > 1 for _, steps in groupby(told)] == [True, True, False, False, False]


def test_chosen_pages_are_read_from_their_picture():
    data = pdf_of([f"BT /F1 36 Tf 40 700 Td ({line}) Tj ET" for line in ("First page", "Second page")])
    result = PDFParser(ocr_pages={2}).read(data, "x.pdf")
    assert (result.pages, texts(result)) == ([TEXT, OCR], ["First page", "Second page"])


def test_shapes_are_not_taken_for_text():
    image = Image.new("L", (900, 900), "white")
    draw = ImageDraw.Draw(image)
    for number in range(30):
        draw.ellipse((20 * number, 30 * number, 20 * number + 90, 30 * number + 40), outline="black", width=3)
    result = PDFParser(ocr=True).read(scan(image), "x.pdf")
    assert (result.outcome, result.pages) == ("no_text", [PICTURE])


def test_pictures_with_too_many_pixels_are_not_drawn(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_PIXELS", 1_000_000)
    assert PDFParser(ocr=True).read(scan(sheet(*NOTICE)), "x.pdf").pages == [PICTURE]


def test_the_program_reads_scans_and_the_pages_it_is_asked_to(tmp_path: Path):
    path = tmp_path / "x.pdf"
    path.write_bytes(merged(scan(sheet(*NOTICE)), pdf_of(["BT /F1 36 Tf 40 700 Td (Typed page) Tj ET"])))
    assert parse_file(path, path.name).pages == [OCR, TEXT]
    assert parse_file(path, path.name, ReadOptions(ocr_pages=frozenset({2}))).pages == [OCR, OCR]


def overlaid(image: Image.Image, stream: str) -> bytes:
    """Put a text layer over a scanned page."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(scan(image))))
    writer.pages[0].merge_page(PdfReader(io.BytesIO(pdf_of([stream]))).pages[0])
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()
