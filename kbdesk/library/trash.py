"""The trash: what was deleted is kept for 30 days, can be restored, or deleted for good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from kbdesk.errors import InputError
from kbdesk.library import trash_rows
from kbdesk.library.concurrency import run_to_end
from kbdesk.library.deletions import Deletions
from kbdesk.library.documents import Documents
from kbdesk.library.originals import Originals
from kbdesk.library.purge import Purge
from kbdesk.library.trash_rows import Found, TrashRows
from kbdesk.library.types import Deletion, Purged, Restored, TrashEntry
from kbdesk.texts import Text, text

_PAGE = 500
_PURGED_AT_ONCE = 200


class Trash:
    """What was deleted; deleting, restoring and deleting for good take turns, so that each finds the other done.

    A restore that comes after a purge finds nothing and says so; a purge that comes after a restore leaves what is
    back.
    """

    def __init__(
        self, rows: TrashRows, deletions: Deletions, purge: Purge, *, documents: Documents, originals: Originals
    ) -> None:
        """Use the open parts of a library."""
        self._rows = rows
        self._deletions = deletions
        self._purge = purge
        self._documents = documents
        self._originals = originals

    async def entries(self, *, offset: int = 0, limit: int = _PAGE) -> list[TrashEntry]:
        """Return documents and knowledge bases in the trash, newest first.

        Documents of a knowledge base that was deleted are one entry with it, unless they were deleted before it.

        Args:
            offset: How many to pass over.
            limit: The most to return.
        """
        return await self._rows.entries(offset, limit)

    async def has(self, deletion: Deletion) -> bool:
        """Return whether anything of a deletion can still be brought back."""
        return bool(await self._rows.of_deletion(deletion.id))

    async def restore(self, entry_ids: Sequence[str]) -> Restored:
        """Bring back documents, also single ones of many that were deleted together, and knowledge bases.

        Nothing is read or embedded again. What was being read when it was deleted is stopped and can be tried again. A
        document stays in the trash while its knowledge base is there too, or when its content is here already. When
        another content took its place meanwhile, it comes back under a numbered name.

        Raises:
            InputError: None of the entries is in the trash any more.
        """
        return await self._deletions.restore(entry_ids)

    async def delete_for_good(self, entry_ids: Sequence[str]) -> Purged:
        """Delete entries so that nothing of them is left in the library; backups made before still have them.

        Raises:
            InputError: None of the entries is in the trash any more.
        """
        found = await self._rows.find(entry_ids)
        if not found:
            raise InputError(
                text("library", "What was deleted is no longer in the trash."),
                text("library", "Look at the list again."),
            )
        return await self._delete(found)

    async def empty(self) -> Purged:
        """Delete everything for good that is in the trash now."""
        return await self._delete(await self._rows.everything())

    async def tidy(self) -> None:
        """Delete for good what has been in the trash for long, and clear away what a program that died left behind."""
        async with self._deletions.turn():
            await run_to_end(self._purge.left_over())
            await self._purge.forget_kept_passages()
        await self._deletions.delete_those_left(await self._documents.left())
        await self._delete(await self._rows.older_than(datetime.now(UTC) - trash_rows.KEPT_FOR))

    async def sweep(self) -> int:
        """Delete the copies of files that no document has any more; return how many bytes that gave back."""
        await self._purge.let_go_of_refused_copies()
        return await self._originals.sweep(self._documents.originals_in_use)

    async def _delete(self, found: Found) -> Purged:
        remarks: list[Text] = []
        count = 0
        for start in range(0, len(found.documents), _PURGED_AT_ONCE):
            some = found.documents[start : start + _PURGED_AT_ONCE]
            async with self._deletions.turn():
                there = (await self._rows.find(some)).documents  # others may have been quicker
                await run_to_end(self._purge.documents(there))
            count += len(there)
        async with self._deletions.turn():
            bases = (await self._rows.find(found.bases)).bases
            remarks += await run_to_end(self._purge.bases(bases))
        if count or bases:
            await self._purge.scrub()
        return Purged(count + len(bases), await self.sweep(), tuple(remarks))
