from __future__ import annotations

import pytest

from kbdesk.errors import LimitError
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.html import HTMLParser


def read(page: str) -> list[Section]:
    return HTMLParser().read_text(page, "page.html").sections


def words(page: str) -> str:
    return "\n".join(section.content.text for section in read(page))


def test_each_heading_is_a_section_with_the_path_above_it():
    sections = read("<p>intro<h1>Travel</h1><p>go<h2>Flights</h2><p>fly")
    assert [section.metadata for section in sections] == [
        {},
        {"heading_path": ["Travel"]},
        {"heading_path": ["Travel", "Flights"]},
    ]
    assert sections[2].content.text == "Flights\nfly"


def test_the_title_is_the_root_where_no_main_heading_is():
    (section,) = read("<title>Team\n handbook</title><body>Welcome")
    assert section.metadata == {"heading_path": ["Team handbook"]}
    assert section.content.text == "Team handbook\n\nWelcome"
    assert read("<title>Site</title><h1>Page</h1>x")[0].metadata == {"heading_path": ["Page"]}


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>secret</script>",
        "<script>secret</script language>",
        "<style>secret {}</style>",
        "<template><p>secret</template>",
        "<!-- secret -->",
        "<nav>secret</nav>",
        "<div hidden>secret</div>",
        '<div style="color:red; display : none">secret</div>',
        '<div role="navigation">secret</div>',
        "<svg><text>secret</text></svg>",
        '<input value="secret">',
    ],
)
def test_what_a_reader_does_not_see_is_left_out(hidden: str):
    assert words(f"<p>before</p>{hidden}<p>after</p>") == "before\n\nafter"


def test_inline_tags_do_not_cut_words_and_blocks_end_lines():
    assert words("<p>un<b>break</b>able<br>next<div>box</div>") == "unbreakable\nnext\n\nbox"


def test_blanks_are_one_and_entities_characters():
    assert words("<p>a\n  b&nbsp;c &lt;d&gt; &euro;5") == "a b c <d> €5"


def test_preformatted_text_keeps_its_lines():
    assert words("<pre>one\n  two</pre>") == "one\n  two"


def test_a_row_of_a_table_is_a_line():
    table = "<table><tr><th>City<th>Rent<tr><td><p>Bonn</p><p>centre</p><td>900</table>"
    assert words(table) == "City | Rent\nBonn centre | 900"


def test_a_table_that_is_only_layout_keeps_its_paragraphs():
    assert words("<table><tr><td><h1>A</h1><p>one</p><p>two</p></table>") == "A\none\n\ntwo"


def test_tables_in_tables_lose_nothing():
    text = words("<table><tr><td>a<table><tr><td>b<td>c</table><td>d</table>")
    assert [part.strip() for line in text.split("\n") for part in line.split("|") if part.strip()] == list("abcd")


def test_lists_and_pictures_speak():
    assert words('<ul><li>one<li>two <img alt="a cat"></ul>') == "- one\n- two a cat"


def test_frames_are_named_and_never_fetched():
    result = HTMLParser().read_text('<title>T</title><frameset><frame src="http://example.invalid/menu.html">', "f")
    assert result.outcome == "text"
    assert "menu.html" in str(result.warnings[0])


def test_the_declared_encoding_is_taken():
    page = '<meta charset="windows-1251"><p>Да, 5 €'
    (section,) = HTMLParser().read(page.encode("cp1251"), "p").sections
    assert section.content.text == "Да, 5 €"


def test_front_matter_of_a_site_generator_is_no_text():
    assert words("---\ntitle: Home\nlayout: base\n---\n<p>Hello") == "Home\n\nHello"


def test_a_page_without_words_is_empty():
    assert HTMLParser().read_text("<html><body><img src=x></body>", "p").outcome == "empty"


def test_thousands_of_boxes_inside_each_other_are_refused():
    with pytest.raises(LimitError):
        read("<div>" * 100_000)
    assert words("<b>" * 20_000 + "deep") == "deep"


def test_broken_characters_do_no_harm():
    assert "\ud800" not in words("<p>a\x00b\ud800c")
