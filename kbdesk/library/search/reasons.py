"""The sentences of explanations: why a passage is found or not, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from kbdesk.library.search.filtering import FilterName
from kbdesk.library.search.types import Act
from kbdesk.library.types import DocumentInfo, Hit, State
from kbdesk.texts import Text, text


@dataclass(frozen=True)
class Reason:
    """A part of an explanation.

    Attributes:
        reason: Why.
        next_step: What to do, or an empty text.
        act: What the program can do about it.
    """

    reason: Text
    next_step: Text
    act: Act = ""


MOST_SHOWN = 100
"""The most hits that a person can have shown."""

NOTHING = text("search", "")

NO_QUESTION = Reason(text("search", "Nothing was asked."), text("search", "Type a question."))
IN_TRASH = Reason(
    text("search", "The document is in the trash."), text("search", "Restore it from the trash."), "restore"
)
BASE_IN_TRASH = Reason(
    text("search", "The knowledge base of the document is in the trash."),
    text("search", "Restore it from the trash."),
    "restore",
)
TURNED_OFF = Reason(text("search", "The passage is turned off."), text("search", "Turn it on."), "turn on")
ALL_TURNED_OFF = Reason(
    text("search", "All passages of the document are turned off."), text("search", "Turn on what is to be found.")
)
LOST = Reason(
    text("search", "The passages of the document are missing."), text("search", "Use Try again on it."), "try again"
)
NO_TEXT = Reason(
    text("search", "The document has no passages."),
    text("search", "Look at what was read of it."),
)
OLDER_VERSION = Reason(
    text("search", "An older version of the document answers; the new one has not been read."),
    text("search", "Look at the state of the document in the list."),
)
WRONG_LANGUAGE = Reason(
    text("search", "The filter by language leaves the passage out."),
    text("search", "Remove the filter."),
    "remove filters",
)

_FILTERED = {
    "documents": text("search", "The filter by document leaves it out."),
    "folders": text("search", "The filter by folder leaves it out."),
    "tags": text("search", "The filter by tag leaves it out."),
    "kinds": text("search", "The filter by kind leaves it out."),
    "dates": text("search", "The filter by date leaves it out."),
}
_IN_WORK = {
    State.QUEUED: text("search", "The document waits to be read."),
    State.READING: text("search", "The document is just being read."),
    State.EMBEDDING: text("search", "The document is just being read."),
}
_WAIT = text("search", "Search again when it has been read.")
_OTHER_WORDS = text("search", "Ask with words that stand in it, or write a note on it with the words of the question.")


def filtered(name: FilterName) -> Reason:
    """Say that a filter leaves a document out."""
    return Reason(_FILTERED[name], text("search", "Remove the filter."), "remove filters")


def elsewhere(base: str) -> Reason:
    """Say that another knowledge base was searched."""
    return Reason(
        text("search", "The document is in the knowledge base “{base}”, which was not searched.", base=base),
        text("search", "Search in all knowledge bases."),
        "search everywhere",
    )


def unread(document: DocumentInfo) -> Reason:
    """Say why a document has no passages."""
    if document.state.is_work:
        return Reason(_IN_WORK[document.state], _WAIT)
    if document.state is State.PAUSED:
        return Reason(
            text("search", "The document has not been read: its reading is paused."),
            text("search", "Let it go on."),
            "resume",
        )
    if document.state is State.STOPPED:
        return Reason(
            text("search", "The document has not been read: its reading was stopped."),
            text("search", "Use Try again on it."),
            "try again",
        )
    return _failed(document) if document.state is State.FAILED else NO_TEXT


def _failed(document: DocumentInfo) -> Reason:
    if document.outcome == "password":
        return Reason(
            text("search", "The document is protected and could not be read."),
            text("search", "Use Try again on it and type its password."),
            "try again",
        )
    why = document.message or NOTHING
    return Reason(
        text("search", "The document could not be read. {why}", why=why),
        text("search", "Put right what is said there, then use Try again."),
        "try again",
    )


def not_searched(why: Text) -> Reason:
    """Say that the knowledge base could not be searched."""
    return Reason(text("search", "Its knowledge base could not be searched. {why}", why=why), NOTHING)


def found(hit: Hit) -> Reason:
    """Say at which place a passage is found."""
    if hit.is_weak:
        return Reason(
            text("search", "It is found at place {place}, among the weak ones. {why}", place=hit.rank, why=_weak(hit)),
            _OTHER_WORDS,
            "show in results",
        )
    return Reason(text("search", "It is found at place {place}.", place=hit.rank), NOTHING, "show in results")


def twin(hit: Hit) -> Reason:
    """Say that the same passage is found in a document with the same content."""
    return Reason(
        text(
            "search",
            "“{name}” has the same content: the passage is found there, at place {place}.",
            name=hit.document.name,
            place=hit.rank,
        ),
        NOTHING,
    )


def behind(hit: Hit, most: int) -> Reason:
    """Say that a passage comes behind those that are shown."""
    place = text("search", "It comes at place {place}, behind the {most} that are shown.", place=hit.rank, most=most)
    why = text("search", "{place} {why}", place=place, why=_weak(hit) if hit.is_weak else _ranks(hit))
    if hit.is_weak or hit.rank > MOST_SHOWN:
        return Reason(why, _OTHER_WORDS, "show more" if hit.rank <= MOST_SHOWN else "")
    return Reason(why, text("search", "Show more, or ask with words that stand in it."), "show more")


def below(hit: Hit, least: float) -> Reason:
    """Say that the score of a passage is too low for what a person chose."""
    return Reason(
        text(
            "search",
            "Its score of {score} is below the least score of {least}.",
            score=f"{hit.score:.2f}",
            least=f"{least:.2f}",
        ),
        text("search", "Lower the least score."),
    )


def no_word(*, can_mean: bool) -> Reason:
    """Say that a passage has nothing of what was asked.

    Args:
        can_mean: Whether its knowledge base can be searched by meaning.
    """
    reason = text("search", "No word of the question stands in it.")
    if can_mean:
        return Reason(reason, text("search", "Search by meaning too, or ask with words that stand in it."))
    return Reason(reason, _OTHER_WORDS)


def far(most: int) -> Reason:
    """Say that many passages come before one."""
    return Reason(text("search", "It is not among the first {most}.", most=most), _OTHER_WORDS)


def cut_in_two(phrase: str, passage: int) -> Reason:
    """Say that what was asked for stands in two passages.

    Args:
        phrase: What was asked for.
        passage: The number of the first of the two, from 1.
    """
    return Reason(
        text(
            "search",
            "“{phrase}” stands in no single passage: it begins in passage {first} and ends in passage {second}.",
            phrase=phrase,
            first=passage,
            second=passage + 1,
        ),
        text("search", "Merge the two passages."),
    )


def _weak(hit: Hit) -> Text:
    if hit.score_kind == "words":
        return text("search", "It has few of the question's words.")
    if hit.why.words_rank is None:
        return text("search", "None of the question's words tells it apart, and it is far from it in meaning.")
    return text("search", "It has few of the question's words, and is far from it in meaning.")


def _ranks(hit: Hit) -> Text:
    meaning, words = hit.why.meaning_rank, hit.why.words_rank
    if meaning is None and words is None:
        return NOTHING
    if words is None:
        return text("search", "By meaning it comes at place {meaning}, by words it is not found.", meaning=meaning)
    if meaning is None:
        return text("search", "By words it comes at place {words}, by meaning it is far away.", words=words)
    return text(
        "search",
        "By meaning it comes at place {meaning}, by words at place {words}.",
        meaning=meaning,
        words=words,
    )
