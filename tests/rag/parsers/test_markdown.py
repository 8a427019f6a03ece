from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.document import Section
from kbdesk.rag.parsers.markdown import MarkdownParser


def read(text: str) -> list[Section]:
    return MarkdownParser().read_text(text, "page.md").sections


def paths(text: str) -> list[list[str]]:
    return [section.metadata.get("heading_path", []) for section in read(text)]


def words(text: str) -> str:
    return "\n".join(section.content.text for section in read(text))


def test_each_heading_is_a_section_with_the_path_above_it():
    sections = read("intro\n\n# Travel\n\ngo\n\n## Flights\n\nfly\n\n# Food\n\neat")
    assert [section.metadata.get("heading_path") for section in sections] == [
        None,
        ["Travel"],
        ["Travel", "Flights"],
        ["Food"],
    ]
    assert [section.metadata["line"] for section in sections] == [1, 3, 7, 11]
    assert sections[2].content.text == "## Flights\n\nfly"


def test_a_skipped_level_is_no_gap_in_the_path():
    assert paths("# A\n\na\n\n### C\n\nc\n\n## B\n\nb") == [["A"], ["A", "C"], ["A", "B"]]


def test_a_heading_without_text_goes_with_the_next_one_below_it():
    (section,) = read("# Team\n\n## Who\n\nAnna")
    assert section.content.text == "# Team\n\n## Who\n\nAnna"
    assert section.metadata == {"heading_path": ["Team", "Who"], "line": 1}


def test_a_heading_without_any_text_below_is_kept():
    assert paths("# A\n\n# B\n\nb\n\n## C") == [["A"], ["B"], ["B", "C"]]


def test_underlined_headings_count():
    assert paths("Title\n=====\n\na\n\nSub\n---\n\nb") == [["Title"], ["Title", "Sub"]]


@pytest.mark.parametrize(
    "text",
    [
        "a\nb\n---\nc",
        "- item\n---\nc",
        "| a |\n---",
        "    # code",
        "#nospace",
        "####### seven",
        "\\# escaped",
        "text\n\n---\n\ntext",
    ],
)
def test_what_only_looks_like_a_heading_is_none(text: str):
    assert paths(text) == [[]]


@pytest.mark.parametrize(
    "fence",
    [
        "```\n# no\n```",
        "~~~ python\n# no\n~~~~",
        "````\n```\n# no\n```\n````",
        "- step\n  ```\n  # no\n  ```",
        "```\n# never closed",
        "> ```\n> # no\n> ```",
    ],
)
def test_code_is_left_alone(fence: str):
    (section,) = read(f"# Yes\n\n{fence}")
    assert section.metadata["heading_path"] == ["Yes"]
    assert fence in section.content.text


def test_tags_and_comments_are_left_out_but_not_in_code():
    page = "a <b>bold</b> word<br>new\n<!-- # hidden\n\nnote -->\n<ul><li>x</li></ul>\n"
    text = words(page + "`<ul>` <https://example.com> <your-name>")
    assert "a bold word new" in text
    assert "hidden" not in text
    assert "`<ul>` <https://example.com> <your-name>" in text
    assert text.count("<ul>") == 1


def test_embedded_data_and_scripts_are_left_out():
    script = '<script>\nvar x = "R0lGOD";\n</script>'
    text = words(f'![tiny](data:image/gif;base64,R0lGOD) {script} <img alt="a cat" src="x.png">')
    assert text.split() == ["tiny", "a", "cat"]


def test_line_numbers_hold_after_a_comment():
    assert [section.metadata["line"] for section in read("a\n<!--\n\n-->\n# B\n\nb")] == [1, 5]


def test_entities_become_characters():
    assert words("M&uuml;ller &amp; S&#246;hne &unknown;") == "Müller & Söhne &unknown;"


def test_headings_lose_their_marks_in_the_path():
    assert paths("# **The** [rules](x.md) of `git` ##\n\nx") == [["The rules of git"]]
    assert paths("# Setup {#setup .big}\n\nx") == [["Setup"]]


def test_front_matter_is_metadata_and_its_title_the_root():
    first, second = read("---\ntitle: GitHub\ntags: [ops, dev]\ndeep: {a: 1}\n---\nIntro\n\n## Rules\n\nnone")
    assert first.content.text == "# GitHub\n\nIntro"
    assert first.metadata == {
        "heading_path": ["GitHub"],
        "line": 6,
        "front_matter": {"title": "GitHub", "tags": ["ops", "dev"]},
    }
    assert second.metadata["heading_path"] == ["GitHub", "Rules"]


def test_a_page_with_a_main_heading_keeps_it_as_the_root():
    assert paths('---\ntitle: "Deploy: the rules"\n---\n# Deploy\n\nx') == [["Deploy"]]


def test_a_page_of_front_matter_only_is_its_title():
    (section,) = read("---\ntitle: Moved\nredirect_to: /new/\n---\n")
    assert section.content.text == "# Moved"


def test_hugo_front_matter_is_understood():
    assert read('+++\ntitle = "Leave"\n+++\nTen days')[0].content.text == "# Leave\n\nTen days"


@pytest.mark.parametrize(
    "text", ["---\ntitle: [\n---\nbody", "---\njust words\n---\nbody", "---\nnever: closed\n\nbody"]
)
def test_broken_front_matter_stays_text(text: str):
    assert "body" in words(text)
    assert text.split("\n")[1] in words(text)


def test_references_in_front_matter_do_not_explode():
    bomb = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    (section,) = read(f"---\ntitle: T\n{bomb}---\nbody")
    assert section.metadata["front_matter"]["i"] == []


def test_windows_line_ends_are_the_same():
    assert paths("# A\r\n\r\na\r\n\r\nB\r\n===\r\n\r\nb") == [["A"], ["B"]]


@pytest.mark.parametrize(
    "text",
    ["# " + "**a " * 20_000, "![a](data:" * 5_000, "# a" + " " * 50_000 + "x", "`a``b```c" * 5_000, "<a " * 9_000],
)
def test_odd_texts_take_no_odd_time(text: str):
    assert read(text)


@given(st.text(alphabet="#=-`~<>!&[]() \n\tab*_|{}", max_size=300))
def test_no_word_is_lost_in_any_text_without_tags(text: str):
    def letters(content: str) -> int:
        return sum(map(content.count, "ab"))

    if "<" not in text:
        assert letters(words(text)) == letters(text)


def test_a_long_table_becomes_sections_that_repeat_its_headings():
    rows = "\n".join(f"| person {number} | {'0228 ' * 5} |" for number in range(100))
    sections = read(f"# Phones\n\nAsk:\n\n| Name | Phone |\n|---|---|\n{rows}\n\nEnd.")
    assert len(sections) > 3
    assert all("| Name | Phone |\n|---|---|\n| person" in section.content.text for section in sections[:-1])
    assert sections[0].content.text.startswith("# Phones\n\nAsk:\n\n| Name")
    assert sections[1].metadata["heading_path"] == ["Phones"]
    first, second = sections[0].metadata["rows"], sections[1].metadata["rows"]
    assert (first[0], second[0]) == (1, first[1] + 1)
    assert sections[1].metadata["line"] == 5 + second[0]
    assert sections[-1].content.text == "End."
    assert sections[-2].metadata["rows"][1] == 101


def test_short_tables_and_tables_in_code_stay_where_they_are():
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    assert words(f"x\n\n{table}\n\ny") == f"x\n\n{table}\n\ny"
    code = "```\n" + table + "\n| 1 | 2 |" * 500 + "\n```"
    assert words(code) == code
