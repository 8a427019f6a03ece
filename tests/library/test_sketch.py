import asyncio

from kbdesk.library.sketch import LARGEST_SAMPLE, SAMPLE, all_marks, marks_of, texts_without_overlap
from kbdesk.message import TextBlock
from kbdesk.rag.chunkers.approx_token import ApproxTokenChunker
from kbdesk.rag.document import Chunk, Section

WORDS = " ".join(f"Word{number} is followed by word{number + 1}." for number in range(2_000))


def cut(content: str, size: int = 512, overlap: int = 50) -> list[Chunk]:
    chunker = ApproxTokenChunker(ApproxTokenChunker.Parameters(chunk_size=size, overlap=overlap, boundaries="sentence"))
    return asyncio.run(chunker.chunk([Section(content=TextBlock(text=content), source="a.txt")]))


def test_marks_do_not_depend_on_where_passages_are_cut():
    assert marks_of(cut(WORDS)) == marks_of(cut(WORDS, size=100, overlap=0))


def test_marks_do_not_depend_on_case_blanks_and_forms_of_characters():
    assert marks_of(cut("The ﬁrst\nrule  of ＡＢＣ clubs is this one.")) == marks_of(
        cut("the first rule of abc clubs\tis this one")
    )


def test_marks_depend_on_the_order_of_words():
    assert not set(marks_of(cut("one two three four five six"))) & set(marks_of(cut("one two three four six five")))


def test_marks_are_the_same_on_every_computer():
    assert marks_of(cut("Flights are booked by the office.")) == [-1653891462606342601]


def test_a_text_shorter_than_a_mark_has_one():
    assert len(marks_of(cut("Thirty days."))) == 1
    assert marks_of(cut("。")) == []


def test_characters_stand_for_words_where_there_are_no_blanks():
    assert len(all_marks(cut("年假为三十天，请提前申请"))[0]) == 6


def test_few_marks_are_kept_of_a_short_document_and_a_share_of_a_long_one():
    assert len(marks_of(cut(" ".join(WORDS.split()[:200])))) == 195
    assert len(marks_of(cut(WORDS))) == SAMPLE
    long = cut(" ".join(f"n{number}" for number in range(SAMPLE * 100)))
    assert SAMPLE < len(marks_of(long)) < LARGEST_SAMPLE


def test_every_mark_knows_its_passage():
    marks, owners = all_marks(cut(WORDS))
    assert len(marks) == len(owners)
    assert owners[0] == 0
    assert owners[-1] == len(cut(WORDS)) - 1


def test_what_passages_repeat_of_one_another_is_left_out():
    assert "".join(texts_without_overlap(cut(WORDS))) == WORDS


def test_passages_that_only_seem_to_overlap_stay_whole():
    chunks = [
        Chunk(content=TextBlock(text=words), source="", chunk_index=index, total_chunks=2, metadata=metadata)
        for index, (words, metadata) in enumerate([("one", {"start": 0, "end": 3}), ("two", {"start": 1, "end": 4})])
    ]
    assert list(texts_without_overlap(chunks)) == ["one", "two"]
