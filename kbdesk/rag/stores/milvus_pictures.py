"""Data that chunks carry, in files beside the engine's own, which would hold all of it in memory."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


class Pictures:
    """One file per content, named by its hash; base64 as it came."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, name: str, data: str) -> None:
        """Write a file, whole or not at all, unless it is there.

        Raises:
            OSError: It cannot be written.
        """
        target = self._folder / name
        if target.exists():
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=self._folder)
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink()
            raise

    def read(self, name: str | None) -> str | None:
        """Return the data; None without a name, or when the file is gone."""
        if name is not None:
            with suppress(FileNotFoundError):
                return (self._folder / name).read_text(encoding="ascii")
        return None

    def remove(self, names: Iterable[str]) -> None:
        """Remove files; one that cannot be removed stays until the next opening."""
        for name in names:
            with suppress(OSError):
                (self._folder / name).unlink()

    def remove_all_but(self, names: Iterable[str]) -> None:
        """Remove files that nothing names, as they are left by a process that was killed."""
        if self._folder.is_dir():
            self.remove({path.name for path in self._folder.iterdir()} - set(names))
