from kbdesk.texts import text
from kbdesk.ui.translate import shown


def test_without_translations_the_english_sentence_is_shown():
    assert shown(text("nowhere", "Page {page}", page=3)) == "Page 3"


def test_a_text_in_a_gap_is_shown_too():
    assert shown(text("a", "Found in {place}.", place=text("b", "page {page}", page=2))) == "Found in page 2."
