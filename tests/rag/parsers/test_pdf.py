from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress

import pytest

from kbdesk.errors import DamagedError, EmptyFileError, ParseError, PasswordError, UnsupportedError
from kbdesk.message import TextBlock
from kbdesk.rag.parsers.base import ParseResult, Progress
from kbdesk.rag.parsers.pdf import PDFParser
from kbdesk.rag.parsers.pdf_text import clean_text, has_right_to_left, readable_share
from kbdesk.rag.parsers.ranges import ranges

FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def pdf(*pages: str, page_entries: str = "", root_entries: str = "") -> bytes:
    """Write a PDF by hand, one line of text a page."""
    kids = " ".join(f"{10 + 2 * number} 0 R" for number in range(len(pages)))
    objects = {1: f"<< /Type /Catalog /Pages 2 0 R {root_entries} >>"}
    objects[2] = f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>"
    objects[3] = FONT
    for number, line in enumerate(pages):
        stream = f"BT /F1 12 Tf 50 700 Td ({line}) Tj ET" if line else ""
        objects[10 + 2 * number] = (
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {11 + 2 * number} 0 R {page_entries} >>"
        )
        objects[11 + 2 * number] = f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream"
    return _file(objects)


def _file(objects: dict[int, str]) -> bytes:
    data, table = b"%PDF-1.7\n", ""
    for number, content in objects.items():
        table += f"{number} 1\n{len(data):010} 00000 n \n"
        data += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    trailer = f"xref\n{table}trailer\n<< /Root 1 0 R /Size 99 >>\nstartxref\n{len(data)}\n%%EOF"
    return data + trailer.encode()


def texts(result: ParseResult) -> list[str]:
    return [section.content.text for section in result.sections if isinstance(section.content, TextBlock)]


def warnings(result: ParseResult) -> list[str]:
    return [str(warning) for warning in result.warnings]


@pytest.fixture
def encrypted() -> Callable[..., bytes]:
    def make(user: str, owner: str = "owner") -> bytes:
        from pypdf import PdfReader, PdfWriter

        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf("Secret plan"))))
        writer.encrypt(user, owner, algorithm="AES-256")
        target = io.BytesIO()
        writer.write(target)
        return target.getvalue()

    return make


def test_a_page_is_a_section_blank_ones_included():
    result = PDFParser().read(pdf("First", "", "Third"), "plan.pdf")
    assert texts(result) == ["First", "", "Third"]
    assert [section.metadata for section in result.sections] == [{"page": 1}, {"page": 2}, {"page": 3}]
    assert result.units == {"pages": 3}
    assert warnings(result) == ["No text on these pages: 2."]


def test_a_file_of_blank_pages_has_no_text():
    result = PDFParser().read(pdf("", ""), "scan.pdf")
    assert (result.outcome, warnings(result)) == ("no_text", [])


def test_a_file_without_pages_is_empty():
    assert PDFParser().read(pdf(), "nothing.pdf").outcome == "empty"


def test_printed_page_numbers_are_kept_where_they_differ():
    labels = "/PageLabels << /Nums [0 << /S /r >> 1 << /S /D /St 2 >>] >>"
    result = PDFParser().read(pdf("a", "b", root_entries=labels), "x.pdf")
    assert [section.metadata for section in result.sections] == [{"page": 1, "page_label": "i"}, {"page": 2}]


def test_no_bytes_and_broken_bytes_are_told_apart():
    with pytest.raises(EmptyFileError):
        PDFParser().read(b"", "x.pdf")
    with pytest.raises(DamagedError):
        PDFParser().read(b"%PDF-1.4 and nothing that follows", "x.pdf")


def test_an_empty_user_password_is_never_asked_for(encrypted):
    assert texts(PDFParser().read(encrypted(""), "x.pdf")) == ["Secret plan"]


def test_a_password_opens_the_file_and_a_wrong_one_is_said_to_be_wrong(encrypted):
    data = encrypted("  four ")
    with pytest.raises(PasswordError, match="is protected"):
        PDFParser().read(data, "x.pdf")
    with pytest.raises(PasswordError, match="does not open"):
        PDFParser().read(data, "x.pdf", password="four")
    assert texts(PDFParser().read(data, "x.pdf", password="  four ")) == ["Secret plan"]


async def test_a_caller_of_the_library_can_give_the_password(encrypted):
    [page] = await PDFParser().parse(encrypted("four"), "x.pdf", password="four")
    assert page.content.text == "Secret plan"


def test_text_typed_on_a_page_notes_and_fields_are_read():
    annotations = (
        "/Annots [<< /Subtype /FreeText /Contents (typed in) /Rect [0 0 1 1] >> "
        "<< /Subtype /Text /Contents (a note) /Rect [0 0 1 1] >> << /Subtype /Popup /Rect [0 0 1 1] >> "
        "<< /Subtype /Widget /FT /Tx /T (City) /V (Bonn) /Rect [0 0 1 1] >>]"
    )
    assert texts(PDFParser().read(pdf("", page_entries=annotations), "x.pdf")) == ["typed in\na note\nCity: Bonn"]


def test_unreadable_letters_are_left_out_and_said():
    rubbish = "\\001\\002\\003\\004\\005\\006\\016\\017\\020\\021"
    result = PDFParser().read(pdf("Good page", rubbish), "x.pdf")
    assert texts(result) == ["Good page", ""]
    assert warnings(result) == ["The text of these pages is unreadable and was left out: 2."]
    assert PDFParser().read(pdf(rubbish), "x.pdf").outcome == "unreadable_text"


def test_files_attached_inside_are_named():
    names = "/Names << /EmbeddedFiles << /Names [(a.txt) << /Type /Filespec /F (a.txt) /UF (a.txt) /EF << >> >>] >> >>"
    assert warnings(PDFParser().read(pdf("cover", root_entries=names), "x.pdf")) == [
        "Files attached inside were not read: a.txt."
    ]


def test_a_form_that_only_adobe_shows_is_refused():
    data = pdf("Please wait... If this message is not eventually replaced", root_entries="/AcroForm << /XFA [] >>")
    with pytest.raises(UnsupportedError):
        PDFParser().read(data, "x.pdf")


def test_a_page_tree_that_leads_back_to_itself_ends():
    data = pdf("only page").replace(b"/Kids [10 0 R] ", b"/Kids [10 0 R 2 0 R] ")
    assert texts(PDFParser().read(data, "x.pdf"))[0] == "only page"


def test_progress_is_told_after_each_page():
    told: list[Progress] = []
    PDFParser().read(pdf("a", "b"), "x.pdf", on_progress=told.append)
    assert told == [Progress("page", 1, 2), Progress("page", 2, 2)]


async def test_the_references_door_takes_bytes_and_a_path(tmp_path):
    (tmp_path / "a.pdf").write_bytes(pdf("Hello"))
    for file in (pdf("Hello"), str(tmp_path / "a.pdf")):
        (section,) = await PDFParser().parse(file, "a.pdf")
        assert isinstance(section.content, TextBlock)
        assert (section.content.text, section.source) == ("Hello", "a.pdf")
    with pytest.raises(FileNotFoundError):
        await PDFParser().parse(str(tmp_path / "none.pdf"), "none.pdf")


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("dan\ufffegerous", "dangerous"),
        ("Schwarz\ufffeWeiß", "Schwarz-Weiß"),
        ("tris-\ntique", "tristique"),
        ("Java-\nEntwickler", "Java-Entwickler"),
        ("möch\n-\nten", "möchten"),
        ("Foto\ufffeund Video", "Foto- und Video"),
        ("opt\u00adion", "option"),
        ("of\ufb01ce \ufb04", "office ffl"),
        ("⽂字", "文字"),
        ("a  \r\nb\r\n\r\n\r\n\r\nc\x07\ue123", "a\nb\n\nc"),
        ("\uf0b7 point", "• point"),
        ("2024-\n2025", "2024-\n2025"),
    ],
)
def test_text_is_cleaned_for_people(raw, clean):
    assert clean_text(raw) == clean


@pytest.mark.parametrize(
    ("text", "is_readable"),
    [
        ("Guten Tag, 你好, 1 < 2", True),
        ("", True),
        ("\x01\x02\x03 \x1f", False),
        ("/G43/G24/G14 /G7/G15", False),
        ("(cid:12)(cid:7)", False),
        ("\ue001\ue002\ue003", False),
    ],
)
def test_rubbish_is_measured(text, is_readable):
    assert (readable_share(text) >= 0.7) is is_readable


def test_arabic_runs_from_right_to_left():
    assert has_right_to_left("حبيبي habibi")
    assert not has_right_to_left("habibi")
    assert not has_right_to_left("123")


def test_numbers_are_told_as_ranges():
    assert ranges([1, 2, 3, 7, 9, 10]) == "1-3, 7, 9-10"


def test_broken_bytes_are_told_and_never_crash(flipped):
    for data in flipped(pdf("First", "Second", page_entries="/Annots [<< /Subtype /FreeText /Contents (a) >>]")):
        with suppress(ParseError):
            PDFParser().read(data, "x.pdf")
