"""Files that systems and programs leave behind and nobody wrote, told by their names."""

from __future__ import annotations

# `node_modules` holds thousands of read-me files of other people's programs, which would bury a handbook. Not "CVS": it
# may be a folder of CVs.
_NAMES = frozenset(
    {
        "thumbs.db",
        "desktop.ini",
        "__macosx",
        "node_modules",
        "$recycle.bin",
        "system volume information",
        "lost+found",
    }
)
# Backups, and what is still being written or downloaded.
_ENDINGS = ("~", ".tmp", ".part", ".partial", ".crdownload", ".download")


def is_leftover(name: str) -> bool:
    """Return whether a file or folder of this name is hidden, temporary or made by a system for itself."""
    folded = name.lower()
    return name.startswith((".", "~$")) or folded.endswith(_ENDINGS) or folded in _NAMES
