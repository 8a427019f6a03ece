"""What shows at a glance how the check questions of a knowledge base stand."""

from __future__ import annotations

from dataclasses import dataclass

from kbdesk.library.questions.types import Report, Verdict
from kbdesk.library.questions.words import score_words
from kbdesk.ui.translate import joined, shown, translate


@dataclass(frozen=True)
class Lamp:
    """A sign and a word or two; never colour alone.

    Attributes:
        icon: The name of an icon of the theme.
        color: The token it is drawn in.
        words: A few words, for where there is little room.
        sentence: The same in whole sentences.
    """

    icon: str
    color: str
    words: str
    sentence: str


SIGNS = {
    Verdict.RIGHT: ("circle-check", "success"),
    Verdict.WRONG: ("circle-x", "error"),
    Verdict.UNCHECKED: ("triangle-alert", "warning"),
}
"""The sign of how a question stands: the name of an icon and the token it is drawn in."""


def lamp_of(report: Report) -> Lamp:
    """Return the lamp of a knowledge base that has check questions."""
    words = translate("Questions", "Check questions: {right}/{total}").format(
        right=report.count(Verdict.RIGHT), total=len(report.lines)
    )
    sentences = [shown(score_words(report))]
    if report.problem is not None:
        sentences.append(shown(report.problem))
    if report.is_running:
        return Lamp("loader", "accent", words, joined(*sentences, translate("Questions", "They are being asked now.")))
    if report.is_outdated:
        sentences.append(translate("Questions", "Something has changed since they were last asked."))
    return Lamp(*_sign(report), words, joined(*sentences))


def _sign(report: Report) -> tuple[str, str]:
    if report.problem is not None:
        return SIGNS[Verdict.UNCHECKED]
    for verdict in (Verdict.WRONG, Verdict.UNCHECKED):
        if report.count(verdict):
            return SIGNS[verdict]
    return ("clock", "muted") if report.is_outdated else SIGNS[Verdict.RIGHT]
