"""Files that were dropped together, and who waits for them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kbdesk.errors import KbError
from kbdesk.library.identity import Twin
from kbdesk.library.types import AddResult, DocumentInfo, State
from kbdesk.library.walk import Found
from kbdesk.texts import Text, text


class Batch:
    """Some files that were accepted together; it ends when each of them rests, and each that was inside them."""

    def __init__(self, files: Sequence[Found]) -> None:
        """Wait for these files, each of which is to be ended."""
        self._count = len(files)  # of two knowledge bases, some may have one path
        self._order = {file.path: (number, 0) for number, file in enumerate(files)}
        self._results: list[AddResult] = []
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not files:
            self._ended.set_result(None)

    async def results(self) -> list[AddResult]:
        """Wait until every file rests and return how each ended, in the order of the files.

        Raises:
            CancelledError: The library was closed before that.
            KbError: The queue ended in an error that nobody foresaw.
        """
        await asyncio.shield(self._ended)
        return sorted(self._results, key=lambda result: self._order[result.path])

    def end(self, result: AddResult) -> None:
        """Note how a file ended."""
        self._results.append(result)
        if len(self._results) == self._count and not self._ended.done():
            self._ended.set_result(None)

    def extend(self, inside: Path, path: Path) -> bool:
        """Wait for a file that was inside one of these, too; return False if that is so already."""
        if path in self._order:
            return False
        self._order[path] = (self._order[inside][0], len(self._order))
        self._count += 1
        return True

    def abandon(self, error: KbError | None) -> None:
        """Let nobody wait any longer: the library closes, or because of an error."""
        if self._ended.done():
            return
        if error is None:
            self._ended.cancel()
        else:
            self._ended.set_exception(error)
            self._ended.exception()  # looked at, so that asyncio does not report it where nobody waits


@dataclass(frozen=True)
class _Wait:
    batch: Batch
    path: Path
    document: DocumentInfo
    is_new: bool


class Batches:
    """Which batches wait for which documents."""

    def __init__(self) -> None:
        self._waits: defaultdict[str, list[_Wait]] = defaultdict(list)

    def wait(self, batch: Batch, path: Path, document: DocumentInfo, *, is_new: bool) -> None:
        """Let a batch wait for a document, which one of its files made or only found."""
        self._waits[document.id].append(_Wait(batch, path, document, is_new))

    def has(self, document_id: str) -> bool:
        """Return whether anybody waits for a document."""
        return document_id in self._waits

    def extend(self, document_id: str, inside: Sequence[DocumentInfo]) -> None:
        """Let those who wait for a document also wait for those that came with it, or are to be read anew."""
        for wait in self._waits.get(document_id, []):
            for document in inside:
                if wait.batch.extend(wait.path, document.path):
                    self.wait(wait.batch, document.path, document, is_new=True)

    def settle(self, document_id: str, ended: DocumentInfo | Twin | None) -> list[AddResult]:
        """Tell those who wait for a document how it ended, and return what they were told.

        Args:
            document_id: The document.
            ended: Its row now, the document that has its content already, or None if it is gone.
        """
        results: list[AddResult] = []
        for wait in self._waits.pop(document_id, []):
            result = _result(wait, ended)
            wait.batch.end(result)
            results.append(result)
        return results

    def pass_on(self, document_id: str, twin: DocumentInfo) -> None:
        """Let those who wait for a document wait for the one that has its content."""
        self._waits[twin.id] += [replace(wait, is_new=False) for wait in self._waits.pop(document_id, [])]

    def abandon(self, error: KbError | None = None) -> None:
        """Let nobody wait any longer; whoever does gets the error, or is cancelled."""
        for waits in self._waits.values():
            for wait in waits:
                wait.batch.abandon(error)
        self._waits.clear()


def already_here(path: Path, document: DocumentInfo, *, is_in_trash: bool = False) -> AddResult:
    """Return the result of a file whose content a document has already."""
    return AddResult(path, document, is_new=False, message=_where(document, is_in_trash), is_in_trash=is_in_trash)


def _where(document: DocumentInfo, is_in_trash: bool) -> Text:  # of this module only
    if is_in_trash:
        return text("library", "This content is in the trash as “{name}”. Restore it from there.", name=document.name)
    here = text("library", "This content is already here as “{name}”.", name=document.name)
    if document.state is not State.FAILED or document.message is None:
        return here
    return text("library", "{here} {why}", here=here, why=document.message)


def _result(wait: _Wait, ended: DocumentInfo | Twin | None) -> AddResult:
    if isinstance(ended, Twin):
        return already_here(wait.path, ended.document, is_in_trash=ended.is_in_trash)
    if ended is None:
        message = text("library", "It was taken out before it was done.")
        ended = replace(wait.document, state=State.STOPPED, message=message)
    if ended.state in (State.DONE, State.FAILED) and not wait.is_new:
        return already_here(wait.path, ended)
    return AddResult(wait.path, ended, wait.is_new, ended.message)
