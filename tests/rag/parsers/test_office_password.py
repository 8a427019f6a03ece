from __future__ import annotations

import base64
import io
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msoffcrypto
import pytest
import xlsxwriter
from docx import Document

from kbdesk.errors import DamagedError, ParseError, PasswordError, UnsupportedError
from kbdesk.rag.parsers.base import ReadOptions
from kbdesk.rag.parsers.docx import WordParser
from kbdesk.rag.parsers.office_password import opened
from kbdesk.rag.parsers.pptx import PPTParser
from kbdesk.rag.parsers.registry import ParsedFile, parse_file
from kbdesk.rag.parsers.xlsx import ExcelParser

# "Ten days.", as LibreOffice saves it as .xls with the password "tulip"; nothing that may be shipped writes this.
OLD_SHEET = zlib.decompress(
    base64.b64decode(
        "eNrtWA041FkXvzOMhnyNz4xCUpGP0oelRVIjWq0IFdOHNEq+0g7JtlshtDvaik2KGJKiIptkRUSKKKXyMVjy0VoiX72Jmdlzx7RPb++++6R3"
        "n+d93vdx5jnnnvnduffc//+ce+65U/2Q0sK+Sm1FH9DnSATx+OJI7D2MAEx+90UWIaIQ4/H5/Hcwf5L+p4grbLEPRcF/JGDs8ylCv4oL20n6"
        "/yQH5AcfJtJANOQL7R60D02ElCBi3p/vY8bwPvJ3H0uT9j/dPs7fOI+LAH+4/3Gux/tfAngqsCSwFLA0sMz4EYAowHLA8sAKwIqCmEBIGXga"
        "sAowVWhzurDFrA66hvC75mSO+a+ROBm8KEZC+VKV2OUC389HRhAX+DN04Hqxa/rY+k0OihY6zs4tmem88yPXA0KjF1dbVL4pUSld/vOtiFpl"
        "rwiDx/EPXY61tUIsZYkWg6wSew4z0dFuZB0fV8aWneVKleBwnN/2TUdb7UJtaa7RUm5n05RYfczGKE71fh450bJUXCYhwsFVbNeX7X7m2bcD"
        "3rJShqJEqGd1166s23PAO8/dbpSrn9f/PaWY7j8gHTVb7bt6ns5SajJLvmToat/t4OurKuI7nAwswfqAnRuBiL4oKYLwNgNtSmg8oE96MkHP"
        "nXsTJLXXDOJ2q801gz3IqHNkgZvW5Qzmkc1GFvC7zgVRIMOzNUG69EuDvFGQC2M4VxtA399piOag6gx2cPv3cYXG4SnnLvpQX+fVP2ktjCvl"
        "DOkPKa8OHp7zQPtYzPUXhhD7uUo+MoHRfVKJFfGGN3dkKdyN3Xc0Qdx2CRrFvfnrNXbWrtlmaxn7tt/Uj1FBVXgk/ctQC5vHx71KSzOD4imr"
        "6H3dPxVHi7HK9F6ctC942zSa2KImKol+rFlQaKwy4yqlo9m6BXbf7CQjX1OPnmAtg+Zm/dbEiH2ch4YYP2qaNJ9yk0XRVVqY+kYqq4uatuIE"
        "xgmpIUcuqez0ucvYn2O+T0k+TzvmMsbpZqv1uuq9vxQr67bQXNbxMtnAhYzxSsoZp4DXcsTBl+E1Tue6jAq2FTdiPLbBMYbS65gZ1N3Y9uM9"
        "k+XO4QXSGA+8ExqkYPv04iV987Fw2+FvVN9I5WKc5NnJbsm1KInYIBlwhrSM/8OaSxkYd3w2q8pLbsVo7hfVF3IvJJ/e0kI/h/Fb3RtH7LhH"
        "Zf5hKdOW5dSXWS6/ZS3GLeYGW21rqlgnTaLpUnsH7kwp287GeJCeHGPeUiY/3uNpXi3vlunhws2C9eScCGSn2XIk5oVGc2wGw+kRqV5aGH/W"
        "tO+6YTbH2psq+rZhh3+VV96BQYxnS+avXhO3qC3qc8/oYZ5625iLGQPjJ76lXRz2cc8oL90QQ22i1TicMq7CuH+M2+h8WmP/Ep/etEzLpFOz"
        "Z9F5GM8L64o/k/m4bHMIQys6JPHVmNcTI4yPJp3VpPl/ldKwpH5+hVT7otinMqUYTzslV+vg5LmqyUVK3VVm4NhnzPPfYpzGrvBrunX5VTQp"
        "jqhi7BUm75zcFU0URXtbbqzGLdJz88StOzX/Pm6nshIO4VZ8U7YlbvNPk4O3Qhwr3T8MObwABniMee9YnaPd16PPguyf5vHcvphARhnd9JOq"
        "vXH13cgFBd1I9tskOZhdR3eNHNF4bmVd9jJV5MkDw2lUndOvYzg2w6QetUcOzXpty8NM46vTn2nKq5xXdn64cPOLpPT86f2/HVWvzbnTXXPe"
        "b+Sm77nCUVvpvdqFNzprLMy2jMET1SWYzDw+nc+WXiYm13hRL+5RgX0gH86b5HrunWskql/7XXeyIkptntbouPjrvVs3Wf3walHIFsO2B1kN"
        "+FAaT16y/5S8JGGLUrbLgFxcSQHJPC4LB1lVV6Nn/YPOni2AhJgfBKS8RgfluTesnA0vRtU0YeMh6BkpmQeyeqMuHpceAlJeWQGpoUtcgwpN"
        "+rT2CMbBWo5WKvfXekuaWQ8jqdW0yog+oIhmoal5zKMZcZ1vmIcTSPOWDQ2WWlCs3ni/WG6/KoU7x3ZHeklgQShMp1kaBjKbMAcWEHmgMvL+"
        "laLbc0F3HDlkxco+ydUG3WR2l7eOWkeWDuit5u73lJcUJLORJjK/kqwm6uGse2hjeVOqFo3hU+dLkrvSsbB/3qMi/1J9ycGrTjB3uck38Ao8"
        "fXhJqocYB0cD4NwmSiObVGODYcUhE239vfYXVMlEWdQiUWcd2XlK6hH/lfQ0iYY6Lrz1+aLZK3sbQiOD1XvQWrRr8ZGhGRWR1Md9z10sfiG0"
        "51coqtifjKg9TP65Luy38MGZrRsCl+yaKt6m0E7mqTV9/R2NdPnXtafKR8+f7ah+PNbnP7Mop/n2kXWVJyxtdhk8YJkT5dBcaecUdsCMBlVW"
        "as4TQ+eXpJMzoJKICjsbS2x9xorJd3IRD9u/g6yMksn3CLPuv7It13yWi3bfLEvxJSYPci0l/qWWIUDlICIxXgPJkokCrGi8y0oVxBpP9z1+"
        "X/l5MDVoQe4Mbw2Tz/Qd3bYxvL0Zgmix9PTwMP5Pai/CePn0ycTj4zmIfzYvajmcODBit1M24zgZ6c79qX4BYPuFYY77jYX1mYWwRrMV1mkb"
        "hLXadmG9tltY43VxEQTzuG4oHPeO/krvsvYNv3awiTCR9WOE+LTqabyBqmx0LKxfb+TKSlxffoDRhXUiQciy76313+GT9PfR33n/E/jpgz34"
        "Z2PwXaNI+EfSerC+B3mhbYJ1eE14/XIQFUTh3YU/gXtVtti7fbYC7PrAHrGDNez6JPsi793BPmYMzks2f+xzO+SNGJ/sPwmwP9H73wzhXQ0J"
        "7nvrUAA8vw9yE/jeBqLAQ+ATjDCRJ+i+fzGXttA+aQLvH+egS3/YXwkW3AVrYAgicGLrMf6E558JzJy8/wvod+uc/Gw="
    )
)


def locked(data: bytes, password: str) -> bytes:
    target = io.BytesIO()
    msoffcrypto.OfficeFile(io.BytesIO(data)).encrypt(password, target)
    return target.getvalue()


@pytest.fixture
def word() -> bytes:
    document, target = Document(), io.BytesIO()
    document.add_paragraph("Ten days.")
    document.save(target)
    return target.getvalue()


@pytest.fixture
def sheet() -> bytes:
    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        book.add_worksheet().write("A1", "Ten days.")
    return target.getvalue()


@pytest.fixture
def parse(tmp_path: Path) -> Callable[..., ParsedFile]:
    def read(data: bytes, name: str, password: str | None = None) -> ParsedFile:
        (tmp_path / "file").write_bytes(data)
        return parse_file(tmp_path / "file", name, ReadOptions(password))

    return read


def test_with_its_password_a_file_is_what_it_is_inside(parse: Callable[..., ParsedFile], word: bytes):
    parsed = parse(locked(word, "tulip"), "plan.docx", "tulip")
    assert (parsed.outcome, parsed.kind, parsed.warnings) == ("text", "Word", [])
    assert parsed.sections[0].content.text == "Ten days."


async def test_each_parser_opens_its_files_itself(word: bytes, sheet: bytes):
    assert (await WordParser().parse(locked(word, "tulip"), "a.docx", password="tulip"))[0].content.text == "Ten days."
    assert "Ten days." in (await ExcelParser().parse(OLD_SHEET, "a.xls", password="tulip"))[0].content.text
    with pytest.raises(PasswordError):
        await PPTParser().parse(locked(word, "tulip"), "a.pptx")


def test_a_wrong_ending_is_said_when_it_is_open(parse: Callable[..., ParsedFile], word: bytes):
    assert "Word" in str(parse(locked(word, "tulip"), "plan.xlsx", "tulip").warnings[0])


@pytest.mark.parametrize(("password", "said"), [(None, "protected"), ("rose", "does not open"), ("", "does not open")])
def test_without_its_password_a_file_wants_it(
    parse: Callable[..., ParsedFile], word: bytes, password: str | None, said: str
):
    parsed = parse(locked(word, "tulip"), "plan.docx", password)
    assert (parsed.outcome, parsed.sections) == ("password", [])
    assert said in str(parsed.message)


def test_no_password_is_asked_for_where_excel_used_its_own(parse: Callable[..., ParsedFile], sheet: bytes):
    assert parse(locked(sheet, "VelvetSweatshop"), "plan.xlsx").outcome == "text"


def test_an_old_sheet_is_opened_too(parse: Callable[..., ParsedFile]):
    assert parse(OLD_SHEET, "plan.xls").outcome == "password"
    assert parse(OLD_SHEET, "plan.xls", "rose").outcome == "password"
    parsed = parse(OLD_SHEET, "plan.xls", "tulip")
    assert "Ten days." in parsed.sections[0].content.text


def test_a_damaged_encryption_is_told(compound: Callable[[dict[str, Any]], bytes]):
    with pytest.raises(DamagedError):
        opened(compound({"EncryptedPackage": b"x", "EncryptionInfo": b"\4\0\4\0\0\0\0\0<encryption/>"}), "tulip")


def test_an_unknown_encryption_is_told(compound: Callable[[dict[str, Any]], bytes]):
    with pytest.raises(UnsupportedError, match="does not know"):
        opened(compound({"EncryptedPackage": b"x", "EncryptionInfo": b"\x09\0\x09\0" + bytes(60)}), "tulip")


@pytest.mark.parametrize("stream", ["\x06DataSpaces", "\tDRMContent"])
def test_rights_management_is_told(
    compound: Callable[[dict[str, Any]], bytes], parse: Callable[..., ParsedFile], stream: str
):
    parsed = parse(compound({"EncryptedPackage": b"x", stream: b"x"}), "plan.docx")
    assert parsed.outcome == "unsupported"
    assert "account" in str(parsed.message)


def test_what_is_not_encrypted_stays_as_it_is(word: bytes, compound: Callable[[dict[str, Any]], bytes]):
    old = compound({"Workbook": b"\x09\x08\x04\0\0\x06\x05\0\x0a\0\0\0"})
    assert opened(word, None) == word
    assert opened(old, "tulip") == old
    assert opened(old[:700], None) == old[:700]


def test_an_old_word_file_with_a_password_is_opened(shared: Path):
    data = (shared / "corpus" / "hard" / "legacy" / "encrypted-rc4.doc").read_bytes()
    assert opened(data, "Password1234_") != data
    with pytest.raises(PasswordError):
        opened(data, "rose")


def test_any_broken_encrypted_file_is_opened_or_told(word: bytes, flipped: Callable[[bytes], Iterator[bytes]]):
    data = locked(word, "tulip")
    for broken in flipped(data):
        try:
            opened(broken, None)
        except ParseError:
            continue
