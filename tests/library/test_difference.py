import asyncio
from typing import Any

from kbdesk.library.chunking import Chunking
from kbdesk.library.difference import Difference, compare
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, Section


def sections(*contents: str, **metadata: list[Any]) -> list[Chunk]:
    made = [
        Section(
            content=TextBlock(text=content),
            source="a.txt",
            metadata={name: values[index] for name, values in metadata.items()},
        )
        for index, content in enumerate(contents)
    ]
    return asyncio.run(Chunking().chunker().chunk(made))


def marked(difference: Difference) -> list[tuple[str, list[str], list[str]]]:
    """Return each change with the words that are marked in it."""
    return [
        (
            change.kind,
            [change.old[start:end] for start, end in change.old_spans],
            [change.new[start:end] for start, end in change.new_spans],
        )
        for change in difference.changes
    ]


def test_a_changed_sentence_shows_the_words_that_changed():
    difference = compare(
        sections("Travel by train. The allowance is 30 euros a day. Keep receipts."),
        sections("Travel by train. The allowance is 28 euros a day. Keep receipts."),
    )
    assert marked(difference) == [("changed", ["30"], ["28"])]
    assert difference.same_count == 2


def test_what_only_one_has_is_told_with_its_place():
    old = sections("Book early.", "Ask first. Ask twice.", heading_path=[["Flights"], ["Hotels"]])
    new = sections("Book early.", "Keep receipts.", heading_path=[["Flights"], ["Costs"]])
    first, second = compare(old, new).changes
    assert (first.kind, first.old, str(first.old_place)) == ("removed", "Ask first. Ask twice.", "Hotels")
    assert (second.kind, second.new, str(second.new_place)) == ("added", "Keep receipts.", "Costs")


def test_other_line_and_page_breaks_are_no_difference():
    line = "The office books all flights ten days ahead and in economy, and nobody needs to ask."
    wrapped = line.replace("ahead and", "ahead\nand")
    assert compare(sections(f"{line} {line}"), sections(wrapped, line, page=[1, 2])).changes == ()
    start, end = line[:60], line[60:]
    assert compare(sections(line), sections(start, end, page=[1, 2])).changes == ()


def test_lines_of_a_list_are_compared_one_by_one():
    items = [
        f"- The {word} entry of a list that has lines of more than fifty columns" for word in ("one", "two", "six")
    ]
    difference = compare(sections("\n".join(items)), sections("\n".join([items[0], items[2]])))
    assert [(change.kind, change.old) for change in difference.changes] == [("removed", items[1])]


def test_chinese_is_compared_by_characters():
    difference = compare(sections("年假为三十天。请提前申请。"), sections("年假为二十天。请提前申请。"))
    assert marked(difference) == [("changed", ["三"], ["二"])]


def test_a_sentence_across_two_passages_is_one():
    content = " ".join(f"Sentence {number} of a long text says what there is to say." for number in range(200))
    old = asyncio.run(Chunking().chunker().chunk([Section(content=TextBlock(text=content), source="")]))
    assert len(old) > 2
    difference = compare(old, sections(f"It begins here. {content}"))
    assert [change.new for change in difference.changes] == ["It begins here."]


def test_equal_documents_have_no_difference():
    assert compare(sections("Same."), sections("Same.")) == Difference((), 1)


def test_a_table_in_one_line_is_told_as_changed_as_a_whole():
    row = " ".join(str(number) for number in range(3_000))
    assert marked(compare(sections(row), sections(row + " end"))) == [("changed", [], [])]
