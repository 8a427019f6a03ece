from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.registry import SUPPORTED_EXTENSIONS, ParsedFile, parse_file
from kbdesk.rag.parsers.text import TextParser


@pytest.fixture
def parse(tmp_path: Path) -> Callable[..., ParsedFile]:
    """Write bytes to a file and read it."""

    def read(data: bytes | str, name: str, **options: object) -> ParsedFile:
        path = tmp_path / "file"
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return parse_file(path, name, **options)

    return read


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        ("# A\n\nb", "a.md", "Markdown"),
        ("<html><p>b", "a.html", "Web page"),
        ("a,b\n1,2", "a.csv", "CSV"),
        ("a\tb\n1\t2", "a.tsv", "TSV"),
        ("words", "a.txt", "Text"),
        ("words", "no-ending", "Text"),
        ('{"a": 1}', "a.json", "JSON"),
        ("a: 1", "a.yml", "YAML"),
        ("<?xml version='1.0'?><a>b</a>", "a.xml", "XML"),
        ("Title\n=====", "a.rst", "reStructuredText"),
    ],
)
def test_each_format_is_read_by_its_parser(parse: Callable[..., ParsedFile], data: str, name: str, kind: str):
    parsed = parse(data, name)
    assert (parsed.outcome, parsed.kind, parsed.message, parsed.warnings) == ("text", kind, None, [])
    assert all(section.source == name for section in parsed.sections)


def test_a_wrong_ending_is_read_as_what_it_is_and_said(parse: Callable[..., ParsedFile]):
    parsed = parse("<!DOCTYPE html><p>This is a test.", "report.docx")
    assert parsed.sections[0].content.text == "This is a test."
    assert "“.docx”" in str(parsed.warnings[0])
    assert "Web page" in str(parsed.warnings[0])


@pytest.mark.parametrize(
    "name",
    [
        "n" * 224 + ".txt",
        "  100% #1; $(rm) 'quoted' \"twice\".txt",
        "re\u0301sume\u0301.txt",
        "🏖️ 休暇.txt",
        "folder/page.txt",
    ],
)
def test_any_name_is_fine(parse: Callable[..., ParsedFile], name: str):
    parsed = parse("Ten days.", name)
    assert (parsed.outcome, parsed.sections[0].source, parsed.kind) == ("text", name, "Text")


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n"])
@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.csv"])
def test_nothing_is_empty(parse: Callable[..., ParsedFile], data: bytes, name: str):
    parsed = parse(data, name)
    assert (parsed.outcome, parsed.sections) == ("empty", [])
    assert parsed.message


def test_an_empty_file_with_the_name_of_a_word_file_is_empty(parse: Callable[..., ParsedFile]):
    assert (parse(b"", "a.docx").outcome, parse(b"", "a.docx").kind) == ("empty", "Word")


@pytest.mark.parametrize(
    ("data", "name", "outcome", "remedy"),
    [
        (b"PK\x05\x06" + b"\0" * 18, "a.zip", "empty", "copy"),
        (b"7z\xbc\xaf\x27\x1c" + b"\0" * 18, "a.zip", "unsupported", "Unpack"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "a.doc", "unsupported_legacy", ".docx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "a.ppt", "unsupported_legacy", ".pptx"),
        (b"ID3\x03song", "a.mp3", "unsupported", "written"),
        (bytes(range(256)) * 20, "a.xyz", "unsupported", "PDF"),
        (bytes(range(256)) * 20, "a.txt", "unreadable_text", "UTF-8"),
        (b"PK\x03\x04 cut off", "a.docx", "damaged", "copy"),
        (b"\x89PNG\r\n\x1a\n cut off", "a.png", "damaged", "copy"),
    ],
)
def test_what_cannot_be_read_says_what_to_do(
    parse: Callable[..., ParsedFile], data: bytes, name: str, outcome: str, remedy: str
):
    parsed = parse(data, name)
    assert (parsed.outcome, parsed.sections) == (outcome, [])
    assert remedy in str(parsed.message)


def test_a_picture_is_read_by_ocr_and_kept(parse: Callable[..., ParsedFile], tmp_path: Path):
    image = Image.new("RGB", (600, 120), "white")
    ImageDraw.Draw(image).text((20, 20), "First aid box", "black", font_size=60)
    image.save(tmp_path / "notice.png")
    parsed = parse((tmp_path / "notice.png").read_bytes(), "notice.png")
    assert parsed.outcome == "text"
    assert parsed.sections[0].metadata["caption"] == "First aid box"
    assert (parsed.media_type, parsed.kind) == ("image/png", "PNG picture")


def test_a_picture_without_text_is_kept_and_said(parse: Callable[..., ParsedFile], png: bytes):
    parsed = parse(png, "dot.png")
    assert (parsed.outcome, len(parsed.sections)) == ("no_text", 1)
    assert "pictures" in str(parsed.message)


@pytest.mark.usefixtures("without_ocr")
def test_what_reads_pictures_being_gone_is_no_fault_of_the_picture(parse: Callable[..., ParsedFile], png: bytes):
    parsed = parse(png, "dot.png")
    assert (parsed.outcome, len(parsed.sections)) == ("no_text", 1)
    assert "Install kbdesk again" in str(parsed.message)
    assert "sharper" not in str(parsed.message)


def test_a_guessed_encoding_is_said(parse: Callable[..., ParsedFile]):
    parsed = parse("Die schöne Übergabe".encode("cp1252"), "a.txt")
    assert "Windows-1252" in str(parsed.warnings[0])


def test_no_control_characters_come_out(parse: Callable[..., ParsedFile]):
    parsed = parse(b"a lot of words\x00 and\x07 more\r\nline\x0bnext", "a.txt")
    assert parsed.sections[0].content.text == "a lot of words and more\nline\nnext"


def test_a_file_that_is_gone_or_a_folder_is_told(tmp_path: Path):
    assert "not there any more" in str(parse_file(tmp_path / "gone.txt", "gone.txt").message)
    assert parse_file(tmp_path, "folder.txt").outcome == "damaged"


def test_a_file_beyond_the_limit_is_not_read(parse: Callable[..., ParsedFile], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_TEXT_FILE_BYTES", 1 << 20)
    parsed = parse(b"x" * ((1 << 20) + 1), "a.txt")
    assert (parsed.outcome, parsed.sections) == ("limit", [])
    assert "1 MB" in str(parsed.message)


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_running_out_of_memory_is_a_limit(
    parse: Callable[..., ParsedFile], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
):
    def read_text(self: TextParser, text: str, filename: str) -> None:
        raise error

    monkeypatch.setattr(TextParser, "read_text", read_text)
    assert parse("words", "a.txt").outcome == "limit"


@pytest.mark.logs_warnings
def test_a_fault_of_a_parser_is_told_as_damage(parse: Callable[..., ParsedFile], monkeypatch: pytest.MonkeyPatch):
    def read_text(self: TextParser, text: str, filename: str) -> None:
        raise KeyError(text)

    monkeypatch.setattr(TextParser, "read_text", read_text)
    assert parse("words", "a.txt").outcome == "damaged"


def test_the_result_goes_between_processes(parse: Callable[..., ParsedFile]):
    for parsed in (parse("# A\n\nb", "a.docx"), parse(b"", "a.pdf")):
        assert pickle.loads(pickle.dumps(parsed)) == parsed


def test_endings_for_file_dialogs():
    assert {".pdf", ".docx", ".pptx", ".xlsx", ".md", ".txt", ".html", ".csv", ".png"} <= set(SUPPORTED_EXTENSIONS)
    assert list(SUPPORTED_EXTENSIONS) == sorted(set(SUPPORTED_EXTENSIONS))
