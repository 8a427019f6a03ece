"""Small PDFs written by hand."""

from __future__ import annotations

import io
from collections.abc import Iterable

from PIL import Image, ImageDraw

FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"

Line = tuple[float, float, str]
"""A line of text: points from the left, points from the lower end of a page of 600 x 800, what it says."""


def written(lines: Iterable[Line]) -> str:
    """Write lines in this order."""
    return " ".join(f"BT /F1 10 Tf {left} {bottom} Td ({line}) Tj ET" for left, bottom, line in lines)


def pdf(*pages: str, page_entries: str = "", root_entries: str = "", **objects: str) -> bytes:
    """Write a PDF with one line of text a page."""
    streams = [written([(50, 700, line)]) if line else "" for line in pages]
    return pdf_of(streams, page_entries=page_entries, root_entries=root_entries, **objects)


def pdf_of(streams: Iterable[str], *, page_entries: str = "", root_entries: str = "", **objects: str) -> bytes:
    """Write a PDF with these contents of pages; a further object `o50="<< >>"` is "50 0 R" in the entries."""
    streams = list(streams)
    kids = " ".join(f"{1000 + 2 * number} 0 R" for number in range(len(streams)))
    contents = {1: f"<< /Type /Catalog /Pages 2 0 R {root_entries} >>"}
    contents[2] = f"<< /Type /Pages /Kids [{kids}] /Count {len(streams)} >>"
    contents[3] = FONT
    contents |= {int(name[1:]): content for name, content in objects.items()}
    for number, stream in enumerate(streams):
        contents[1000 + 2 * number] = (
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {1001 + 2 * number} 0 R {page_entries} >>"
        )
        contents[1001 + 2 * number] = stream_of(stream)
    return _file(contents)


def stream_of(content: str, entries: str = "") -> str:
    """Write a stream object."""
    return f"<< /Length {len(content)} {entries} >>\nstream\n{content}\nendstream"


def _file(objects: dict[int, str]) -> bytes:
    data, table = b"%PDF-1.7\n", ""
    for number, content in objects.items():
        table += f"{number} 1\n{len(data):010} 00000 n \n"
        data += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    trailer = f"xref\n{table}trailer\n<< /Root 1 0 R /Size 9999 >>\nstartxref\n{len(data)}\n%%EOF"
    return data + trailer.encode()


def sheet(*lines: str, degrees: int = 0) -> Image.Image:
    """Draw a sheet of paper with large lines on it, turned to the left."""
    image = Image.new("L", (1200, 900), "white")
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        draw.text((80, 90 + 110 * row), line, "black", font_size=56)
    return image.rotate(degrees, expand=True)


def scan(*sheets: Image.Image) -> bytes:
    """Make a PDF whose pages are pictures."""
    target = io.BytesIO()
    sheets[0].save(target, "PDF", save_all=True, append_images=sheets[1:], resolution=150)
    return target.getvalue()


def merged(*files: bytes) -> bytes:
    """Put the pages of several PDFs into one."""
    from pypdf import PdfWriter

    writer = PdfWriter()
    for file in files:
        writer.append(io.BytesIO(file))
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()
