"""Documents that a person writes in kbdesk: Markdown files in the data folder, read like any other file."""

from __future__ import annotations

import asyncio
import io
import itertools
import os
import shutil
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from kbdesk.errors import DataFolderError, InputError, KbError
from kbdesk.library.names import file_name
from kbdesk.library.types import AddResult
from kbdesk.library.walk import Found
from kbdesk.texts import text

LONGEST_TITLE = 100
LONGEST_TEXT = 1_000_000

Take = Callable[[str, Sequence[Found]], Awaitable[Awaitable[list[AddResult]]]]
"""Takes files into a knowledge base; the inner awaitable ends when they are read."""


class Notes:
    """Writes notes; each is a document from then on, with all that documents have."""

    def __init__(self, folder: Path, take: Take) -> None:
        """Remember where notes lie; the folder is made with the first one.

        Args:
            folder: The folder of the notes.
            take: Takes files into a knowledge base.
        """
        self._folder = folder
        self._take = take

    async def write(self, kb_id: str, title: str, content: str) -> AddResult:
        """Write a note into a knowledge base and wait until it is read.

        Args:
            kb_id: The knowledge base.
            title: Its heading and, as far as a file may be called so, its name; 1 to 100 characters in one line.
            content: Markdown.

        Raises:
            InputError: The title or the content is missing or too long, or there is no such knowledge base.
            DataFolderError: The file cannot be written.
            EmbeddingError: The model of the knowledge base cannot be used.
        """
        title, content = " ".join(title.split()), content.strip()
        _check(title, content)
        file = await asyncio.to_thread(_written, self._folder, title, f"# {title}\n\n{content}\n")
        try:
            [result] = await (await self._take(kb_id, [file]))
        except KbError:  # nobody knows of the file, so a person who tries again must not find two
            await asyncio.to_thread(file.path.unlink)
            raise
        if not result.is_new:  # the document has its own file
            await asyncio.to_thread(file.path.unlink)
        return result


def _check(title: str, content: str) -> None:
    if not 0 < len(title) <= LONGEST_TITLE:
        raise InputError(
            text("notes", "A note needs a title of 1 to {most} characters.", most=LONGEST_TITLE),
            text("notes", "Type a title that says what the note is about."),
        )
    if not 0 < len(content) <= LONGEST_TEXT:
        raise InputError(
            text("notes", "A note needs a text of at most {most} characters.", most=LONGEST_TEXT),
            text("notes", "Type what people should find, or add a longer text as a file."),
        )


def write_new(folder: Path, stem: str, source: BinaryIO) -> Path:
    """Write a note into a file that was not there, and return it.

    Args:
        folder: The folder of the notes, which is made with the first one.
        stem: What the file is called, as far as no other one is.
        source: What is in it.

    Raises:
        OSError: It cannot be written; nothing is left of it.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    for number in itertools.count(1):
        path = folder / (f"{stem}.md" if number == 1 else f"{stem} ({number}).md")
        with suppress(FileExistsError), path.open("xb") as file, _gone_if_broken(path):
            shutil.copyfileobj(source, file)
            file.flush()
            os.fsync(file.fileno())
            return path
    raise AssertionError  # the numbers never end


@contextmanager
def _gone_if_broken(path: Path) -> Generator[None]:
    try:
        yield
    except OSError:
        path.unlink()
        raise


def _written(folder: Path, title: str, content: str) -> Found:
    try:
        path = write_new(folder, file_name(title, otherwise="note"), io.BytesIO(content.encode()))
        return Found(path, path.name, path.stat().st_size)
    except OSError as exc:
        raise _unwritable(folder) from exc


def _unwritable(folder: Path) -> DataFolderError:
    return DataFolderError(
        text("notes", "The note could not be written into {folder}.", folder=str(folder)),
        text("notes", "Check that the disk is not full and that the folder belongs to you, then save again."),
    )
