"""Many files at once onto the disk, so that a power cut leaves all of them there."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kbdesk.library.snapshots import sync_folder

_AT_ONCE = 8


def sync_all(folder: Path, files: Sequence[Path]) -> None:
    """Make files below a folder durable, with their names.

    Linux is asked once for the whole file system: for each file by itself it would write its log and wait for the disk.
    Elsewhere some are waited for at a time.

    Args:
        folder: The folder.
        files: All files below it that are new.

    Raises:
        OSError: The disk did not take them all.
    """
    if sys.platform == "linux":
        _sync_file_system(folder)
        return
    folders = {folder, *(file.parent for file in files)}
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        list(threads.map(_sync_file, files))
        list(threads.map(sync_folder, folders))


def _sync_file_system(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        if ctypes.CDLL(None, use_errno=True).syncfs(descriptor):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), str(folder))
    finally:
        os.close(descriptor)


def _sync_file(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
