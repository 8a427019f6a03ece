"""Makes a PDF of any number of pages, each with a text of its own."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

_VOCABULARY = (
    "travel receipt allowance approval budget meeting office contract holiday laptop password backup incident "
    "customer release review interview salary pension insurance training policy exception deadline escalation"
)
_LINES_A_PAGE = 30
_WORDS_A_LINE = 11


def write_pdf(path: Path, pages: int) -> None:
    """Write a manual of text pages of A4, about 2,500 characters each."""
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(pages))
    objects: Iterator[bytes] = itertools.chain(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            f"<< /Type /Pages /Count {pages} /Kids [{kids}] >>".encode(),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        ],
        itertools.chain.from_iterable(_page(number) for number in range(pages)),
    )
    offsets: list[int] = []
    with path.open("wb") as file:
        file.write(b"%PDF-1.4\n")
        for number, body in enumerate(objects, 1):
            offsets.append(file.tell())
            file.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        start = file.tell()
        file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1))
        file.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
        file.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(offsets) + 1, start))


def _page(number: int) -> tuple[bytes, bytes]:
    """Return the two objects of a page: what it is made of, and its text."""
    words = random.Random(number)
    vocabulary = _VOCABULARY.split()
    lines = [
        f"Page {number + 1}",
        *(" ".join(words.choices(vocabulary, k=_WORDS_A_LINE)) for _ in range(_LINES_A_PAGE)),
    ]
    shown = "\n".join(f"({line}.) '" for line in lines)
    content = f"BT /F1 10 Tf 14 TL 40 800 Td\n{shown}\nET".encode("ascii")
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * number} 0 R "
        "/Resources << /Font << /F1 3 0 R >> >> >>"
    )
    return page.encode(), b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)
