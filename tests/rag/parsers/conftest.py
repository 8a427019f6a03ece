"""Small files made by hand for the parsers' tests."""

from __future__ import annotations

import io
import itertools
import random
import struct
import zipfile
from collections.abc import Callable, Iterator

import pytest

from kbdesk.rag.parsers import ocr

from .pptx_xml import NAMESPACES

Parts = dict[str, str | bytes]
Tree = dict[str, "bytes | Tree"]
FREE, END = 0xFFFFFFFF, 0xFFFFFFFE
RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


@pytest.fixture
def without_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that reads pictures is here."""
    monkeypatch.setattr(ocr, "_engine", lambda: None)


@pytest.fixture
def zip_of() -> Callable[[Parts], bytes]:
    """Pack parts into a zip file."""

    def pack(parts: Parts) -> bytes:
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
            for name, content in parts.items():
                file.writestr(name, content)
        return target.getvalue()

    return pack


@pytest.fixture
def rewritten(zip_of) -> Callable[[bytes, str, dict[str, str]], bytes]:
    """Replace words in the XML parts of a file whose names begin with `folder`."""

    def make(data: bytes, folder: str, changes: dict[str, str]) -> bytes:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            parts = {name: file.read(name) for name in file.namelist()}
        for name in parts:
            if name.startswith(folder) and name.endswith((".xml", ".rels")):
                for old, new in changes.items():
                    parts[name] = parts[name].replace(old.encode(), new.encode())
        return zip_of(parts)

    return make


@pytest.fixture
def links() -> Callable[..., str]:
    """Write a relationships part; each link is "id kind target"."""

    def write(*lines: str) -> str:
        items = "".join(
            f'<Relationship Id="{key}" Type="{TYPES}/{kind}" Target="{target}"/>'
            for key, kind, target in map(str.split, lines)
        )
        return f'<Relationships xmlns="{RELATIONSHIPS}">{items}</Relationships>'

    return write


@pytest.fixture
def png() -> bytes:
    """A picture of one pixel."""
    from PIL import Image

    target = io.BytesIO()
    Image.new("RGB", (1, 1), "red").save(target, "PNG")
    return target.getvalue()


@pytest.fixture
def compound() -> Callable[[Tree], bytes]:
    """Write a compound file (OLE): names to bytes, or to names below."""
    return compound_file


def compound_file(tree: Tree) -> bytes:
    """Write every stream as if it were large, in sectors of 512 bytes, small ones through the mini stream."""
    entries: list[tuple[str, int, bytes, int]] = [("Root Entry", 5, b"", 0)]  # name, kind, content, first child
    siblings: dict[int, int] = {}

    def add(children: Tree) -> int:
        numbers: list[int] = []
        for name, content in children.items():
            numbers.append(len(entries))
            entries.append((name, 2 if isinstance(content, bytes) else 1, b"", 0))
            data, child = (content, FREE) if isinstance(content, bytes) else (b"", add(content))
            entries[numbers[-1]] = (*entries[numbers[-1]][:2], data, child)
        siblings.update(itertools.pairwise(numbers))
        return numbers[0] if numbers else FREE

    root_child = add(tree)
    sectors: list[bytes] = []
    fat: list[int] = []
    small, small_fat = b"", []

    def store(data: bytes) -> int:
        pieces = [data[start : start + 512].ljust(512, b"\0") for start in range(0, len(data), 512)]
        start = len(sectors)
        sectors.extend(pieces)
        fat.extend(range(start + 1, start + len(pieces)))
        fat.append(END)
        return start

    places: list[int] = []
    for _, _, data, _ in entries:
        if len(data) >= 4096:
            places.append(store(data))
            continue
        places.append(len(small_fat) if data else END)
        count = -(-len(data) // 64)
        small_fat += [*range(len(small_fat) + 1, len(small_fat) + count), END] if count else []
        small += data.ljust(count * 64, b"\0")
    small_place = store(small) if small else END
    small_fat_place = store(struct.pack(f"<{len(small_fat)}I", *small_fat)) if small else END
    directory = b""
    for number, (name, kind, data, child) in enumerate(entries):
        encoded = name.encode("utf-16-le")
        place, size = (small_place, len(small)) if number == 0 else (places[number], len(data))
        below = root_child if number == 0 else child
        head = struct.pack("<64sHBB3I", encoded, len(encoded) + 2, kind, 1, FREE, siblings.get(number, FREE), below)
        directory += head + struct.pack("<36xIQ", place, size)
    directory_place = store(directory)
    fat_count = -(-(len(fat) + 8) // 127)
    fat_place = len(sectors)
    fat += [0xFFFFFFFD] * fat_count
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(fat_count * 512, b"\xff")
    header = bytes.fromhex("d0cf11e0a1b11ae1") + struct.pack("<16x5H6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<6I", 0, fat_count, directory_place, 0, 4096, small_fat_place)
    header += struct.pack("<3I", -(-len(small_fat) // 128), END, 0)
    header += struct.pack("<109I", *range(fat_place, fat_place + fat_count), *[FREE] * (109 - fat_count))
    return header + b"".join(sectors) + table


@pytest.fixture(params=[100, pytest.param(10_000, marks=pytest.mark.slow)])
def flipped(request: pytest.FixtureRequest) -> Callable[[bytes], Iterator[bytes]]:
    """Make broken copies of a file: bytes changed, cut out and doubled; in a zip file also inside its parts."""
    chance = random.Random(1)

    def flip(data: bytes) -> bytes:
        broken = bytearray(data)
        for _ in range(chance.choice((1, 3, 20))):
            at = chance.randrange(len(broken) or 1)
            broken[at : at + chance.choice((0, 1, 40))] = chance.randbytes(chance.choice((0, 1, 4)))
        return bytes(broken)

    def flip_parts(data: bytes) -> bytes:
        target = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as whole, zipfile.ZipFile(target, "w") as broken:
            for name in whole.namelist():
                part = whole.read(name)
                broken.writestr(name, flip(part) if chance.random() < 0.4 else part)
        return target.getvalue()

    def make(data: bytes) -> Iterator[bytes]:
        for number in range(request.param):
            yield flip_parts(data) if data.startswith(b"PK") and number % 4 else flip(data)

    return make


@pytest.fixture
def deck(zip_of, links) -> Callable[..., bytes]:
    """Make a presentation of slides; `parts` adds parts, also the slides' links; `main` and its links what else is in
    the main part."""

    def make(
        *slides: str, parts: dict[str, str | bytes] | None = None, main: str = "", main_links: tuple[str, ...] = ()
    ) -> bytes:
        numbers = range(1, len(slides) + 1)
        rels = links(*(f"r{number} slide slides/slide{number}.xml" for number in numbers), *main_links)
        ids = "".join(f'<p:sldId id="{255 + number}" r:id="r{number}"/>' for number in numbers)
        return zip_of(
            {
                "_rels/.rels": links("r1 officeDocument ppt/presentation.xml"),
                "ppt/presentation.xml": (
                    f"<p:presentation {NAMESPACES}><p:sldIdLst>{ids}</p:sldIdLst>{main}</p:presentation>"
                ),
                "ppt/_rels/presentation.xml.rels": rels,
                **{f"ppt/slides/slide{n}.xml": content for n, content in zip(numbers, slides, strict=True)},
                **(parts or {}),
            }
        )

    return make
