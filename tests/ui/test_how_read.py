import pytest

from kbdesk.ui.models.how_read import how_read, percent


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ({}, []),
        ({"page": 1}, []),
        ({"ocr": True}, ["read by OCR"]),
        ({"ocr": True, "ocr_confidence": 0.876}, ["read by OCR, 87 %"]),
        ({"ocr": True, "ocr_confidence": 1}, ["read by OCR, 100 %"]),
        ({"slide": 2, "hidden": True}, ["hidden slide"]),
        ({"sheet": "Pay", "hidden": True, "ocr": True}, ["hidden sheet", "read by OCR"]),
        ({"hidden": True}, ["hidden"]),
    ],
)
def test_a_passage_says_what_is_special_about_it(metadata, words):
    assert how_read(metadata) == words


def test_percents_are_rounded_down_but_for_what_a_fraction_cannot_hold():
    assert (percent(0.999), percent(0.29), percent(1.0)) == (99, 29, 100)
