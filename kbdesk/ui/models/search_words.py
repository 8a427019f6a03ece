"""What is said of a search as a whole."""

from __future__ import annotations

from kbdesk.library.search.types import Request, Results
from kbdesk.ui.translate import joined, shown, translate


def request_words(request: Request) -> str:
    """Return what a search is about in one line."""
    words = " · ".join(query for query in request.queries if isinstance(query, str))
    return (
        words if request.filters.is_empty else translate("SearchPane", "{questions} (filtered)").format(questions=words)
    )


def count_words(results: Results) -> str:
    """Return how many passages were found, and what their scores are if they are not the usual ones."""
    count = len(results.hits)
    if all(hit.score_kind == "words" for hit in results.hits):
        return translate("SearchPane", "%n passage(s) found; the score is the share of your words", None, count)
    return translate("SearchPane", "%n passage(s) found", None, count)


def nothing_found_words(weak_count: int) -> str:
    """Return that there is no answer, and whether what is no answer is shown all the same."""
    if weak_count:
        return translate("SearchPane", "Nothing good was found. %n weak passage(s) stand below.", None, weak_count)
    return translate("SearchPane", "Nothing was found")


def failure_lines(results: Results) -> list[str]:
    """Return for each knowledge base that could not be searched what happened and what to do."""
    line = translate("SearchPane", "“{name}” could not be searched. {reason}")
    return [
        line.format(name=each.base.name, reason=joined(shown(each.error.title), shown(each.error.remedy)))
        for each in results.failures
    ]


def tries(request: Request, *, is_everywhere: bool) -> list[str]:
    """Return what to try after a search that found nothing good."""
    points = [
        translate("SearchPane", "Use fewer words, or words that could stand in the text itself."),
        translate("SearchPane", "Check that your documents are ready: what is still being read is not found."),
    ]
    if not request.filters.is_empty:
        points.append(translate("SearchPane", "Remove filters: they leave out the rest of your documents."))
    if request.mode != "hybrid":
        points.append(translate("SearchPane", "Search by meaning and words."))
    if request.min_score is not None:
        lower = translate("SearchPane", "Lower the least score; it is {score} now.")
        points.append(lower.format(score=f"{request.min_score:.2f}"))
    if not is_everywhere:
        points.append(translate("SearchPane", "Search all knowledge bases."))
    return points
