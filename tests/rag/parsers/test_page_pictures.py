from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.page_pictures import draw_page

from .pdf_files import pdf_of, scan, sheet


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "file"


def drawn(path: Path, page: int = 1, **options: str) -> Image.Image:
    data = draw_page(path, path.name, page, 400, **options)
    assert data is not None
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    return image


def test_a_page_of_a_pdf_is_drawn_with_its_notes(file: Path):
    note = "/Annots [<< /Subtype /Square /Rect [0 0 600 400] /IC [1 0 0] /C [1 0 0] >>]"
    file.write_bytes(pdf_of(["", "0 0 1 rg 0 400 600 400 re f"], page_entries=note))
    image = drawn(file, 2)
    assert image.size == (300, 400)
    assert (image.getpixel((150, 100)), image.getpixel((150, 300))) == ((0, 0, 255), (255, 0, 0))


def test_a_page_that_is_turned_is_drawn_as_it_is_shown(file: Path):
    file.write_bytes(pdf_of([""], page_entries="/Rotate 90"))
    assert drawn(file).size == (400, 300)


def test_pictures_and_pages_of_a_tiff_are_drawn(file: Path):
    shades = [Image.new("L", (900, 300), shade) for shade in (10, 200)]
    shades[0].save(file, "TIFF", save_all=True, append_images=shades[1:])
    assert [drawn(file, page).getpixel((5, 5)) for page in (1, 2)] == [10, 200]
    Image.new("RGB", (800, 800)).save(file, "WEBP")
    assert drawn(file).size == (400, 400)


def test_an_encrypted_page_is_drawn_with_its_password_only(file: Path):
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf_of([""]))))
    writer.encrypt("four", algorithm="AES-256")
    writer.write(file)
    assert draw_page(file, "x.pdf", 1, 400) is None
    assert drawn(file, password="four").size == (300, 400)


@pytest.mark.parametrize("page", [0, 2])
def test_pages_that_are_not_there_have_no_picture(file: Path, page: int):
    file.write_bytes(pdf_of([""]))
    assert draw_page(file, "x.pdf", page, 400) is None
    Image.new("RGB", (80, 80)).save(file, "PNG")
    assert draw_page(file, "x.png", page, 400) is None


def test_other_files_and_broken_ones_have_no_picture(file: Path):
    for data in (b"", b"words", b"%PDF-1.7 and no more", b"\x89PNG\r\n\x1a\n"):
        file.write_bytes(data)
        assert draw_page(file, "x", 1, 400) is None


def test_pictures_that_are_too_large_are_not_drawn(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_PIXELS", 1_000)
    file.write_bytes(scan(sheet()))
    assert draw_page(file, "x.pdf", 1, 400) is None


def test_a_file_that_is_gone_is_an_error(file: Path):
    with pytest.raises(FileNotFoundError):
        draw_page(file, "x.pdf", 1, 400)
