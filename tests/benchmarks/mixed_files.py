"""Makes a folder of real handbook files with bad files among them."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
_SHORTEST_PIECE = 400  # characters


def make_mix(folder: Path, count: int, bad_count: int) -> set[str]:
    """Fill a folder; the bad files lie evenly among the others.

    Args:
        folder: An empty folder.
        count: Files altogether.
        bad_count: How many of them no text can be read from.

    Returns:
        The names of the bad files.
    """
    has_corpus = CORPUS.is_dir()
    good = _real_files(count - bad_count) if has_corpus else _made_files(count - bad_count)
    bad = _hard_files() if has_corpus else _made_bad_files()
    names: set[str] = set()
    for number, (name, data) in enumerate(good):
        place = folder / f"part {number // 100 + 1:02}"
        place.mkdir(exist_ok=True)
        (place / f"{number:04} {name}").write_bytes(data)
        while len(names) < bad_count * (number + 1) // (count - bad_count):
            name, data = next(bad)
            names.add(f"bad {len(names):02} {name}")
            (place / f"bad {len(names) - 1:02} {name}").write_bytes(data)
    return names


def _real_files(count: int) -> Iterator[tuple[str, bytes]]:
    """Yield real files; where there are too few, the longest pages are taken apart at their headings instead."""
    files = sorted(path for path in (CORPUS / "handbooks").rglob("*") if path.is_file() and path.name != "INDEX.json")
    pages = [path for path in files if path.suffix == ".md"]
    pieces: dict[Path, list[str]] = {}
    longest = iter(sorted(pages, key=lambda path: path.stat().st_size, reverse=True))
    while len(files) - len(pieces) + sum(map(len, pieces.values())) < count:
        page = next(longest)
        pieces[page] = _pieces(page.read_text("utf-8", errors="replace"))
    whole = [path for path in files if path not in pieces]
    step = max(1.0, len(whole) / count)
    chosen = [whole[int(number * step)] for number in range(min(count, len(whole)))]
    for path in chosen:
        yield path.name, path.read_bytes()
    rest = [(f"{page.stem}.md", piece) for page, parts in pieces.items() for piece in parts]
    for name, piece in rest[: count - len(chosen)]:
        yield name, piece.encode()


def _pieces(page: str) -> list[str]:
    """Return the text under each heading; short ones stay with the one before."""
    pieces = [""]
    for piece in re.split(r"^(?=#)", page, flags=re.MULTILINE):
        if len(pieces[-1]) < _SHORTEST_PIECE:
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return pieces


def _hard_files() -> Iterator[tuple[str, bytes]]:
    """Yield the hard files that have no text for sure, then good ones that were cut off on their way."""
    lines = (CORPUS / "hard" / "MANIFEST.jsonl").read_text("utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    for entry in entries:
        if not any("text" in outcome.split() for outcome in _outcomes(entry)):
            yield Path(entry["path"]).name, (CORPUS / entry["path"]).read_bytes()
    for entry in entries:
        path = CORPUS / entry["path"]
        if entry["expect"]["outcome"] == "text" and zipfile.is_zipfile(path):
            data = path.read_bytes()
            yield f"cut {path.name}", data[: len(data) // 2]


def _outcomes(entry: dict[str, dict[str, object]]) -> list[str]:
    expect = entry["expect"]
    also = expect.get("also_ok", [])
    assert isinstance(also, list)
    return [word.replace("+", " ").replace("no_text", "text") for word in (str(expect["outcome"]), *map(str, also))]


def _made_files(count: int) -> Iterator[tuple[str, bytes]]:
    for number in range(count):
        sentence = f"Rule {number}: ask your lead before you book, and keep every receipt of trip {number}. "
        text = "\n\n".join(f"## Section {section} of {number}\n\n{sentence * 10}" for section in range(4))
        yield f"policy {number}.md", text.encode()


def _made_bad_files() -> Iterator[tuple[str, bytes]]:
    number = 0
    while True:
        number += 1
        mark = str(number).encode()
        yield "cut.docx", b"PK\x03\x04" + mark
        yield "broken.pdf", b"%PDF-1.7\n" + mark
        yield "letter.doc", bytes.fromhex("d0cf11e0a1b11ae1") + mark * 600
        yield "blank.txt", b" " * number
        yield "film.mp4", b"\0\0\0\x18ftypmp42" + mark * 20
