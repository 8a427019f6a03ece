from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress

import pytest
from PIL import Image

from kbdesk.errors import DamagedError, EmptyFileError, ParseError, PasswordError, UnsupportedError
from kbdesk.message import TextBlock
from kbdesk.rag.parsers.base import Attachment, PageState, ParseResult, Progress
from kbdesk.rag.parsers.pdf import PDFParser
from kbdesk.rag.parsers.pdf_text import clean_text, has_right_to_left, has_words, readable_share
from kbdesk.rag.parsers.ranges import ranges

from .pdf_files import Line, merged, pdf, pdf_of, scan, stream_of, written

TEXT, TABLE, PICTURE, BLANK, GARBLED = (
    PageState.TEXT,
    PageState.TABLE,
    PageState.PICTURE,
    PageState.BLANK,
    PageState.GARBLED,
)


def texts(result: ParseResult) -> list[str]:
    return [section.content.text for section in result.sections if isinstance(section.content, TextBlock)]


def warnings(result: ParseResult) -> list[str]:
    return [str(warning) for warning in result.warnings]


@pytest.fixture
def encrypted() -> Callable[..., bytes]:
    def make(user: str, owner: str = "owner", algorithm: str = "AES-256") -> bytes:
        from pypdf import PdfReader, PdfWriter

        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf("Secret plan"))))
        writer.encrypt(user, owner, algorithm=algorithm)
        target = io.BytesIO()
        writer.write(target)
        return target.getvalue()

    return make


def test_a_page_is_a_section_blank_ones_included():
    result = PDFParser().read(pdf("First", "", "Third"), "plan.pdf")
    assert texts(result) == ["First", "", "Third"]
    assert [section.metadata for section in result.sections] == [{"page": 1}, {"page": 2}, {"page": 3}]
    assert result.units == {"pages": 3}
    assert result.pages == [TEXT, BLANK, TEXT]
    assert warnings(result) == []


def test_a_file_of_blank_pages_is_empty():
    result = PDFParser().read(pdf_of(["", "1 1 1 rg 0 0 600 800 re f"]), "blank.pdf")
    assert (result.outcome, result.pages, warnings(result)) == ("empty", [BLANK, BLANK], [])


def test_pages_that_are_pictures_have_no_text_and_are_named():
    photo = scan(Image.effect_noise((300, 300), 200))
    result = PDFParser().read(merged(pdf("cover"), photo), "album.pdf")
    assert (result.pages, warnings(result)) == ([TEXT, PICTURE], ["No text on these pages: 2."])
    alone = PDFParser().read(photo, "photo.pdf")
    assert (alone.outcome, alone.pages, warnings(alone)) == ("no_text", [PICTURE], [])


def test_a_page_of_rows_is_a_table():
    rows = [(left, 700 - 20 * row, f"{row}{left}") for row in range(8) for left in (50, 200, 350)]
    assert PDFParser().read(pdf_of([written(rows)]), "x.pdf").pages == [TABLE]


def test_a_file_without_pages_is_empty():
    assert PDFParser().read(pdf(), "nothing.pdf").outcome == "empty"


LEFT = [f"Sentence {row} of the left column is of this width" for row in range(10)]
RIGHT = [f"Sentence {row} of the right column is as wide as it" for row in range(9)]


def lines_of(left: list[str], right: list[str]) -> list[Line]:
    """Write two columns line by line across the page."""
    both = [[(x, 700 - 14 * row, line) for row, line in enumerate(column)] for x, column in ((50, left), (320, right))]
    return sorted((line for column in both for line in column), key=lambda line: (-line[1], line[0]))


def test_columns_written_line_by_line_are_read_one_after_the_other():
    title: Line = (
        50,
        750,
        "A title that stands above both of the columns, over the whole width of the page, in one line",
    )
    result = PDFParser().read(pdf_of([written([title, *lines_of(LEFT, RIGHT)])]), "x.pdf")
    assert texts(result)[0].splitlines()[1:] == LEFT + RIGHT
    assert result.pages == [PageState.COLUMNS]


def test_columns_on_a_page_that_is_turned_are_read_one_after_the_other():
    upright = written(lines_of(LEFT, RIGHT))
    for degrees, matrix in ((90, "0 1 -1 0 600 0 cm"), (180, "-1 0 0 -1 600 800 cm"), (270, "0 -1 1 0 0 800 cm")):
        data = pdf_of([f"{matrix} {upright}"], page_entries=f"/Rotate {degrees}")
        assert texts(PDFParser().read(data, "x.pdf"))[0].splitlines() == LEFT + RIGHT


def test_columns_written_one_after_the_other_stay_as_they_are():
    lines = sorted(lines_of(LEFT, RIGHT), key=lambda line: line[0])
    result = PDFParser().read(pdf_of([written(lines)]), "x.pdf")
    assert (texts(result)[0].splitlines(), result.pages) == (LEFT + RIGHT, [TEXT])


def test_the_left_column_is_read_first_also_where_the_right_one_was_written_first():
    broken = ["Words that are broken at the end of a li-", "ne stay whole in both of the columns", *LEFT]
    lines = sorted(lines_of(broken, RIGHT), key=lambda line: -line[0])
    result = PDFParser().read(pdf_of([written(lines)]), "x.pdf")
    assert texts(result)[0].startswith("Words that are broken at the end of a line stay whole")
    assert texts(result)[0].splitlines()[2:] == [*LEFT[1:], *RIGHT]
    assert result.pages == [PageState.COLUMNS]


def test_printed_page_numbers_are_kept_where_they_differ():
    labels = "/PageLabels << /Nums [0 << /S /r >> 1 << /S /D /St 2 >>] >>"
    result = PDFParser().read(pdf("a", "b", root_entries=labels), "x.pdf")
    assert [section.metadata for section in result.sections] == [{"page": 1, "page_label": "i"}, {"page": 2}]


def test_a_page_stands_under_the_bookmarks_that_lead_to_it():
    outline = {
        "o50": "<< /First 51 0 R /Last 53 0 R >>",
        "o51": "<< /Title (Travel) /Dest [1002 0 R /Fit] /Next 53 0 R /First 52 0 R /Last 54 0 R >>",
        "o52": "<< /Title (Trains) /Dest [1002 0 R /Fit] /Next 54 0 R >>",
        "o54": "<< /Title (Flights) /Dest [1004 0 R /Fit] >>",
        "o53": "<< /Title (Lost) /Dest [9999 0 R /Fit] >>",
    }
    result = PDFParser().read(pdf("a", "b", "c", "d", root_entries="/Outlines 50 0 R", **outline), "x.pdf")
    assert [section.metadata.get("heading_path") for section in result.sections] == [
        None,
        ["Travel"],
        ["Travel", "Flights"],
        ["Travel", "Flights"],
    ]


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


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"])
def test_every_encryption_is_opened_with_the_users_and_the_owners_password(encrypted, algorithm: str):
    for password in ("    ", "Schlüssel", "owner"):
        data = encrypted(password if password != "owner" else "user", algorithm=algorithm)
        assert texts(PDFParser().read(data, "x.pdf", password=password)) == ["Secret plan"]
    assert texts(PDFParser().read(encrypted("", algorithm=algorithm), "x.pdf")) == ["Secret plan"]


async def test_a_caller_of_the_library_can_give_the_password(encrypted):
    [page] = await PDFParser().parse(encrypted("four"), "x.pdf", password="four")
    assert page.content.text == "Secret plan"


def test_a_million_blanks_in_a_note_take_no_hours():
    note = f"<< /Subtype /FreeText /Contents (typed{' ' * 1_000_000}in) /Rect [0 0 1 1] >>"
    (read,) = texts(PDFParser().read(pdf("", page_entries=f"/Annots [{note}]"), "x.pdf"))
    assert read.split() == ["typed", "in"]


def test_text_typed_on_a_page_notes_and_fields_are_read():
    annotations = (
        "/Annots [<< /Subtype /FreeText /Contents (typed in) /Rect [0 0 1 1] >> "
        "<< /Subtype /Text /Contents (a note) /Rect [0 0 1 1] >> << /Subtype /Popup /Rect [0 0 1 1] >> "
        "<< /Subtype /Widget /FT /Tx /T (City) /V (Bonn) /Rect [0 0 1 1] >>]"
    )
    result = PDFParser().read(pdf("", page_entries=annotations), "x.pdf")
    assert texts(result) == ["typed in\na note\nCity: Bonn"]
    assert result.pages == [TEXT]


def test_unreadable_letters_are_left_out_and_said():
    rubbish = "\\001\\002\\003\\004\\005\\006\\016\\017\\020\\021"
    result = PDFParser().read(pdf("Good page", rubbish), "x.pdf")
    assert texts(result) == ["Good page", ""]
    assert warnings(result) == ["The text of these pages is unreadable and was left out: 2."]
    assert result.pages == [TEXT, GARBLED]
    assert PDFParser().read(pdf(rubbish), "x.pdf").outcome == "unreadable_text"


def attached(name: str, content: str = "/F 50 0 R") -> str:
    return f"<< /Type /Filespec /F ({name}) /EF << {content} >> >>"


def test_files_attached_inside_are_given():
    names = f"/Names << /EmbeddedFiles << /Names [(1) {attached('../a.txt')} (2) {attached('lost.txt', '')}] >> >>"
    pinned = f"/Annots [<< /Subtype /FileAttachment /FS {attached('b.txt')} /Rect [0 0 1 1] >>]"
    data = pdf("cover", root_entries=names, page_entries=pinned, o50=stream_of("hello"))
    result = PDFParser().read(data, "x.pdf")
    assert result.attachments == [Attachment("a.txt", b"hello"), Attachment("b.txt", b"hello")]
    assert warnings(result) == ["The attached file “lost.txt” could not be read."]


def test_a_cover_of_a_file_that_is_encrypted_by_a_rights_management_system_is_refused():
    payload = attached("x.pdf").replace("/Filespec", "/Filespec /AFRelationship /EncryptedPayload")
    names = f"/Names << /EmbeddedFiles << /Names [(1) {payload}] >> >>"
    with pytest.raises(UnsupportedError, match="rights management"):
        PDFParser().read(pdf("Ask for a viewer", root_entries=names, o50=stream_of("?")), "x.pdf")


def test_a_form_that_only_adobe_shows_is_refused():
    data = pdf("Please wait... If this message is not eventually replaced", root_entries="/AcroForm << /XFA [] >>")
    with pytest.raises(UnsupportedError):
        PDFParser().read(data, "x.pdf")


def test_a_file_that_only_a_rights_management_system_opens_is_refused():
    handler = b"/Encrypt << /Filter /EBX.HANDLER /V 1 >> /ID [<00><00>] /Root 1 0 R"
    with pytest.raises(UnsupportedError, match="rights management"):
        PDFParser().read(pdf("x").replace(b"/Root 1 0 R", handler), "x.pdf")


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
        ("dan\ufffe\r\ngerous", "dangerous"),
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


def test_shifted_letters_are_no_words():
    english = "The daily allowance is paid for every day of a journey, also for the day of departure. " * 2
    german = "Das Tagegeld wird für jeden Tag einer Reise gezahlt, auch für den Tag der Abreise und Ankunft. " * 2
    polish = "Dieta przysługuje za każdy dzień podróży, także za dzień wyjazdu i za dzień powrotu do domu. " * 2
    shifted = "".join(chr(ord(letter) - 29) if letter.islower() else letter for letter in english)
    assert all(map(has_words, (english, german, polish, "BRB LTZ 44", "你好")))
    assert not has_words(shifted)


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
