from __future__ import annotations

from contextlib import suppress

import pytest

from kbdesk.errors import DamagedError, EmptyFileError, LimitError, ParseError
from kbdesk.message import DataBlock, TextBlock
from kbdesk.rag.parsers.base import ParseResult
from kbdesk.rag.parsers.rtf import RtfParser

HEAD = (
    r"\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fcharset134 SimSun;}{\f2\fcharset128 Gothic;}"
    r"{\f3\fcharset204 Cyr;}{\f4\fcharset2 Symbol;}{\f5\fcharset2 Wingdings;}}{\colortbl;\red0\green0\blue0;}"
    r"{\stylesheet{\s0 Normal;}{\s1\sbasedon0 heading 1;}{\s2 heading 2;}{\s3\sbasedon1 Own;}{\s4 Title;}"
    r"{\s5\outlinelevel1 Outlined;}{\*\cs10 Default Font;}}{\*\generator Word;}{\info{\title secret}}"
)


def rtf(body: str) -> bytes:
    return ("{\\rtf1" + HEAD + body + "}").encode("latin-1")


def read(body: str) -> ParseResult:
    return RtfParser().read(rtf(body), "a.rtf")


def texts(body: str) -> list[str]:
    return [section.content.text for section in read(body).sections if isinstance(section.content, TextBlock)]


def test_the_text_under_each_heading_is_a_section_with_its_path():
    body = (
        r"\pard\s4 Handbook\par\pard before\par\pard\s1 Travel\par\pard Book early.\par\pard\s2 Flights\par"
        r"\pard Economy.\par\pard\s3 Rest\par\pard Sleep.\par\pard\s5 Naps\par\pard Short.\par"
        r"\pard\outlinelevel0 End\par\pard Bye."
    )
    assert texts(body) == [
        "Handbook\nbefore",
        "Travel\nBook early.",
        "Flights\nEconomy.",
        "Rest\nSleep.",
        "Naps\nShort.",
        "End\nBye.",
    ]
    assert [section.metadata["heading_path"][1:] for section in read(body).sections] == [
        [],
        ["Travel"],
        ["Travel", "Flights"],
        ["Rest"],
        ["Rest", "Naps"],
        ["End"],
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"caf\'e9 \'80 5", "café € 5"),
        (r"\f1 \'c4\'e3\'ba\'c3", "你好"),
        (r"\f2 \'83\'5c\'83\'65", "ソテ"),  # the second byte of the first sign is a backslash
        (r"\f2 \'83e\'83X\'83g", "テスト"),  # second bytes written as letters
        (r"\f3 \'cf\'f0\'e8", "При"),
        (r"\f4 abg\'b7", "αβγ•"),
        (r"\f5 \'fc done", "✓"),
        (r"\u20320?\u22909?", "你好"),
        (r"\uc2\u20320\'c4\'e3{\uc1\u22909?}\u-255\'a3\'a1", "你好！"),
        (r"\uc0\u20320 x", "你x"),
        (r"\u-10179?\u-8704?", "😀"),
        (r"a\~b\_c\-d\emdash e\{\}\\", "a b-cd—e{}\\"),
        (r"\lquote x\rquote\tab y\line z", "‘x’\ty\nz"),
    ],
)
def test_characters_are_read_in_the_encoding_of_their_font(written: str, meant: str):
    assert texts(r"\pard " + written)[0].startswith(meant)


def test_a_chinese_file_with_its_text_in_a_western_font_is_read():
    body = b"{\\rtf1\\ansi\\ansicpg936{\\fonttbl{\\f0\\fcharset0 Arial;}}\\f0 \\'c4\\'e3\\'ba\\'c3 \xc4\xe3}"
    assert RtfParser().read(body, "a").sections[0].content.text == "你好 你"


@pytest.mark.parametrize(
    "hidden",
    [
        r"{\v secret}",
        r"{\deleted secret}",
        r"{\field{\*\fldinst HYPERLINK secret}}",
        r"{\*\unknown secret{\b secret}}",
        r"{\xe secret}",
        r"{\object{\*\objdata 736563726574}}",
        r"{\htmlrtf secret\htmlrtf0}",
        r"{\nonshppict{\pict secret}}",
        "{\\pict\\bin6 }}}}}}}",
    ],
)
def test_what_a_reader_does_not_see_is_left_out(hidden: str):
    assert texts(r"\pard before" + hidden + r" after\par") == ["before after"]


def test_links_show_their_text_and_insertions_are_in():
    assert texts(r'see {\field{\*\fldinst{HYPERLINK "x"}}{\fldrslt{\ul here}}}{\revised now}') == ["see herenow"]


def test_lists_keep_their_bullets_and_numbers():
    body = (
        r"{\listtext\pard\plain 1.\tab}\pard\ilvl0\ls1 first\par{\listtext\pard 1.a)\tab}\pard\ilvl1\ls1 below\par"
        r"{\pntext\f4\'b7\tab}\pard dot\par{\listtext o\tab}\pard ring\par{\listtext 2\tab}\pard\s1 Next\par"
    )
    assert texts(body) == ["1. first\n  1.a) below\n- dot\n- ring", "2 Next"]


def test_a_table_is_markdown_with_nested_tables_in_its_cells():
    body = (
        r"\pard Rates:\par\trowd\cellx1\cellx2\pard\intbl City\cell Rate\cell\row"
        r"\trowd\pard\intbl Bonn\cell\pard\intbl\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\nestrow}"
        r"{\nonesttables\par}\pard\intbl tail\cell\row\pard End."
    )
    assert texts(body) == ["Rates:\n\n| City | Rate |\n| --- | --- |\n| Bonn | x; y<br>tail |\n\nEnd."]


def test_a_frame_of_one_column_is_no_table_and_tables_apart_stay_apart():
    row = r"\trowd\pard\intbl a\cell b\cell\row"
    assert texts(r"\trowd\pard\intbl\s1 Note\par\pard\intbl text\cell\row") == ["Note\ntext"]
    assert texts(row + r"\pard\par" + row)[0].count("---") == 4


def test_notes_and_comments_follow_their_paragraph():
    body = (
        r"\pard text{\super\chftn{\footnote\pard\plain{\chftn} the note\par more}} on"
        r"{\*\atnid A}{\*\atnauthor Ann}\chatn{\*\annotation{\*\atndate 5}\pard why?\par}\par"
    )
    assert texts(body) == ["text[1] on\n[1] the note more\n[Ann: why?]"]


def test_headers_and_footers_are_read_once_without_page_numbers():
    body = r"{\header\pard Confidential\par}{\footer\pard 12\par}{\headerf\pard Confidential\par}\pard text\par"
    assert texts(body) == ["text", "Confidential"]


def test_text_boxes_and_alternative_texts_follow_their_paragraph():
    shape = (
        r"{\shp{\*\shpinst\shpleft1{\sp{\sn wzDescription}{\sv A map}}{\sp{\sn x}{\sv 1}}{\shptxt\pard in a box\par}}"
    )
    assert texts(r"\pard text" + shape + r"{\shprslt{\*\do{\dptxbxtext\pard in a box\par}}}}\par") == [
        "text\nA map\nin a box"
    ]


def test_an_equation_is_one_line():
    assert texts(r"{\mmath{\*\moMath{\mf{\mfPr{\mtype bar}}{\mnum{\mr a}}{\mden{\mr b}}}}{\mmathPict{\pict 00}}}") == [
        "a/b"
    ]


def test_a_picture_follows_the_text_of_its_heading(png):
    alt = r"{\*\picprop{\sp{\sn wzDescription}{\sv A \'e9}}}"
    body = r"\pard\s1 Map\par\pard see{\*\shppict{\pict" + alt + r"\picw1\pngblip " + png.hex() + "}}\\par"
    first, second = read(body).sections
    assert first.content.text == "Map\nsee"
    assert isinstance(second.content, DataBlock)
    assert second.metadata == {"heading_path": ["Map"], "media_type": "image/png", "caption": "A é"}
    binary = rtf("{\\pict\\jpegblip\\bin" + str(len(png)) + " " + png.decode("latin-1") + "}")
    assert RtfParser().read(binary, "a").outcome == "no_text"


def test_a_file_that_breaks_off_is_read_and_told():
    result = RtfParser().read(b"{\\rtf1 The first words {\\b and", "a.rtf")
    assert result.sections[0].content.text == "The first words and"
    assert "breaks off" in str(result.warnings[0])


def test_what_is_no_rtf_is_damaged_or_empty():
    with pytest.raises(EmptyFileError):
        RtfParser().read(b"", "a")
    for data in (b"hello", b"{\\rtf"):
        with pytest.raises(DamagedError):
            RtfParser().read(data, "a")
    assert read("").outcome == "empty"


def test_endless_nesting_is_a_limit_and_claimed_sizes_are_not_believed():
    with pytest.raises(LimitError):
        read("{" * 100_000)
    assert texts(r"a\pard\intbl\itap2000000000 b\nestcell{\bin999999999 x")[0].startswith("a")
    assert texts(r"\uc9999999\u65?" + "b" * 5 + r"{c}") == ["Ac"]


def test_broken_bytes_are_told_and_never_crash(flipped):
    whole = rtf(r"\pard\s1 Travel\par{\listtext 1.\tab}one\par\trowd\intbl a\cell b\cell\row{\footnote x}\u20320?\par")
    for data in flipped(whole):
        with suppress(ParseError):
            RtfParser().read(data, "a.rtf")
