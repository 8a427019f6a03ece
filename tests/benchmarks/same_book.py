"""Compare a German book as Markdown with the same book as PDF, word by word, and look for rubbish in a Chinese PDF.

    python tests/benchmarks/same_book.py

Words are compared as multisets, without case, soft hyphens and web addresses. Every word that only one side has is held
against the files as other eyes see them: the Markdown as plain text, the PDF as PDFium and pypdf read it, words joined
at line ends. What they do not have either lies in the books; the rest is kbdesk's doing and is listed: what the others
see and kbdesk does not, and what it alone sees. Prints one JSON object.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

BOOKS = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "handbooks"
GERMAN = BOOKS / "jugendhackt-handbuch-de"
CHINESE = BOOKS / "alibaba-java-zh"
LONGEST_LIST = 40

_WORD = re.compile(r"[^\W_]+")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s)\]]+|(?<=\]\()[^)\n]+")
_FRONT_MATTER = re.compile(r"^(?:number|type):.*$|^title:", re.MULTILINE)
"""Numbers of chapters (the PDF has others) and names of fields; titles are headings in the PDF."""
_LINE_END_HYPHEN = re.compile(r"(?<=\w)(?:[-\u2010\u00ad]\s*\n|\n-\n|\ufffe|\ufffd)\s*(?=\w)")
_RUBBISH = {
    "replacement characters": re.compile("[\ufffd\ufffe\uffff]"),
    "characters for private use": re.compile("[\ue000-\uf8ff]"),
    "control characters": re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]"),
    "radicals in place of characters": re.compile("[\u2e80-\u2fdf]"),
    "UTF-8 read as Latin": re.compile("[\u00c3-\u00ef][\u0080-\u00bf]"),
}


def main() -> int:
    if not GERMAN.is_dir():
        print(json.dumps({"skipped": "the handbooks are not here"}))
        return 0
    report = {"german": german(), "chinese": [chinese(path) for path in sorted(CHINESE.rglob("*.pdf"))]}
    print(json.dumps(report, ensure_ascii=False, indent=1))
    return 0


def german() -> dict[str, Any]:
    chapters = sorted((GERMAN / "_chapters_de").rglob("*.md"), key=_place)
    (book,) = (GERMAN / "appendix").glob("*.pdf")
    texts = [_FRONT_MATTER.sub("", read(path)) for path in chapters]
    markdown, pdf = counted(texts), counted([read(book)])
    plain = counted(_FRONT_MATTER.sub("", path.read_text("utf-8")) for path in chapters)
    by_pypdf, by_pdfium = others_see(book)
    missing, extra = markdown - pdf, pdf - markdown
    lost_in_pdf = missing & ((by_pypdf & by_pdfium) - pdf)
    lost_in_markdown = extra & (plain - markdown)
    return {
        "words": {"markdown": markdown.total(), "pdf": pdf.total()},
        "same_share": {
            "of_markdown": share(markdown.total() - missing.total(), markdown.total()),
            "of_pdf": share(pdf.total() - extra.total(), pdf.total()),
        },
        "same_share_but_for_what_lies_in_the_books": {
            "of_markdown": share(markdown.total() - lost_in_pdf.total(), markdown.total()),
            "of_pdf": share(pdf.total() - lost_in_markdown.total(), pdf.total()),
        },
        "lost_in_pdf": dict(lost_in_pdf.most_common(LONGEST_LIST)),
        "lost_in_markdown": dict(lost_in_markdown.most_common(LONGEST_LIST)),
        "only_kbdesk_sees_in_pdf": dict((pdf - (by_pypdf | by_pdfium)).most_common(LONGEST_LIST)),
        "longest_differences": runs(" ".join(texts), read(book)),
    }


def chinese(path: Path) -> dict[str, Any]:
    content = read(path)
    return {
        "pdf": path.name,
        "chinese_characters": len(re.findall("[\u4e00-\u9fff]", content)),
        "rubbish": {name: found for name, kind in _RUBBISH.items() if (found := len(kind.findall(content)))},
    }


def read(path: Path) -> str:
    """Return the text of a file as kbdesk reads it."""
    from kbdesk.message import TextBlock
    from kbdesk.rag.parsers.registry import parse_file

    sections = parse_file(path, path.name).sections
    return "\n\n".join(section.content.text for section in sections if isinstance(section.content, TextBlock))


def others_see(book: Path) -> tuple[Counter[str], Counter[str]]:
    """Return the words of a PDF as pypdf and as PDFium give them."""
    from pypdf import PdfReader
    from pypdfium2 import PdfDocument

    raw = [page.extract_text() for page in PdfReader(book).pages]
    fast = [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in PdfDocument(book)]
    by_pypdf, by_pdfium = (counted(_LINE_END_HYPHEN.sub("", page) for page in pages) for pages in (raw, fast))
    return by_pypdf, by_pdfium


def counted(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for content in texts for word in words(content))


def words(content: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", content).replace("\u00ad", "").casefold()
    return _WORD.findall(_ADDRESS.sub(" ", plain))


def share(part: int, whole: int) -> float:
    return round(part / whole, 4)


def runs(markdown: str, pdf: str) -> list[dict[str, str]]:
    """Return the longest passages in which the two differ, in the order of their length."""
    left, right = words(markdown), words(pdf)
    steps = difflib.SequenceMatcher(None, left, right).get_opcodes()
    longest = sorted(
        (step for step in steps if step[0] != "equal"), key=lambda step: step[1] - step[2] + step[3] - step[4]
    )
    return [
        {"markdown": " ".join(left[a:b])[:200], "pdf": " ".join(right[c:d])[:200]}
        for _, a, b, c, d in longest[:LONGEST_LIST]
    ]


def _place(chapter: Path) -> tuple[str, list[int]]:
    """Return where a chapter stands in the book: its part, then the number in its front matter."""
    number = re.search(r"^number:\s*\"?([\d.]+)", chapter.read_text("utf-8"), re.MULTILINE)
    return chapter.parent.name, [int(part) for part in number[1].strip(".").split(".")] if number else []


if __name__ == "__main__":
    sys.exit(main())
