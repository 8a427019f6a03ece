from __future__ import annotations

from kbdesk.texts import Text, text


def test_a_text_reads_as_its_english_sentence() -> None:
    assert str(text("test", "{count} pages of {name}", count=3, name="a.pdf")) == "3 pages of a.pdf"


def test_a_text_survives_being_stored() -> None:
    sentence = text("test", "“{name}” is damaged.", name="手册.pdf")

    assert Text.from_json(sentence.to_json()) == sentence
