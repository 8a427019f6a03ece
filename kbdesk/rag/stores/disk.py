"""Whether a disk is full."""

from __future__ import annotations

import errno
import tempfile
from pathlib import Path

from kbdesk.errors import DiskFullError
from kbdesk.texts import text

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What the system answers on a full disk, and where a user's share of it is used up."""

_PROBE_BYTES = 64 * 1024


def disk_full(path: Path) -> DiskFullError:
    """Return the error to raise when a file could not be written for want of space."""
    return DiskFullError(
        text("stores", "The disk is full; nothing was changed in {path}.", path=path),
        text("stores", "Free some space, then try again."),
    )


def is_full(folder: Path) -> bool:
    """Return whether the folder takes no more data: for errors that do not tell why a write failed."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_PROBE_BYTES))
            file.flush()
    except OSError as exc:
        return exc.errno in FULL
    return False
