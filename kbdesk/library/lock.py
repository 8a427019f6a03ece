"""One writer per data folder."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from kbdesk.errors import DataFolderError, StoreInUseError
from kbdesk.texts import Text, text

_ASK_EVERY_S = 0.1

WINDOW = "kbdesk"
"""What the window is called as the owner of a data folder; a command adds its own name."""


@dataclass(frozen=True)
class Owner:
    """Who holds a data folder.

    Attributes:
        pid: Its process id.
        program: What it is, for people.
        since: When it took the folder, ISO 8601, UTC.
    """

    pid: int
    program: str
    since: str


class WriterLock:
    """The right to write in a data folder.

    The operating system keeps the lock and frees it when its process ends in whatever way; the small file beside it
    only says who holds it, and counts for nothing once the lock is free.
    """

    def __init__(self, path: Path) -> None:
        """Use a lock file; `acquire` locks it."""
        self._lock = FileLock(path, thread_local=False)
        self._owner_file = path.with_name(f"{path.name}.owner")

    async def acquire(
        self, program: str, *, patience_s: float = 0.0, on_wait: Callable[[Text], None] | None = None
    ) -> None:
        """Take the lock, waiting for another writer to leave.

        Args:
            program: What others are told about who holds it.
            patience_s: How long to wait, in seconds.
            on_wait: Told once who holds it, as soon as that is known.

        Raises:
            StoreInUseError: It is still held.
            DataFolderError: The lock file cannot be used.
        """
        clock = asyncio.get_running_loop().time
        start = clock()
        told = False
        while not await asyncio.to_thread(self._try):
            if clock() - start >= patience_s:
                raise self._in_use()
            if on_wait is not None and not told:
                told = True
                on_wait(self._in_use().title)
            await asyncio.sleep(_ASK_EVERY_S)
        await asyncio.to_thread(self._sign, Owner(os.getpid(), program, datetime.now(UTC).isoformat()))

    async def release(self) -> None:
        """Free the lock; nothing happens if it is not held."""

        def work() -> None:
            if self._lock.is_locked:
                with suppress(OSError):  # Windows: somebody looks at it just now
                    self._owner_file.unlink(missing_ok=True)
                self._lock.release()

        await asyncio.to_thread(work)

    def owner(self) -> Owner | None:
        """Return who says to hold the lock, or None."""
        try:
            return Owner(**json.loads(self._owner_file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def _try(self) -> bool:
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            return False
        except OSError as exc:
            raise DataFolderError(
                text("library", "The data folder {folder} cannot be locked.", folder=str(self._owner_file.parent)),
                text("library", "Check that you may write to it, or choose another one with --data-dir."),
            ) from exc
        return True

    def _sign(self, owner: Owner) -> None:
        temporary = self._owner_file.with_suffix(".new")
        with suppress(OSError):  # on a full disk nobody is named, but what is there can still be deleted
            temporary.write_text(json.dumps(asdict(owner)), encoding="utf-8")
            temporary.replace(self._owner_file)

    def _in_use(self) -> StoreInUseError:
        """Return the error that says who holds the lock; a window does so until it is closed, busy or not."""
        owner = self.owner()
        if owner is not None and owner.program == WINDOW:
            return StoreInUseError(
                text("library", "kbdesk is open on this data folder (process {pid}).", **asdict(owner)),
                text("library", "Close it and try again, or do this in its window."),
            )
        return StoreInUseError(
            text("library", "Another program is working with this library.")
            if owner is None
            else text("library", "{program} (process {pid}) is working with this library.", **asdict(owner)),
            text("library", "Close it or wait until it is done, then try again."),
        )
