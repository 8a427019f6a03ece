import pytest

from kbdesk.library.listing import Status, Values
from kbdesk.library.types import State
from kbdesk.texts import text
from kbdesk.ui.models.document_words import filter_words, reason, state_name, state_words


@pytest.mark.parametrize("state", list(State))
def test_every_state_has_words(make_document, state):
    assert state_words(make_document(state=state, outcome="failed")) == state_name(state)


def test_notes_are_part_of_the_state_and_the_reason(make_document):
    noted = make_document(warnings=(text("parsing", "Two pages have no text."),))
    assert state_words(noted) == "Ready, with a note"
    assert reason(noted) == "Two pages have no text."


def test_a_filter_finds_kinds_and_states_by_what_the_screen_says_of_them():
    damaged, paused = Status(State.FAILED, "damaged"), Status(State.PAUSED)
    values = Values(["PDF", "Word"], [damaged, paused, Status(State.FAILED, "unknown")])
    pdf, paus, failed, travel = filter_words("pdf  PAUS failed travel", values)
    assert (pdf.text, pdf.kinds, pdf.statuses) == ("pdf", {"PDF"}, frozenset())
    assert (paus.text, paus.statuses) == ("paus", {paused})
    assert failed.statuses == {damaged, Status(State.FAILED, "unknown")}
    assert (travel.kinds, travel.statuses) == (frozenset(), frozenset())
    assert filter_words("  ", values) == ()
