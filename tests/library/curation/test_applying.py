"""Edits over what a document was cut into: what no edit touches stays, whatever the way of cutting."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kbdesk.library.chunking import Chunking, Way
from kbdesk.library.curation import acts
from kbdesk.library.curation.acts import Change
from kbdesk.library.curation.applying import Laid, lay_over
from kbdesk.library.curation.pins import Pin
from kbdesk.library.curation.unedited import has_pictures, packed, unpacked, with_pictures
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import CAPTION, EDIT, NOTE, OFF, Chunk, Section

WAYS: list[Way] = ["approx_token", "sentence", "paragraph", "markdown", "table_rows"]
TABLE = "Prices of the canteen\n\n| dish | price |\n| --- | --- |\n" + "".join(
    f"| dish {number} | {number} euros and {number * 3} cents |\n" for number in range(12)
)


def text_section(text: str, **place: object) -> Section:
    return Section(content=TextBlock(text=text), source="a.md", metadata=place)


def picture(data: str, caption: str = "") -> Section:
    content = DataBlock(source=Base64Source(data=data, media_type="image/png"))
    return Section(content=content, source="a.md", metadata={CAPTION: caption} if caption else {})


def cut(sections: list[Section], way: Way = "approx_token", size: int = 32) -> list[Chunk]:
    chunker = Chunking(way, size, size // 8, rows=3).chunker()
    return asyncio.run(chunker.chunk(sections))


def lay(chunks: list[Chunk], *pins: Pin) -> Laid:
    return lay_over(chunks, pins, "a.md")


def done(chunks: list[Chunk], *changes: object) -> Laid:
    """Do one thing after the other."""
    laid = lay(chunks)
    for change in changes:
        made = change(laid)  # type: ignore[operator]
        assert isinstance(made, Change)
        laid = lay(chunks, *made.of(laid.pins))
    return laid


def texts(laid: Laid) -> list[str]:
    return [chunk.text for chunk in laid.chunks]


LONG = "".join(
    f"Rule {number} says that form {number * 7} is signed by the lead of team {number}. " for number in range(30)
)


def test_without_edits_all_is_as_it_was_cut() -> None:
    chunks = cut([text_section(LONG), picture("AAAA", "A map of the office"), text_section(TABLE)])
    assert lay(chunks).chunks == chunks


def test_a_passage_that_is_turned_off_is_marked_and_nobody_else_has_its_text() -> None:
    chunks = cut([text_section(LONG)])
    laid = done(chunks, lambda laid: acts.turn(laid, [3], is_off=True))
    assert texts(laid)[3] == chunks[3].text
    assert [chunk.chunk_index for chunk in laid.chunks if chunk.metadata.get(OFF)] == [3]
    start, end = chunks[3].metadata["start"], chunks[3].metadata["end"]
    others = [chunk.metadata for chunk in laid.chunks if chunk.chunk_index != 3]
    assert all(other["end"] <= start or other["start"] >= end for other in others)
    assert len(laid.chunks) == len(chunks)


def test_what_is_turned_on_again_is_as_it_was() -> None:
    chunks = cut([text_section(LONG)])
    laid = done(
        chunks, lambda laid: acts.turn(laid, [3, 4], is_off=True), lambda laid: acts.turn(laid, [3, 4], is_off=False)
    )
    assert laid.chunks == chunks
    assert not laid.pins


def test_a_corrected_passage_has_its_new_text_and_its_place_but_no_characters_of_the_file() -> None:
    chunks = cut([text_section(LONG, page=4)])
    laid = done(chunks, lambda laid: acts.correct(laid, 2, "Rule 99."))
    chunk = laid.chunks[2]
    assert chunk.text == "Rule 99."
    assert chunk.metadata.keys() == {"page", EDIT}


def test_a_correction_back_to_what_the_file_says_is_none() -> None:
    chunks = cut([text_section(LONG)])
    laid = done(
        chunks, lambda laid: acts.correct(laid, 2, "Rule 99."), lambda laid: acts.correct(laid, 2, chunks[2].text)
    )
    assert laid.chunks == chunks


def test_neighbours_of_a_section_become_one_without_what_they_shared() -> None:
    chunks = cut([text_section(LONG)])
    laid = done(chunks, lambda laid: acts.merge(laid, 1, 3))
    start, end = chunks[1].metadata["start"], chunks[3].metadata["end"]
    assert laid.chunks[1].text == LONG[start:end]
    assert (laid.chunks[1].metadata["start"], laid.chunks[1].metadata["end"]) == (start, end)
    assert len(laid.chunks) == len(chunks) - 2


def test_passages_of_several_sections_become_one_at_the_place_of_the_first() -> None:
    chunks = cut([text_section("Flights.", page=1), text_section("Trains.", page=2), text_section("Cars.", page=3)])
    laid = done(chunks, lambda laid: acts.merge(laid, 0, 1))
    assert texts(laid) == ["Flights.\n\nTrains.", "Cars."]
    assert laid.chunks[0].metadata["page"] == 1


def test_a_passage_is_split_and_joined_again() -> None:
    chunks = cut([text_section(LONG)])
    laid = done(chunks, lambda laid: acts.split(laid, 1, 50))
    assert texts(laid)[1:3] == [chunks[1].text[:50], chunks[1].text[50:]]
    assert laid.chunks[1].metadata["end"] == laid.chunks[2].metadata["start"]
    again = acts.merge(laid, 1, 2)
    assert texts(lay(chunks, *again.of(laid.pins)))[1] == chunks[1].text


def test_a_note_stands_beside_the_text_and_goes_again() -> None:
    chunks = cut([text_section(LONG)])
    laid = done(chunks, lambda laid: acts.annotate(laid, 1, " per diem "))
    assert laid.chunks[1].metadata[NOTE] == "per diem"
    assert laid.chunks[1].text == chunks[1].text
    assert lay(chunks, *acts.annotate(laid, 1, "").of(laid.pins)).chunks == chunks


def test_added_passages_stand_where_they_were_put() -> None:
    chunks = cut([text_section(LONG, page=1), text_section("The end.", page=2)])
    laid = done(
        chunks,
        lambda laid: acts.add(laid, 0, "First."),
        lambda laid: acts.add(laid, 0, "Before that."),
        lambda laid: acts.add(laid, 2, "Behind it."),
        lambda laid: acts.add(laid, None, "Last."),
        lambda laid: acts.add(laid, len(laid.pieces) - 1, "Very last."),
    )
    assert texts(laid)[1:4] == ["Before that.", "First.", "Behind it."]
    assert texts(laid)[-3:] == ["The end.", "Last.", "Very last."]
    assert laid.chunks[1].metadata["page"] == 1
    assert texts(laid)[4] == chunks[1].text


def test_a_few_words_that_are_left_of_a_passage_go_with_the_next_one() -> None:
    chunks = cut([text_section(LONG)])
    laid = done(chunks, lambda laid: acts.annotate(laid, 4, "note"))
    other = lay(cut([text_section(LONG)], "sentence"), *laid.pins)
    assert min(len(chunk.text.strip()) for chunk in other.chunks) >= 40
    assert_nothing_is_lost(other)


def test_a_picture_is_turned_off_corrected_and_annotated_and_never_cut() -> None:
    chunks = cut([text_section("Above."), picture("AAAA", "A map of the office"), text_section("Below.")])
    laid = done(
        chunks,
        lambda laid: acts.correct(laid, 1, "A map of the canteen"),
        lambda laid: acts.turn(laid, [1], is_off=True),
        lambda laid: acts.annotate(laid, 1, "old"),
        lambda laid: acts.add(laid, 1, "The way to it."),
    )
    assert texts(laid) == ["Above.", "A map of the canteen", "The way to it.", "Below."]
    assert laid.chunks[1].content == chunks[1].content
    assert laid.chunks[1].metadata.items() >= {OFF: True, NOTE: "old", CAPTION: "A map of the canteen"}.items()


@pytest.mark.parametrize("way", WAYS)
def test_rows_of_a_table_keep_the_headings_above_them(way: Way) -> None:
    chunks = cut([text_section(TABLE, sheet="Canteen")], "table_rows")
    laid = done(chunks, lambda laid: acts.turn(laid, [1], is_off=True), lambda laid: acts.annotate(laid, 2, "new"))
    assert texts(laid) == [chunk.text for chunk in chunks]
    other = lay(cut([text_section(TABLE, sheet="Canteen")], way), *laid.pins)
    assert {chunk.text for chunk in other.chunks if EDIT in chunk.metadata} == {chunks[1].text, chunks[2].text}


def test_an_edit_whose_text_is_gone_changes_nothing_and_says_so() -> None:
    laid = done(cut([text_section(LONG)]), lambda laid: acts.correct(laid, 2, "Rule 99."))
    other = cut([text_section("Nothing of this is left of what there was once in this document.")])
    assert lay(other, *laid.pins).chunks == other
    assert list(lay(other, *laid.pins).troubles.values()) == ["gone"]


def test_a_correction_over_other_words_stands_and_says_so_and_an_off_passage_only_stands() -> None:
    chunks = cut([text_section(LONG)])
    laid = done(chunks, lambda laid: acts.correct(laid, 2, "Rule 99."), lambda laid: acts.turn(laid, [6], is_off=True))
    other = lay(cut([text_section(LONG.replace("lead", "head"))]), *laid.pins)
    assert set(other.troubles.values()) == {"changed", ""}
    assert "Rule 99." in texts(other)
    [off] = [chunk.text for chunk in other.chunks if chunk.metadata.get(OFF)]
    assert "head" in off
    assert "lead" not in off


def test_many_small_changes_do_not_add_up() -> None:
    laid = done(cut([text_section(LONG)]), lambda laid: acts.turn(laid, [2], is_off=True))
    pins, text = list(laid.pins), LONG
    for old, new in (("Rule", "Law"), ("says", "tells"), ("form", "sheet"), ("signed", "sealed"), ("team", "group")):
        text = text.replace(old, new)
        now = lay(cut([text_section(text)]), *pins)
        assert list(now.troubles.values()) == [""]
        pins = now.pinned_anew()
    assert len([chunk for chunk in now.chunks if chunk.metadata.get(OFF)]) == 1


def test_what_a_document_was_cut_into_is_kept_without_its_pictures() -> None:
    chunks = cut([text_section(LONG), picture("AAAA" * 1000, "A map"), picture("BBBB")])
    stored = chunks[:-1]  # the store has no picture for which no text stands
    assert with_pictures(unpacked(packed(chunks)), stored) == stored
    assert has_pictures(unpacked(packed(chunks)))
    assert not has_pictures(unpacked(packed(chunks[:1])))
    assert len(packed(chunks)) < 3000


words = st.sampled_from(["travel", "leave", "office", "form", "lead", "euro", "hotel", "rule", "day", "week"])
sentence = st.lists(words, min_size=2, max_size=9).map(lambda found: " ".join(found).capitalize() + ". ")
paragraph = st.lists(sentence, min_size=1, max_size=8).map("".join)
prose = st.lists(paragraph, min_size=1, max_size=6).map("\n\n".join)
sections = st.lists(st.one_of(prose, prose, st.just(TABLE), st.just(None)), min_size=1, max_size=4)


def act(laid: Laid, dice: random.Random) -> Change:
    index = dice.randrange(len(laid.pieces))
    last = min(index + dice.randint(1, 3), len(laid.pieces) - 1)
    chunk = laid.chunks[index]
    if isinstance(chunk.content, DataBlock) or last == index or len(chunk.text) < 8:
        return acts.turn(laid, [index], is_off=not chunk.metadata.get(OFF))
    if any(isinstance(each.content, DataBlock) for each in laid.chunks[index : last + 1]):
        return acts.annotate(laid, index, "note")
    choice = dice.randrange(7)
    middle = chunk.text.find(" ", len(chunk.text) // 2)
    if choice == 0 and middle > 0 and chunk.text[middle:].strip():
        return acts.split(laid, index, middle)
    if choice == 1:
        return acts.merge(laid, index, last)
    if choice == 2:
        return acts.correct(laid, index, f"Corrected {dice.random()}.")
    if choice == 3:
        return acts.add(laid, dice.choice([index, None]), f"Added {dice.random()}.")
    if choice == 4:
        return acts.revert(laid, index)
    return acts.turn(laid, range(index, last + 1), is_off=dice.random() < 0.8)


def assert_nothing_is_lost(laid: Laid) -> None:
    """Each character that no edit pins is in a passage of its section, and all are numbered."""
    assert [chunk.chunk_index for chunk in laid.chunks] == list(range(len(laid.pieces)))
    assert {chunk.total_chunks for chunk in laid.chunks} <= {len(laid.pieces)}
    for number, run in enumerate(laid.anchors.runs):
        held = set[int]()
        for piece in laid.pieces:
            if piece.run == number and piece.chunk.metadata.get("start") is not None:
                start, end = piece.chunk.metadata["start"], piece.chunk.metadata["end"]
                assert piece.chunk.text.endswith(run.text[start:end])
                held.update(range(start, end))
        pinned = {
            place
            for each in laid.found.values()
            for found in each
            if found.run == number
            for place in range(found.start, found.end)
        }
        missing = [at for at, letter in enumerate(run.text) if letter.strip() and at not in held | pinned]
        assert missing == [] or run.picture


def assert_edits_are_there(laid: Laid) -> None:
    for pin in laid.pins:
        if pin.id in laid.found or not pin.quotes:
            mine = [chunk for chunk in laid.chunks if chunk.metadata.get(EDIT) == pin.id]
            assert len(mine) == len(pin.wanted)
            assert sorted(bool(chunk.metadata.get(OFF)) for chunk in mine) == sorted(each.is_off for each in pin.wanted)
            written = [each.text for each in pin.wanted if each.text is not None]
            assert set(written) <= {chunk.text for chunk in mine}


@settings(max_examples=60)
@given(sections, st.integers(0, 2**32), st.sampled_from(WAYS), st.sampled_from(WAYS))
def test_whatever_is_done_nothing_is_lost_and_it_can_be_taken_back(
    parts: list[str | None], seed: int, way: Way, other: Way
) -> None:
    dice = random.Random(seed)
    read = [
        picture(f"AAA{number}", f"The picture with the number {number} in it") if part is None else text_section(part)
        for number, part in enumerate(parts)
    ]
    chunks = cut(read, way)
    if not chunks:
        return
    laid = lay(chunks)
    states: list[tuple[list[Pin], list[Chunk], Change]] = []
    for _ in range(6):
        change = act(laid, dice)
        before = list(laid.pins), [piece.chunk for piece in laid.pieces]
        laid = lay(chunks, *change.of(laid.pins))
        states.append((*before, change))
        assert set(laid.troubles.values()) <= {""}
        assert_nothing_is_lost(laid)
        assert_edits_are_there(laid)
    # Cut otherwise, or read anew with the same text, every edit finds its place.
    again = lay(cut(read, other, 48), *laid.pins)
    assert set(again.troubles.values()) <= {""}
    assert_nothing_is_lost(again)
    assert_edits_are_there(again)
    assert [pin.to_json() for pin in lay(chunks, *laid.pins).pinned_anew()] == [pin.to_json() for pin in laid.pins]
    pins = list(laid.pins)
    for before_pins, before_chunks, change in reversed(states):
        pins = change.back.of(pins)
        back = lay(chunks, *pins)
        assert {pin.id: pin for pin in pins} == {pin.id: pin for pin in before_pins}
        assert [like(piece.chunk) for piece in back.pieces] == [like(chunk) for chunk in before_chunks]


def like(chunk: Chunk) -> tuple[str, dict[str, object]]:
    return chunk.text, chunk.metadata


def test_neighbouring_passages_never_both_have_a_pinned_text() -> None:
    chunks = cut([text_section(LONG)])
    laid = done(chunks, *(lambda laid, at=at: acts.annotate(laid, at, "note") for at in range(len(chunks))))
    spans = [(chunk.metadata["start"], chunk.metadata["end"]) for chunk in laid.chunks]
    assert all(first[1] == second[0] for first, second in pairwise(spans))
