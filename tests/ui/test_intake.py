import pytest

from kbdesk.library.types import AddResult, IngestProgress, State
from kbdesk.ui.presenters.intake import progress_words, result_words

AT_WORK = IngestProgress(3, 14, "travel.pdf", "page", 12, 40, 40.0)


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (AT_WORK, "Reading 3 of 14: travel.pdf, page 12 of 40, about 40 s left"),
        (IngestProgress(1, 1, "a.pptx", "slide", 2, 0, None), "Reading 1 of 1: a.pptx, slide 2"),
        (
            IngestProgress(1, 1, "a.xlsx", "sheet", 1, 3, 2.0),
            "Reading 1 of 1: a.xlsx, sheet 1 of 3, a few seconds left",
        ),
        (IngestProgress(1, 1, "a.csv", "row", 9, 9, 600.0), "Reading 1 of 1: a.csv, row 9 of 9, about 10 min left"),
        (IngestProgress(1, 1, "a.docx", "picture", 2, 0, None), "Reading 1 of 1: a.docx, picture 2"),
        (IngestProgress(2, 5, "a.md", "passage", 7, 9, None), "Reading 2 of 5: a.md, passage 7 of 9"),
        (IngestProgress(2, 5, "a.md", "", 0, 0, None), "Reading 2 of 5: a.md"),
        (IngestProgress(1, 5, "", "", 0, 0, None), "Reading 1 of 5"),
        (
            IngestProgress(2, 5, "a.md", "passage", 7, 9, 40.0, 14.19),
            "Reading 2 of 5: a.md, passage 7 of 9, about 40 s left, 14.2 passages a second",
        ),
        (IngestProgress(0, 0, "", "", 0, 0, None), "Looking for files…"),
    ],
)
def test_progress_is_said_in_counted_things(progress, words):
    assert progress_words(progress) == words


@pytest.fixture
def result(make_document):
    def make(state=State.DONE, *, is_new=True, is_in_trash=False):
        document = make_document(state=state)
        return AddResult(document.path, document, is_new, None, is_in_trash)

    return make


def test_the_result_counts_what_is_ready_failed_and_was_here(result):
    results = [result(), result(), result(State.FAILED), result(is_new=False)]
    assert result_words(results, was_stopped=False) == "Ready: 2 · Failed: 1 · Already here: 1"


def test_stopping_is_said(result):
    assert result_words([result()], was_stopped=True) == "Stopped; what was ready stays · Ready: 1"


def test_nothing_found_is_said():
    assert result_words([], was_stopped=False) == "There were no files in it"


def test_what_is_in_the_trash_is_not_called_here(result):
    results = [result(is_new=False), result(is_new=False, is_in_trash=True)]
    assert result_words(results, was_stopped=False) == "Already here: 1 · In the trash: 1"


def test_what_rests_is_counted(result):
    results = [result(), result(State.PAUSED), result(State.STOPPED)]
    assert result_words(results, was_stopped=False) == "Ready: 1 · Paused: 1 · Stopped: 1"
