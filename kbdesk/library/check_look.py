"""One check under way: how far it is, and what it found so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from kbdesk.library.check_report import CheckProgress, Finding, Severity
from kbdesk.library.types import DocumentInfo, State
from kbdesk.texts import Text, text

_TELL_EVERY_S = 0.1


class Look:
    """What the parts of a check share.

    Attributes:
        mend: Whether what can be mended is mended.
        findings: What was found, in the order it was looked at.
        to_read: Documents to be read again, and the finding each goes with.
    """

    def __init__(self, *, mend: bool, tell: Callable[[CheckProgress], None] | None) -> None:
        self.mend = mend
        self.findings: list[Finding] = []
        self.to_read: dict[str, int] = {}
        self._tell = tell
        self._progress = CheckProgress(0, 0)
        self._told_at = 0.0

    def count(self, total: int) -> None:
        """Say how much there is to look at."""
        self._progress = replace(self._progress, total=total)

    def at(self, name: str) -> None:
        """Say what is looked at now; it counts as done when the next one begins."""
        now = time.monotonic()
        if self._tell is not None and now - self._told_at >= _TELL_EVERY_S:
            self._told_at = now
            self._tell(replace(self._progress, name=name))
        self._progress = replace(self._progress, done=min(self._progress.done + 1, self._progress.total))

    def skip(self, count: int) -> None:
        """Say that more was looked at than was said before."""
        done = min(self._progress.done + max(0, count), self._progress.total)
        self._progress = replace(self._progress, done=done)

    def find(
        self,
        sentence: Text,
        remedy: Text,
        *,
        mended: bool = False,
        severity: Severity = Severity.DAMAGE,
        document: str = "",
    ) -> None:
        """Note what was found; the same thing only once."""
        finding = Finding(severity, sentence, remedy, mended, document)
        if finding not in self.findings:
            self.findings.append(finding)

    def find_unread(self, document_id: str, sentence: Text, *, document: str) -> None:
        """Note a document that is read again at the end of the check."""
        self.to_read[document_id] = len(self.findings)
        remedy = text("check", "It can be read again from the copy of its file.")
        self.findings.append(Finding(Severity.DAMAGE, sentence, remedy, mended=False, document=document))

    def was_read(self, documents: Sequence[DocumentInfo]) -> None:
        """Note how reading again ended."""
        for document in documents:
            if (number := self.to_read.pop(document.id, None)) is None:
                continue
            if document.state is State.DONE:
                remedy = text("check", "It was read again.")
            else:
                remedy = document.message or text("check", "It waits to be read again. Use Go on.")
            self.findings[number] = replace(self.findings[number], remedy=remedy, mended=document.state is State.DONE)
