"""Folders for what lies on the disk for the time of one work only."""

from __future__ import annotations

import asyncio
import shutil
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from kbdesk.library.concurrency import run_to_end


class Spool:
    """Gives folders and takes them away again."""

    def __init__(self, folder: Path) -> None:
        """Remember where they are; nothing else is there."""
        self._folder = folder

    async def clear(self) -> None:
        """Take away what a program that died left behind."""
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)

    @asynccontextmanager
    async def place(self) -> AsyncGenerator[Path, None]:
        """Give an empty folder, private to the person, for as long as it is needed."""
        place = self._folder / uuid.uuid4().hex
        self._folder.mkdir(mode=0o700, exist_ok=True)
        place.mkdir(mode=0o700)
        try:
            yield place
        finally:
            await run_to_end(asyncio.to_thread(shutil.rmtree, place, ignore_errors=True))
