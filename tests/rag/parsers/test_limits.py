"""Every limit ends as the outcome "limit", with a sentence that says what to do."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import Progress
from kbdesk.rag.parsers.registry import ParsedFile, parse_file

MEBIBYTE = 1 << 20


@pytest.fixture
def large_pdf(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    import large_pdf

    return large_pdf


def parse(path: Path, data: bytes) -> ParsedFile:
    path.write_bytes(data)
    return parse_file(path, path.name)


def assert_limit(parsed: ParsedFile) -> None:
    assert (parsed.outcome, parsed.sections) == ("limit", [])
    assert "split it or save it again" in str(parsed.message)


def package(**parts: int) -> bytes:
    """Return a Word file with parts of so many bytes."""
    types = '<Types><Override ContentType="application/vnd.ms-word.document.main+xml"/></Types>'
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("word/document.xml", "<document/>")
        for name, size in parts.items():
            archive.writestr(f"{name}.xml", b" " * size)
    return target.getvalue()


@pytest.mark.parametrize("count", [500, pytest.param(5_000, marks=pytest.mark.slow)])
def test_a_pdf_of_very_many_pages_is_read_whole_page_by_page(tmp_path: Path, large_pdf: ModuleType, count: int):
    large_pdf.write_pdf(tmp_path / "manual.pdf", count)
    seen: list[Progress] = []
    parsed = parse_file(tmp_path / "manual.pdf", "manual.pdf", on_progress=seen.append)
    assert (parsed.outcome, parsed.units, parsed.warnings) == ("text", {"pages": count}, [])
    assert seen == [Progress("page", number, count) for number in range(1, count + 1)]


def test_more_pages_than_that_are_too_many(tmp_path: Path, large_pdf: ModuleType, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_PDF_PAGES", 3)
    large_pdf.write_pdf(tmp_path / "manual.pdf", 4)
    assert_limit(parse_file(tmp_path / "manual.pdf", "manual.pdf"))


@pytest.mark.parametrize("limit", ["MAX_FILE_BYTES", "MAX_PARTS", "MAX_UNPACKED_BYTES", "MAX_XML_BYTES"])
def test_each_limit_of_a_package_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str):
    monkeypatch.setattr(limits, limit, 2)
    assert_limit(parse(tmp_path / "plan.docx", package(word=MEBIBYTE)))


def test_a_package_that_unpacks_to_far_more_than_it_is_is_a_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    bomb = package(word=MEBIBYTE)
    assert len(bomb) * limits.MAX_RATIO < MEBIBYTE
    monkeypatch.setattr(limits, "RATIO_MATTERS_BYTES", MEBIBYTE)
    assert_limit(parse(tmp_path / "plan.docx", bomb))


def test_a_picture_may_have_only_so_many_pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from PIL import Image

    monkeypatch.setattr(limits, "MAX_PIXELS", 99)
    target = io.BytesIO()
    Image.new("L", (10, 10)).save(target, "PNG")
    assert_limit(parse(tmp_path / "map.png", target.getvalue()))


def test_a_web_page_may_be_nested_only_so_deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_HTML_DEPTH", 5)
    parsed = parse(tmp_path / "deep.html", b"<html><body>" + b"<div>" * 9 + b"text")
    assert parsed.outcome == "limit"
    assert "copy the text you need" in str(parsed.message)
