"""Small files made by hand for the parsers' tests."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable, Iterator

import pytest

Parts = dict[str, str | bytes]
RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


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
