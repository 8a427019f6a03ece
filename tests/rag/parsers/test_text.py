from __future__ import annotations

from pathlib import Path

import pytest

from kbdesk.errors import DamagedError, UnreadableTextError
from kbdesk.rag.parsers.text import TextParser


async def test_a_text_is_one_section_without_metadata():
    (section,) = await TextParser().parse(b"Ten days of leave.", "leave.txt")
    assert section.content.text == "Ten days of leave."
    assert (section.source, section.metadata) == ("leave.txt", {})


async def test_a_string_is_a_path_and_never_the_text_itself(tmp_path: Path):
    file = tmp_path / "leave.txt"
    file.write_text("from the file")
    assert (await TextParser().parse(str(file), "leave.txt"))[0].content.text == "from the file"
    with pytest.raises(FileNotFoundError):
        await TextParser().parse("some words", "x.txt")


async def test_text_goes_in_by_its_own_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.chdir(tmp_path)
    (section,) = await TextParser().parse_text("secret.txt", "note")
    assert section.content.text == "secret.txt"


async def test_an_encoding_is_found_unless_given():
    assert (await TextParser().parse("können".encode("cp1252"), "a"))[0].content.text == "können"
    assert (await TextParser(encoding="utf-16").parse("ä".encode("utf-16"), "a"))[0].content.text == "ä"
    with pytest.raises(DamagedError):
        await TextParser(encoding="utf-8").parse("können".encode("cp1252"), "a")


async def test_the_byte_order_mark_does_not_stay():
    assert (await TextParser().parse(b"\xef\xbb\xbfabc", "a"))[0].content.text == "abc"
    assert (await TextParser(encoding="utf-8").parse(b"\xef\xbb\xbfabc", "a"))[0].content.text == "abc"


async def test_bytes_that_are_no_text_are_a_value_error():
    with pytest.raises(UnreadableTextError):
        await TextParser().parse(bytes(range(256)) * 4, "a.txt")
    assert issubclass(UnreadableTextError, ValueError)


async def test_a_blank_text_has_no_sections():
    assert await TextParser().parse(b" \n\t ", "a.txt") == []


def test_endings_are_sorted_for_file_dialogs():
    assert TextParser.supported_extensions() == sorted(TextParser.extensions)
    assert "text/plain" in TextParser.supported_media_types
