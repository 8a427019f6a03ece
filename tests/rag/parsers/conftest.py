"""Small files made by hand for the parsers' tests."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

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
