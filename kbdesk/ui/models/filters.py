"""What a search is narrowed to, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from PySide6.QtCore import QDate, QLocale

from kbdesk.library.search.types import Filters, FilterValues, Occurrence
from kbdesk.ui.models.document_words import kind_name
from kbdesk.ui.models.hit_words import language_name
from kbdesk.ui.translate import translate

Facet = Literal["folders", "tags", "kinds", "languages"]
"""What has values of which one or several are chosen."""

FACETS: tuple[Facet, ...] = ("folders", "tags", "kinds", "languages")


@dataclass(frozen=True)
class FilterChip:
    """One of the things that narrow a search.

    Attributes:
        words: What it is.
        rest: What narrows the search without it.
    """

    words: str
    rest: Filters


def facet_name(facet: Facet) -> str:
    """Return what a facet is called."""
    return {
        "folders": translate("Filters", "Folder"),
        "tags": translate("Filters", "Tag"),
        "kinds": translate("Filters", "Kind"),
        "languages": translate("Filters", "Language"),
    }[facet]


def value_name(facet: Facet, value: str) -> str:
    """Return what a value of a facet is called."""
    names: dict[Facet, Callable[[str], str]] = {"kinds": kind_name, "languages": language_name}
    return names.get(facet, str)(value)


def values_of(values: FilterValues, facet: Facet) -> Sequence[Occurrence]:
    """Return the values of a facet."""
    return {
        "folders": values.folders,
        "tags": values.tags,
        "kinds": values.kinds,
        "languages": values.languages,
    }[facet]


def chosen_of(filters: Filters, facet: Facet) -> tuple[str, ...]:
    """Return the values of a facet to which a search is narrowed."""
    return {
        "folders": filters.folders,
        "tags": filters.tags,
        "kinds": filters.kinds,
        "languages": filters.languages,
    }[facet]


def with_chosen(filters: Filters, facet: Facet, values: Sequence[str]) -> Filters:
    """Return the filters with these values of a facet in place of the ones before."""
    return replace(filters, **{facet: tuple(values)})


def toggled(filters: Filters, facet: Facet, value: str) -> Filters:
    """Return the filters with a value added, or taken away if it was there."""
    chosen = chosen_of(filters, facet)
    rest = [each for each in chosen if each != value]
    return with_chosen(filters, facet, rest if value in chosen else [*chosen, value])


def chips_of(filters: Filters, names: Mapping[str, str]) -> list[FilterChip]:
    """Return what narrows a search, one by one; `names` are those of documents by id."""
    return [
        *(FilterChip(words, replace(filters, document_ids=rest)) for words, rest in _documents(filters, names)),
        *(chip for facet in FACETS for chip in _facet_chips(filters, facet)),
        *_date_chips(filters),
    ]


def _documents(filters: Filters, names: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for document_id in filters.document_ids:
        name = names.get(document_id, "").rpartition("/")[2] or translate("Filters", "one that is gone")
        words = translate("Filters", "Document: {name}").format(name=name)
        yield words, tuple(each for each in filters.document_ids if each != document_id)


def _facet_chips(filters: Filters, facet: Facet) -> Iterator[FilterChip]:
    sentence = translate("Filters", "{facet}: {value}")
    for value in chosen_of(filters, facet):
        words = sentence.format(facet=facet_name(facet), value=value_name(facet, value))
        yield FilterChip(words, toggled(filters, facet, value))


def _date_chips(filters: Filters) -> Iterator[FilterChip]:
    if filters.added_from is not None:
        words = translate("Filters", "Added from {day} on").format(day=_day(filters.added_from))
        yield FilterChip(words, replace(filters, added_from=None))
    if filters.added_to is not None:
        words = translate("Filters", "Added until {day}").format(day=_day(filters.added_to))
        yield FilterChip(words, replace(filters, added_to=None))


def _day(day: date) -> str:
    return QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)
