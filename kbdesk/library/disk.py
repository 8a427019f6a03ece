"""Stops taking in before a full disk hurts."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from kbdesk.errors import DiskFullError
from kbdesk.texts import text

RESERVE_BYTES = 256 << 20
"""What stays free for the other programs, and for what we still have to write ourselves."""

_COPIES = 3
"""A file takes its room about so often: the copy, its passages with their vectors, and the log of the transaction."""


class DiskGuard:
    """Knows whether there is room for a file on the disk of the data folder."""

    def __init__(self, folder: Path, reserve_bytes: int = RESERVE_BYTES) -> None:
        """Watch the disk of a folder, of which `reserve_bytes` are to stay free."""
        self._folder = folder
        self._reserve_bytes = reserve_bytes

    async def check(self, size_bytes: int) -> None:
        """Make sure that there is room for a file of this size.

        Raises:
            DiskFullError: There is none.
        """
        free = (await asyncio.to_thread(shutil.disk_usage, self._folder)).free
        if free < self._reserve_bytes + _COPIES * size_bytes:
            raise disk_full()


def disk_full() -> DiskFullError:
    """Return what to say of a disk without room."""
    return DiskFullError(
        text("library", "The disk is nearly full, so kbdesk takes in nothing more."),
        text("library", "Make some room, then use Go on."),
    )
