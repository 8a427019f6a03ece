"""What is turned off stays so wherever else a new version of the file says it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kbdesk.library.curation import acts
from kbdesk.library.curation.applying import Laid, lay_over
from kbdesk.library.curation.copies import with_copies
from kbdesk.library.library import Library
from kbdesk.rag.document import OFF, Chunk

from .conftest import RULES, answers, passages
from .test_applying import cut, picture, text_section

Write = Callable[[str, str], Path]

PENS = "Pens are fetched by everybody from the cupboard."
OTHERS = [f"Rule {one} is about something else, namely about thing {one}." for one in range(9)]


def read(*paragraphs: str) -> list[Chunk]:
    return cut([text_section("\n\n".join(paragraphs))], "paragraph", 12)


def turned_off(chunks: list[Chunk], *said: str) -> Laid:
    """Turn off the first passages that say these."""
    laid = lay_over(chunks, (), "a.md")
    for each in said:
        texts = [chunk.text.strip() for chunk in laid.chunks if not chunk.metadata.get(OFF)]
        index = [at for at, chunk in enumerate(laid.chunks) if not chunk.metadata.get(OFF)][texts.index(each)]
        laid = laid.over(acts.turn(laid, [index], is_off=True).of(laid.pins), "a.md")
    return laid


def again(laid: Laid, chunks: list[Chunk]) -> Laid:
    """Return the same edits over another version."""
    return with_copies(lay_over(chunks, laid.pinned_anew(), "a.md"), "a.md")


def off(laid: Laid) -> list[str]:
    return [chunk.text.strip() for chunk in laid.chunks if chunk.metadata.get(OFF)]


def test_a_second_copy_is_turned_off_too_and_told() -> None:
    before = turned_off(read(PENS, *OTHERS), PENS)
    now = again(before, read(PENS, *OTHERS, PENS))
    assert off(now) == [PENS, PENS]
    assert sorted(now.troubles.values()) == ["", "copied"]
    assert again(now, read(PENS, *OTHERS, PENS)).pins == now.pinned_anew()


def test_copies_of_which_nobody_can_tell_the_old_one_are_all_turned_off() -> None:
    before = turned_off(read(*OTHERS[:4], PENS, *OTHERS[4:]), PENS)
    now = again(before, read(OTHERS[8], PENS, OTHERS[7], OTHERS[6], PENS, *OTHERS[:6]))
    assert off(now) == [PENS, PENS]
    assert sorted(now.troubles.values()) == ["", "copied"]


def test_who_left_one_of_two_copies_on_meant_only_the_other() -> None:
    before = turned_off(read(PENS, *OTHERS, PENS), PENS)
    now = again(before, read(PENS, *OTHERS, PENS, OTHERS[0], PENS))
    assert off(now) == [PENS]
    assert list(now.troubles.values()) == [""]


def test_a_third_copy_is_turned_off_where_both_were() -> None:
    before = turned_off(read(PENS, *OTHERS, PENS), PENS, PENS)
    assert off(again(before, read(PENS, *OTHERS, PENS, OTHERS[0], PENS))) == [PENS] * 3


def test_what_is_as_it_was_gets_no_more_edits() -> None:
    before = turned_off(read(PENS, *OTHERS, PENS), PENS)
    assert again(before, read(PENS, *OTHERS, PENS)).pins == before.pins


@pytest.mark.parametrize(("said", "later"), [("Note well.", "Note well."), (PENS, f"Open{PENS}")])
def test_short_texts_and_parts_of_words_are_no_copies(said: str, later: str) -> None:
    first, last = text_section(said, page=1), text_section(f"Above. {later}", page=3)
    others = text_section("\n\n".join(OTHERS), page=2)
    before = turned_off(cut([first, others]), said)
    assert off(again(before, cut([first, others, last]))) == [said]


def test_a_picture_that_comes_twice_is_turned_off_twice() -> None:
    map_of_office, above = picture("AAAA", "A map of the office"), text_section("Above.")
    before = lay_over(cut([above, map_of_office]), (), "a.md")
    before = before.over(acts.turn(before, [1], is_off=True).of(()), "a.md")
    assert off(again(before, cut([map_of_office, above, map_of_office]))) == ["A map of the office"] * 2


def test_a_copy_that_is_kept_or_changed_is_told_no_longer() -> None:
    now = again(turned_off(read(PENS, *OTHERS), PENS), read(PENS, *OTHERS, PENS))
    copy = next(pin for pin in now.pins if pin.is_copy)
    kept = now.over(acts.keep(now, copy.id).of(now.pins), "a.md")
    assert (off(kept), set(kept.troubles.values())) == ([PENS, PENS], {""})
    index = next(at for at, piece in enumerate(now.pieces) if piece.pin == copy.id)
    noted = now.over(acts.annotate(now, index, "old").of(now.pins), "a.md")
    assert set(noted.troubles.values()) == {""}


async def test_a_new_version_that_says_it_twice_answers_with_neither_until_a_person_wants_it(
    library: Library, kb_id: str, rules: str, write: Write
) -> None:
    await library.curation.turn_off(rules, [3])
    twice = "".join([*RULES[:8], RULES[3], *RULES[8:]])
    [result] = await library.add(kb_id, [write("rules.txt", twice)])
    assert "Changes to look at: 1." in str(result.document.warnings[0])
    assert await answers(library, "number3") == []
    [conflict] = await library.curation.conflicts(kb_id)
    assert (conflict.trouble, conflict.edit.kind) == ("copied", "off")
    kept = await library.curation.keep(conflict.edit.id)
    assert (kept.document.warnings, await library.curation.conflicts(kb_id)) == ((), [])
    await library.curation.undo(kept.id)
    await library.curation.drop(conflict.edit.id)
    assert [text.strip() for text in await answers(library, "number3")] == [RULES[3].strip()]
    await library.retry([rules])
    assert [chunk.chunk_index for chunk in await passages(library, rules) if chunk.metadata.get(OFF)] == [3]
