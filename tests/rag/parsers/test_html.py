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
        '<span style="mso-hide:all">secret</span>',
        "<svg><text>secret</text></svg>",
        "<ruby><rt>secret</rt></ruby>",
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


def test_a_table_of_data_is_markdown():
    table = "<table><caption>Rents</caption><tr><th>City<th>Rent<tr><td><p>Bonn</p><p>centre</p><td>900</table>"
    assert words(f"so<p>{table}end") == ("so\nRents\n\n| City | Rent |\n| --- | --- |\n| Bonn<br>centre | 900 |\n\nend")


def test_a_cell_that_spans_says_its_text_once():
    rows = "<tr><td colspan=2>wide<td rowspan=2>tall<tr><td>a<td>b<tr><td>c<td>d<td>e"
    lines = words(f"<table><caption>t</caption>{rows}</table>").splitlines()
    assert lines[2:] == ["| wide |  | tall |", "| --- | --- | --- |", "| a | b |  |", "| c | d | e |"]


def test_a_long_table_becomes_sections_that_repeat_its_headings():
    rows = "".join(f"<tr><td>person {number}<td>{'0228 ' * 5}" for number in range(100))
    sections = read(f"<h1>Phones</h1><table><tr><th>Name<th>Phone{rows}</table>")
    assert len(sections) > 2
    assert all("| Name | Phone |" in section.content.text for section in sections)
    assert sections[1].metadata["heading_path"] == ["Phones"]
    assert sections[1].metadata["rows"][0] == sections[0].metadata["rows"][1] + 1


def test_a_table_of_long_texts_is_layout():
    assert words(f"<table><tr><td>a<td>b<tr><td>c<td>{'long ' * 200}</table>").startswith("a | b\nc | long")


def test_a_table_that_is_only_layout_keeps_its_paragraphs():
    assert words("<table><tr><td><h1>A</h1><p>one</p><p>two</p></table>") == "A\none\n\ntwo"


def test_tables_in_tables_lose_nothing():
    text = words("<table><tr><td>a<table><tr><td>b<td>c</table><td>d</table>")
    assert [part.strip() for line in text.split("\n") for part in line.split("|") if part.strip()] == list("abcd")


def test_lists_and_pictures_speak():
    assert words('<ul><li>one<li>two <img alt="a cat"><img alt="cat.png"></ul>') == "- one\n- two a cat"


def test_numbered_lists_keep_their_numbers():
    inner = "<ol type=a><li>x<li>y</ol>"
    page = f"<ol start=3><li>three{inner}<li>four<li value=9>nine<li>ten</ol><li>alone"
    assert words(page).replace("\n\n", "\n").splitlines() == [
        "3. three",
        "a. x",
        "b. y",
        "4. four",
        "9. nine",
        "10. ten",
        "- alone",
    ]


def test_definitions_details_and_captions_are_read():
    page = "<dl><dt>Term<dd>what it means</dl><details><summary>More</summary>inside</details>"
    assert words(page) == "Term\nwhat it means\nMore\ninside"
    assert words('<figure><img alt="a map"><figcaption>Bonn</figcaption></figure>') == "a map\nBonn"


def test_what_only_screen_readers_are_not_told_is_read_and_what_can_be_searched_for():
    assert words('<p>a <span aria-hidden="true">b</span><div hidden="until-found">c</div>') == "a b\n\nc"


def test_a_page_written_inside_the_page_is_read_once():
    inner = "<p>inside</p><iframe srcdoc='&lt;p&gt;deeper'></iframe>"
    assert words(f'<p>outside</p><iframe srcdoc="{inner}" src="http://example.invalid/"></iframe>end') == (
        "outside\n\ninside\nend"
    )


def test_equations_are_one_line():
    assert words("<p>so <math><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>=</mo><mi>b</mi></math>.") == "so a/2 = b."
    assert words("<p>so <math><mi>a&unknown;</mi></math>") == "so a&unknown;"


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


@pytest.mark.parametrize("number", ["²", "9" * 5_000])
def test_strange_numbers_in_attributes_lose_nothing(number: str):
    table = f"<table><tr><th colspan='{number}'>Day<th>Who<tr><td>Mon<td>Ann</table>"
    shown = words(f"<ol start='{number}'><li value='{number}'>Ring</ol>{table}")
    assert shown.split("\n")[0] == "1. Ring"
    assert "| Day | Who |" in shown
