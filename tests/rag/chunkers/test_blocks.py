"""What belongs together in a text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.chunkers.blocks import blocks, heading_parts

PAGE = """# Travel

Book early.
Then go.

## Trains #

| From | To |
|------|----|
| Bonn | Rome |

```python
# no heading

x = 1
```
Old times
=========

    # code, not a heading
"""


def kinds(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end].strip().split("\n")[0]) for block in blocks(text)]


def test_headings_code_tables_and_text_are_told_apart() -> None:
    assert kinds(PAGE) == [
        ("heading", "# Travel"),
        ("text", "Book early."),
        ("heading", "## Trains #"),
        ("table", "| From | To |"),
        ("code", "```python"),
        ("heading", "Old times"),
        ("text", "# code, not a heading"),
    ]


def test_each_heading_knows_the_path_above_it() -> None:
    assert [part.path for part in heading_parts(blocks(PAGE))] == [("Travel",), ("Travel", "Trains"), ("Old times",)]


def test_a_bare_heading_goes_with_the_first_one_below_it() -> None:
    text = "# Travel\n\n## Trains\n\nBook early.\n\n# End\n# Again"
    assert [text[slice(*part.span)] for part in heading_parts(blocks(text))] == [
        "# Travel\n\n## Trains\n\nBook early.\n\n",
        "# End\n",
        "# Again",
    ]


def test_code_that_is_never_closed_goes_to_the_end() -> None:
    assert kinds("~~~\n# a\n\n```\nb") == [("code", "~~~")]


def test_a_line_under_a_list_is_no_heading() -> None:
    assert kinds("- item\n---\n") == [("text", "- item")]


def test_a_page_of_marks_takes_no_quadratic_time() -> None:
    for line in ("|", "| --- " * 50, "```a`", "-", "# " + "#" * 50 + "a", "```"):
        assert blocks((line + "\n") * 20_000)
    assert blocks("|" + "-" * 200_000 + "x\n" + "|" * 200_000)


@given(st.one_of(st.text(max_size=200), st.text("#|-`~ \n\r=ab", max_size=200)))
def test_blocks_together_are_the_whole_text(text: str) -> None:
    found = blocks(text)
    assert "".join(text[block.start : block.end] for block in found) == (text if found else "")
    assert found or not text.strip()
    assert [block for part in heading_parts(found) for block in part.blocks] == found
