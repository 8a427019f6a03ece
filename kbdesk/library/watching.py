"""Hears of changes in a folder: told by the system on local disks, by looking again where nobody would tell."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from threading import Event
from typing import Protocol

import psutil
from typing_extensions import override

from kbdesk.library.walk import is_ignored
from kbdesk.texts import Text, text

Sleep = Callable[[float], Awaitable[None]]

POLL_S = 60.0
"""How often a folder is looked at where the system tells nothing."""

# The system's notices can be lost when very much changes at once.
_SAFETY_S = 600.0
_GROUP_MS = 400
# How long the thread takes to see that it is to end.
_STEP_MS = 200
_QUIET_MS = 1000

# Of changes that another computer makes there, the system hears nothing.
_REMOTE = re.compile(
    r"nfs4?|cifs|smb\d?|smbfs|afpfs|webdav|davfs|ncpfs|afs|ceph|lustre|gpfs|beegfs|9p|virtiofs|vboxsf|vmhgfs|prl_fs|drvfs"
    r"|autofs|macfuse|osxfuse|fuse(\..*)?"
)


class Mount(Protocol):
    """A file system as `psutil.disk_partitions` tells of it."""

    @property
    def mountpoint(self) -> str:
        """Where it begins."""
        ...

    @property
    def fstype(self) -> str:
        """Its kind."""
        ...

    @property
    def opts(self) -> str:
        """How it is mounted."""
        ...


def is_remote(path: Path, mounts: Sequence[Mount]) -> bool:
    """Return whether a folder lies on a network drive, or on one that a program makes up."""
    if str(path).startswith("\\\\"):
        return True
    holding = [mount for mount in mounts if path.is_relative_to(mount.mountpoint)]
    if not holding:
        return False
    mount = max(holding, key=lambda each: len(each.mountpoint))
    return bool(_REMOTE.fullmatch(mount.fstype.lower())) or "remote" in mount.opts.split(",")


class Watch(AbstractAsyncContextManager["Watch"]):
    """Hears of changes in a folder while it is entered.

    Attributes:
        remark: Why the folder is only looked at from time to time, or None if the system tells of changes.
    """

    def __init__(self, folder: Path, sleep: Sleep = asyncio.sleep, *, own: Path | None = None) -> None:
        """Nothing is watched yet.

        Args:
            folder: The folder.
            sleep: Waits so many seconds.
            own: The program's own data, in which every look changes something.
        """
        self.remark: Text | None = None
        self._folder = folder
        self._own = own
        self._sleep = sleep
        self._changed = asyncio.Event()
        self._stop = Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="watch")
        self._listening: asyncio.Future[None] | None = None

    @override
    async def __aenter__(self) -> Watch:
        loop = asyncio.get_running_loop()
        if await loop.run_in_executor(self._thread, self._is_remote):
            self.remark = text("library", "It is on a network drive, so kbdesk looks at it once a minute.")
        else:
            self._listening = loop.run_in_executor(self._thread, self._listen, loop)
            self._listening.add_done_callback(self._end)
        return self

    @override
    async def __aexit__(self, *_: object) -> None:
        self._stop.set()
        if self._listening is not None:
            await asyncio.wait([self._listening])
        self._thread.shutdown()  # it has nothing to do any more

    async def changes(self, at_most_s: float = _SAFETY_S) -> None:
        """Wait until something has changed since the last call, or it is time to look in any case."""
        at_most_s = min(at_most_s, _SAFETY_S if self.remark is None else POLL_S)
        waits = [asyncio.ensure_future(self._changed.wait()), asyncio.ensure_future(self._sleep(at_most_s))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
            await asyncio.wait(waits)
        self._changed.clear()

    def _is_remote(self) -> bool:
        return is_remote(self._folder.resolve(), psutil.disk_partitions(all=True))

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        from watchfiles import watch  # here: importing it takes 0.1 s, and only the window watches

        # The first quiet moment counts as a change: only from then on it is sure that nothing is missed.
        is_sure = False
        for changes in watch(
            self._folder,
            watch_filter=self._matters,
            debounce=_GROUP_MS,
            step=_STEP_MS,
            rust_timeout=_QUIET_MS,
            yield_on_timeout=True,
            stop_event=self._stop,
            raise_interrupt=False,
            force_polling=False,
            ignore_permission_denied=True,
        ):
            if changes or not is_sure:
                is_sure = True
                loop.call_soon_threadsafe(self._changed.set)

    def _matters(self, _: object, path: str) -> bool:
        below = Path(path)
        if self._own is not None and below.is_relative_to(self._own):
            return False
        parts = below.relative_to(self._folder).parts if below.is_relative_to(self._folder) else ()
        return not any(is_ignored(part) for part in parts)

    def _end(self, listening: asyncio.Future[None]) -> None:
        if listening.cancelled() or (error := listening.exception()) is None:
            return
        if not isinstance(error, FileNotFoundError):  # a folder that is gone is found by the next look
            self.remark = text(
                "library",
                "The system can watch no more folders at once, so kbdesk looks at this one once a minute.",
            )
        self._changed.set()
