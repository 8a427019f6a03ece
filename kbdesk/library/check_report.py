"""What a check of the library found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kbdesk.texts import Text, text


class Severity(StrEnum):
    """How much a finding matters."""

    NOTE = "note"
    """Nothing is known to be wrong, but something could not be looked at."""
    LITTER = "litter"
    """Something is wrong that no document suffers from."""
    DAMAGE = "damage"
    """A document, its copy, a file of the library or a backup is not as it should be."""


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be.

    Attributes:
        severity: How much it matters.
        sentence: What was found.
        remedy: What was done about it, or what a person can do.
        mended: Whether it is as it should be now.
        document: The name of the document it is about, or "".
    """

    severity: Severity
    sentence: Text
    remedy: Text
    mended: bool
    document: str = ""

    @property
    def is_left(self) -> bool:
        """Whether something is still wrong."""
        return not self.mended and self.severity is not Severity.NOTE


@dataclass(frozen=True)
class CheckProgress:
    """How far a check is.

    Attributes:
        done: Copies and documents looked at.
        total: All of them.
        name: The one that is looked at, or "".
    """

    done: int
    total: int
    name: str = ""


@dataclass(frozen=True)
class CheckReport:
    """What a check looked at, and what it found.

    Attributes:
        knowledge_base_count: Knowledge bases looked at.
        document_count: Documents looked at, without those in the trash.
        passage_count: Their passages.
        copy_count: Kept copies of files looked at.
        copy_bytes: Their size.
        backup_count: Backups looked at.
        findings: What was found, in the order it was looked at.
    """

    knowledge_base_count: int
    document_count: int
    passage_count: int
    copy_count: int
    copy_bytes: int
    backup_count: int
    findings: tuple[Finding, ...]

    @property
    def left(self) -> tuple[Finding, ...]:
        """What is still wrong."""
        return tuple(finding for finding in self.findings if finding.is_left)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong any more."""
        return not self.left

    @property
    def summary(self) -> Text:
        """One or two sentences that say how it ended."""
        mended = sum(finding.mended for finding in self.findings)
        return text("check", "{documents} {mended}", documents=self._whole(), mended=self._mended(mended))

    def _whole(self) -> Text:
        if self.left:
            return _counted(
                len(self.left),
                text("check", "One thing is not as it should be."),
                text("check", "{count} things are not as they should be.", count=len(self.left)),
            )
        if not self.document_count:
            return text("check", "There are no documents yet.")
        return _counted(
            self.document_count,
            text("check", "The one document is whole."),
            text("check", "All {count} documents are whole.", count=self.document_count),
        )

    def _mended(self, count: int) -> Text:
        if not count:
            return text("check", "Nothing was mended.") if self.left else text("check", "Nothing had to be mended.")
        return _counted(
            count, text("check", "One thing was mended."), text("check", "{count} things were mended.", count=count)
        )


def _counted(count: int, one: Text, several: Text) -> Text:
    return one if count == 1 else several
