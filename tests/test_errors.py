from __future__ import annotations

import pickle

import pytest

from kbdesk.errors import (
    EmbeddingError,
    InputError,
    KbError,
    ParseError,
    PasswordError,
    StoreError,
    unexpected,
)
from kbdesk.texts import text

TITLE = text("test", "It broke.")
REMEDY = text("test", "Mend it.")


@pytest.mark.parametrize(
    ("error", "builtin"),
    [(InputError, ValueError), (ParseError, ValueError), (EmbeddingError, RuntimeError), (StoreError, RuntimeError)],
)
def test_callers_of_the_reference_catch_the_builtin_they_know(error: type[KbError], builtin: type[Exception]) -> None:
    with pytest.raises(builtin):
        raise error(TITLE, REMEDY)


def test_an_error_says_what_happened_and_what_to_do() -> None:
    assert str(KbError(TITLE, REMEDY)) == "It broke. Mend it."


def test_an_error_survives_the_way_out_of_a_worker() -> None:
    error = pickle.loads(pickle.dumps(PasswordError(TITLE, REMEDY)))

    assert type(error) is PasswordError
    assert (error.title, error.remedy) == (TITLE, REMEDY)


def test_a_stranger_error_never_shows_its_text() -> None:
    assert "secret" not in str(unexpected(RuntimeError("secret words of a file")))


def test_one_of_ours_is_passed_on_as_it_is() -> None:
    error = StoreError(TITLE, REMEDY)

    assert unexpected(error) is error
