"""What is said of a hit: its score with its range, where it stands, and what a copy of it is called."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QLocale

from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.ui.models.how_read import how_read, percent
from kbdesk.ui.translate import shown, translate

_LANGUAGES = {
    "de": QT_TRANSLATE_NOOP("Language", "German"),
    "en": QT_TRANSLATE_NOOP("Language", "English"),
    "es": QT_TRANSLATE_NOOP("Language", "Spanish"),
    "fr": QT_TRANSLATE_NOOP("Language", "French"),
    "it": QT_TRANSLATE_NOOP("Language", "Italian"),
    "ja": QT_TRANSLATE_NOOP("Language", "Japanese"),
    "ko": QT_TRANSLATE_NOOP("Language", "Korean"),
    "nl": QT_TRANSLATE_NOOP("Language", "Dutch"),
    "pt": QT_TRANSLATE_NOOP("Language", "Portuguese"),
    "ru": QT_TRANSLATE_NOOP("Language", "Russian"),
    "zh": QT_TRANSLATE_NOOP("Language", "Chinese"),
}

_TOLD_BY_SCRIPT = ("ja", "ko", "zh")
"""Languages of which the shortest query is known: one whose language cannot be told is in none of them."""


def language_name(code: str) -> str:
    """Return the name of a language; one we have no word for is called as its speakers call it."""
    words = _LANGUAGES.get(code)
    return translate("Language", str(words)) if words else QLocale(code).nativeLanguageName() or code


def place_words(hit: Hit) -> str:
    """Return where a hit stands, how it was read, its language if the query has another one, and if it comes first.

    For example "page 12 · read by OCR, 87 % · Chinese · found as written".
    """
    as_written = translate("Hits", "found as written") if hit.why.exact else ""
    parts = (shown(hit.place), *how_read(hit.chunk.metadata), other_language(hit), as_written)
    return " · ".join(part for part in parts if part)


def page_number(hit: Hit) -> int:
    """Return the page or slide on which a hit stands, or 0 where its document has none."""
    metadata = hit.chunk.metadata
    number = metadata.get("page") or metadata.get("slide")
    return number if isinstance(number, int) else 0


def other_language(hit: Hit) -> str:
    """Return the name of the passage's language if its query is in another one, as far as that can be told, else ""."""
    language, asked = hit.why.language, hit.why.query_language
    is_told = bool(hit.why.query and language and (asked or language in _TOLD_BY_SCRIPT))
    return language_name(language) if is_told and language != asked else ""


def score_number(hit: Hit) -> str:
    """Return the score as it stands beside a hit: "0.83" by meaning, "75 %" as a share of words."""
    if hit.score_kind == "meaning":
        return f"{hit.score:.2f}"
    return translate("Hits", "{percent} %").format(percent=percent(hit.score))


def score_share(hit: Hit) -> float:
    """Return the length of a score's bar, 0 to 1."""
    return min(max(hit.score, 0.0), 1.0)


def score_meaning(hit: Hit) -> str:
    """Return what the score says and how far its scale goes."""
    if hit.score_kind == "meaning":
        return translate(
            "Hits",
            "The score says how near the passage is to your question in meaning, from -1.00 to 1.00. Higher is better, "
            "and searches can be compared by it. The order takes words and languages into account too.",
        )
    return translate(
        "Hits",
        "The score is the share of your words that stand in the passage, from 0 % to 100 %. Rare words count for more.",
    )


def weak_line() -> str:
    """Return what the line above the weak hits says."""
    return translate("Hits", "Weak: nothing here speaks clearly for an answer")


def hit_sentence(hit: Hit, place: str, *, names_query: bool) -> str:
    """Return a hit in words: what a screen reader says."""
    parts = [_score_words(hit), hit.document.name, place]
    if names_query:
        parts.append(answers_words(hit))
    sentence = translate("Hits", "Weak: {facts}: {text}") if hit.is_weak else translate("Hits", "{facts}: {text}")
    return sentence.format(facts=", ".join(part for part in parts if part), text=hit.chunk.text)


def answers_words(hit: Hit) -> str:
    """Return which of several queries a hit answers, or "" for a picture."""
    return translate("Hits", "Question: {query}").format(query=hit.why.query) if hit.why.query else ""


def document_sentence(document: DocumentInfo, count: int, *, is_open: bool) -> str:
    """Return the row above the hits of a document in words."""
    if is_open:
        return translate("Hits", "{document}, %n passage(s), shown", None, count).format(document=document.name)
    return translate("Hits", "{document}, %n passage(s), folded", None, count).format(document=document.name)


def hit_tip(hit: Hit, place: str) -> str:
    """Return what is said when the mouse rests on a hit."""
    source = "\n".join(each for each in (hit.document.name, place) if each)
    marks = translate(
        "Hits", "Words of your search are marked; the sentence that is nearest to it in meaning is underlined."
    )
    return "\n\n".join((source, score_meaning(hit), marks))


def citation(hit: Hit) -> str:
    """Return a hit as it is quoted: its text, and where it comes from."""
    place = shown(hit.place)
    if place:
        return translate("Hits", "{text} ({document}, {place})").format(
            text=hit.chunk.text, document=hit.document.name, place=place
        )
    return translate("Hits", "{text} ({document})").format(text=hit.chunk.text, document=hit.document.name)


def _score_words(hit: Hit) -> str:
    if hit.score_kind == "meaning":
        return translate("Hits", "Score {score} of -1.00 to 1.00").format(score=score_number(hit))
    return translate("Hits", "Share of your words {score}").format(score=score_number(hit))
