"""What documents are called in an archive: as in the list, as far as every system can have such files."""

from __future__ import annotations

from pathlib import PurePosixPath

from kbdesk.library.names import file_name, folded
from kbdesk.rag.parsers.attachments import safe_path

_ROOT = "documents"
_OTHERWISE = "document"


class MemberNames:
    """Gives each document a path of its own; no file is called like a folder, also where case does not count."""

    def __init__(self) -> None:
        """Nothing is named yet."""
        self._files: set[str] = set()
        self._folders: set[str] = set()

    def name(self, document: str) -> str:
        """Return the path in the archive of a document of this name."""
        *folders, last = safe_path(document).split("/")
        path = PurePosixPath(_ROOT)
        for folder in folders:
            path = _free(path / _safe(folder), [self._files])
            self._folders.add(folded(str(path)))
        path = _free(path / _safe(last), [self._files, self._folders])
        self._files.add(folded(str(path)))
        return str(path)


def _safe(part: str) -> str:
    suffix = PurePosixPath(part).suffix
    if not (suffix.isascii() and suffix[1:].isalnum()):
        suffix = ""
    return file_name(part.removesuffix(suffix), otherwise=_OTHERWISE) + suffix


def _free(path: PurePosixPath, taken: list[set[str]]) -> PurePosixPath:
    number, free = 1, path
    while any(folded(str(free)) in each for each in taken):
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free
