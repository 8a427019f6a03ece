"""What is said of check questions."""

from __future__ import annotations

from kbdesk.library.questions.types import DEPTH, Cause, Line, Reason, Report, Result, Verdict
from kbdesk.texts import Text, text


def score_words(report: Report) -> Text:
    """Return for example "12 of 14 check questions are right."."""
    right, total = report.count(Verdict.RIGHT), len(report.lines)
    return text("questions", "{right} of {total} check questions are right.", right=right, total=total)


def cause_words(cause: Cause) -> Text:
    """Return why questions were asked."""
    match cause:
        case Cause.PERSON:
            return text("questions", "They were asked because you wanted it.")
        case Cause.DOCUMENTS:
            return text("questions", "They were asked because documents had changed.")
        case Cause.QUESTIONS:
            return text("questions", "They were asked because check questions had changed.")
        case Cause.SEARCH:
            return text("questions", "They were asked because the model or kbdesk had changed.")
        case Cause.PROBLEM:
            return text("questions", "They were asked again because some could not be checked.")


def line_words(line: Line) -> Text:
    """Return how a question stands."""
    if line.now is None:
        return text("questions", "Not asked yet.")
    return _result_words(line, line.now)


def _result_words(line: Line, result: Result) -> Text:
    if result.verdict is Verdict.UNCHECKED:
        return _unchecked_words(line.question.document_name, result)
    said = _verdict_words(line, result)
    if result.verdict is Verdict.RIGHT or not result.instead:
        return said
    return text("questions", "{sentence} {other}", sentence=said, other=_instead_words(line, result))


def _verdict_words(line: Line, result: Result) -> Text:
    match result.reason:
        case Reason.FOUND if result.is_weak:
            return text("questions", "Right, but only as a weak hit.")
        case Reason.FOUND:
            return text("questions", "Right.")
        case Reason.FURTHER_DOWN:
            return text("questions", "Not among the first {first}.", first=line.question.wanted.first)
        case Reason.TURNED_OFF:
            return text("questions", "The passage is turned off.")
        case Reason.NOT_SAID:
            return text("questions", "“{name}” does not say this any more.", name=line.question.document_name)
        case _:
            return text("questions", "Not among the first {first}.", first=DEPTH)


def _instead_words(line: Line, result: Result) -> Text:
    if result.instead_id == line.question.wanted.document_id:
        return text("questions", "Another passage of “{name}” comes first.", name=result.instead)
    return text("questions", "“{name}” comes first.", name=result.instead)


def _unchecked_words(name: str, result: Result) -> Text:
    match result.reason:
        case Reason.IN_TRASH:
            return text("questions", "Cannot be checked: “{name}” is in the trash.", name=name)
        case Reason.GONE:
            return text("questions", "Cannot be checked: “{name}” is gone.", name=name)
        case Reason.BEING_READ:
            return text("questions", "Cannot be checked: “{name}” is still being read.", name=name)
        case Reason.NOT_READ:
            return text("questions", "Cannot be checked: “{name}” has no passages.", name=name)
        case _:
            problem = result.problem or text("questions", "The search gave no answer.")
            return text("questions", "Cannot be checked: {problem}", problem=problem)
